"""Every document of every scenario holds, and every clause of the rules is proved by one."""

from functools import cache
from pathlib import Path

import pytest

from shanghai.records.check import check_document, find_files, read_file_documents

TESTS = Path(__file__).parents[1]
FOLDER = TESTS / "scenarios"
CLAUSES = {
    **{rules: range(1, most + 1) for rules, most in (("ALL", 14), ("RG", 21), ("GD", 23))},
    **{rules: range(1, most + 1) for rules, most in (("CA", 17), ("PR", 10))},
    "HR": range(1, 18),
}
ELSEWHERE = {
    "ALL-2": "engine/test_dealing.py",
    "RG-2": "engine/test_dealing.py",
    "ALL-13": "engine/test_view.py",
    "HR-6": "engine/test_dealing.py",
}
"""The draw for dealer and the next deal are in no position, which hides nothing from its reader:
the tests that prove these clauses, and name them."""
SIDES = {
    "HR-2": lambda doc: doc.state.rules.not_down_penalty > 0,
    "HR-11": lambda doc: doc.state.rules.out_bonus_in(doc.state.round) > 0,
    "HR-17": lambda doc: doc.state.rules.not_down_times > 1,
    "HR-5": lambda doc: doc.state.bank % len(doc.then.winners) > 0,
}
"""Nobody is refused points or chips: whether the rule of such a clause comes to anything."""

FILES = [file.relative_to(FOLDER) for file in find_files(FOLDER)]


@cache
def documents_of(file):
    return list(read_file_documents(FOLDER / file))


def proofs_of(clause):
    return [doc for file in FILES for doc in documents_of(file) if clause in doc.clauses]


@pytest.mark.parametrize("file", FILES, ids=str)
def test_scenarios_hold(file):
    verdicts = [(document.line, check_document(document)) for document in documents_of(file)]
    assert verdicts
    assert not [(line, said.lines) for line, said in verdicts if said.state != "passed"]


def test_the_clauses_named_are_all_there_are():
    named = {name for file in FILES for doc in documents_of(file) for name in doc.clauses}
    asked = {f"{rules}-{number}" for rules, numbers in CLAUSES.items() for number in numbers}
    assert asked - {*ELSEWHERE} <= named <= asked
    for clause, file in ELSEWHERE.items():
        assert clause in (TESTS / file).read_text("utf-8"), clause


@pytest.mark.parametrize("clause", sorted(SIDES))
def test_a_clause_that_refuses_nothing_is_proved_on_both_sides(clause):
    assert {SIDES[clause](doc) for doc in proofs_of(clause)} == {True, False}


@pytest.mark.parametrize(
    "clause", [name for i in CLAUSES["HR"] if (name := f"HR-{i}") not in {*SIDES, *ELSEWHERE}]
)
def test_what_families_change_is_proved_by_what_is_refused_and_what_is_not(clause):
    assert {move.refused for doc in proofs_of(clause) for move in doc.moves} == {True, False}
