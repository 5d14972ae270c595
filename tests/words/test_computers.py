"""Remarks are known sentences, follow from what the table has seen, and are made sparingly."""

import re
from inspect import signature

import pytest

from shanghai.bots.levels import LEVELS
from shanghai.engine.events import CallGranted, Discarded, RoundEnded
from shanghai.engine.state import Ending
from shanghai.words.computers import REMARKS, remark

LEVELS_AT_TABLE = ("", "mia", "walter", "hard")
NAMES = ("Ann {x}", "Mia", "Walter", "Otto")
ENDED = RoundEnded(1, 1, Ending.OUT, (5, 0, 7, 9))


def said(event, levels=LEVELS_AT_TABLE):
    return [remark(event, number, levels, NAMES) for number in range(48)]


def test_each_named_player_has_something_to_say():
    assert set(REMARKS) == {level for level, found in LEVELS.items() if found.strength}
    for sentences in REMARKS.values():
        for each in (text for texts in sentences.values() for text in texts):
            assert not re.search(r"\d|[♠♥♦♣]|\b(ace|king|queen|jack|joker|hand)\b", each)


@pytest.mark.parametrize("card", [0, 52, 60])
def test_a_call_is_remarked_upon_sparingly_whatever_the_card(card):
    found = said(CallGranted(1, card, (7,)))
    assert found == said(CallGranted(1, 3, (-1,)))
    assert found.count(None) == 36
    assert {each[0] for each in found if each} == {1}
    assert said(CallGranted(3, card, ())) == [None] * 48, "who has no name of its own is silent"
    assert said(CallGranted(0, card, ())) == [None] * 48, "and nobody speaks for a person"


def test_the_end_of_a_round_is_remarked_upon_by_who_is_out_or_another():
    assert {each[0] for each in said(ENDED) if each} == {1}
    beaten = [each for each in said(RoundEnded(1, 0, Ending.OUT, (0, 1, 2, 3))) if each]
    assert {seat for seat, _ in beaten} <= {1, 2}
    assert any("Ann {x}" in words for _, words in beaten)
    assert said(RoundEnded(1, -1, Ending.BLOCKED, (0, 1, 2, 3))) == [None] * 48
    assert said(Discarded(1, 5, False)) == [None] * 48


def test_points_and_hands_have_no_part_in_it():
    assert said(ENDED) == said(RoundEnded(1, 1, Ending.BLIND, (99, 0, 1, 0)))
    assert [*signature(remark).parameters] == ["event", "number", "levels", "names"]
