"""A state of the engine, all its cards known, as a compact table."""

from shanghai.bots.playouts.shape import sort_hands
from shanghai.bots.playouts.table import (
    DRAW,
    JOKER,
    NATURALS,
    OVER,
    OWNER,
    PLAY,
    SPOTS,
    Numbers,
    Table,
    empty_table,
)
from shanghai.bots.weights import PLAYED_OUT, Weights
from shanghai.engine.cards import face_of
from shanghai.engine.state import Meld, Phase, State

_PHASES = {Phase.DRAW: DRAW, Phase.PLAY: PLAY}


def read_state(state: State, weights: Weights = PLAYED_OUT) -> Table:
    """The compact table of a state for players of some weights, who have seen nothing before it.

    The calls used are those that leave as many as the seat still has, its handicap counted in.
    """
    t = empty_table(weights)
    hands = t.hands
    for number, seat in enumerate(state.seats):
        for card in seat.hand:
            hands[number, face_of(card)] += 1
        t.sizes[number] = len(seat.hand)
        t.down[number] = seat.down
        t.calls_used[number] = seat.calls_used - seat.handicap.calls
    sort_hands(t, len(state.seats))
    t.turn, t.dealer, t.phase = state.turn, state.dealer, _PHASES.get(state.phase, OVER)
    t.stock_size, t.pile_size = len(state.stock), len(state.discards)
    t.stock[: t.stock_size] = [face_of(card) for card in reversed(state.stock)]
    t.pile[: t.pile_size] = [face_of(card) for card in reversed(state.discards)]
    t.tossers[: len(state.tossers)] = state.tossers[::-1]
    t.waiting_count, t.meld_count = len(state.calls), len(state.table)
    t.waiting[: t.waiting_count] = state.calls
    for row, meld in zip(t.melds, state.table, strict=False):
        read_meld(row, meld)
    t.live, t.locked, t.tossed, t.given_up = state.live, state.locked, state.tossed, state.given_up
    t.went_down, t.must_go_down, t.joker_left = (
        state.went_down,
        state.must_go_down,
        state.joker_left,
    )
    return t


def read_meld(row: Numbers, meld: Meld) -> None:
    """Writes a meld of the engine in a row of the compact table."""
    faces: list[int] = [face_of(card) for card in meld.cards]
    row[: OWNER + 1] = meld.is_run, meld.low, meld.suit, len(faces), faces.count(JOKER), 0, 0
    row[OWNER] = meld.owner
    for index, face in enumerate(faces):
        if face == JOKER:
            row[SPOTS] |= (1 << meld.low + index) * meld.is_run
        elif not meld.is_run:
            row[NATURALS + face // 13] += 1
