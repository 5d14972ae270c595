"""What a hand lacks for its contract, counted fast: the runs that suit it best, and then the sets;
as the solver does but for rare hands whose jokers or long melds it weighs otherwise."""

from typing import Final

from shanghai.bots.playouts import table
from shanghai.bots.playouts.actions import bars_beside, is_all_in, keeps_one, ways_of, worth_of
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.law import Law, Numbers
from shanghai.bots.playouts.table import Table

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
    count = hand[table.JOKER]
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
def _set_cost(law: Law, t: Table, way: int) -> tuple[int, int]:
    """The naturals that the sets of the contract lack, and how many of them jokers may be."""
    if law.sets[way] == 0:
        return 0, 0
    if not law.sets_alike[way]:
        return _mixed_cost(law, t, way)
    ranks, size, tally, holes, room = t.ranks, law.set_sizes[way, 0], 0, 0, 0
    cap = min(law.set_cap[size], size - 1)
    need = law.sets[way]
    for rank in range(13):
        count = ranks[rank & 1] >> 8 * (rank >> 1) & 255
        if not law.ranks_apart[way]:
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
def _mixed_cost(law: Law, t: Table, way: int) -> tuple[int, int]:
    """The same for sizes or suits that differ: each set, largest first, takes the fullest rank."""
    stacks, holes, room = t.stacks, 0, 0
    for rank in range(13):
        stacks[rank], stacks[13 + rank] = t.ranks[rank & 1] >> 8 * (rank >> 1) & 255, 0
        if not law.repeated_suits:
            stacks[rank] = 0
            for suit in range(4):
                held = t.held[suit] >> 4 * rank & 15
                stacks[rank] += held > 0
                stacks[13 + rank] += held > 1 and not law.ranks_apart[way]
    for i in range(law.sets[way]):
        size, best = law.set_sizes[way, i], 0
        for stack in range(26):
            if stacks[stack] > stacks[best]:
                best = stack
        found = min(size, stacks[best])
        holes += size - found
        room += min(size - found, min(law.set_cap[size], size - 1))
        stacks[best] = 0 if law.ranks_apart[way] or not law.repeated_suits else stacks[best] - found
    return holes, room


@compiled
def _lane(suit: int) -> tuple[int, int]:
    """The first of the four suits that a run of a suit might hold, and the next after the last."""
    return (suit, suit + 1) if 0 <= suit <= 3 else (0, 4)


@compiled
def _places(law: Law, suit: int) -> int:
    """The places at which a suit has a card for a run: ace low first, ace high last."""
    ranks = ranks_of(suit)
    return ranks if law.is_ring else ranks | (ranks & 1) << 52


@compiled
def _windows(law: Law, t: Table, way: int, most: int) -> None:
    """Lists the runs of the least sizes that lack at most `most` naturals, by size, then lack."""
    begins, ends, count = t.spans[0], t.spans[1], 0
    for level in range(law.runs[way]):
        size = law.run_sizes[way, level]
        if level and size == law.run_sizes[way, level - 1]:
            begins[level], ends[level] = begins[level - 1], ends[level - 1]
            continue
        begins[level] = count
        count = _windows_of(law, t, way, size, most, count)
        ends[level] = count


@compiled
def _windows_of(law: Law, t: Table, way: int, size: int, most: int, count: int) -> int:
    """Lists those of a size behind the first `count`; returns how many there are then."""
    starts = _EACH
    if law.royal[way]:
        starts = int(law.first <= 1)
    elif not law.is_ring:
        starts = (1 << 4 * (law.last - size + 1)) - (1 << 4 * (law.first - 1)) & _PLACES
    for lane in range(law.lane[way], law.lane_end[way]):
        held, (first, end) = 0, _lane(lane)
        for suit in range(first, end):
            held |= t.held[suit] * (table.suits_of(lane) >> suit & 1)
        held = places = _places(law, held)
        for i in range(1, size):
            held += places >> 4 * i
            if law.is_ring:
                held += places << 52 - 4 * i & _RING
        t.naturals[lane & 3] = held
    for holes in range(min(size, most + 1)):
        for lane in range(law.lane[way], law.lane_end[way]):
            other = t.naturals[lane & 3] ^ _PLACES * (size - holes)
            found = ~(other | other >> 1 | other >> 2 | other >> 3) & starts
            while found:
                place = lowest(found) >> 2
                found &= found - 1
                t.windows[count], t.ease[count] = lane * 16 + place + 1, holes
                count += 1
    return count


