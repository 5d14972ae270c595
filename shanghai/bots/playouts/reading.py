"""A state of the engine, all its cards known, as a compact table."""

from shanghai.bots.playouts.shape import sort_hands
from shanghai.bots.playouts.table import (
    DEALER,
    DRAW,
    GIVEN_UP,
    JOKER,
    JOKER_LEFT,
    LIVE,
    LOCKED,
    MELDS,
    MUST,
    NATURALS,
    OVER,
    OWNER,
    PHASE,
    PILE,
    PLAY,
    SPOTS,
    STOCK,
    TOSSED,
    TURN,
    WAITING,
    WENT_DOWN,
    Numbers,
    Table,
    empty_table,
)
from shanghai.engine.cards import face_of
from shanghai.engine.state import Meld, Phase, State

_PHASES = {Phase.DRAW: DRAW, Phase.PLAY: PLAY}


def read_state(state: State) -> Table:
    """The compact table of a state; nothing is known of what was seen before.

    The calls used are those that leave as many as the seat still has, its handicap counted in.
    """
    t = empty_table()
    hands = t.hands
    for number, seat in enumerate(state.seats):
        for card in seat.hand:
            hands[number, face_of(card)] += 1
        t.sizes[number] = len(seat.hand)
        t.down[number] = seat.down
        t.calls_used[number] = seat.calls_used - seat.handicap.calls
    sort_hands(t, len(state.seats))
    t.stock[: len(state.stock)] = [face_of(card) for card in reversed(state.stock)]
    t.pile[: len(state.discards)] = [face_of(card) for card in reversed(state.discards)]
    t.tossers[: len(state.tossers)] = state.tossers[::-1]
    t.waiting[: len(state.calls)] = state.calls
    for row, meld in zip(t.melds, state.table, strict=False):
        read_meld(row, meld)
    info = t.info
    for place, value in _flags(state).items():
        info[place] = value
    return t


def _flags(state: State) -> dict[int, int]:
    return {
        TURN: state.turn,
        PHASE: _PHASES.get(state.phase, OVER),
        DEALER: state.dealer,
        STOCK: len(state.stock),
        PILE: len(state.discards),
        MELDS: len(state.table),
        WAITING: len(state.calls),
        LIVE: state.live,
        LOCKED: state.locked,
        TOSSED: state.tossed,
        GIVEN_UP: state.given_up,
        WENT_DOWN: state.went_down,
        MUST: state.must_go_down,
        JOKER_LEFT: state.joker_left,
    }


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
