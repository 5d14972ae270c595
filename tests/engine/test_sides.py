"""Sides: who plays with whom, what counts for a side, and what partners hide (HR-15)."""

from random import Random

import pytest
from msgspec import structs

from shanghai.bots.dial import points_scale
from shanghai.bots.even import _FairRound
from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import never
from shanghai.engine.actions import CallShanghai, Correct
from shanghai.engine.game import apply, new_game
from shanghai.engine.refusal import Refused
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import view_for
from shanghai.engine.sides import is_table_size, sides_of
from shanghai.engine.state import Phase, RoundResult, Seat, State
from shanghai.records.views import as_json
from shanghai.table.host import Host, Player
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.loader import load_variant
from shanghai.words import view_lines
from shanghai.words.scores import evening_texts, overtaking, places, side_texts, standing
from tests.long import some
from tests.positions import position

NAMES = ("Ann", "Bob", "Cy", "Dora", "Eve", "Fay", "Gus", "Hal")
CALIFORNIA = load_variant("california")


def partners(sides=2, **more):
    return with_house_rules(CALIFORNIA, {"sides": sides, **more})


def scored(scores, rules=None, met=(), phase=Phase.GAME_OVER):
    """A game with these totals."""
    rules = rules or partners()
    met = met or (0,) * len(scores)
    seats = [
        Seat(name, score=score, met=done)
        for name, score, done in zip(NAMES, scores, met, strict=False)
    ]
    return State(rules=rules, seats=tuple(seats), phase=phase)


@pytest.mark.parametrize(
    ("sides", "players", "seats"),
    [
        (2, 4, [(0, 2), (1, 3)]),
        (2, 6, [(0, 2, 4), (1, 3, 5)]),
        (3, 6, [(0, 3), (1, 4), (2, 5)]),
        (2, 8, [(0, 2, 4, 6), (1, 3, 5, 7)]),
        (0, 3, [(0,), (1,), (2,)]),
    ],
)
def test_seats_belong_to_sides_in_turn(sides, players, seats):
    shared = sides_of(sides, players)
    assert [shared.seats(side) for side in range(shared.count)] == seats
    for seat in range(players):
        own = seats[shared.of(seat)]
        assert {seat, *shared.partners(seat)} == {*own}
        assert {*shared.opponents(seat)} == {*range(players)} - {*own}
        for other in range(players):
            assert shared.are_partners(seat, other) is (other in own and other != seat)


@pytest.mark.parametrize(("sides", "sizes"), [(0, range(2, 9)), (2, (4, 6, 8)), (3, (6,))])
def test_a_game_begins_with_equally_many_on_each_side_alone(sides, sizes):
    assert [*partners(sides).table_sizes] == [*sizes]
    for count in range(2, 9):
        assert is_table_size(sides, count) is (count in sizes)
        if count in sizes:
            assert new_game(partners(sides), NAMES[:count]).players == count
        else:
            with pytest.raises(Refused, match="players-of-sides"):
                new_game(partners(sides), NAMES[:count])


def test_the_side_with_the_lowest_sum_wins_and_all_of_it():
    state = scored((90, 40, 0, 60))
    assert state.winners == (0, 2)
    assert [score.points for score in state.side_scores] == [90, 100]
    assert state.places == (1, 2, 1, 2)
    assert standing(state) == "Ann + Cy win with 90 points."
    assert side_texts(state) == ["Side A, Ann + Cy: 90 points", "Side B, Bob + Dora: 100 points"]


def test_equal_sides_share_the_win():
    state = scored((40, 30, 70, 60, 70, 5), partners(3))
    assert [score.points for score in state.side_scores] == [100, 100, 75]
    assert state.winners == (2, 5)
    assert standing(state) == "Cy + Fay win with 75 points."
    state = scored((40, 30, 70, 60, 70, 30), partners(3))
    assert state.winners == (0, 1, 2, 3, 4, 5)
    assert standing(state).endswith("share the win with 100 points each.")
    assert places(state) == [(1, 0), (1, 1), (1, 2)]


def test_contracts_met_come_before_points():
    rules = partners(contracts_by="player")
    state = scored((0, 90, 0, 90), rules, met=(5, 4, 0, 3))
    assert state.winners == (1, 3)
    assert standing(state) == "Bob + Dora win with 7 contracts met and 180 points."


def test_sentences_on_the_evening_are_of_sides():
    rules = partners()
    results = (RoundResult(1, (0, 10, 5, 20), 0, None), RoundResult(2, (40, 0, 30, 0), 1, None))
    state = structs.replace(scored((40, 10, 35, 20), rules), results=results)
    assert overtaking(state) == "Bob + Dora move past Ann + Cy."
    texts = evening_texts(structs.replace(state, results=results[:1]))
    assert texts[0] == "Bob + Dora won by 45 points, ahead of Ann + Cy."


