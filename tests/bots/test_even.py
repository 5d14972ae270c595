"""The levels that play for a fair match: as well as the others seem to, by what all see of them."""

from itertools import pairwise
from random import Random

import pytest
from msgspec import structs

from shanghai.bots.dial import (
    ANY_TOSS,
    HEAVY_KEPT,
    OVERLOOKED,
    Belief,
    cost_of,
    heavy_faces,
    round_scale,
    setting_for,
)
from shanghai.bots.easy import EasyBot
from shanghai.bots.even import EvenBot, _learn_weights
from shanghai.bots.hard import HardBot
from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import Neighbour
from shanghai.engine.actions import Call, Discard, LayOff, Take
from shanghai.engine.cards import face_of, read_face
from shanghai.engine.events import (
    CallMade,
    Dealt,
    Discarded,
    DiscardTaken,
    RoundEnded,
    SeatHandedOver,
    WentDown,
)
from shanghai.engine.state import Ending, RoundResult
from shanghai.engine.wild import is_wild
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant
from tests.bots.decisions import decisions
from tests.ui.tables import HANDS, after_draw, host_of, position

FIVE, KING = 4, 12
LEVEL = (40, 40, 40)
AHEAD = (10, 90, 10)
"""Points of a round in which the second player of three has many more than the others."""


def play_round(bot, number, points=LEVEL, tossed=None, calls=(0, 0, 0)):
    """A round in which the second player took a card, and tossed one, if any, before going down."""
    bot.notice(Dealt(number, 0, 60))
    bot.notice(DiscardTaken(1, FIVE))
    for seat, count in enumerate(calls):
        for _ in range(count):
            bot.notice(CallMade(seat, KING))
    if tossed is not None:
        bot.notice(Discarded(1, tossed, False))
    bot.notice(WentDown(1, 0, 2))
    bot.notice(Discarded(1, FIVE, False))
    bot.notice(RoundEnded(number, 0, Ending.OUT, points))


def table_after(*rounds):
    """What the first of three sees after rounds of these points."""
    host = Host(load_variant("playerules"), [Player(name) for name in ("Ann", "Bob", "Cy")], 1)
    view = host.view(0)
    scores = [sum(each) for each in zip(*rounds, strict=True)] or [0, 0, 0]
    seats = [structs.replace(seat, score=n) for seat, n in zip(view.seats, scores, strict=True)]
    results = tuple(
        RoundResult(number, points, 0, Ending.OUT) for number, points in enumerate(rounds, 1)
    )
    return structs.replace(view, seats=tuple(seats), results=results)


def setting(*rounds, levels=("even", "", "even"), make=EvenBot, **signs):
    """Where its dial stands in the first seat of three, where the third plays as it does."""
    bot = make(0, Random(1))
    bot.levels = {seat: level for seat, level in enumerate(levels) if level}
    for number, points in enumerate(rounds, 1):
        play_round(bot, number, points, **signs)
    return bot._setting_for(table_after(*rounds))


def test_it_does_its_best_among_the_careful():
    assert setting(*[LEVEL] * 5) == setting(*[(90, 20, 90)] * 5) == 0


def test_it_makes_some_mistakes_while_it_knows_nothing():
    assert 0 < setting() < setting(*[AHEAD] * 2)


def test_its_dial_follows_the_points_of_a_careless_player():
    settings = [setting(*[(10, cost, 10)] * 3) for cost in (5, 35, 40)]
    assert 0 == settings[0] < settings[1] < settings[2]


@pytest.mark.parametrize("signs", [{"tossed": FIVE}, {"calls": (4, 0, 4)}])
def test_mistakes_that_all_see_say_more_than_luck(signs):
    rounds = [(20, 25, 20)] * 4
    assert setting(*rounds) == 0 < setting(*rounds, **signs)


def test_who_tosses_what_he_took_is_less_careful_than_who_tosses_another_card():
    chances = []
    for is_taken in (True, False):
        belief = Belief()
        belief.see_toss(0.2, is_taken)
        chances.append(belief.careful)
    assert chances[0] < Belief().careful < chances[1]


def test_who_calls_less_than_others_is_less_careful_but_not_where_nobody_calls():
    careful = []
    for calls, others in ((0, 6), (3, 6), (0, 0)):
        belief = Belief()
        belief.see_calls(calls, others, 2.0)
        careful.append(belief.careful)
    assert careful[0] < Belief().careful < careful[1]
    assert careful[2] == pytest.approx(Belief().careful)


