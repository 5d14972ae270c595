"""The level that adapts: it plays as the hard player, and wanders where another one does."""

from random import Random

import pytest
from msgspec import structs

from shanghai.bots.even import EvenBot
from shanghai.engine.events import Dealt, Discarded, DiscardTaken
from shanghai.engine.game import new_game
from shanghai.engine.state import view_for
from shanghai.variants.loader import load_variant
from tests.bots.decisions import decisions
from tests.ui.tables import after_draw, host_of


def ease(*scores, slips=0, rounds=2):
    """How far its mind wanders in the first seat, with these scores at the table.

    The second player tossed so many cards that he had taken himself, in so many rounds.
    """
    state = new_game(load_variant("playerules"), ["Ann", "Bob", "Cy"])
    seats = [
        structs.replace(seat, score=own) for seat, own in zip(state.seats, scores, strict=True)
    ]
    bot = EvenBot(0, Random(1))
    for _ in range(rounds):
        bot.notice(Dealt(1, 0, 60))
    for card in range(slips):
        bot.notice(DiscardTaken(1, card))
        bot.notice(Discarded(1, card, False))
    bot.notice(Discarded(1, 50, False))
    return bot._how_easy(view_for(structs.replace(state, seats=tuple(seats)), 0))


def test_among_the_careful_it_does_its_best():
    assert ease(0, 300, 300) == ease(300, 0, 0) == 0


def test_its_mind_wanders_the_more_the_surer_it_is_of_a_careless_player():
    found = [ease(100, 100, 0, slips=slips, rounds=20) for slips in (0, 1, 2, 9)]
    assert found == sorted(found)
    assert 0 < found[1] < found[2] < found[3]
    assert found[1] < ease(100, 100, 0, slips=1) < found[3]


def test_it_takes_less_care_the_further_it_is_ahead_of_that_player():
    found = [ease(own, 100, 0, slips=9) for own in (190, 110, 97, 0)]
    assert found == sorted(set(found))
    assert found[0] == 0


def test_doing_its_best_it_plays_as_the_hard_player(monkeypatch):
    monkeypatch.setattr(EvenBot, "_how_easy", lambda self, view: 0.0)
    assert decisions("even", ("1-playerules",)) == decisions("hard", ("1-playerules",))


@pytest.mark.parametrize("level", ["even", "easy"])
def test_a_mind_wanders(level):
    assert decisions(level, ("1-playerules",)) != decisions("hard", ("1-playerules",))


def test_careless_as_it_may_be_it_tosses_what_it_took_last():
    host = host_of(after_draw())
    view = view_for(host.state, host.state.turn)
    hand = view.seats[view.viewer].hand
    for took in hand:
        bot = EvenBot(view.viewer, Random(1))
        bot._ease = 2.0
        bot.notice(DiscardTaken(view.viewer, took))
        assert bot._discards(view)[-1] == took
