"""What a hand lacks for its contract, counted fast: the runs that suit it best, and then the sets.

The count is that of the solver but for rare hands whose jokers or long melds it weighs otherwise.
"""

from typing import Final

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
    compiled,
    spot,
)

FAR: Final = 99
_EACH: Final = 0x1111111111111
"""The lowest of the four bits of every rank."""
_PLACES: Final = 0x11111111111111
"""The same of every place of a run, the ace above the king too."""
_RING: Final = (1 << 52) - 1
"""All bits of the thirteen ranks."""
_EVEN: Final = 0x0F0F0F0F0F0F0F


@compiled
def bits(number: int) -> int:
    """How many bits of a number are set."""
    count = 0
    while number:
        number &= number - 1
        count += 1
    return count


@compiled
def lowest(number: int) -> int:
    """The place of the lowest bit that is set in a number."""
    return bits((number & -number) - 1)


@compiled
def ranks_of(suit: int) -> int:
    """The ranks of which a suit has a card: 1 in the four bits of each."""
    return (suit | suit >> 1 | suit >> 2 | suit >> 3) & _EACH


@compiled
def sort_hand(wild: Numbers, hand: Numbers, suits: Numbers) -> int:
    """Writes by suit how many cards of each rank a hand has that are not wild, four bits a rank;
    returns how many are wild."""
    count = hand[JOKER]
    for suit in range(4):
        found = 0
        for rank in range(13):
            face = suit * 13 + rank
            if wild[face]:
                count += hand[face]
            else:
                found |= hand[face] << 4 * rank
        suits[suit] = found
    return int(count)


@compiled
def sort_hands(wild: Numbers, t: Table, players: int) -> None:
    """Writes the same for the hands of all seats."""
    for seat in range(players):
        t.wilds[seat] = sort_hand(wild, t.hands[seat], t.suits[seat])


@compiled
def _set_cost(law: Law, seat: int, ranks: Numbers) -> tuple[int, int]:
    """The naturals that the sets of the contract lack, and how many of them jokers may be."""
    if law.sets[seat] == 0:
        return 0, 0
    size, tally, holes, room = law.set_size[seat], 0, 0, 0
    cap = min(law.set_cap[size], size - 1)
    need = law.sets[seat]
    for rank in range(13):
        count = ranks[rank & 1] >> 8 * (rank >> 1) & 255
        if law.same_rank_sets:
            need -= count // size
            count %= size
        tally += 1 << 4 * min(count, size)
    for found in range(size, -1, -1):
        some = max(0, min(need, tally >> 4 * found & 15)) if found else max(0, need)
        need -= some
        holes += some * (size - found)
        room += some * min(size - found, cap)
    return holes, room


@compiled
def _places(suit: int) -> int:
    """The places at which a suit has a card for a run: ace low first, ace high last."""
    ranks = ranks_of(suit)
    return ranks | (ranks & 1) << 52


@compiled
def _windows(law: Law, t: Table, seat: int, most: int) -> int:
    """Lists the runs of the least size that lack at most so many naturals, those that lack least
    first; returns how many."""
    size, count = law.run_size[seat], 0
    starts = _EACH
    if not law.is_ring:
        starts = (1 << 4 * (law.last - size + 1)) - (1 << 4 * (law.first - 1)) & _PLACES
    for suit in range(4):
        places = ranks_of(t.held[suit]) if law.is_ring else _places(t.held[suit])
        held = places
        for i in range(1, size):
            held += places >> 4 * i
            if law.is_ring:
                held += places << 52 - 4 * i & _RING
        t.naturals[suit] = held
    for holes in range(min(size, most + 1)):
        for suit in range(4):
            other = t.naturals[suit] ^ _PLACES * (size - holes)
            found = ~(other | other >> 1 | other >> 2 | other >> 3) & starts
            while found:
                place = lowest(found) >> 2
                found &= found - 1
                t.windows[count], t.ease[count] = suit * 16 + place + 1, holes
                count += 1
    return count


@compiled
def _change(t: Table, suit: int, taken: int, by: int) -> None:
    """Adds the naturals of a run to the hand that is counted, or takes them out of it."""
    ranks = (taken & _EACH) + (taken >> 52)
    t.held[suit] += by * ranks
    t.ranks[0] += by * (ranks & _EVEN)
    t.ranks[1] += by * (ranks >> 4 & _EVEN)


@compiled
def _spend(law: Law, t: Table, seat: int, run: int) -> int:
    """Takes the naturals of a run out of the hand that is counted; returns their places."""
    suit, low = run // 16, run % 16
    window = (1 << 4 * law.run_size[seat]) - 1
    if law.is_ring:
        window = window << 4 * (low - 1) | window >> 52 - 4 * (low - 1)
        taken = ranks_of(t.held[suit]) & window & _RING
    else:
        taken = _places(t.held[suit]) & window << 4 * (low - 1)
    if taken & 1 and taken >> 52 and t.held[suit] & 15 == 1:
        taken &= _EACH
    _change(t, suit, taken, -1)
    return taken


