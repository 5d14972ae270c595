"""Mistakes in the files of a language are found, each with its file and line."""

import pytest

from shanghai.words.rulebook.pieces import FACTS
from tests.words import checking
from tests.words.checking import mistakes_of
from tests.words.written import FOLDER, folders

PAGE = FOLDER / "MESSAGES.md"
GRAMMAR = """
NAME: Tongue
COUNTS: [['^1$', one], ['^[2-4]$', few], ['', many]]
NOUNS: {card: {one: karta, many.dat: kartom}}
"""
TABLE = """
# A remark.
NOBODY_ELSE: %s
THINKING: fine {name}
"""


@pytest.fixture
def tongue(tmp_path):
    """The folder of a language with a grammar of three forms."""
    folder = tmp_path / "yy"
    folder.mkdir()
    (folder / "grammar.yaml").write_text(GRAMMAR)
    return folder


@pytest.fixture
def english(tmp_path, monkeypatch):
    """English of one section with one message, which is yet to be written."""
    folder = tmp_path / "en"
    folder.mkdir()
    for name in ("grammar", "games"):
        (folder / f"{name}.yaml").write_bytes((FOLDER / f"en/{name}.yaml").read_bytes())
    monkeypatch.setattr(checking, "FOLDER", tmp_path)
    return folder / "table.yaml"


@pytest.mark.parametrize("folder", folders(), ids=lambda path: path.name)
def test_a_shipped_language_has_no_mistakes(folder):
    assert not mistakes_of(folder)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("'{name'", "expected '}' before end of string"),
        ("'{name:?yes}'", "{name}: a choice has two texts, and this one has 1"),
        ("'{name:?a|b|c}'", "{name}: a choice has two texts, and this one has 3"),
        (
            "'{cards:plural a|b}'",
            "{cards}: a plural has 3 texts in this language, and this one has 2",
        ),
        ("'{cards:a|b}'", "{cards}: texts to choose from begin with '?' or 'plural '"),
        ("'{cards:crad}'", "{cards}: 'crad' is no noun, form or list of the grammar"),
        ("'{cards:card.acc}'", "{cards}: 'card.acc' is no noun, form or list of the grammar"),
        (
            "'{name:?{cards:crad}|}'",
            "{name}: {cards}: 'crad' is no noun, form or list of the grammar",
        ),
        ("'{nobody}'", "English has no place {nobody} here"),
    ],
)
def test_a_wrong_mark_is_found_at_its_line(text, reason, tongue, english):
    english.write_text("NOBODY_ELSE: '{name} {cards}'\nTHINKING: '{name}'\n")
    (tongue / "table.yaml").write_text(TABLE % text)
    assert [*map(str, mistakes_of(tongue))] == [f"yy/table.yaml:3: NOBODY_ELSE: {reason}"]


@pytest.mark.parametrize(
    "text",
    [
        "'{name:?a|}'",
        "'{cards:plural a|b|c}'",
        "'{cards:#card.dat} {cards:card} {cards:.1f} {cards:^} {cards:and}'",
        "'{name:?{cards:plural a|b|{name}}|}'",
        "'{set:a} {call}'",
    ],
)
def test_a_right_mark_is_no_mistake(text, tongue, english):
    english.write_text("NOBODY_ELSE: '{name} {cards}'\nTHINKING: '{name}'\n")
    (tongue / "table.yaml").write_text(TABLE % text)
    assert not mistakes_of(tongue)


@pytest.mark.parametrize(
    ("content", "mistakes"),
    [
        ("A: a\nB: b\nA: c\n", ["yy/table.yaml:3: A: is there twice"]),
        ("A: a\nC: c\n", ["yy/table.yaml:2: C: English has no message of this name"]),
        ("A: &a [*a]\n", ["yy/table.yaml:1: messages are texts, lists and mappings, a few deep"]),
        (
            "A:\n" + "- " * 40,
            ["yy/table.yaml:2: messages are texts, lists and mappings, a few deep"],
        ),
        ("A: a\n B: [\n", ["yy/table.yaml:2: mapping values are not allowed in this context"]),
    ],
)
def test_a_file_that_does_not_fit_is_found(content, mistakes, tongue, english):
    english.write_text("A: a\nB: b\n")
    (tongue / "table.yaml").write_text(content)
    assert [*map(str, mistakes_of(tongue))] == mistakes


def test_a_table_by_something_unknown_is_found(tongue, english):
    english.write_text("A: {by: exchange, any: a}\nB: {by: nothing, any: b}\n")
    assert [*map(str, mistakes_of(english.parent))] == [
        "en/table.yaml:2: B.by: nothing is known as 'nothing'"
    ]


def test_the_page_explains_every_fact():
    rows = [
        line for line in PAGE.read_text("utf-8").split("| fact |")[1].splitlines() if "`" in line
    ]
    explained = {
        name.strip("` ") for row in rows if row[0] == "|" for name in row.split("|")[1].split(",")
    }
    assert explained == {*FACTS}
