"""The pages for people: what they name is there, and their lines are short enough to read."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / ".github").glob("*.md"))]
LONGEST = 120
_PATH = re.compile(r"^[\w./*-]+(?:\.(?:py|md|yaml|json|tcss|toml|svg)|/)$")
_LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


def paths_in(text):
    """The paths that a page names between backticks, those that hold a place for a name aside."""
    prose = re.sub(r"```.*?```", "", text, flags=re.S)
    found = {span for span in re.findall(r"`([^`\n]+)`", prose) if _PATH.match(span)}
    return {path for path in found if "NAME" not in path and "VARIANT" not in path}


def paths_of_the_project():
    """All files and folders, with a slash before each and one behind each folder."""
    for top in ("shanghai", "variants", "tests", "screenshots", ".ci", ".github"):
        for path in [ROOT / top, *(ROOT / top).rglob("*")]:
            if "__pycache__" not in path.parts:
                yield f"/{path.relative_to(ROOT)}{'/' if path.is_dir() else ''}"
    yield "/pyproject.toml"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for link in _LINK.findall(page.read_text("utf-8")):
        assert (page.parent / link).exists(), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_lines_are_short(page):
    lines = page.read_text("utf-8").splitlines()
    long = [line for line in lines if len(line) > LONGEST and not line.startswith("|")]
    assert not long
    if page.name == "README.md":
        assert max(map(len, lines)) <= LONGEST


def test_every_file_that_the_page_for_engineers_names_is_there():
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
    named = paths_in(text)
    there = list(paths_of_the_project())
    missing = sorted(
        path for path in named if not any(fnmatch(known, f"*/{path}") for known in there)
    )
    assert len(named) > 50
    assert not missing
