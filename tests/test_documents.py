"""The pages for people: what they name is there, and their lines are short enough to read."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / ".github").rglob("*.md"))]
LONGEST = 120
_PATH = re.compile(r"^[\w./*-]+(?:\.(?:py|md|yaml|json|tcss|toml|svg|webp)|/)$")
_LINK = re.compile(r"(?:\]\(|src=\")(?!https?:|#)([^)#\"]+)")


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
    if page.name.startswith("README."):
        assert max(map(len, lines)) <= LONGEST


def test_readme_leads_to_every_page():
    seen, open_pages = set(), [ROOT / "README.md"]
    while open_pages:
        page = open_pages.pop()
        if page.suffix == ".md" and page not in seen:
            seen.add(page)
            links = _LINK.findall(page.read_text("utf-8"))
            open_pages += [(page.parent / link).resolve() for link in links]
    templates = {page for page in PAGES if "ISSUE_TEMPLATE" in page.parts}
    assert {page.resolve() for page in PAGES} - templates <= seen


def test_every_picture_is_shown():
    shown = {Path(link).name for page in PAGES for link in _LINK.findall(page.read_text("utf-8"))}
    assert {path.name for path in (ROOT / "screenshots").glob("*.webp")} <= shown


def test_every_file_that_the_page_for_engineers_names_is_there():
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
    named = paths_in(text)
    there = list(paths_of_the_project())
    missing = sorted(
        path for path in named if not any(fnmatch(known, f"*/{path}") for known in there)
    )
    assert len(named) > 50
    assert not missing
