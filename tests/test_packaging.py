"""What is handed out holds what its README shows and says who made it."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.making.onefile.making import TRIED

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def names():
    """The files of the source distribution, by their place in the project."""
    builder = pytest.importorskip("hatchling.builders.sdist").SdistBuilder(str(ROOT))
    return {file.distribution_path for file in builder.recurse_included_files()}


def test_the_source_distribution_holds_what_readme_links_to(names):
    text = (ROOT / "README.md").read_text("utf-8")
    linked = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if ":" not in link]
    assert len(linked) > 5
    for link in linked:
        assert (ROOT / link).exists(), link
        assert any(name == link or name.startswith(f"{link}/") for name in names), link


def test_it_holds_what_tests_and_checks_need(names):
    needed = {".ci/run", "pyproject.toml", "tests/golden/california.yaml", "shanghai/py.typed"}
    assert needed <= names
    assert not [name for name in names if "__pycache__" in name or ".venv" in name]


def test_the_wheel_holds_the_texts_of_every_language_and_every_game():
    builder = pytest.importorskip("hatchling.builders.wheel").WheelBuilder(str(ROOT))
    held = {file.distribution_path for file in builder.recurse_included_files()}
    texts = [*(ROOT / "shanghai").rglob("*.yaml"), *(ROOT / "shanghai").rglob("*.md")]
    assert len(texts) > 150
    assert {path.relative_to(ROOT).as_posix() for path in texts} <= held
    assert builder.config.force_include[str(ROOT / "variants")] == "shanghai/variants_data"


def test_it_says_who_made_it_and_what_it_is():
    about = PROJECT["project"]
    assert about["authors"] == [{"name": "Shanghai"}]
    assert about["keywords"]
    assert all(" :: " in line for line in about["classifiers"])


def test_only_pythons_on_which_the_tests_ran_are_named():
    named = [line.rpartition(" ")[2] for line in PROJECT["project"]["classifiers"]]
    assert tuple(version for version in named if version.startswith("3.")) == TRIED
    workflow = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text("utf-8"))
    assert tuple(workflow["jobs"]["tests"]["strategy"]["matrix"]["python"]) == TRIED
