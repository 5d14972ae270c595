"""What holds at every step of any game: cards, scores, refusals, and what a seat may see."""

import random
import subprocess
import sys

import pytest
from hypothesis import assume, given, settings, strategies as st
from msgspec import structs

from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import never
from shanghai.engine.actions import (
    Action,
    Call,
    CallShanghai,
    Deal,
    Discard,
    Draw,
    DrawForDealer,
    EndTurn,
    GoDown,
    HandOver,
    LayOff,
    MeldCards,
    Pass,
    Swap,
    Take,
)
from shanghai.engine.cards import FACES
from shanghai.engine.game import Refused, apply, legal, refuse
from shanghai.engine.rules import Rules
from shanghai.engine.seen import seen_by, view_for
from shanghai.engine.state import End, Ending, Kind, Phase, State
from shanghai.simulation.games import check_cards
from shanghai.table.host import Host, Player
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from tests.playable import TABLES, can_be_finished, half_of, only_rounds, stands_still, tables

PLAYED = (Phase.DRAW, Phase.PLAY)
ENDS = (None, End.LOW, End.HIGH)
SOME_TURNS = 50
MOST_TURNS = 200


def started(rules: Rules, players: int, seed: int, level: str = "random") -> Host:
    host = Host(rules, [Player(f"P{seat}", level) for seat in range(players)], seed)
    host.draw_for_dealer()
    host.deal()
    return host


def play(host: Host, each_step) -> bool:
    """Plays the round, and calls `each_step` with the host before every action.

    False where the round came to stand still, so that it cannot end.
    """
    turns = 0
    while host.state.phase in PLAYED:
        each_step(host)
        action = host.bot_action()
        host.do(action)
        turns += isinstance(action, Draw | Take)
        if turns > SOME_TURNS * host.state.players and stands_still(host.state):
            return False
        assert turns <= MOST_TURNS * host.state.players
    each_step(host)
    assert not host.notes
    return True


def check_round(before: State, after: State) -> None:
    """Scores grow by the points of the hands; only the bonus takes points off (ALL-12, RG-20)."""
    result = after.results[-1]
    rules = after.rules
    for seat, points in enumerate(result.points):
        held = sum(rules.face_points(card % FACES) for card in after.seats[seat].hand)
        if seat == result.out:
            assert not after.seats[seat].hand
            bonus = {Ending.BLIND: rules.blind_bonus, Ending.CLEAN_BLIND: rules.clean_blind_bonus}
            assert points == -bonus.get(result.ending, 0)
        else:
            assert points == held
        assert after.seats[seat].score == before.seats[seat].score + points
    assert (result.out == -1) == (result.ending is Ending.BLOCKED)


@pytest.mark.parametrize(("variant", "players"), tables(within=0, most=5))
def test_random_play_ends_with_every_card_somewhere_once(variant, players):
    rules = half_of(load_variant(variant), players, every=4)
    host = Host(rules, [Player(f"P{seat}", "random") for seat in range(players)], players)
    whole = rules.cards(players)
    host.draw_for_dealer()
    while host.state.phase is not Phase.GAME_OVER:
        host.deal()
        before = host.state
        if not play(host, lambda host: check_cards(host.state, whole)):
            return
        check_round(before, host.state)
    assert len(host.state.results) == rules.rounds
    assert host.state.winners


def key(action: Action) -> tuple:
    """An action with its cards by face, as the list of legal ones gives one card of each face."""
    match action:
        case Discard(seat, card, shanghai):
            return ("discard", seat, card % FACES, shanghai)
        case LayOff(seat, card, meld, end):
            return ("lay", seat, card % FACES, meld, end)
        case Swap(seat, card, meld):
            return ("swap", seat, card % FACES, meld)
        case CallShanghai(seat, meld, end):
            return ("shanghai", seat, meld, end)
        case _:
            return (type(action).__name__, *structs.astuple(action))


