"""The level that adapts: it wanders where it is ahead, and plays as the hard player behind."""

from random import Random

import pytest
from msgspec import structs

from shanghai.bots.even import EvenBot
from shanghai.engine.game import new_game
from shanghai.engine.view import view_for
from shanghai.variants.loader import load_variant
from tests.bots.decisions import decisions


def ease(*scores):
    """How far its mind wanders in the first seat, with these scores at the table."""
    state = new_game(load_variant("playerules"), ["Ann", "Bob", "Cy"])
    seats = [
        structs.replace(seat, score=own) for seat, own in zip(state.seats, scores, strict=True)
    ]
    view = view_for(structs.replace(state, seats=tuple(seats)), 0)
    return EvenBot(0, Random(1))._how_easy(view)


def test_it_takes_less_care_the_further_it_is_ahead():
    found = [ease(own, 100, 100) for own in (190, 100, 97, 0)]
    assert found == sorted(set(found))
    assert found[0] == 0


def test_it_does_its_best_where_one_is_far_ahead_of_it():
    assert ease(80, 0, 300) == 0


def test_doing_its_best_it_plays_as_the_hard_player(monkeypatch):
    monkeypatch.setattr(EvenBot, "_how_easy", lambda self, view: 0.0)
    assert decisions("even", ("1-playerules",)) == decisions("hard", ("1-playerules",))


@pytest.mark.parametrize("level", ["even", "easy"])
def test_a_mind_wanders(level):
    assert decisions(level, ("1-playerules",)) != decisions("hard", ("1-playerules",))