def settings_after(*totals, cost=40):
    """The settings of the first and third of three beside a second one whose play cost so many
    points in each of many rounds, when all have these points."""
    belief = Belief()
    for _ in range(24):
        belief.see_points(cost, 60)
    return [*EvenBot(0, Random(1))._fair_round({1: belief}, totals, [0, 2], 7).settings.values()]


def test_it_and_its_kin_make_more_mistakes_ahead_and_fewer_behind():
    level, ahead, behind = (settings_after(own, 100, own) for own in (100, 60, 900))
    assert 0 == behind[0] < level[0] < ahead[0]
    assert all(first == third for first, third in (level, ahead, behind))


def test_whoever_of_its_kin_is_ahead_of_the_others_makes_more_mistakes():
    first, third = settings_after(60, 100, 140)
    assert first > third == settings_after(100, 100, 100)[1]


def test_who_tosses_heavy_cards_first_is_more_careful_than_who_tosses_light_ones():
    chances = []
    for is_heavy in (True, False):
        belief = Belief()
        belief.see_weight(0.5, is_heavy)
        chances.append(belief.careful)
    assert chances[0] > Belief().careful > chances[1]


@pytest.mark.parametrize(("tossed", "says_less"), [(KING, True), (FIVE, False)])
def test_only_the_first_tosses_of_a_round_tell_who_is_careful(tossed, says_less):
    settings = []
    for count in (0, 3, 9):
        bot = EvenBot(0, Random(1))
        bot.levels = {0: "even", 2: "even"}
        bot.notice(Dealt(1, 0, 60))
        for _ in range(count):
            bot.notice(Discarded(1, tossed, False))
        bot.notice(RoundEnded(1, 0, Ending.OUT, LEVEL))
        bot._signs[1].turns[1] = 0
        settings.append(bot._setting_for(table_after((10, 40, 10))))
    none, few, many = settings
    assert few == many
    assert few < none if says_less else few > none


def test_wild_cards_and_cards_that_all_count_the_same_tell_nothing():
    rules = load_variant("shanghai-wild-twos")
    two, belief = 1, Belief()
    assert is_wild(rules, two)
    _learn_weights(belief, rules, [two] * 3)
    assert belief.careful == pytest.approx(Belief().careful)
    same = structs.replace(rules, points=(5,) * len(rules.points))
    assert heavy_faces(same) == (frozenset(), 0)
    _learn_weights(belief, same, [FIVE] * 3)
    assert belief.careful == pytest.approx(Belief().careful)


def test_each_setting_costs_more_than_a_lower_one_and_is_that_for_its_cost():
    costs = [cost_of(setting) for setting in range(0, 121, 5)]
    assert costs[0] == 0
    assert all(low < high for low, high in pairwise(costs))
    assert [setting_for(cost) for cost in costs] == pytest.approx([*range(0, 121, 5)])
    assert setting_for(10_000) == 120


def careful_after(calls, setting_of_others, tosses=0):
    """How careful somebody seems after a round with these calls, and so many tosses of others, in
    which points say the same at any setting of the others."""
    bot, belief = EvenBot(0, Random(1)), Belief()
    play_round(bot, 1, calls=calls)
    for _ in range(tosses):
        bot.notice(Discarded(2, KING, False))
    points = [40.0, 40.0 - cost_of(setting_of_others), 40.0]
    bot._learn(belief, 1, points, dict.fromkeys((0, 2), setting_of_others), bot._signs[1])
    return belief.careful


def test_the_same_calls_show_less_care_next_to_those_who_miss_calls():
    calls = (4, 2, 4)
    assert careful_after(calls, 60.0) < careful_after(calls, 0.0)


def test_calls_count_by_the_turns_in_which_one_could_call():
    calls = (4, 2, 4)
    assert careful_after(calls, 0.0) < careful_after(calls, 0.0, tosses=5)


def test_a_round_in_which_all_have_few_points_says_less_of_a_player():
    careful = []
    for most in (10.0, 60.0, 600.0):
        belief = Belief()
        belief.see_points(0.0, most)
        careful.append(belief.careful)
    assert Belief().careful < careful[0] < careful[1] == careful[2]


def plan(*costs, totals=None, kin=(0,)):
    """How it and its kin play beside others whose play cost so many points in each of many rounds,
    and who sit after the first seat."""
    beliefs = {seat: Belief() for seat in range(1, 1 + len(costs))}
    for seat, belief in beliefs.items():
        for _ in range(24):
            belief.see_points(costs[seat - 1], 60)
    totals = totals or dict.fromkeys((*beliefs, *kin), 0.0)
    return EvenBot(0, Random(1))._fair_round(beliefs, totals, kin, 7)