@compiled
def _change(t: Table, lane: int, taken: int, by: int) -> None:
    """Adds the naturals of a run to the hand that is counted, or takes them out of it."""
    first, end = _lane(lane)
    for suit in range(first, end):
        ranks = taken >> suit & _PLACES
        ranks = (ranks & _EACH) + (ranks >> 52)
        t.held[suit] += by * ranks
        t.ranks[0] += by * (ranks & _EVEN)
        t.ranks[1] += by * (ranks >> 4 & _EVEN)


@compiled
def _spend(law: Law, t: Table, size: int, run: int) -> int:
    """Takes the naturals of a run out of the hand that is counted; returns the suit of each."""
    lane, low, taken = run // 16, run % 16, 0
    window = (1 << 4 * size) - 1
    if law.is_ring:
        window = window << 4 * (low - 1) | window >> 52 - 4 * (low - 1)
    else:
        window <<= 4 * (low - 1)
    first, end = _lane(lane)
    for suit in range(first, end):
        if table.suits_of(lane) >> suit & 1:
            some = _places(law, t.held[suit]) & window
            window ^= some
            taken |= some << suit
    _change(t, lane, taken, -1)
    return taken


@compiled
def _room(law: Law, size: int, window: int, taken: int) -> int:
    """How many of the naturals that a run lacks may be jokers, side by side or not."""
    if law.adjacent_wild:
        return size - bits(taken)
    room, was_joker = 0, False
    for step in range(size):
        place = window % 16 - 1 + step
        was_joker = not (taken >> 4 * (place % 13 if law.is_ring else place) & 15 or was_joker)
        room += was_joker
    return room


@compiled
def _clashes(law: Law, way: int, chosen: Numbers, level: int, window: int) -> bool:
    """Whether a run may not lie beside those chosen: by suit, or by continuing one (RG-7, GD-7)."""
    if law.adjacent_runs and not law.suits[way]:
        return False
    suit, size = window // 16, law.run_sizes[way, level]
    if not law.adjacent_runs and law.is_ring and size == 13:
        return True
    for i in range(level):
        other = chosen[i] // 16
        if bars_beside(law.suits[way], other, suit):
            return True
        if not law.adjacent_runs and other == suit:
            one, two = chosen[i] % 16, window % 16
            if _meet(law, one + law.run_sizes[way, i], two) or _meet(law, two + size, one):
                return True
    return False


@compiled
def _meet(law: Law, end: int, low: int) -> bool:
    """Whether a run that begins at a place continues one whose next place is `end`."""
    return table.spot(end) == table.spot(low) if law.is_ring else end == low


@compiled
def short_of(law: Law, t: Table, seat: int) -> int:
    """What the hand of a seat lacks for the contract; `t.plan` holds the runs for it."""
    if not t.is_counted[seat]:
        whole = is_all_in(law, t, seat)
        least = 0 if whole or law.asks_points else t.least[seat]
        t.short[seat] = shortage(law, t, seat, FAR, t.plan[seat], whole, least)
        t.least[seat], t.is_counted[seat] = t.short[seat], 1
    return t.short[seat]


@compiled
def _next_run(law: Law, t: Table, way: int, level: int, most: int) -> int:
    """The place of the run tried next, or NOBODY; `most` naturals may all runs from it on lack."""
    at, chosen = t.steps[0], t.steps[1]
    for i in range(at[level], t.spans[1, level]):
        if law.runs_alike[way, level] * t.ease[i] > most:
            break
        if not _clashes(law, way, chosen, level, t.windows[i]):
            return i
    return table.NOBODY


@compiled
def shortage(
    law: Law, t: Table, seat: int, limit: int, best: Numbers, whole: int, enough: int
) -> int:
    """The fewest cards missing if below the limit, else the limit, with the plan in `best`; with
    `whole` no more may be left than is discarded (GD-19); `enough` or fewer end the search."""
    t.held[:] = t.suits[seat]
    t.ranks[0] = t.ranks[1] = 0
    for suit in range(4):
        t.ranks[0] += t.held[suit] & _EVEN
        t.ranks[1] += t.held[suit] >> 4 & _EVEN
    first, count = ways_of(law, t, seat)
    for way in range(first, first + count):
        limit = _shortage_by(law, t, seat, way, limit, best, whole, enough)
        if limit <= enough:
            break
    return limit


