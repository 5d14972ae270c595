"""Turns states and moves of the engine into numbers, and makes such moves at the compact table."""

from collections.abc import Sequence
from typing import Final

from shanghai.bots.playouts import actions, table
from shanghai.bots.playouts.arrays import Numbers, zeros
from shanghai.bots.playouts.compact_rules import CompactRules, wild_of
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.going_down import go_down
from shanghai.bots.playouts.places import fits
from shanghai.bots.playouts.policy import play_draw
from shanghai.bots.playouts.shape import count_hands
from shanghai.bots.playouts.table import CompactTable, below, empty_table, put_wild, spot
from shanghai.bots.weights import PLAYED_OUT, Weights
from shanghai.engine.actions import Discard, GoDown, SeatAction
from shanghai.engine.cards import FACES, face_of
from shanghai.engine.game import apply
from shanghai.engine.seats import by_seat
from shanghai.engine.state import End, Ending, Meld, Phase, SeatView, Situation

ENDINGS: Final = {
    Ending.OUT: table.ROUND_OUT,
    Ending.BLIND: table.ROUND_BLIND,
    Ending.CLEAN_BLIND: table.ROUND_CLEAN,
}
"""By the ending of a round its number at the compact table."""
_PHASES = {Phase.DRAW: table.DRAW, Phase.PLAY: table.PLAY}


def read_state(state: Situation, weights: Weights = PLAYED_OUT) -> CompactTable:
    """The compact table of a state. Its players decide by `weights` and remember nothing from
    before. `calls_used` is the limit of the round less the calls that a seat has left."""
    t = empty_table(weights)
    write_state(state, t)
    return t


def write_state(state: Situation, t: CompactTable) -> None:
    """Writes a state into an empty table."""
    hands, seats = t.hands, state.seats
    for number, seat in by_seat(seats):
        hand = hands[number]
        for card in seat.hand:
            hand[face_of(card)] += 1
    limit, count = state.rules.calls_in(state.round), len(seats)
    t.sizes[:count] = [len(seat.hand) for seat in seats]
    t.down[:count] = [seat.down for seat in seats]
    t.calls_made[:count] = [seat.calls_used for seat in seats]
    t.calls_used[:count] = [limit - state.calls_left(number) for number in state.seat_numbers]
    t.chips[:count] = [seat.chips for seat in seats]
    t.fined[:count] = [seat.fined for seat in seats]
    wild = zeros(FACES)
    wild[:] = wild_of(state.rules)
    count_hands(wild, t, count)
    t.turn, t.dealer, t.phase = state.turn, state.dealer, _PHASES.get(state.phase, table.OVER)
    t.renewals, t.over, t.out = state.renewals, state.turns, state.out
    if state.taken is not None:
        t.taken = face_of(state.taken)
    if state.ending is not None:
        t.ending = ENDINGS[state.ending]
    t.stock_size, t.pile_size = len(state.stock), len(state.discards)
    t.stock[: len(state.stock)] = [face_of(card) for card in reversed(state.stock)]
    t.pile[: len(state.discards)] = [face_of(card) for card in reversed(state.discards)]
    t.tossers[: len(state.tossers)] = state.tossers[::-1]
    t.waiting_count, t.meld_count = len(state.calls), len(state.table)
    t.waiting[: len(state.calls)] = state.calls
    for row, meld in zip(t.melds, state.table, strict=False):
        read_meld(row, meld)
    t.live, t.locked, t.tossed, t.given_up = state.live, state.locked, state.tossed, state.given_up
    t.went_down, t.must_go_down = state.went_down, state.must_go_down
    t.joker_left = state.joker_left