def test_it_plays_for_the_weakest_of_others_who_still_has_a_chance():
    assert plan(0, 0) == ({0: 0}, None)
    assert plan(0, 58) == plan(0, 70) == ({0: 0}, 2)
    even, better, worse = (plan(40, cost).settings[0] for cost in (40, 35, 60))
    assert even == plan(40).settings[0]
    assert even < better < worse
    assert plan(40, 99).settings[0] == better
    assert 0 < plan(35).settings[0] < plan(0, 35).settings[0]


@pytest.mark.parametrize(
    ("costs", "helped"),
    [
        ((40,), None),
        ((40, 41), None),
        ((40, 50), 2),
        ((50, 40), 1),
        ((40, 99), 2),
        ((0, 35), 2),
        ((0, 70), 2),
    ],
)
def test_it_helps_the_weakest_of_several_others_however_they_fare(costs, helped):
    for ahead in range(3):
        totals = [0.0, 0.0, 0.0]
        totals[ahead] = -200
        assert plan(*costs, totals=totals).helped == helped


def test_while_they_help_somebody_one_of_its_kin_does_its_best_and_the_others_lose_for_it():
    together = plan(40, 50).settings[0]
    assert together > 0
    for totals, best, other in (([0, 0, 0, 9], 3, 0), ([9, 0, 0, 0], 0, 3)):
        settings = plan(40, 50, totals=totals, kin=(0, 3)).settings
        assert settings[best] == 0
        assert settings[other] > together + 20
    same = plan(40, 41, totals=[0, 0, 0, 9], kin=(0, 3)).settings
    assert 0 < same[3] < same[0]
    ahead = plan(40, 50, totals=[0, 90, 90, 9], kin=(0, 3)).settings
    assert 0 < ahead[3] < ahead[0]
    hopeless = plan(40, 99, totals=[0, 0, 900, 0], kin=(0, 3))
    assert hopeless.helped == 2
    assert min(hopeless.settings.values()) == plan(40, 99).settings[0]


COLLECTED = {"Ann": "8D 8S KC KH 6S 5H 9S", "Bob": HANDS["Bob"], "Cy": "3C 3D 4H"}
"""Hands beside which the second player collects sixes or eights."""


@pytest.mark.parametrize(("helped", "place"), [(1, 0), (2, -1)])
def test_it_tosses_what_the_one_it_helps_collects_and_holds_it_from_another(helped, place):
    state = position("playerules", COLLECTED, turn="Ann", phase="play", by="Cy")
    view = host_of(state).view(0)
    for seed in range(20):
        bot = EvenBot(0, Random(seed))
        for label in ("6H", "6D", "6C"):
            bot.notice(DiscardTaken(1, read_face(label)))
        bot._setting, bot._helped = 60.0, helped
        assert face_of([*bot._discards(view)][place]) == read_face("6S")


def test_it_minds_what_others_get_but_not_those_who_play_for_a_fair_match_while_it_helps():
    bot = EvenBot(0, Random(1))
    bot.levels = {0: "even", 2: "easy"}
    assert [bot._minds(seat) for seat in (1, 2, 3)] == [1, 1, 1]
    bot._helped = 1
    assert [bot._minds(seat) for seat in (1, 2, 3)] == [-1, 0, 1]


@pytest.mark.parametrize(("helped", "place"), [(1, 0), (2, -1)])
def test_it_tosses_what_the_one_it_helps_can_lay_off(helped, place):
    table = (("Bob", "set", "8H 8C 8D"),)
    hands = {**COLLECTED, "Ann": "8S KC KH 6S 5H 9S"}
    state = position("playerules", hands, turn="Ann", phase="play", by="Cy", table=table)
    view = host_of(state).view(0)
    for seed in range(20):
        bot = EvenBot(0, Random(seed))
        bot._setting, bot._helped = 60.0, helped
        assert face_of([*bot._discards(view)][place]) == read_face("8S")


def test_it_tosses_no_card_that_it_could_lay_off_itself_to_help():
    hands = {**HANDS, "Ann": "4H 9D TC QC KC", "Bob": "2S"}
    table = (("Ann", "run", "5H 6H 7H 8H"), ("Bob", "set", "KS KH KD"))
    state = position("playerules", hands, turn="Ann", phase="play", by="Cy", table=table)
    view = host_of(state).view(0)
    bot = EvenBot(0, Random(1))
    bot._helped = 1
    *_, one, other = bot._discards(view)
    assert {face_of(one), face_of(other)} == {read_face("4H"), read_face("KC")}