@compiled
def _shortage_by(
    law: Law, t: Table, seat: int, way: int, limit: int, best: Numbers, whole: int, enough: int
) -> int:
    """The same by one way to fulfil the contract; all of the hand is still held."""
    runs, usable, grown = law.runs[way], min(t.wilds[seat], law.wild_cap[way]), law.grown[way]
    floor, most = _set_cost(law, t, way)[0] - usable, min(limit, 1) if grown else limit
    if runs:
        _windows(law, t, way, min(most - floor - 1, 1 if grown else FAR))
    at, chosen, taken, lacks, rooms = t.steps
    at[0] = lacks[0] = rooms[0] = level = 0
    while level >= 0:
        if level == runs:
            holes, room = _set_cost(law, t, way)
            total = lacks[level] + holes - min(usable, rooms[level] + room)
            if total >= most:
                total = FAR
            elif law.worth[way] or (whole and not total):
                total += _lack(law, t, seat, way, chosen, whole, total)
            if total < limit:
                limit = total
                most = most if grown else limit
                best[:runs] = chosen[:runs]
                best[table.WAY] = way
                if limit <= enough:
                    return limit
        else:
            i = _next_run(law, t, way, level, most - 1 - lacks[level] - floor)
            if i != table.NOBODY:
                window, size = t.windows[i], law.run_sizes[way, level]
                chosen[level], at[level] = window, i
                taken[level] = _spend(law, t, size, window)
                holes = size - bits(taken[level])
                lacks[level + 1] = lacks[level] + holes
                room = min(_room(law, size, window, taken[level]), law.run_cap[size])
                rooms[level + 1] = rooms[level] + room
                level += 1
                if level < runs:
                    at[level] = i if law.runs_alike[way, level - 1] > 1 else t.spans[0, level]
                continue
        level -= 1
        if level >= 0:
            _change(t, chosen[level] // 16, taken[level], 1)
            at[level] += 1
    return limit


@compiled
def size_of(law: Law, way: int) -> int:
    """The least number of cards that fulfil the contract by a way."""
    return int(law.run_sizes[way].sum() + law.set_sizes[way].sum())


@compiled
def build(
    law: Law, t: Table, seat: int, hand: Numbers, best: Numbers, melds: Numbers, left: Numbers
) -> int:
    """Makes the melds of a plan as far as the hand has the cards, and returns how many; `left`
    becomes the hand without them."""
    way, spare = best[table.WAY], FAR
    left[:] = hand
    for i in range(52 - law.other_wild, 52):
        left[table.JOKER] += left[law.order[i]]
        left[law.order[i]] = 0
    runs, count = law.runs[way], law.runs[way] + law.sets[way]
    if keeps_one(law, t, seat) or (is_all_in(law, t, seat) and law.all_in_discard):
        spare = left.sum() - size_of(law, way) - 1
    melds[:count] = 0
    for i in range(runs):
        _build_run(best[i], law.run_sizes[way, i], melds[i], left)
    spare = _build_sets(law, way, t.used, melds, left, spare)
    if not law.exact_sizes:
        for i in range(runs):
            spare = _lengthen(law, runs, melds, i, left, spare)
        _add_jokers(law, way, melds, left, spare)
    return int(count)


@compiled
def _build_run(window: int, size: int, meld: Numbers, left: Numbers) -> None:
    low = window % 16
    meld[table.IS_RUN], meld[table.LOW] = 1, low
    meld[table.SUIT], meld[table.SIZE] = window // 16, size
    for place in range(low, low + size):
        face = _natural_at(meld, place, left)
        if face != table.NOBODY:
            _spend_at(meld, place, face, left)
        else:
            meld[table.SPOTS] |= 1 << table.spot(place)
            meld[table.JOKERS] += 1
            left[table.JOKER] -= 1


@compiled
def _natural_at(meld: Numbers, place: int, left: Numbers) -> int:
    """A natural that is left for a place of a run, or NOBODY."""
    first, end = _lane(meld[table.SUIT])
    for suit in range(first, end):
        face = suit * 13 + (place - 1) % 13
        if left[face] > 0 and table.suits_of(meld[table.SUIT]) >> suit & 1:
            return face
    return table.NOBODY


@compiled
def _spend_at(meld: Numbers, place: int, face: int, left: Numbers) -> None:
    left[face] -= 1
    if table.is_wide(meld):
        table.put_wild(meld, table.spot(place), face)


@compiled
def _build_sets(
    law: Law, way: int, used: Numbers, melds: Numbers, left: Numbers, spare: int
) -> int:
    """Sets of the ranks that lack least, the dearest first, longer by cards to spare; returns how
    many are left to spare."""
    used[:] = 0
    for i in range(law.sets[way]):
        best, rank, size = -1, 0, law.set_sizes[way, i]
        for r in range(13):
            count = _rank_count(law, left, r)
            if count and not (law.ranks_apart[way] and used[r]):
                worth = min(count, size) * 1000 + law.points[r] * min(count, 8)
                if worth > best:
                    best, rank = worth, r
        meld = melds[law.runs[way] + i]
        used[rank] += 1
        more = law.sets[way] - i - 1
        is_shared = not law.ranks_apart[way] and more and _rank_count(law, left, rank) > size
        most = size if law.exact_sizes or is_shared else min(32, size + max(0, spare))
        meld[table.LOW], meld[table.SUIT] = rank + 1, -1
        for suit in range(4):
            while left[rank + 13 * suit] > 0 and meld[table.SIZE] < most:
                if meld[table.NATURALS + suit] and not law.repeated_suits:
                    break
                left[rank + 13 * suit] -= 1
                meld[table.NATURALS + suit] += 1
                meld[table.SIZE] += 1
        lacks = max(0, size - meld[table.SIZE])
        spare -= max(0, meld[table.SIZE] - size)
        meld[table.JOKERS] = lacks
        meld[table.SIZE] += lacks
        left[table.JOKER] -= lacks
    return spare


@compiled
def _rank_count(law: Law, left: Numbers, rank: int) -> int:
    """How many cards of a rank are left for one set."""
    count = 0
    for face in range(rank, 52, 13):
        count += left[face] if law.repeated_suits else min(1, left[face])
    return int(count)


@compiled
def _may_grow(law: Law, runs: int, melds: Numbers, own: int, place: int, is_high: bool) -> bool:
    """Whether a run may grow to a place: not off the end, nor to where it may not meet another."""
    if not law.first <= place <= law.last or melds[own, table.SIZE] >= 13:
        return False
    if not law.adjacent_runs and law.is_ring and melds[own, table.SIZE] >= 12:
        return False
    for j in range(0 if law.adjacent_runs else runs):
        other = melds[j]
        if j != own and other[table.SUIT] == melds[own][table.SUIT]:
            if is_high and _meet(law, place + 1, other[table.LOW]):
                return False
            if not is_high and _meet(law, other[table.LOW] + other[table.SIZE], place):
                return False
    return True


@compiled
def _lengthen(law: Law, runs: int, melds: Numbers, own: int, left: Numbers, spare: int) -> int:
    """Adds the naturals in hand that continue a run; how many are to spare then."""
    meld, place, face = melds[own], 0, table.NOBODY
    while spare > 0:
        for is_high in (True, False):
            place = meld[table.LOW] + meld[table.SIZE] if is_high else meld[table.LOW] - 1
            face = _natural_at(meld, place, left)
            if face != table.NOBODY and _may_grow(law, runs, melds, own, place, is_high):
                break
        else:
            break
        _spend_at(meld, place, face, left)
        meld[table.LOW] = meld[table.LOW] if is_high else table.spot(place)
        meld[table.SIZE] += 1
        spare -= 1
    return spare


@compiled
def _add_jokers(law: Law, way: int, melds: Numbers, left: Numbers, spare: int) -> None:
    """Adds the jokers in hand where the melds have room for them, to runs at their high ends."""
    runs, room = law.runs[way], law.wild_cap[way]
    for i in range(runs + law.sets[way]):
        room -= melds[i, table.JOKERS]
    for i in range(runs + law.sets[way]):
        meld = melds[i]
        while left[table.JOKER] > 0 and room > 0 and spare > 0:
            cap = law.run_cap if meld[table.IS_RUN] else law.set_cap
            if meld[table.JOKERS] + 1 > cap[meld[table.SIZE] + 1]:
                break
            if not meld[table.IS_RUN] and not law.repeated_suits and meld[table.SIZE] >= 4:
                break
            if meld[table.IS_RUN]:
                high = meld[table.LOW] + meld[table.SIZE]
                if not _may_grow(law, runs, melds, i, high, True):
                    break
                if not law.adjacent_wild and meld[table.SPOTS] >> table.spot(high - 1) & 1:
                    break
                meld[table.SPOTS] |= 1 << table.spot(high)
            meld[table.SIZE] += 1
            meld[table.JOKERS] += 1
            left[table.JOKER] -= 1
            room -= 1
            spare -= 1


@compiled
def _lack(law: Law, t: Table, seat: int, way: int, chosen: Numbers, whole: int, total: int) -> int:
    """What the melds that these runs grow to lack beside `total`: for ten points a card."""
    for face in range(52):
        t.counts[face] = t.suits[seat, face // 13] >> 4 * (face % 13) & 15
    t.counts[table.JOKER] = t.wilds[seat]
    chosen[table.WAY] = way
    count = build(law, t, seat, t.counts, chosen, t.built, t.left)
    left, worth = t.left.sum(), law.worth[way]
    if t.left.min() < -total or (whole and not worth and left != law.all_in_discard):
        return FAR
    for i in range(count):
        worth -= worth_of(law, t.built[i])
    lack = 1 + worth // 10 if worth > 0 else 0
    return lack + (abs(left - law.all_in_discard) if whole else keeps_one(law, t, seat) > left)