def may_leave_out_the_end(action: Action, listed: set[tuple]) -> bool:
    """Whether the end is left out and exactly one is listed for the same card and meld."""
    if not isinstance(action, LayOff | CallShanghai) or action.end is not None:
        return False
    return sum(other[:-1] == key(action)[:-1] for other in listed) == 1


def candidates(state: State, chance: random.Random) -> list[Action]:
    """Actions of all kinds and seats, most of them out of place."""
    seats = range(-1, state.players + 1)
    melds = range(-1, len(state.table) + 1)
    hand = state.seats[state.turn].hand
    cards = [*hand, *chance.sample(state.rules.cards(state.players), 4)]
    places = [(meld, end) for meld in melds for end in ENDS]
    few = chance.sample(places, min(len(places), 12))
    found: list[Action] = []
    for seat in seats:
        found += [Draw(seat), Take(seat), Pass(seat), EndTurn(seat), Call(seat, "buy")]
        found += [Call(seat, "may-i")]
        found += [CallShanghai(seat, meld, end) for meld, end in places]
    for seat in (state.turn, (state.turn + 1) % state.players):
        found += [Discard(seat, card, said) for card in cards for said in (False, True)]
        found += [LayOff(seat, card, meld, end) for card in cards for meld, end in few]
        found += [Swap(seat, card, meld) for card in cards for meld in melds]
    return found


def wrong_lay_downs(state: State, right: GoDown, chance: random.Random) -> list[GoDown]:
    """Lay-downs that no rule allows: a meld less, a foreign card, one card twice, another seat."""
    first, *others = right.melds
    foreign = chance.choice(
        [c for c in state.rules.cards(state.players) if c not in state.seats[state.turn].hand]
    )
    changed = MeldCards(first.kind, (foreign, *first.cards[1:]))
    doubled = MeldCards(first.kind, (*first.cards, first.cards[0]))
    return [
        GoDown(right.seat, tuple(others)),
        GoDown(right.seat, ()),
        GoDown(right.seat, (changed, *others)),
        GoDown(right.seat, (doubled, *others)),
        GoDown(right.seat, (*right.melds, MeldCards(Kind.SET, ()))),
        GoDown((right.seat + 1) % state.players, right.melds),
    ]


def check_step(state: State, chance: random.Random) -> None:
    """`refuse` and `legal` say the same, for the state and for the view of each seat."""
    listed = list(legal(state, 20))
    keys = {key(action) for action in listed}
    for action in listed:
        assert refuse(state, action) is None, action
    for action in candidates(state, chance):
        is_listed = key(action) in keys or may_leave_out_the_end(action, keys)
        is_held = not isinstance(action, Discard | LayOff | Swap) or (
            action.card in state.seats[action.seat].hand
        )
        assert (refuse(state, action) is None) == (is_listed and is_held), action
    for action in [one for one in listed if isinstance(one, GoDown)][:3]:
        for wrong in wrong_lay_downs(state, action, chance):
            assert refuse(state, wrong) is not None, wrong
    for seat in range(state.players):
        view = view_for(state, seat)
        assert list(legal(view, 20)) == [action for action in listed if action.seat == seat]
    assert refuse(state, DrawForDealer(())) is not None
    assert refuse(state, Deal(state.rules.cards(state.players))) is not None
    assert refuse(state, HandOver(0, state.seats[1].name)) is not None
    handed = refuse(state, HandOver(0, "Somebody new"))
    assert (handed is None) == (state.phase in PLAYED)


rounds = st.sampled_from(TABLES).flatmap(
    lambda table: st.tuples(
        st.just(table), st.integers(1, load_variant(table[0]).rounds), st.integers(0, 10**6)
    )
)


def check_steps(case):
    """Some steps of a round, and its end."""
    (variant, players), number, seed = case
    assume(can_be_finished(load_variant(variant), number, players))
    host = started(only_rounds(load_variant(variant), [number]), players, seed)
    chance = random.Random(seed)

    def each_step(host: Host) -> None:
        if chance.random() < 0.2:
            check_step(host.state, chance)

    if not play(host, each_step):
        return
    for action in candidates(host.state, chance):
        assert refuse(host.state, action) is not None


