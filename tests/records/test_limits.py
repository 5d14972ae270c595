"""The most that a file of documents may hold, and what is said of more."""

import contextlib
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from shanghai.records.check import CheckResult, check_file
from shanghai.records.notation import (
    MOST_CARDS,
    MOST_DOCUMENTS,
    MOST_IN_LAY_DOWN,
    MOST_MELDS,
    MOST_MOVES,
    MOST_PATTERN_STEPS,
    MOST_PLAYERS,
    MOST_VARIANTS,
    MOST_WRITTEN,
)
from shanghai.records.patterns import MOST_LETTERS, PatternError, TextPattern

HEAD = """\
variant: california
players: [Ann, Bob, Cy]
position:
  round: 1
  dealer: Cy
  turn: Ann
  phase: play
  hands: {Ann: 4S 9D KC, Bob: 2S 3S QH, Cy: 8D 8H JK 3C}
  stock: 2H 3H 4H
  discards: 9C QD
"""


def verdicts(folder: Path, text: str) -> list[CheckResult]:
    file = folder / "file.yaml"
    file.write_text(text)
    return check_file(file)


MANY = {
    "documents": (HEAD + "---\n") * (MOST_DOCUMENTS + 1),
    "moves": HEAD + "moves:\n" + "- x\n" * (MOST_MOVES + 1),
    "letters in its moves": HEAD + "moves:\n" + f"- {'x' * 4000}\n" * (MOST_WRITTEN // 4000 + 1),
    "variants": "".join(f"variant: x{n}\n---\n" for n in range(MOST_VARIANTS + 1)),
    "players": HEAD.replace("[Ann, Bob, Cy]", f"[{'Ann, ' * MOST_PLAYERS}Bob]"),
    "hands": HEAD
    + f"then: {{hands: {{{', '.join(f'P{n}: 3' for n in range(MOST_PLAYERS + 1))}}}}}",
    "table": HEAD + "then: {table: [" + "{owner: Ann, set: 3S}, " * (MOST_MELDS + 1) + "]}",
    "stock": HEAD.replace("2H 3H 4H", "2H " * (MOST_CARDS + 1)),
    "melds": HEAD + "moves: [Ann melds " + "[3S 3H 3D] " * (MOST_IN_LAY_DOWN + 1) + "]",
    "cards": HEAD + 'moves: ["Ann melds [' + "3S " * (MOST_CARDS + 1) + ']"]',
    "letters": HEAD + f"moves: [Ann {'x' * 6000}]",
}


@pytest.mark.parametrize("what", MANY)
def test_more_than_is_read_is_refused_with_a_sentence(what: str, tmp_path: Path) -> None:
    text = MANY[what].replace("moves: [Ann melds [", 'moves: ["Ann melds [')
    (verdict,) = verdicts(tmp_path, text.replace("3D] ]", '3D] "]'))
    assert verdict.state == "unusable"
    assert len(verdict.lines) == 1
    assert what.split()[0] in verdict.lines[0]
    assert "most" in verdict.lines[0] or "more than" in verdict.lines[0]


def test_twenty_faults_of_a_file_are_told_whatever_the_number_of_its_documents(
    tmp_path: Path,
) -> None:
    found = verdicts(tmp_path, "---\n".join(f"a{n}: 1\nb: 2\n" for n in range(30)))
    assert [verdict.state for verdict in found] == ["unusable"] * 30
    lines = [line for verdict in found for line in verdict.lines]
    assert len(lines) == 21
    assert lines[-1].endswith("and 130 more faults")


def test_expressions_of_many_steps_together_are_refused(tmp_path: Path) -> None:
    refused = "- {refused: Ann discards 4S, because: '.{0,400}x'}\n"
    text = HEAD + "moves:\n" + refused * (1 + MOST_PATTERN_STEPS // 801)
    (verdict,) = verdicts(tmp_path, text)
    assert verdict.state == "unusable"
    assert "the most" in verdict.lines[0]


EVIL = (
    *("(a|aa)+$", "(a+)+$", "(a*)*b", "(.*)(.*)(.*)(.*)(.*)(.*)x", "(?:a?){300}a{300}"),
    *("((a{1,1000}){1,1000}){1,1000}", "a{99999999}", "(" * 200 + ")" * 200, ".{0,490}x"),
)


@pytest.mark.parametrize("pattern", EVIL, ids=range(len(EVIL)))
def test_no_expression_takes_long(pattern: str) -> None:
    before = time.process_time()
    with contextlib.suppress(PatternError):
        TextPattern(pattern).is_in("a" * 1000 + "!")
    assert time.process_time() - before < 20


def test_what_is_no_expression_is_said() -> None:
    for text, why in {
        "(": "no )", ")": "no (", "[": "no ]", "a\\": "ends it", "[z-a]": "range", "*a": "nothing",
        "a**": "repeated", "a{3,2}": "before it begins", "(?=a)": "looks ahead",
        r"(a)\1": "reference", r"\p{L}": "escape", "[[:alpha:]]": "class", "a{1001}": "steps",
        "x" * (MOST_LETTERS + 1): "letters",
    }.items():  # fmt: skip
        with pytest.raises(PatternError, match=re.escape(why)):
            TextPattern(text)


def test_expressions_that_people_write_are_found() -> None:
    said = "Ann's 2. turn: the contract (2 sets of 3) was not put down first [GD-18]"
    for text in (
        "NOT.*down|last", "^ann's", r"first \[gd-\d{2}\]$", r"\b2\.", "(?i)CONTRACT", "down|",
        "(?:set|run)s? of [2-4]", r"[^a-z]3\)", r"\w+'s\s\d", "c(?P<x>on)t", "(?-i:Ann)", "n{2}",
        r"\ba?nn\b|put", r"\x5bGD",
    ):  # fmt: skip
        assert TextPattern(text).is_in(said), text
    for text in ("^2", "first$", r"\bon", "(?-i:ann)", "[^ -~]", "n{3}", r"\Bdown", "sets of{2}"):
        assert not TextPattern(text).is_in(said), text


ATOMS = st.sampled_from(
    [*"abA.-1^$ßÉ{] ", *(rf"\{letter}" for letter in "wWdsbB."), "[ab]", "[^a]", "[é-ÿ]", "a{"]
)
COUNTS = st.sampled_from(["", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "??", "{2,3}?"])


def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Larger expressions made of smaller ones."""
    group = st.builds("({}){}".format, inner, COUNTS)
    return st.one_of(
        group, st.builds("{}|{}".format, inner, inner), st.builds("{}{}".format, inner, inner)
    )


EXPRESSIONS = st.recursive(st.builds("{}{}".format, ATOMS, COUNTS), grown, max_leaves=8)


@settings(max_examples=100, deadline=None)
@given(EXPRESSIONS, st.text("abA1 -.é{ß", min_size=1, max_size=9))
def test_it_finds_what_python_finds(pattern: str, text: str) -> None:
    try:
        theirs = re.compile(pattern, re.IGNORECASE)
    except re.error:
        return
    assert TextPattern(pattern).is_in(text) == (theirs.search(text) is not None)
