"""The levels that adapt: they wander for a player who falls behind, the even one if careless."""

from random import Random

import pytest
from msgspec import structs

from shanghai.bots.easy import EasyBot
from shanghai.bots.even import EvenBot
from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import Neighbour
from shanghai.engine.cards import face_of
from shanghai.engine.events import Dealt, Discarded, DiscardTaken, RoundEnded, WentDown
from shanghai.engine.state import Ending, RoundResult
from shanghai.engine.wild import is_wild
from shanghai.table.host import Host, Player
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


def table_after(*rounds):
    """What the first of three sees after rounds of these points."""
    host = Host(load_variant("playerules"), [Player(name) for name in ("Ann", "Bob", "Cy")], 1)
    view = host.view(0)
    scores = [sum(each) for each in zip(*rounds, strict=True)] or [0, 0, 0]
    seats = [structs.replace(seat, score=n) for seat, n in zip(view.seats, scores, strict=True)]
    results = tuple(RoundResult(1, points, 0, Ending.OUT) for points in rounds)
    return structs.replace(view, seats=tuple(seats), results=results)


def ease(*rounds, levels=("even", "", "even"), make=EvenBot, **each):
    """How far its mind wanders in the first seat of three, where the third is of its level."""
    bot = make(0, Random(1))
    bot.levels = {seat: level for seat, level in enumerate(levels) if level}
    for points in rounds:
        round_of(bot, *points, **each)
    return bot._factor_for(table_after(*rounds))


def test_among_the_careful_it_does_its_best_with_luck_and_without():
    assert ease() == ease((20, 20, 20)) == ease(*[(20, 20, 20)] * 5) == 0
    assert ease(*[(20, 40, 20)] * 2) == ease(*[(90, 20, 20)] * 5, tossed=SIX) == 0


def test_its_mind_wanders_the_more_the_surer_it_is_of_a_careless_player():
    factors = [ease(*[(60, 60, 20)] * count, tossed=FIVE) for count in (1, 2, 3)]
    assert 0 < factors[0] < factors[1] < factors[2]


def test_who_tosses_what_he_took_is_more_careless_than_who_tosses_what_is_like_it():
    def odds(card):
        bot = EvenBot(0, Random(1))
        round_of(bot, 20, 20, 20, tossed=card, took=KING)
        return bot._odds[1]

    like = {odds(card) for card in (KING - 1, KING + 13)}
    unlike = {odds(card) for card in (KING + 1, FIVE)}
    assert len(like) == len(unlike) == 1
    assert odds(KING) > max(like) > odds(52) > max(unlike)


def test_it_takes_less_care_the_further_it_is_ahead_of_that_player():
    factors = [ease((own, 50, 20), tossed=FIVE) for own in (120, 35, 25, 10)]
    assert factors == sorted(set(factors))
    assert factors[0] == 0


def test_it_falls_behind_by_the_more_points_the_more_rounds_cost_that_player():
    cheap, dear = (ease(*[(cost, cost, 20)] * 2, tossed=FIVE) for cost in (20, 80))
    assert 0 < cheap < dear


def test_it_does_not_fall_behind_a_careful_player_for_the_sake_of_a_careless_one():
    assert ease(*[(20, 90, 80)] * 2, tossed=FIVE, levels=("even",)) > 0
    assert ease(*[(20, 90, 50)] * 2, tossed=FIVE, levels=("even",)) == 0


def test_who_loses_round_after_round_is_taken_for_careless_without_a_slip():
    assert ease(*[(10, 60, 10)] * 4) > 0


def test_however_long_a_game_its_odds_are_no_fault():
    assert ease(*[(60, 60, 60)] * 400, tossed=FIVE) > 0


@pytest.mark.parametrize(
    ("make", "levels"),
    [
        (EvenBot, ["even", "even", "even"]),
        (EasyBot, ["easy", "easy", "easy"]),
        (EasyBot, ["pip", "easy", "even"]),
    ],
)
def test_who_lets_it_up_as_well_does_not_count(make, levels):
    behind = [(0, 90, 20)] * 3
    assert ease(*behind, tossed=FIVE, make=make) > ease(make=make)
    assert ease(*behind, tossed=FIVE, levels=levels, make=make) == ease(make=make)