@compiled
def _room(law: Law, seat: int, window: int, taken: int) -> int:
    """How many of the naturals that a run lacks may be jokers, side by side or not."""
    if law.adjacent_wild:
        return law.run_size[seat] - bits(taken)
    room, was_joker = 0, False
    for step in range(law.run_size[seat]):
        place = window % 16 - 1 + step
        was_joker = not (taken >> 4 * (place % 13 if law.is_ring else place) & 1 or was_joker)
        room += was_joker
    return room


@compiled
def _clashes(law: Law, seat: int, chosen: Numbers, count: int, window: int) -> bool:
    """Whether a run may not be laid beside one of those chosen: it is of the same suit, or
    continues it where that is barred (RG-7, GD-7)."""
    if law.adjacent_runs and not law.apart[seat]:
        return False
    for i in range(count):
        if law.apart[seat] and chosen[i] // 16 == window // 16:
            return True
        if not law.adjacent_runs and abs(chosen[i] - window) == law.run_size[seat]:
            return True
    return False


@compiled
def short_of(law: Law, t: Table, seat: int) -> int:
    """What the hand of a seat lacks for the contract; `t.plan` holds the runs for it."""
    if not t.is_counted[seat]:
        suits, jokers = t.suits[seat], t.wilds[seat]
        least = 0 if law.all_in[seat] else t.least[seat]
        t.short[seat] = shortage(
            law, t, seat, suits, jokers, FAR, t.plan[seat], law.all_in[seat], least
        )
        t.least[seat], t.is_counted[seat] = t.short[seat], 1
    return t.short[seat]


@compiled
def _next_run(law: Law, t: Table, seat: int, level: int, count: int, most: int) -> int:
    """The place in the list of the run that is tried next, `count` where none is left: `most` are
    the naturals that all runs from this one on may lack."""
    at, chosen = t.steps[0], t.steps[1]
    for i in range(at[level], count):
        if (law.runs[seat] - level) * t.ease[i] > most:
            break
        if not _clashes(law, seat, chosen, level, t.windows[i]):
            return i
    return count