@pytest.mark.parametrize(
    ("helped", "turn", "used", "leaves"),
    [
        (None, "Bob", 0, False),
        (2, "Bob", 0, False),
        (1, "Bob", 0, True),
        (1, "Cy", 0, True),
        (1, "Cy", 3, False),
    ],
)
def test_it_calls_no_card_that_the_one_it_helps_may_get_and_seems_to_want(
    helped, turn, used, leaves, monkeypatch
):
    monkeypatch.setattr(EvenBot, "_setting_for", lambda self, view: 0.0)
    calls = {"used": {"Bob": used}}
    state = position("playerules", COLLECTED, turn=turn, by="Bob", discards="8C", **calls)
    view = host_of(state).view(0)
    bot = EvenBot(0, Random(1))
    bot._helped = helped
    for label in ("8H", "8D", "8S"):
        bot.notice(DiscardTaken(1, read_face(label)))
    assert bot.wants_call(view) == (None if leaves else Call(0, "buy"))


def test_what_the_one_it_helps_could_lay_off_is_left_to_them(monkeypatch):
    monkeypatch.setattr(EvenBot, "_setting_for", lambda self, view: 0.0)
    table = (("Bob", "set", "8H 8D 8S"),)
    hands = {**COLLECTED, "Ann": "8D 8S KC KH 6S 5H"}
    calls = []
    for turn, by in (("Bob", "Cy"), ("Cy", "Bob")):
        state = position("playerules", hands, turn=turn, by=by, discards="8C", table=table)
        view = host_of(state).view(0)
        bot = EvenBot(0, Random(1))
        bot._helped = 1
        calls.append(bot.wants_call(view))
    assert calls == [None, Call(0, "buy")]


def test_however_long_a_game_its_belief_is_no_fault():
    assert setting(*[(60, 90, 60)] * 400, tossed=FIVE) > 0


def test_who_plays_for_a_fair_match_as_well_does_not_count():
    assert setting(*[AHEAD] * 4, tossed=FIVE, levels=("even", "pip", "easy")) == 0


def test_another_person_in_a_seat_is_a_stranger():
    bots = [EvenBot(0, Random(1)) for _ in range(2)]
    rounds = [(10, 22, 10)] * 4
    for bot in bots:
        bot.levels = {0: "even", 2: "even"}
        for number, points in enumerate(rounds, 1):
            play_round(bot, number, points, tossed=FIVE, calls=(4, 0, 4))
        bot.notice(Dealt(5, 0, 60))
    bots[1].notice(SeatHandedOver(1, "Bob", "Dan"))
    view = table_after(*rounds)
    assert bots[0]._setting_for(view) > bots[1]._setting_for(view)


def test_the_easy_player_makes_mistakes_among_the_careful_and_gives_more_away():
    careless, careful = [(40, 50, 40)] * 4, [(90, 10, 90)] * 4
    assert setting(*careless, make=EasyBot, tossed=FIVE) > setting(*careless, tossed=FIVE) > 0
    least = setting(*careful, make=EasyBot)
    assert least > setting(*careful) == 0
    assert setting(*careless, (900, 0, 900), make=EasyBot, tossed=FIVE) == least


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
    host.ask_for_wishes()
    host.next_step()
    assert seen
    assert all(levels == {0: "even", 2: "even"} for levels in seen)
    seen.clear()
    host.hand_over(2, "Dan", "easy")
    host.ask_for_wishes()
    host.next_step()
    assert all(levels == {0: "even", 2: "easy"} for levels in seen)


@pytest.mark.parametrize(("setting", "is_same"), [(0.0, True), (60.0, False)])
def test_at_its_best_it_plays_as_the_hard_player(setting, is_same, monkeypatch):
    monkeypatch.setattr(EvenBot, "_setting_for", lambda self, view: setting)
    even, hard = (decisions(level, ("1-playerules",)) for level in ("even", "hard"))
    assert (even.splitlines()[1:] == hard.splitlines()[1:]) == is_same