def test_a_correction_of_a_seat_changes_its_side():
    results = (RoundResult(1, (0, 10, 50, 30), 0, None),)
    state = structs.replace(scored((0, 10, 50, 30)), results=results)
    assert state.winners == (1, 3)
    after, _ = apply(state, Correct(2, 1, 20, "miscounted"))
    assert after.winners == (0, 2)


def played(seed, levels, **more):
    """A partnership game in the middle of its first round, after a number of moves."""
    dice = Random(f"sides {seed}")
    rules = partners(dice.choice((2, 2, 3)), **more)
    count = dice.choice(rules.table_sizes)
    players = [Player(name, dice.choice(levels)) for name in NAMES[:count]]
    host = Host(rules, players, seed)
    host.draw_for_dealer()
    host.deal()
    moves = dice.randrange(10, 60)
    while host.version < moves and min(len(seat.hand) for seat in host.state.seats) > 3:
        host.do(host.bot_action())
    assert host.state.phase in (Phase.DRAW, Phase.PLAY)
    return host


def twin_of(state, seat, partner):
    """The same game, in which a partner has other cards, as far as the seat can see."""
    hand, stock = state.seats[partner].hand, state.stock
    count = min(len(hand), len(stock) - 1)
    if count < 1:
        return None
    seats = list(state.seats)
    seats[partner] = structs.replace(seats[partner], hand=(*stock[-count:], *hand[count:]))
    return structs.replace(state, seats=tuple(seats), stock=(*stock[:-count], *hand[:count]))


@pytest.mark.parametrize("seed", some(range(120), 12))
def test_a_partner_shows_no_card(seed):
    """What a seat, a screen and a computer get is the same whatever its partner holds."""
    state = played(seed, ("simple", "random")).state
    checked = 0
    for seat in state.seat_numbers:
        for partner in state.sides.partners(seat):
            twin = twin_of(state, seat, partner)
            if twin is None:
                continue
            view, other = view_for(state, seat), view_for(twin, seat)
            assert view == other
            assert as_json(view) == as_json(other)
            assert [*view_lines.lines(view)] == [*view_lines.lines(other)]
            assert view_for(state, NOBODY) == view_for(twin, NOBODY)
            checked += 1
            if seat == state.turn:
                for level in ("easy", "simple", "hard", "even"):
                    steps = []
                    for each in (view, other):
                        bot = LEVELS[level].make(seat, Random(7), never)
                        steps.append(bot.decide(each))
                    assert steps[0] == steps[1]
    assert checked


def test_the_twin_has_other_cards():
    host = played(3, ("simple",))
    seat = host.state.turn
    partner = host.state.sides.partners(seat)[0]
    twin = twin_of(host.state, seat, partner)
    assert twin.seats[partner].hand != host.state.seats[partner].hand
    assert view_for(twin, partner) != view_for(host.state, partner)


def test_computers_count_by_side(monkeypatch):
    """They fear nobody whose going out frees them, and judge how far they are ahead by side."""
    state = structs.replace(scored((90, 40, 0, 60)), phase=Phase.DRAW, turn=0)
    view = view_for(state, 0)
    bot, seen = LEVELS["easy"].make(0, Random(7), never), []

    def note_totals(beliefs, totals, kin, rounds):
        seen.append([each * points_scale(view.rules) for each in totals])
        return _FairRound(dict.fromkeys(kin, 0.0), None)

    monkeypatch.setattr(bot, "_fair_round", note_totals)
    bot._setting_for(view)
    assert seen[-1] == pytest.approx([90, 100, 90, 100])
    assert bot._others(view) == [1, 3]
    assert bot.threats(view) == [1, 2, 3]
    safe = structs.replace(state, rules=partners(partner_safe=True))
    assert bot.threats(view_for(safe, 0)) == [1, 3]


def test_a_computer_calls_no_shanghai_on_its_partner():
    rules = with_house_rules(load_variant("grandma-davis"), {"sides": 2})
    hands = {
        "Ann": "4S 9D KC",
        "Bob": "2S 3S QH",
        "Cy": "KD 8D 2D 4D 6D 8C 10C 2C 4C 6C 8H 2H 10H JS",
        "Dora": "KD 8D 2D 4D 6D 8C 10C 2C 4C 6C 8H 2H 10H JS",
    }
    table = (("Ann", "set", "QS QD QC"), ("Bob", "run", "5S 6S 7S 8S"))
    state = position("grandma-davis", hands, turn="Bob", by="Ann", discards="9S", table=table)
    wishes = {}
    for sides in (0, 2):
        agreed = structs.replace(state, rules=structs.replace(rules, sides=sides))
        for seat in (2, 3):
            bot = LEVELS["simple"].make(seat, Random(7), never)
            wish = bot.wants_call(view_for(agreed, seat))
            wishes[sides, seat] = isinstance(wish, CallShanghai)
    assert wishes == {(0, 2): True, (0, 3): True, (2, 2): False, (2, 3): True}