@compiled
def shortage(
    law: Law,
    t: Table,
    seat: int,
    suits: Numbers,
    jokers: int,
    limit: int,
    best: Numbers,
    whole: int,
    enough: int,
) -> int:
    """The fewest cards missing if below the limit, else the limit; `best` holds the runs for it.

    `whole`: a hand that lacks nothing counts only where no card of it is left (GD-19). It looks
    no further once no more than `enough` are missing.
    """
    ranks, runs = t.ranks, law.runs[seat]
    t.held[:] = suits
    ranks[0] = ranks[1] = 0
    for suit in range(4):
        ranks[0] += suits[suit] & _EVEN
        ranks[1] += suits[suit] >> 4 & _EVEN
    if runs == 0:
        holes, room = _set_cost(law, seat, ranks)
        return min(limit, holes - min(jokers, room))
    floor = _set_cost(law, seat, ranks)[0] - jokers
    count = _windows(law, t, seat, limit - floor - 1)
    at, chosen, taken, lacks, rooms = t.steps
    at[0] = lacks[0] = rooms[0] = level = 0
    cap = law.run_cap[law.run_size[seat]]
    while level >= 0:
        if level == runs:
            holes, room = _set_cost(law, seat, ranks)
            total = lacks[level] + holes - min(jokers, rooms[level] + room)
            if total < limit and (
                not whole or total > 0 or leaves_none(law, t, seat, suits, jokers, chosen)
            ):
                limit = total
                best[:runs] = chosen[:runs]
                if limit <= enough:
                    return limit
        else:
            i = _next_run(law, t, seat, level, count, limit - 1 - lacks[level] - floor)
            if i < count:
                window = t.windows[i]
                chosen[level], at[level] = window, i
                taken[level] = _spend(law, t, seat, window)
                holes = law.run_size[seat] - bits(taken[level])
                lacks[level + 1] = lacks[level] + holes
                rooms[level + 1] = rooms[level] + min(_room(law, seat, window, taken[level]), cap)
                at[level + 1] = i
                level += 1
                continue
        level -= 1
        if level >= 0:
            _change(t, chosen[level] // 16, taken[level], 1)
            at[level] += 1
    return limit


@compiled
def build(
    law: Law, t: Table, seat: int, hand: Numbers, best: Numbers, melds: Numbers, left: Numbers
) -> int:
    """Makes the melds of the runs chosen and of sets, as long as the hand allows; how many.

    `left` becomes the hand without them. A meld that lacks cards holds as many as there are.
    """
    left[:] = hand
    if law.other_wild:
        for i in range(52 - law.other_wild, 52):
            left[JOKER] += left[law.order[i]]
            left[law.order[i]] = 0
    melds[: law.runs[seat] + law.sets[seat]] = 0
    for i in range(law.runs[seat]):
        _build_run(law, seat, best[i], melds[i], left)
    _build_sets(law, seat, t.used, melds, left)
    if not law.exact_sizes:
        for i in range(law.runs[seat]):
            _lengthen(law, seat, melds, i, left)
        _add_jokers(law, seat, melds, left)
    return law.runs[seat] + law.sets[seat]


@compiled
def _build_run(law: Law, seat: int, window: int, meld: Numbers, left: Numbers) -> None:
    suit, low = window // 16, window % 16
    meld[IS_RUN], meld[LOW], meld[SUIT], meld[SIZE] = 1, low, suit, law.run_size[seat]
    for place in range(low, low + law.run_size[seat]):
        face = suit * 13 + (place - 1) % 13
        if left[face] > 0:
            left[face] -= 1
        else:
            meld[SPOTS] |= 1 << spot(place)
            meld[JOKERS] += 1
            left[JOKER] -= 1


@compiled
def _build_sets(law: Law, seat: int, used: Numbers, melds: Numbers, left: Numbers) -> None:
    """Sets of the ranks that lack least, the dearest first; each takes all that it can."""
    used[:] = 0
    for i in range(law.sets[seat]):
        best, rank = -1, 0
        for r in range(13):
            count = _rank_count(left, r)
            if count and (law.same_rank_sets or not used[r]):
                worth = min(count, law.set_size[seat]) * 1000 + law.points[r] * min(count, 8)
                if worth > best:
                    best, rank = worth, r
        meld = melds[law.runs[seat] + i]
        used[rank] += 1
        more = law.sets[seat] - i - 1
        is_shared = law.same_rank_sets and more and _rank_count(left, rank) > law.set_size[seat]
        most = law.set_size[seat] if law.exact_sizes or is_shared else 32
        meld[LOW], meld[SUIT] = rank + 1, -1
        for suit in range(4):
            while left[rank + 13 * suit] > 0 and meld[SIZE] < most:
                left[rank + 13 * suit] -= 1
                meld[NATURALS + suit] += 1
                meld[SIZE] += 1
        lacks = max(0, law.set_size[seat] - meld[SIZE])
        meld[JOKERS] = lacks
        meld[SIZE] += lacks
        left[JOKER] -= lacks


@compiled
def _rank_count(left: Numbers, rank: int) -> int:
    return int(left[rank] + left[rank + 13] + left[rank + 26] + left[rank + 39])


@compiled
def _touches(law: Law, seat: int, melds: Numbers, own: int, place: int, is_high: bool) -> bool:
    """Whether a run that grows to a place would continue another one where that is barred."""
    if law.adjacent_runs:
        return False
    for j in range(law.runs[seat]):
        other = melds[j]
        if j != own and other[SUIT] == melds[own][SUIT]:
            if is_high and other[LOW] == place + 1:
                return True
            if not is_high and other[LOW] + other[SIZE] == place:
                return True
    return False


@compiled
def _lengthen(law: Law, seat: int, melds: Numbers, own: int, left: Numbers) -> None:
    """Adds the naturals in hand that continue a run."""
    meld = melds[own]
    while meld[SIZE] < 13:
        high, low = meld[LOW] + meld[SIZE], meld[LOW] - 1
        face = meld[SUIT] * 13 + (high - 1) % 13
        if high <= law.last and left[face] > 0 and not _touches(law, seat, melds, own, high, True):
            left[face] -= 1
            meld[SIZE] += 1
            continue
        face = meld[SUIT] * 13 + (low - 1) % 13
        if low >= law.first and left[face] > 0 and not _touches(law, seat, melds, own, low, False):
            left[face] -= 1
            meld[SIZE] += 1
            meld[LOW] = spot(low)
            continue
        return


@compiled
def _add_jokers(law: Law, seat: int, melds: Numbers, left: Numbers) -> None:
    """Adds the jokers in hand where the melds have room for them, to runs at their high ends."""
    for i in range(law.runs[seat] + law.sets[seat]):
        meld = melds[i]
        while left[JOKER] > 0:
            cap = law.run_cap if meld[IS_RUN] else law.set_cap
            if meld[JOKERS] + 1 > cap[meld[SIZE] + 1]:
                break
            if meld[IS_RUN]:
                high = meld[LOW] + meld[SIZE]
                if meld[SIZE] >= 13 or high > law.last or _touches(law, seat, melds, i, high, True):
                    break
                if not law.adjacent_wild and meld[SPOTS] >> spot(high - 1) & 1:
                    break
                meld[SPOTS] |= 1 << spot(high)
            meld[SIZE] += 1
            meld[JOKERS] += 1
            left[JOKER] -= 1


@compiled
def leaves_none(
    law: Law, t: Table, seat: int, suits: Numbers, jokers: int, chosen: Numbers
) -> bool:
    """Whether the melds that these runs grow to take the whole hand."""
    for face in range(52):
        t.counts[face] = suits[face // 13] >> 4 * (face % 13) & 15
    t.counts[JOKER] = jokers
    build(law, t, seat, t.counts, chosen, t.built, t.left)
    for face in range(53):
        if t.left[face] != 0:
            return False
    return True
