"""The scenarios that prove the rules are found by their clauses and told step by step."""

import re

import pytest

from shanghai.records.arguments import Case, all_cases, cases_of, played_out
from shanghai.records.check import read_file_documents
from shanghai.records.documents import Document
from shanghai.storage.paths import SCENARIOS
from shanghai.words.language import in_language


def test_all_cases_are_found_as_the_strict_reader_has_them():
    documents = [
        document
        for file in sorted(SCENARIOS.rglob("*.yaml"))
        for document in read_file_documents(file)
        if isinstance(document, Document)
    ]
    assert len(documents) > 700
    assert [(case.title, case.clauses) for case in all_cases()] == [
        (document.title, document.clauses) for document in documents
    ]


def test_a_case_tells_what_is_allowed_and_why_something_is_refused():
    [case] = [
        case
        for case in all_cases()
        if case.title.startswith("More jokers than natural cards are refused in a set")
    ]
    position, steps = played_out(case)
    assert position[1:4] == [
        "Ann has 8S 8H 8D JK JK 5C 6C 7C 8C KD 2D",
        "Bob has 4C",
        "Cy has 6H 7H",
    ]
    assert [step.is_refused for step in steps] == [True, False]
    assert "CA-11" in steps[0].outcome
    assert steps[1].outcome.startswith("Ann goes down with ")


def test_every_case_that_can_be_played_is_told():
    counts = {True: 0, False: 0}
    for case in all_cases()[::7]:
        _, steps = played_out(case)
        for step in steps:
            counts[step.is_refused] += 1
            assert step.outcome or not step.is_refused, (case.title, step)
    assert min(counts.values()) > 50


def test_those_of_a_game_come_first():
    found = cases_of(["ALL-8"], "california")
    order = [(case.is_changed, case.variant != "california") for case in found]
    assert len(found) > 5
    assert order == sorted(order)
    assert isinstance(found[0], Case)


@pytest.mark.parametrize(("language", "word"), [("de", "will"), ("es", "quiere")])
def test_moves_of_a_case_are_in_the_words_of_another_language(language, word):
    written = re.compile(" (draws|takes|passes|calls|swaps|melds|lays|discards|ends)( |$)")
    worded = 0
    with in_language(language):
        for case in all_cases()[::25]:
            for step in played_out(case)[1]:
                assert not written.search(step.move), step
                worded += f" {word} " in step.move
    assert worded > 30
