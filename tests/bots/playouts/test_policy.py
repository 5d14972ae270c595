"""One policy: `hard` and the play-outs decide alike, decision by decision."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from shanghai.bots import weights as w
from shanghai.bots.hard import HardBot
from shanghai.bots.planner import Unseen
from shanghai.bots.playouts import policy, shape, table as t
from shanghai.bots.playouts.actions import may_call, may_take
from shanghai.bots.playouts.compact_rules import compact_rules_of
from shanghai.bots.playouts.places import can_lay
from shanghai.bots.playouts.reading import read_state
from shanghai.bots.protocol import never
from shanghai.engine.actions import Call, CallShanghai, Discard, Take
from shanghai.engine.cards import face_of
from shanghai.engine.game import refuse
from shanghai.engine.seen import seen_by, view_for
from shanghai.engine.state import Phase, State
from shanghai.engine.wild import is_wild
from shanghai.simulation.games import seated
from shanghai.table.host import Host
from tests.bots.playouts.replaying import FOUR, rules_of

VARIANTS = (*FOUR, "shanghai-wild-twos", "stolen-twos")
WEIGHTS = {"even": w.USUAL, "buyer": w.BUYER, "cautious": w.CAUTIOUS, "played-out": w.PLAYED_OUT}
NOISE = 0.13
"""What chance adds at most to a discard in a play-out, so that equal ones differ."""
LEAST = 100
"""Decisions of each kind in each variant."""

pytestmark = pytest.mark.slow


class Watcher(HardBot):
    """The hard player in a seat where another one decides; it can tell what it knows."""

    def tell(self, state: State, table: t.CompactTable) -> None:
        """Notes at the compact table what the others took and let go."""
        for seat in range(state.players):
            for face in self._collections.taken(view_for(state, self.seat), seat):
                table.known[seat, face] += 1
            for face in self._collections._let_go.get(seat, ()):
                table.spurned[seat, face] = 1


def decisions(variant: str, weights: w.Weights) -> Iterator[tuple[State, Watcher, t.CompactTable]]:
    """Moments of games among several levels, each with who decides and what that one knows."""
    chance = Random(7)
    while True:
        rules, players = rules_of(variant), chance.randint(3, 5)
        levels = [chance.choice(("random", "simple", "hard")) for _ in range(min(players, 4))]
        host = Host(rules, seated(levels), chance.getrandbits(30))
        watchers = [Watcher(seat, Random(1), never, weights) for seat in range(len(levels))]
        event_count = 0
        host.draw_for_dealer()
        while host.state.phase is not Phase.GAME_OVER:
            if host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
                host.deal()
            for event in host.log[event_count:]:
                for watcher in watchers:
                    watcher.notice(seen_by(event, watcher.seat))
            event_count, state = len(host.log), host.state
            action = host.bot_action()
            is_draw = state.phase is Phase.DRAW
            for watcher in watchers if is_draw else [watchers[state.turn]]:
                if is_draw or isinstance(action, Discard):
                    table = read_state(state, weights)
                    watcher.tell(state, table)
                    yield state, watcher, table
            host.do(action)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", WEIGHTS)
def test_hard_and_the_play_outs_decide_alike(variant, name):
    seen: Counter[str] = Counter()
    for state, watcher, table in decisions(variant, WEIGHTS[name]):
        compact = compact_rules_of(state)
        if state.phase is Phase.PLAY:
            seen[discard_is_same(compact, state, watcher, table)] += 1
        elif watcher.seat == state.turn:
            seen[take_is_same(compact, state, watcher, table)] += 1
        else:
            seen[call_is_same(compact, state, watcher, table)] += 1
        if min(seen["discard"], seen["take"], seen["call"]) >= LEAST:
            break
    # The quick count of missing cards is wrong for rare hands.
    assert seen["miscounted"] < 0.02 * seen.total()


def discard_is_same(compact, state: State, watcher: Watcher, table: t.CompactTable) -> str:
    """Asserts that what a play-out throws costs no more than any other card by `hard`'s weights."""
    view = view_for(state, watcher.seat)
    hand = view.seats[watcher.seat].hand
    unseen, is_down = Unseen(view, hand), view.seats[watcher.seat].down
    chosen = policy.choose_discard(compact, table)
    if not is_down and watcher.short(view, hand) != shape.short_of(compact, table, watcher.seat):
        return "miscounted"
    cost, loss = {}, watcher.losses(view, unseen)
    for card in hand:
        face = face_of(card)
        if is_down or not is_wild(view.rules, face):
            cost[face] = loss(card)
            if not is_down and table.left[face] <= 0:
                cost[face] += watcher._weights.step
    if cost:
        assert cost[chosen] <= min(cost.values()) + NOISE
    return "discard"


def call_is_same(compact, state: State, watcher: Watcher, table: t.CompactTable) -> str:
    """Asserts that both call the top discard, or neither."""
    view, seat = view_for(state, watcher.seat), watcher.seat
    may = refuse(view, Call(seat, view.rules.call_word)) is None
    assert may == may_call(compact, table, seat)
    wish = watcher.wants_call(view)
    if not may or isinstance(wish, CallShanghai) or watcher._waits_too_long(view):
        return "other"
    if is_miscounted(compact, watcher, view, table):
        return "miscounted"
    assert (wish is not None) == policy.wants_call(compact, table, seat, face_of(view.top))
    return "call"


def take_is_same(compact, state: State, watcher: Watcher, table: t.CompactTable) -> str:
    """Asserts that both take the top discard, or neither."""
    view, seat = view_for(state, watcher.seat), watcher.seat
    may = refuse(view, Take(seat)) is None
    assert may == may_take(compact, table)
    if not may or watcher._waits_too_long(view) or view.all_in:
        return "other"
    top, is_down = face_of(view.top), view.seats[seat].down
    if not is_down and is_miscounted(compact, watcher, view, table):
        return "miscounted"
    wants = (
        can_lay(compact, table, t.NOBODY, top)
        if is_down
        else policy.helps(compact, table, seat, top)
    )
    assert isinstance(watcher.decide(view), Take) == wants
    return "take"


def is_miscounted(compact, watcher: Watcher, view, table: t.CompactTable) -> bool:
    """Whether the quick count of missing cards is not the one of the solver."""
    seat, hand = watcher.seat, view.seats[watcher.seat].hand
    if watcher.short(view, hand) != shape.short_of(compact, table, seat):
        return True
    top = face_of(view.top)
    exact = watcher._helps(view, top)
    return not is_wild(view.rules, top) and exact != policy.helps(compact, table, seat, top)