def test_a_mistake_is_made_the_more_often_the_more_the_play_costs():
    for mistake in (ANY_TOSS, HEAVY_KEPT, OVERLOOKED):
        rates = [mistake.rate(setting) for setting in (mistake.start, 60, mistake.full, 999)]
        assert rates == sorted(rates)
        assert (rates[0], rates[-1]) == (0, mistake.most)


def test_a_mistake_in_tossing_looks_like_none():
    host = host_of(after_draw(table=()))
    view = host.view(host.state.turn)
    hand = view.seats[view.viewer].hand
    for took in hand:
        bot = EvenBot(view.viewer, Random(1))
        bot._setting = HEAVY_KEPT.full
        bot.notice(DiscardTaken(view.viewer, took))
        *loose, last = bot._discards(view)
        assert is_wild(view.rules, last) or last == took
        wild = [is_wild(view.rules, card) for card in (*loose, last)]
        assert wild == sorted(wild)
        points = [view.rules.face_points(face_of(card)) for card in loose if card != took]
        assert points[: -sum(wild)] == sorted(points[: -sum(wild)])


@pytest.fixture
def careless(monkeypatch):
    """Makes a player for a view who makes each mistake as often as any player does."""
    monkeypatch.setattr(EvenBot, "_setting_for", lambda self, view: HEAVY_KEPT.full)
    return lambda view: EvenBot(view.viewer, Random(1))


def test_once_down_it_tosses_no_card_that_it_could_lay_off(careless):
    view = host_of(after_draw(hand="4H 9D TC QC KC")).view(0)
    four, *loose, king = view.seats[0].hand
    bot = careless(view)
    steps = [bot.decide(view) for _ in range(40)]
    tosses = {step.card for step in steps if isinstance(step, Discard)}
    assert tosses
    assert tosses <= {*loose}
    bot._setting = 1.0
    assert [*bot._discards(view)][3:] == [king, four]
    only_fitting = host_of(after_draw(hand="4H KC")).view(0)
    bot = careless(only_fitting)
    assert {type(bot.decide(only_fitting)) for _ in range(40)} == {LayOff}


@pytest.mark.parametrize("top", ["JK", "8C"])
def test_it_overlooks_any_discard_that_helps_but_a_wild_one(top, careless):
    hands = {**HANDS, "Ann": "8D 8S KC KH 6S 5H"}
    kept = set()
    for turn, step in (("Ann", Take(0)), ("Bob", Call(0, "buy"))):
        state = position("playerules", hands, turn=turn, by="Cy", discards=f"{top} 4D")
        view = host_of(state).view(0)
        ask = "decide" if turn == "Ann" else "wants_call"
        assert getattr(HardBot(0, Random(1)), ask)(view) == step
        bot = careless(view)
        kept.add(all(getattr(bot, ask)(view) == step for _ in range(40)))
    assert kept == {top == "JK"}


@pytest.mark.parametrize(("setting", "some"), [(60.0, False), (HEAVY_KEPT.full, True)])
def test_at_its_worst_it_calls_what_does_not_help(setting, some, monkeypatch):
    monkeypatch.setattr(EvenBot, "_setting_for", lambda self, view: setting)
    hands = {**HANDS, "Ann": "8D 8S KC KH 6S 5H"}
    view = host_of(position("playerules", hands, turn="Bob", by="Cy", discards="QC 4D")).view(0)
    assert HardBot(0, Random(1)).wants_call(view) is None
    bot = EvenBot(0, Random(1))
    calls = [bot.wants_call(view) for _ in range(40)]
    assert set(calls) == ({None, Call(0, "buy")} if some else {None})


def test_it_gives_a_lead_back_within_three_rounds():
    bot, belief = EvenBot(0, Random(1)), Belief()
    for _ in range(3):
        belief.see_toss(0.3, True)
    totals = {0: 0.0, 1: 90.0}
    few, many = (
        bot._fair_round({1: belief}, totals, [0], rounds).settings[0] for rounds in (2.0, 3.0)
    )
    assert 0 < many < few
    # The contracts of the seven rounds grow from 6 cards to 12; 10 are usual.
    ahead = [bot._rounds_ahead(table_after(), done) for done in (0, 1, 4, 6)]
    assert ahead == pytest.approx([2.1, 2.4, 3.3, 1.2])


def test_as_many_points_say_less_in_a_round_of_a_larger_contract():
    rules = load_variant("playerules")
    assert round_scale(rules, 1) == 0.6 < round_scale(rules, 7) == 1.2
    assert 0 < setting((0, 0, 0), *[(10, 60, 10)] * 2) < setting(*[(10, 60, 10)] * 2)
