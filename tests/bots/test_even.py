"""The level that adapts: it wanders where it is ahead, and plays as the hard player behind."""

from random import Random

import pytest
from msgspec import structs

from shanghai.bots.even import EvenBot
from shanghai.engine.view import view_for
from tests.bots.decisions import decisions
from tests.bots.test_levels import REST, position


def ease(*scores):
    state = position("playerules", REST)
    seats = tuple(structs.replace(seat, score=0) for seat in state.seats)
    seats = tuple(structs.replace(seat, score=s) for seat, s in zip(seats, scores, strict=False))
    return EvenBot(0, Random(1))._how_easy(view_for(structs.replace(state, seats=seats), 0))


def test_it_takes_less_care_the_further_it_is_ahead():
    count = len(position("playerules", REST).seats)
    found = [ease(own, *[100] * (count - 1)) for own in (160, 100, 94, 0)]
    assert found == sorted(found)
    assert (found[0], found[-1]) == (0.0, 1.6)


def test_it_does_its_best_where_one_is_far_ahead_of_it():
    count = len(position("playerules", REST).seats)
    assert ease(60, 0, *[200] * (count - 2)) == 0.0


def test_doing_its_best_it_plays_as_the_hard_player(monkeypatch):
    monkeypatch.setattr(EvenBot, "_how_easy", lambda self, view: 0.0)
    assert decisions("even", ("1-playerules",)) == decisions("hard", ("1-playerules",))


@pytest.mark.parametrize("level", ["even", "easy"])
def test_a_mind_wanders(level):
    assert decisions(level, ("1-playerules",)) != decisions("hard", ("1-playerules",))
