"""What a hand lacks for its contract, counted fast: the runs that suit it best, and then the sets.

The count is that of the solver but for rare hands whose jokers or long melds it weighs otherwise.
"""

from typing import Final

import numpy as np

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
    Numbers,
    Table,
)

MOST_RUNS: Final = 4
FAR: Final = 99


@compiled
def _set_cost(law: Law, held: Numbers) -> tuple[int, int]:
    """The naturals that the sets of the contract lack, and how many of them jokers may be."""
    need, holes, room = law.sets, 0, 0
    if need == 0:
        return 0, 0
    pairs, singles, triples = 0, 0, 0
    for rank in range(13):
        count = held[rank] + held[rank + 13] + held[rank + 26] + held[rank + 39]
        if law.same_rank:
            triples += count // 3
            count %= 3
        elif count >= 3:
            triples += 1
            count = 0
        if count == 2:
            pairs += 1
        elif count == 1:
            singles += 1
    cap = law.set_cap[3]
    need -= min(need, triples)
    found = min(need, pairs)
    need -= found
    holes += found
    room += found * min(1, cap)
    found = min(need, singles)
    need -= found
    holes += 2 * found
    room += found * min(2, cap)
    holes += 3 * need
    room += need * min(2, cap)
    return holes, room


@compiled
def _windows(law: Law, held: Numbers, order: Numbers, first_holes: Numbers) -> int:
    """Lists the runs of the least size by the naturals that they lack; returns how many."""
    size, count = law.run_size, 0
    low_holes = np.full((4, 16), FAR)
    for suit in range(4):
        lacks = 0
        for place in range(law.first, law.last + 1):
            lacks += held[suit * 13 + (place - 1) % 13] == 0
            gone = place - size
            if gone >= law.first:
                lacks -= held[suit * 13 + (gone - 1) % 13] == 0
            if place - size + 1 >= law.first:
                low_holes[suit, place - size + 1] = lacks
    for holes in range(size):
        for suit in range(4):
            for low in range(law.first, law.last - size + 2):
                if low_holes[suit, low] == holes:
                    order[count], first_holes[count] = suit * 16 + low, holes
                    count += 1
    return count


@compiled
def _spend(law: Law, held: Numbers, window: int) -> int:
    """Takes the naturals of a run out of a hand; returns their places as bits."""
    suit, low, taken = window // 16, window % 16, 0
    for place in range(low, low + law.run_size):
        face = suit * 13 + (place - 1) % 13
        if held[face] > 0:
            held[face] -= 1
            taken |= 1 << place
    return taken


@compiled
def _restore(held: Numbers, window: int, taken: int) -> None:
    """Puts the naturals of a run back."""
    suit = window // 16
    for place in range(1, 15):
        if taken >> place & 1:
            held[suit * 13 + (place - 1) % 13] += 1


@compiled
def _clashes(law: Law, chosen: Numbers, count: int, window: int) -> bool:
    """Whether a run continues one of those chosen where that is not allowed (RG-7, GD-7)."""
    if law.adjacent:
        return False
    for i in range(count):
        if abs(chosen[i] - window) == law.run_size:
            return True
    return False


@compiled
def short_of(law: Law, t: Table, seat: int) -> int:
    """What the hand of a seat lacks for the contract; `t.plan` holds the runs for it."""
    if not t.is_counted[seat]:
        least = 0 if law.all_in else t.least[seat]
        t.short[seat] = shortage(law, t.hands[seat], FAR, t.plan[seat], law.all_in, least)
        t.least[seat], t.is_counted[seat] = t.short[seat], 1
    return t.short[seat]


@compiled
def shortage(law: Law, hand: Numbers, limit: int, best: Numbers, whole: int, enough: int) -> int:
    """The fewest cards missing if below the limit, else the limit; `best` holds the runs for it.

    `whole`: a hand that lacks nothing counts only where no card of it is left (GD-19). It looks
    no further once no more than `enough` are missing.
    """
    held = hand.copy()
    jokers = held[JOKER]
    if law.runs == 0:
        holes, room = _set_cost(law, held)
        return min(limit, holes - min(jokers, room))
    order, ease = np.empty(64, np.int64), np.empty(64, np.int64)
    count = _windows(law, held, order, ease)
    floor = _set_cost(law, held)[0] - jokers
    at, taken = np.zeros(MOST_RUNS + 1, np.int64), np.zeros(MOST_RUNS + 1, np.int64)
    lacks, rooms = np.zeros(MOST_RUNS + 1, np.int64), np.zeros(MOST_RUNS + 1, np.int64)
    chosen, level, runs = np.zeros(MOST_RUNS + 1, np.int64), 0, law.runs
    cap = law.run_cap[law.run_size]
    while level >= 0:
        if level == runs:
            holes, room = _set_cost(law, held)
            total = lacks[level] + holes - min(jokers, rooms[level] + room)
            if total < limit and (not whole or total > 0 or leaves_none(law, hand, chosen)):
                limit = total
                best[:runs] = chosen[:runs]
                if limit <= enough:
                    return limit
        else:
            i = at[level]
            while i < count:
                if lacks[level] + (runs - level) * ease[i] + floor >= limit:
                    i = count
                    break
                if not _clashes(law, chosen, level, order[i]):
                    break
                i += 1
            if i < count:
                chosen[level], at[level] = order[i], i
                taken[level] = _spend(law, held, order[i])
                holes = law.run_size - _bits(taken[level])
                lacks[level + 1] = lacks[level] + holes
                rooms[level + 1] = rooms[level] + min(holes, cap)
                at[level + 1] = i
                level += 1
                continue
        level -= 1
        if level >= 0:
            _restore(held, chosen[level], taken[level])
            at[level] += 1
    return limit


