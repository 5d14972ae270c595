"""Melds of the compact table: where a card fits, and what a joker stands for."""

import numpy as np
from numpy.typing import NDArray

from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.law import Law
from shanghai.bots.playouts.table import (
    IS_RUN,
    JOKER,
    JOKERS,
    LOW,
    NATURALS,
    SIZE,
    SPOTS,
    SUIT,
    Table,
)


@compiled
def joker_place(meld: NDArray[np.int64], face: int) -> int:
    """The place of a joker that a natural may replace, 1 in a set; 0: there is none."""
    if face == JOKER or meld[JOKERS] == 0:
        return 0
    if not meld[IS_RUN]:
        return 1 if face % 13 + 1 == meld[LOW] else 0
    if face // 13 != meld[SUIT]:
        return 0
    place = face % 13 + 1
    if meld[SPOTS] >> place & 1:
        return place
    if place == 1 and meld[SPOTS] >> 14 & 1:
        return 14
    return 0


@compiled
def fits(law: Law, meld: NDArray[np.int64], face: int) -> int:
    """The places of a meld for a card: 1 the low end, 2 the high end, 3 both, 4 a set, 0 none."""
    size, rank, is_joker = meld[SIZE], face % 13, face == JOKER
    if not meld[IS_RUN]:
        if not is_joker and rank + 1 != meld[LOW]:
            return 0
        return 0 if meld[JOKERS] + is_joker > law.set_cap[size + 1] else 4
    if size >= 13 or (not is_joker and face // 13 != meld[SUIT]):
        return 0
    found, low, high = 0, meld[LOW] - 1, meld[LOW] + size
    if low >= law.first and (is_joker or low - 1 == rank or low - 14 == rank):
        found = 1
    if high <= law.last and (is_joker or high - 1 == rank or high - 14 == rank):
        found |= 2
    if found and meld[JOKERS] + is_joker > law.run_cap[size + 1]:
        return 0
    return found


@compiled
def is_playable(law: Law, t: Table, face: int) -> bool:
    """Whether some meld on the table takes the card (GD-17)."""
    for index in range(t.meld_count):
        if fits(law, t.melds[index], face):
            return True
    return False


@compiled
def grow(meld: NDArray[np.int64], face: int, end: int) -> None:
    """Lays a card on a meld: 1 the low end, 2 the high end, 4 a set."""
    if end == 1:
        meld[LOW] -= 1
    meld[SIZE] += 1
    if face == JOKER:
        meld[JOKERS] += 1
        if end != 4:
            meld[SPOTS] |= 1 << (meld[LOW] if end == 1 else meld[LOW] + meld[SIZE] - 1)
    elif end == 4:
        meld[NATURALS + face // 13] += 1
