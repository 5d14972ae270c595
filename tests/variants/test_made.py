"""The shipped rules that need no reading of a variant file."""

import shutil

import pytest

from shanghai.storage.paths import SHIPPED
from shanghai.variants import library
from shanghai.variants.library import made_rules
from tests.variants.made import made_text


def test_they_are_what_the_variant_files_say():
    assert library.RULES_FILE.read_bytes() == made_text(), (
        "write it again: python -m tests.variants.made"
    )


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A copy of the shipped files that may be changed."""
    folder = tmp_path / "shipped"
    shutil.copytree(SHIPPED, folder)
    monkeypatch.setattr(library, "SHIPPED", folder)
    monkeypatch.setattr(library, "RULES_FILE", folder / "rules.json")
    assert made_rules("california") is not None
    return folder


@pytest.mark.parametrize("changed", ["carioca-chile", "carioca", "contract-rummy"])
def test_a_change_in_a_file_or_in_what_it_extends_is_seen(shipped, changed):
    with (shipped / "more" / f"{changed}.yaml").open("a") as file:
        file.write("\n# a remark\n")
    assert made_rules("carioca-chile") is None
    assert made_rules("california") is not None


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff" * 80, b'{"id":"california",\n'])
def test_a_file_that_is_damaged_is_passed_over(shipped, content):
    (shipped / "rules.json").write_bytes(content)
    assert made_rules("california") is None
    (shipped / "rules.json").unlink()
    assert made_rules("california") is None


@pytest.mark.parametrize("variant", ["nobody", "", "../california", 'california"', "a.yaml"])
def test_other_names_are_not_known(variant):
    assert made_rules(variant) is None