@compiled
def _bits(number: int) -> int:
    count = 0
    while number:
        number &= number - 1
        count += 1
    return count


@compiled
def build(law: Law, hand: Numbers, best: Numbers, melds: Numbers, left: Numbers) -> int:
    """Makes the melds of the runs chosen and of sets, as long as the hand allows; how many.

    `left` becomes the hand without them. A meld that lacks cards holds as many as there are.
    """
    left[:] = hand
    melds[: law.runs + law.sets] = 0
    for i in range(law.runs):
        _build_run(law, best[i], melds[i], left)
    _build_sets(law, melds, left)
    for i in range(law.runs):
        _lengthen(law, melds, i, left)
    _add_jokers(law, melds, left)
    return law.runs + law.sets


@compiled
def _build_run(law: Law, window: int, meld: Numbers, left: Numbers) -> None:
    suit, low = window // 16, window % 16
    meld[IS_RUN], meld[LOW], meld[SUIT], meld[SIZE] = 1, low, suit, law.run_size
    taken = _spend(law, left, window)
    for place in range(low, low + law.run_size):
        if not taken >> place & 1:
            meld[SPOTS] |= 1 << place
            meld[JOKERS] += 1
            left[JOKER] -= 1


@compiled
def _build_sets(law: Law, melds: Numbers, left: Numbers) -> None:
    """Sets of the ranks that lack least, the dearest first; each takes all that it can."""
    used = np.zeros(13, np.int64)
    for i in range(law.sets):
        best, rank = -1, 0
        for r in range(13):
            count = left[r] + left[r + 13] + left[r + 26] + left[r + 39]
            if count and (law.same_rank or not used[r]):
                worth = min(count, 3) * 1000 + law.points[r] * min(count, 8)
                if worth > best:
                    best, rank = worth, r
        meld = melds[law.runs + i]
        used[rank] += 1
        more = law.sets - i - 1
        most = 3 if law.same_rank and more and _rank_count(left, rank) >= 4 else 32
        meld[LOW], meld[SUIT] = rank + 1, -1
        for suit in range(4):
            while left[rank + 13 * suit] > 0 and meld[SIZE] < most:
                left[rank + 13 * suit] -= 1
                meld[NATURALS + suit] += 1
                meld[SIZE] += 1
        lacks = max(0, 3 - meld[SIZE])
        meld[JOKERS] = lacks
        meld[SIZE] += lacks
        left[JOKER] -= lacks


@compiled
def _rank_count(left: Numbers, rank: int) -> int:
    return int(left[rank] + left[rank + 13] + left[rank + 26] + left[rank + 39])


@compiled
def _touches(law: Law, melds: Numbers, own: int, place: int, is_high: bool) -> bool:
    """Whether a run that grows to a place would continue another one where that is barred."""
    if law.adjacent:
        return False
    for j in range(law.runs):
        other = melds[j]
        if j != own and other[SUIT] == melds[own][SUIT]:
            if is_high and other[LOW] == place + 1:
                return True
            if not is_high and other[LOW] + other[SIZE] == place:
                return True
    return False


@compiled
def _lengthen(law: Law, melds: Numbers, own: int, left: Numbers) -> None:
    """Adds the naturals in hand that continue a run."""
    meld = melds[own]
    while meld[SIZE] < 13:
        high, low = meld[LOW] + meld[SIZE], meld[LOW] - 1
        face = meld[SUIT] * 13 + (high - 1) % 13
        if high <= law.last and left[face] > 0 and not _touches(law, melds, own, high, True):
            left[face] -= 1
            meld[SIZE] += 1
            continue
        face = meld[SUIT] * 13 + (low - 1) % 13
        if low >= law.first and left[face] > 0 and not _touches(law, melds, own, low, False):
            left[face] -= 1
            meld[SIZE] += 1
            meld[LOW] = low
            continue
        return


@compiled
def _add_jokers(law: Law, melds: Numbers, left: Numbers) -> None:
    """Adds the jokers in hand where the melds have room for them, to runs at their high ends."""
    for i in range(law.runs + law.sets):
        meld = melds[i]
        while left[JOKER] > 0:
            cap = law.run_cap if meld[IS_RUN] else law.set_cap
            if meld[JOKERS] + 1 > cap[meld[SIZE] + 1]:
                break
            if meld[IS_RUN]:
                high = meld[LOW] + meld[SIZE]
                if meld[SIZE] >= 13 or high > law.last or _touches(law, melds, i, high, True):
                    break
                meld[SPOTS] |= 1 << high
            meld[SIZE] += 1
            meld[JOKERS] += 1
            left[JOKER] -= 1


@compiled
def leaves_none(law: Law, hand: Numbers, chosen: Numbers) -> bool:
    """Whether the melds that these runs grow to take the whole hand."""
    melds, left = np.zeros((8, 11), np.int64), np.empty(53, np.int64)
    build(law, hand, chosen, melds, left)
    for face in range(53):
        if left[face] != 0:
            return False
    return True
