"""The level that adapts: it plays as the hard player, and wanders where another one does."""

from random import Random

import pytest
from msgspec import structs

from shanghai.bots.even import EvenBot
from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import Neighbour
from shanghai.engine.events import Dealt, Discarded, DiscardTaken, RoundEnded, WentDown
from shanghai.engine.state import Ending
from shanghai.host.host import Host, Player
from shanghai.variants.loader import load_variant
from tests.bots.decisions import decisions
from tests.ui.tables import after_draw, host_of

FIVE, SIX, KING = 4, 5, 12


def round_of(bot, *points, tossed=None, took=FIVE):
    """A round in which the second player took a card, and tossed one, if any, before going down."""
    bot.notice(Dealt(1, 0, 60))
    bot.notice(DiscardTaken(1, took))
    if tossed is not None:
        bot.notice(Discarded(1, tossed, False))
    bot.notice(WentDown(1, 0, 2))
    bot.notice(Discarded(1, took, False))
    bot.notice(RoundEnded(1, 0, Ending.OUT, points))


def ease(*rounds, fellows=(), **each):
    """How far its mind wanders in the first seat of three after rounds of these points."""
    bot = EvenBot(0, Random(1))
    bot.fellows = frozenset(fellows)
    for points in rounds:
        round_of(bot, *points, **each)
    host = Host(load_variant("playerules"), [Player(name) for name in ("Ann", "Bob", "Cy")], 1)
    return bot._how_easy(host.view(0))


def test_among_the_careful_it_does_its_best_with_luck_and_without():
    assert ease() == ease((20, 20, 20)) == ease(*[(20, 20, 20)] * 5) == 0
    assert ease(*[(20, 40, 20)] * 2) == ease(*[(90, 20, 20)] * 5, tossed=SIX) == 0


def test_its_mind_wanders_the_more_the_surer_it_is_of_a_careless_player():
    found = [ease(*[(60, 40, 20)] * count, tossed=SIX) for count in (1, 2, 3)]
    assert 0 < found[0] < found[1] <= found[2]


def test_who_tosses_what_is_like_a_card_that_he_took_is_careless():
    like = [ease((20, 30, 20), tossed=card, took=KING) for card in (KING, KING - 1, KING + 13)]
    unlike = [ease((20, 30, 20), tossed=card, took=KING) for card in (KING + 1, FIVE, 52, None)]
    assert min(like) > 0 == max(unlike)


def test_it_takes_less_care_the_further_it_is_ahead_of_that_player():
    found = [ease((own, 50, 20), tossed=SIX) for own in (95, 75, 65, 0)]
    assert found == sorted(set(found))
    assert found[0] == 0


def test_who_loses_round_after_round_is_taken_for_careless_without_a_slip():
    assert ease(*[(10, 60, 10)] * 4) > 0


def test_those_of_its_own_level_never_count():
    assert ease(*[(0, 90, 20)] * 3, tossed=SIX) > 0
    assert ease(*[(0, 90, 20)] * 3, tossed=SIX, fellows=[1]) == 0


def test_before_each_question_it_is_told_who_else_is_of_its_level():
    told = []

    class Told(EvenBot):
        def wants_call(self, view):
            told.append((self.seat, self.fellows))

        decide = wants_call

    level = structs.replace(LEVELS["even"], make=Told)
    seats = [Player(n, b) for n, b in (("Ann", "even"), ("Bob", ""), ("Cy", "even"))]
    host = Host(load_variant("playerules"), seats, 1, levels={**LEVELS, "even": level})
    assert isinstance(Told(0, Random(1)), Neighbour)
    host.draw_for_dealer()
    host.deal()
    host.wishes()
    host.next_step()
    assert told
    assert all(fellows == {2 - seat} for seat, fellows in told)
    told.clear()
    host.hand_over(2, "Dan", "easy")
    host.wishes()
    host.next_step()
    assert {fellows for _, fellows in told} == {frozenset()}


def test_doing_its_best_it_plays_as_the_hard_player(monkeypatch):
    monkeypatch.setattr(EvenBot, "_how_easy", lambda self, view: 0.0)
    even, hard = (decisions(level, ("1-playerules",)) for level in ("even", "hard"))
    assert even.splitlines()[1:] == hard.splitlines()[1:]


@pytest.mark.parametrize("level", ["even", "easy"])
def test_a_mind_wanders(level):
    wandering, hard = (decisions(each, ("1-rummygames",)) for each in (level, "hard"))
    assert wandering.splitlines()[1:] != hard.splitlines()[1:]


def test_careless_as_it_may_be_it_tosses_what_it_took_last():
    host = host_of(after_draw())
    view = host.view(host.state.turn)
    hand = view.seats[view.viewer].hand
    for took in hand:
        bot = EvenBot(view.viewer, Random(1))
        bot._ease = 2.0
        bot.notice(DiscardTaken(view.viewer, took))
        assert bot._discards(view)[-1] == took
