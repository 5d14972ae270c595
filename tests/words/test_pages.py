"""The pages for families in their three languages: the same headings, commands, tables, links."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github"
LANGUAGES = ("de", "es")
NAMES = ("README", "VARIANTS", "EVENINGS", "ARGUMENTS", "PLAYERS", "PHONES", "KEYS")
BOTH = [(name, language) for name in NAMES for language in LANGUAGES]
MOST_LINES = 90
"""Of README, in each language."""
_LINK = re.compile(r"\]\(([^)#]+)\)|src=\"([^\"]+)\"")


def page(name, language="en"):
    """A page in a language."""
    if language == "en":
        return (ROOT / "README.md" if name == "README" else FOLDER / f"{name}.md").read_text(
            "utf-8"
        )
    return (FOLDER / f"{name}.{language}.md").read_text("utf-8")


def blocks(text):
    """The blocks of code; what is asked in one's own language is left out, and the language."""
    return [plain(block) for block in re.findall(r"```(\w*\n.*?)```", text, re.S)]


def plain(command):
    """A command without what is written in one's own words, and on one line."""
    without = re.sub(r'"[^"\n]*"', '""', command.replace(" --language de", ""))
    return without.replace(" --language es", "")


def spans(text):
    """What stands between backticks outside of blocks, on one line each."""
    prose = re.sub(r"```.*?```", "", text, flags=re.S)
    return [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose)]


def commands(text):
    """The commands and options in the prose, in the order of the alphabet."""
    return sorted(plain(span) for span in spans(text) if re.match(r"shanghai |--|pip", span))


def tables(text):
    """The rows of all tables, each as what is code in it."""
    return [spans(line) for line in text.splitlines() if line.startswith("|")]


def shape(text):
    """The headings by their depth, and the items of lists."""
    prose = re.sub(r"```.*?```", "", text, flags=re.S)
    return re.findall(r"^(#+|\d+\.|-) ", prose, re.M)


def targets(name, language):
    """The files that a page links to, in English where they are there in several languages."""
    folder = ROOT if (name, language) == ("README", "en") else FOLDER
    found = set()
    for link in map("".join, _LINK.findall(page(name, language))):
        file = (folder / link).resolve()
        assert file.exists(), link
        found.add(english(file.relative_to(ROOT).as_posix()))
    return found


def english(path):
    """The path of the English page or picture that one is for another language, or its own."""
    plain_path = re.sub(r"\.(de|es)\.(md|webp)$", r".\2", path)
    return "README.md" if plain_path == ".github/README.md" else plain_path


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_headings_and_lists_are_the_same(name, language):
    assert shape(page(name))
    assert shape(page(name, language)) == shape(page(name))


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_commands_and_examples_are_the_same(name, language):
    assert blocks(page(name, language)) == blocks(page(name))
    assert commands(page(name, language)) == commands(page(name))


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_tables_have_the_same_rows(name, language):
    assert tables(page(name, language)) == tables(page(name))


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_links_lead_to_the_same_pages_in_the_own_language(name, language):
    assert targets(name, language) == targets(name, "en")
    for other in NAMES:
        assert other == name or f"({other}.md)" not in page(name, language)
    pictures = re.findall(r"screenshots/([\w.-]+)\.webp", page(name, language))
    assert all(picture.endswith(f".{language}") for picture in pictures)


def test_each_page_has_examples_and_links():
    assert all(targets(name, "en") for name in NAMES if name != "KEYS")
    assert sum(len(commands(page(name))) for name in NAMES) > 40


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_readme_is_short(language):
    assert len(page("README", language).splitlines()) <= MOST_LINES
