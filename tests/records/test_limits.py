"""The most that a file of documents may hold, and what is said of more."""

import contextlib
from pathlib import Path

import pytest

from shanghai.records.check import CheckResult, check_file
from shanghai.records.limits import (
    MOST_CARDS,
    MOST_DOCUMENTS,
    MOST_LAID,
    MOST_MELDS,
    MOST_MOVES,
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
    "melds": HEAD + "moves: [Ann melds " + "[3S 3H 3D] " * (MOST_LAID + 1) + "]",
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


EVIL = (
    *("(a|aa)+$", "(a+)+$", "(.*)(.*)(.*)(.*)(.*)(.*)x", "(?:a?){300}a{300}"),
    *("((a{1,1000}){1,1000}){1,1000}", "a{99999999}", "(" * 200 + ")" * 200, r"\p{L}+" * 80),
)


@pytest.mark.parametrize("pattern", EVIL, ids=range(len(EVIL)))
def test_no_expression_takes_long(pattern: str) -> None:
    with contextlib.suppress(PatternError):
        TextPattern(pattern).is_in("a" * 2000 + "!")


def test_what_is_no_expression_is_said() -> None:
    for text in ("(", "[", r"(?=a)", r"(a)\1", "x" * (MOST_LETTERS + 1), "\ud800"):
        with pytest.raises(PatternError):
            TextPattern(text)
    assert TextPattern("TOSSED|GD-18").is_in("it was tossed")
    assert not TextPattern("^tossed$").is_in("it was tossed")
