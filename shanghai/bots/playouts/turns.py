"""The turn after the draw at the compact table, and SHANGHAI called before it."""

import numpy as np
from numpy.typing import NDArray

from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.law import Law
from shanghai.bots.playouts.melds import fits, grow, joker_place
from shanghai.bots.playouts.table import (
    A_DISCARD,
    A_DOWN,
    A_END,
    A_LAY,
    A_MELD,
    A_SHANGHAI,
    A_SWAP,
    DRAW,
    IS_RUN,
    JOKER,
    JOKERS,
    LOW,
    NATURALS,
    NOBODY,
    OWNER,
    ROUND_SHANGHAI,
    ROUND_STALE,
    SIZE,
    SPOTS,
    SUIT,
    Table,
    end_round,
    give,
    go_out,
    lose,
    note,
)


@compiled
def may_discard_last(law: Law) -> bool:
    """Whether the last card of a hand may be discarded (GD-19, CA-15)."""
    return law.last_discard == 1 and law.all_in == 0


@compiled
def swap(law: Law, t: Table, face: int, index: int) -> None:
    """Gives a natural for the joker of a meld (RG-13, CA-12, PR-8)."""
    seat, meld = t.turn, t.melds[index]
    place = joker_place(meld, face)
    note(t, A_SWAP, seat, face, index, 0)
    lose(t, seat, face)
    give(t, seat, JOKER)
    meld[JOKERS] -= 1
    if meld[IS_RUN]:
        meld[SPOTS] &= ~(1 << place)
    else:
        meld[NATURALS + face // 13] += 1
    if law.exchange_duty and not t.down[seat]:
        t.must_go_down = 1


@compiled
def lay_off(law: Law, t: Table, face: int, index: int, end: int) -> None:
    """Lays a card off; a hand that is empty by it goes out (ALL-6, ALL-8)."""
    seat = t.turn
    note(t, A_LAY, seat, face, index, end)
    grow(t.melds[index], face, end)
    lose(t, seat, face)
    if face == JOKER:
        t.joker_left = 1
    if t.sizes[seat] == 0:
        go_out(law, t, seat)


@compiled
def lay_meld(t: Table, meld: NDArray[np.int64]) -> None:
    """Lays a meld of the contract out of the hand of the player on turn."""
    seat, row = t.turn, t.melds[t.meld_count]
    row[:] = meld
    row[OWNER] = seat
    t.meld_count += 1
    if t.is_logging:
        line = t.log[t.logged]
        line[0] = A_MELD
        line[1:] = row
        t.logged += 1
    for _ in range(row[JOKERS]):
        lose(t, seat, JOKER)
        t.joker_left = 1
    if row[IS_RUN]:
        for place in range(row[LOW], row[LOW] + row[SIZE]):
            if not row[SPOTS] >> place & 1:
                lose(t, seat, row[SUIT] * 13 + (place - 1) % 13)
    else:
        for suit in range(4):
            for _ in range(row[NATURALS + suit]):
                lose(t, seat, suit * 13 + row[LOW] - 1)


@compiled
def go_down(law: Law, t: Table, melds: NDArray[np.int64], count: int) -> None:
    """Lays the contract; a hand that is empty by it goes out (ALL-6, ALL-8)."""
    seat = t.turn
    note(t, A_DOWN, seat, 0, count, 0)
    for i in range(count):
        lay_meld(t, melds[i])
    t.down[seat], t.went_down, t.must_go_down = 1, 1, 0
    if t.sizes[seat] == 0:
        go_out(law, t, seat)


@compiled
def counts_off_table(law: Law, t: Table, counts: NDArray[np.int64]) -> None:
    """Counts by face the cards of hands, stock and discards."""
    for seat in range(law.players):
        counts += t.hands[seat]
    for i in range(t.stock_size):
        counts[t.stock[i]] += 1
    for i in range(t.pile_size):
        counts[t.pile[i]] += 1


@compiled
def is_dead(law: Law, t: Table) -> bool:
    """Whether no card off the table fits a meld or frees a joker, when all are down."""
    counts = np.zeros(53, np.int64)
    counts_off_table(law, t, counts)
    for face in range(53):
        if not counts[face]:
            continue
        for index in range(t.meld_count):
            if fits(law, t.melds[index], face):
                return False
            if law.exchange and joker_place(t.melds[index], face):
                return False
    return True


@compiled
def stands_still(law: Law, t: Table) -> bool:
    """Whether nobody can end the round any more (ALL-11)."""
    down, largest = 0, 0
    for seat in range(law.players):
        down += t.down[seat]
        largest = max(largest, t.sizes[seat])
    if down == law.players:
        return is_dead(law, t)
    if law.players > 2 or down:
        return False
    if t.live and t.pile_size and t.tossers[t.pile_size - 1] == NOBODY:
        return False
    return largest + 1 < law.runs * law.run_size + 3 * law.sets


@compiled
def next_turn(law: Law, t: Table, live: int, locked: int) -> None:
    """Passes the turn on, or ends a round that nobody can end any more (ALL-11)."""
    t.turns += 1
    t.turn = (t.turn + 1) % law.players
    t.phase, t.live, t.locked = DRAW, live, locked
    t.tossed = live and not locked
    t.given_up = t.waiting_count = t.went_down = t.must_go_down = t.joker_left = 0
    if stands_still(law, t):
        end_round(law, t, NOBODY, ROUND_STALE)


@compiled
def discard(law: Law, t: Table, face: int, declared: int) -> None:
    """Ends the turn with a discard (ALL-7)."""
    seat = t.turn
    note(t, A_DISCARD, seat, face, declared, 0)
    lose(t, seat, face)
    t.pile[t.pile_size], t.tossers[t.pile_size] = face, seat
    t.pile_size += 1
    t.spurned[seat, face] = t.turns + 1
    if face == JOKER:
        t.joker_left = 1
    if t.sizes[seat] == 0:
        go_out(law, t, seat)
    else:
        next_turn(law, t, 1, declared)


@compiled
def end_turn(law: Law, t: Table) -> None:
    """Ends the turn with the last card kept; the discard on top is dead (CA-15)."""
    note(t, A_END, t.turn, 0, 0, 0)
    next_turn(law, t, 0, 0)


@compiled
def call_shanghai(law: Law, t: Table, seat: int, index: int, end: int, picked: int) -> None:
    """Plays the tossed card on a meld; the tosser draws a card from the caller's hand (GD-18)."""
    note(t, A_SHANGHAI, seat, picked, index, end)
    t.pile_size -= 1
    face, tosser = t.pile[t.pile_size], t.tossers[t.pile_size]
    grow(t.melds[index], face, end)
    lose(t, seat, picked)
    give(t, tosser, picked)
    t.live = law.beneath == 0
    t.tossed = t.given_up = t.waiting_count = 0
    if t.sizes[seat] == 0:
        end_round(law, t, seat, ROUND_SHANGHAI)