def read_meld(row: Numbers, meld: Meld) -> None:
    """Writes a meld of the engine into a row of `CompactTable.melds`."""
    wild = meld.wild_places
    row[: table.OWNER + 1] = meld.is_run, meld.low, meld.suit, len(meld.cards), len(wild), 0, 0
    row[table.OWNER] = meld.owner
    for number, index in enumerate(wild):
        place = spot(meld.low + index) if meld.is_run else number
        row[table.SPOTS] |= (1 << place) * meld.is_run
        put_wild(row, place, face_of(meld.cards[index]))
    has_one_suit = meld.is_run and 0 <= meld.suit <= 3
    for index, card in enumerate(() if has_one_suit else meld.cards):
        if meld.is_run and index not in wild:
            put_wild(row, spot(meld.low + index), face_of(card))
        elif index not in wild:
            row[table.NATURALS + face_of(card) // 13] += 1


_KINDS: Final = (
    *("Draw", "Take", "Pass", "Call", "Swap", "GoDown", "LayOff", "Discard", "EndTurn"),
    *("CallShanghai", "NoneType"),
)
"""The classes of moves in the order of their numbers in the log. None is no call."""
MOVE: Final = 5
"""How many numbers a move has, and a line of the log that is no meld."""


def read_moves(view: SeatView, moves: Sequence[SeatAction | None]) -> tuple[Numbers, Numbers]:
    """Moves of the viewer as rows of numbers, and by move the melds that it lays. None as a move
    means not to call the top discard."""
    rows = zeros(len(moves), MOVE)
    melds = zeros(len(moves), table.MOST_MELDS, table.MELD)
    for row, meld_rows, move in zip(rows, melds, moves, strict=True):
        row[:] = _row(view, move)
        if isinstance(move, GoDown):
            new_melds = apply(view, move)[0].table[len(view.table) :]
            for meld_row, meld in zip(meld_rows, new_melds, strict=False):
                read_meld(meld_row, meld)
    return rows, melds


def _row(view: SeatView, move: SeatAction | None) -> list[int]:
    """A move as numbers: its kind, the seat, the face, then the index of a meld, the number of
    melds or whether SHANGHAI is declared, then the end of a run (0 any, 1 low, 2 high)."""
    card, end = getattr(move, "card", None), getattr(move, "end", None)
    number = getattr(move, "meld", 0)
    if isinstance(move, GoDown | Discard):
        number = len(move.melds) if isinstance(move, GoDown) else int(move.shanghai)
    place = 0 if end is None else 1 if end is End.LOW else 2
    face = 0 if card is None else face_of(card)
    return [_KINDS.index(type(move).__name__), view.viewer, face, number, place]


@compiled
def make_move(compact: CompactRules, t: CompactTable, row: Numbers, melds: Numbers) -> None:
    """Makes a move that is given as a row of numbers. After a call or no call of the seat, the
    others may call too, and the player on turn draws."""
    kind, seat, face, meld, end = row[0], row[1], row[2], row[3], row[4]
    if kind in (table.A_NO_CALL, table.A_CALL):
        play_draw(compact, t, seat, kind == table.A_CALL)
    elif kind == table.A_SHANGHAI:
        card = t.pile[t.pile_size - 1]
        place = end if end else fits(compact, t.melds[meld], card)
        actions.call_shanghai(compact, t, seat, meld, place, _random_card(t, seat))
    elif kind == table.A_TAKE:
        actions.take(compact, t)
    elif kind == table.A_DRAW:
        actions.draw(compact, t)
    elif kind == table.A_PASS:
        actions.pass_top(compact, t)
    elif kind == table.A_SWAP:
        actions.swap(compact, t, face, meld)
    elif kind == table.A_DOWN:
        go_down(compact, t, melds, meld)
    elif kind == table.A_LAY:
        place = end if end else fits(compact, t.melds[meld], face)
        actions.lay_off(compact, t, face, meld, 2 if place == 3 else place)
    elif kind == table.A_DISCARD:
        actions.discard(compact, t, face, meld)
    elif kind == table.A_END:
        actions.end_turn(compact, t)


@compiled
def _random_card(t: CompactTable, seat: int) -> int:
    """A random face of the hand of a seat, NOBODY if it is empty."""
    position = below(t, t.sizes[seat])
    for face in range(53):
        position -= t.hands[seat, face]
        if position < 0:
            return face
    return table.NOBODY