@settings(max_examples=4, deadline=None, derandomize=True)
@given(rounds)
def test_refuse_agrees_with_legal_at_every_step(case):
    check_steps(case)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, derandomize=True)
@given(rounds)
def test_refuse_agrees_with_legal_in_a_hundred_rounds(case):
    check_steps(case)


def test_a_refused_action_raises_and_a_legal_one_is_applied():
    host = started(load_variant("rummygames"), 3, 1)
    for _ in range(40):
        for action in legal(host.state, 5):
            filled = host.with_chance(action)
            after, events = apply(host.state, filled)
            check_cards(after, host.state.rules.cards(3))
            assert events or isinstance(action, Pass)
        with pytest.raises(Refused):
            apply(host.state, Draw((host.state.turn + 1) % 3))
        host.do(host.bot_action())


def shuffled_hidden(state: State, seat: int, chance: random.Random) -> State:
    """Another state that looks the same to a seat: all that it does not see is dealt anew."""
    hidden = [*state.stock, *state.discards[1:]]
    for i, other in enumerate(state.seats):
        if i != seat:
            hidden += other.hand
    chance.shuffle(hidden)

    def take(count: int) -> tuple[int, ...]:
        return tuple(hidden.pop() for _ in range(count))

    return structs.replace(
        state,
        stock=take(len(state.stock)),
        discards=(*state.discards[:1], *take(len(state.discards[1:]))),
        seats=tuple(
            other if i == seat else structs.replace(other, hand=take(len(other.hand)))
            for i, other in enumerate(state.seats)
        ),
    )


def levels_by_variant():
    """Every level at every variant, one each in the normal run; of those by weights alone one."""
    variants = known_variants()
    for number, level in enumerate(sorted(LEVELS)):
        for at, variant in enumerate(variants):
            usual = at == number % len(variants) and level not in ("mia", "vera")
            yield pytest.param(variant, level, marks=[] if usual else pytest.mark.slow)


@pytest.mark.parametrize(("variant", "level"), [*levels_by_variant()])
def test_a_computer_plays_the_same_whatever_is_hidden(variant, level):
    rules = only_rounds(load_variant(variant), [2])
    host = started(rules, 3, 7, level)
    chance = random.Random(7)
    pairs = [
        [LEVELS[level].make(seat, random.Random(seat), never) for _ in "ab"] for seat in range(3)
    ]
    told = 0

    def each_step(host: Host) -> None:
        nonlocal told
        for event in host.log[told:]:
            for seat, pair in enumerate(pairs):
                for bot in pair:
                    bot.notice(seen_by(event, seat))
        told = len(host.log)
        state = host.state
        if state.phase not in PLAYED or chance.random() < 0.5:
            return
        for seat, (one, other) in enumerate(pairs):
            view = view_for(state, seat)
            same = view_for(shuffled_hidden(state, seat, chance), seat)
            assert view == same
            if seat == state.turn:
                assert one.decide(view) == other.decide(same)
            elif state.phase is Phase.DRAW:
                assert one.wants_call(view) == other.wants_call(same)

    play(host, each_step)


def test_nothing_below_the_screen_loads_textual_or_rich():
    code = """
import importlib, pkgutil, sys, shanghai

left_out = ["shanghai.terminal", "shanghai.ui", "shanghai.web", "shanghai.bots.playouts",
    "shanghai.review.compact_trials", "shanghai.training"]

def load(package):
    for found in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if found.name not in left_out:
            module = importlib.import_module(found.name)
            if found.ispkg:
                load(module)

load(shanghai)
assert "shanghai.bots.simple" in sys.modules
print(sorted({name.split(".")[0] for name in sys.modules} & {"textual", "rich"}))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