def test_the_level_of_a_computer_tells_at_once_how_careless_it_is():
    easy, unknown, hard = (
        ease((20, 60, 20), levels=("even", level, "even")) for level in ("easy", "", "hard")
    )
    assert easy > unknown == hard == 0
    slips = [(20, 60, 20)] * 4
    unknown, hard = (
        ease(*slips, tossed=FIVE, levels=("even", level, "even")) for level in ("", "hard")
    )
    assert unknown > hard == 0


def test_the_easy_player_takes_it_easier_ahead_and_less_easy_behind_but_never_does_its_best():
    ahead, level, behind = (ease((own, 0, 0), make=EasyBot) for own in (-40, 0, 90))
    assert 0 < behind < level == 1 < ahead


def test_of_its_level_who_has_most_points_wakes_first_and_the_others_wait():
    def wakes(seat, view):
        bot = EasyBot(seat, Random(1))
        bot.levels = dict.fromkeys(range(3), "easy")
        bot._look(view)
        return bot._careless_turns

    for points, order in (((50, 90, 20), [1, 0, 2]), ((0, 0, 0), [2, 1, 0])):
        view = table_after(points)
        assert sorted(range(3), key=lambda seat: wakes(seat, view)) == order
        assert len({wakes(seat, view) for seat in range(3)}) == 3


def test_far_ahead_it_throws_light_cards_and_keeps_heavy_and_wild_ones():
    host = host_of(after_draw())
    view = host.view(host.state.turn)
    bot = EasyBot(view.viewer, Random(1))
    bot._error_factor = 9.0
    cards = bot._discards(view)
    loose = [card for card in cards if not is_wild(view.rules, card)]
    points = [view.rules.face_points(face_of(card)) for card in loose]
    assert points == sorted(points)
    assert points[0] < points[-1]
    assert cards[: len(loose)] == loose


def test_before_each_question_it_is_told_the_levels_of_the_computers():
    seen = []

    class Watching(EvenBot):
        def wants_call(self, view):
            seen.append(self.levels)

        decide = wants_call

    level = structs.replace(LEVELS["even"], make=Watching)
    seats = [Player(n, b) for n, b in (("Ann", "even"), ("Bob", ""), ("Cy", "even"))]
    host = Host(load_variant("playerules"), seats, 1, levels={**LEVELS, "even": level})
    assert isinstance(Watching(0, Random(1)), Neighbour)
    host.draw_for_dealer()
    host.deal()
    host.wishes()
    host.next_step()
    assert seen
    assert all(levels == {0: "even", 2: "even"} for levels in seen)
    seen.clear()
    host.hand_over(2, "Dan", "easy")
    host.wishes()
    host.next_step()
    assert all(levels == {0: "even", 2: "easy"} for levels in seen)


def test_doing_its_best_it_plays_as_the_hard_player(monkeypatch):
    monkeypatch.setattr(EvenBot, "_factor_for", lambda self, view: 0.0)
    even, hard = (decisions(level, ("1-playerules",)) for level in ("even", "hard"))
    assert even.splitlines()[1:] == hard.splitlines()[1:]


@pytest.mark.parametrize("level", ["even", "easy"])
def test_a_mind_wanders(level, monkeypatch):
    monkeypatch.setattr(EvenBot, "_factor_for", lambda self, view: 1.0)
    wandering, hard = (decisions(each, ("1-rummygames",)) for each in (level, "hard"))
    assert wandering.splitlines()[1:] != hard.splitlines()[1:]


def test_careless_as_it_may_be_it_tosses_what_it_took_last():
    host = host_of(after_draw())
    view = host.view(host.state.turn)
    hand = view.seats[view.viewer].hand
    for took in hand:
        bot = EvenBot(view.viewer, Random(1))
        bot._error_factor = 2.0
        bot.notice(DiscardTaken(view.viewer, took))
        assert bot._discards(view)[-1] == took
