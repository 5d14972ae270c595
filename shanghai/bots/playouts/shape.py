"""Counts quickly how many cards a hand lacks for its contract: first the best runs, then the sets.

It counts as the solver does, except for rare hands with jokers or long melds. A mask of a suit or
of a run has four bits for each rank or place.
"""

from typing import Final

from shanghai.bots.playouts import table
from shanghai.bots.playouts.arrays import Numbers
from shanghai.bots.playouts.compact_rules import CompactRules
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.going_down import is_all_in, keeps_one, options_of
from shanghai.bots.playouts.places import bars_neighbours, worth_of
from shanghai.bots.playouts.table import CompactTable

TOO_MANY: Final = 99
"""More cards than a hand can lack: no limit, or a contract that cannot be fulfilled."""
_RANK_BITS: Final = 0x1111111111111
"""The lowest of the four bits of each rank."""
_PLACE_BITS: Final = 0x11111111111111
"""The lowest of the four bits of each place of a run, with a place for the high ace."""
_ALL_RANK_BITS: Final = (1 << 52) - 1
"""All bits of the thirteen ranks."""
_EVERY_SECOND_RANK: Final = 0x0F0F0F0F0F0F0F
"""All bits of the ace, the 3, the 5 and so on."""


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
    """The position of the lowest bit that is set in a number, from 0."""
    return bits((number & -number) - 1)


@compiled
def present_ranks(suit: int) -> int:
    """A mask of the ranks that are present: the lowest of the four bits of each is 1."""
    return (suit | suit >> 1 | suit >> 2 | suit >> 3) & _RANK_BITS


@compiled
def count_hand(wild: Numbers, hand: Numbers, suits: Numbers) -> int:
    """Counts the cards of a hand that are not wild, and returns how many are wild.

    Each suit gets one number in `suits`, with four bits for the count of each rank.
    """
    count = hand[table.JOKER]
    for suit in range(4):
        ranks = 0
        for rank in range(13):
            face = suit * 13 + rank
            if wild[face]:
                count += hand[face]
            else:
                ranks |= hand[face] << 4 * rank
        suits[suit] = ranks
    return int(count)


@compiled
def count_hands(wild: Numbers, t: CompactTable, players: int) -> None:
    """Counts the hands of all seats in this way into `t.suits` and `t.wilds`."""
    for seat in range(players):
        t.wilds[seat] = count_hand(wild, t.hands[seat], t.suits[seat])


@compiled
def _set_cost(rules: CompactRules, t: CompactTable, option: int) -> tuple[int, int]:
    """How many naturals the sets of an option lack, and how many of these may be jokers. It counts
    the cards that `t.ranks` still has."""
    if rules.sets[option] == 0:
        return 0, 0
    if not rules.equal_sets[option]:
        return _mixed_cost(rules, t, option)
    ranks, size, tally, holes, room = t.ranks, rules.set_sizes[option, 0], 0, 0, 0
    cap = min(rules.set_cap[size], size - 1)
    need = rules.sets[option]
    for rank in range(13):
        count = ranks[rank & 1] >> 8 * (rank >> 1) & 255
        if not rules.ranks_apart[option]:
            need -= count // size
            count %= size
        tally += 1 << 4 * min(count, size)
    for present in range(size, -1, -1):
        sets = max(0, min(need, tally >> 4 * present & 15)) if present else max(0, need)
        need -= sets
        holes += sets * (size - present)
        room += sets * min(size - present, cap)
    return holes, room


@compiled
def _mixed_cost(rules: CompactRules, t: CompactTable, option: int) -> tuple[int, int]:
    """The same for sets of different sizes, or of different suits. The largest set comes first, and
    each takes the rank with most cards."""
    stacks, holes, room = t.stacks, 0, 0
    for rank in range(13):
        stacks[rank], stacks[13 + rank] = t.ranks[rank & 1] >> 8 * (rank >> 1) & 255, 0
        if rules.suits_once[option]:
            stacks[rank] = 0
            for suit in range(4):
                count = t.suit_counts[suit] >> 4 * rank & 15
                stacks[rank] += count > 0
                stacks[13 + rank] += count > 1 and not rules.ranks_apart[option]
    for i in range(rules.sets[option]):
        size, best = rules.set_sizes[option, i], 0
        for stack in range(26):
            if stacks[stack] > stacks[best]:
                best = stack
        used = min(size, stacks[best])
        holes += size - used
        room += min(size - used, min(rules.set_cap[size], size - 1))
        stacks[best] = (
            0 if rules.ranks_apart[option] or rules.suits_once[option] else stacks[best] - used
        )
    return holes, room


@compiled
def _suit_range(run_kind: int) -> tuple[int, int]:
    """The suits in which to look for cards of a run: the first one, and the last one plus 1."""
    return (run_kind, run_kind + 1) if 0 <= run_kind <= 3 else (0, 4)


@compiled
def _places(rules: CompactRules, suit: int) -> int:
    """A mask of the places of a run for which a suit has a card. The low ace is the first place,
    the high ace the last."""
    ranks = present_ranks(suit)
    return ranks if rules.is_ring else ranks | (ranks & 1) << 52


@compiled
def _list_runs(rules: CompactRules, t: CompactTable, option: int, most: int) -> None:
    """Lists in `t.windows` the runs of the sizes of an option that lack at most `most` naturals.

    They are ordered by size, and within one size by how many naturals they lack.
    """
    begins, ends, count = t.spans[0], t.spans[1], 0
    for level in range(rules.runs[option]):
        size = rules.run_sizes[option, level]
        if level and size == rules.run_sizes[option, level - 1]:
            begins[level], ends[level] = begins[level - 1], ends[level - 1]
            continue
        begins[level] = count
        count = _list_runs_of_size(rules, t, option, size, most, count)
        ends[level] = count


@compiled
def _list_runs_of_size(
    rules: CompactRules, t: CompactTable, option: int, size: int, most: int, count: int
) -> int:
    """Adds the runs of one size to the `count` runs in the list. Returns the new count."""
    starts = _RANK_BITS
    if rules.royal[option]:
        starts = int(rules.first <= 1)
    elif not rules.is_ring:
        starts = (1 << 4 * (rules.last - size + 1)) - (1 << 4 * (rules.first - 1)) & _PLACE_BITS
    for run_kind in range(rules.run_kind[option], rules.run_kind_end[option]):
        spots, (first, end) = 0, _suit_range(run_kind)
        for suit in range(first, end):
            spots |= t.suit_counts[suit] * (table.suits_of(run_kind) >> suit & 1)
        spots = places = _places(rules, spots)
        for i in range(1, size):
            spots += places >> 4 * i
            if rules.is_ring:
                spots += places << 52 - 4 * i & _ALL_RANK_BITS
        t.naturals[run_kind & 3] = spots
    for holes in range(min(size, most + 1)):
        for run_kind in range(rules.run_kind[option], rules.run_kind_end[option]):
            other = t.naturals[run_kind & 3] ^ _PLACE_BITS * (size - holes)
            starts_left = ~(other | other >> 1 | other >> 2 | other >> 3) & starts
            while starts_left:
                place = lowest(starts_left) >> 2
                starts_left &= starts_left - 1
                t.windows[count], t.ease[count] = run_kind * 16 + place + 1, holes
                count += 1
    return count


@compiled
def _change_counts(t: CompactTable, run_kind: int, taken: int, by: int) -> None:
    """Puts the cards `taken` for a run back into the counted hand; takes them out if `by` is -1."""
    first, end = _suit_range(run_kind)
    for suit in range(first, end):
        ranks = taken >> suit & _PLACE_BITS
        ranks = (ranks & _RANK_BITS) + (ranks >> 52)
        t.suit_counts[suit] += by * ranks
        t.ranks[0] += by * (ranks & _EVERY_SECOND_RANK)
        t.ranks[1] += by * (ranks >> 4 & _EVERY_SECOND_RANK)


@compiled
def _take_run_out(rules: CompactRules, t: CompactTable, size: int, run: int) -> int:
    """Takes the naturals of a run out of the counted hand. Returns them as a mask, in which each
    place has a bit for each suit."""
    run_kind, low, taken = run // 16, run % 16, 0
    window = (1 << 4 * size) - 1
    if rules.is_ring:
        window = window << 4 * (low - 1) | window >> 52 - 4 * (low - 1)
    else:
        window <<= 4 * (low - 1)
    first, end = _suit_range(run_kind)
    for suit in range(first, end):
        if table.suits_of(run_kind) >> suit & 1:
            matches = _places(rules, t.suit_counts[suit]) & window
            window ^= matches
            taken |= matches << suit
    _change_counts(t, run_kind, taken, -1)
    return taken


@compiled
def _joker_room(rules: CompactRules, size: int, window: int, taken: int) -> int:
    """How many of the naturals that a run lacks may be jokers. Two may not always be neighbours."""
    if rules.adjacent_wild:
        return size - bits(taken)
    room, was_joker = 0, False
    for step in range(size):
        place = window % 16 - 1 + step
        was_joker = not (taken >> 4 * (place % 13 if rules.is_ring else place) & 15 or was_joker)
        room += was_joker
    return room


@compiled
def _clashes(rules: CompactRules, option: int, chosen: Numbers, level: int, window: int) -> bool:
    """Whether a run is forbidden together with those chosen before: because of its suit, or because
    it continues one of them (RG-7, GD-7)."""
    if rules.adjacent_runs and not rules.suits[option]:
        return False
    suit, size = window // 16, rules.run_sizes[option, level]
    if not rules.adjacent_runs and rules.is_ring and size == 13:
        return True
    for i in range(level):
        other = chosen[i] // 16
        if bars_neighbours(rules.suits[option], other, suit):
            return True
        if not rules.adjacent_runs and other == suit:
            one, two = chosen[i] % 16, window % 16
            if _continues(rules, one + rules.run_sizes[option, i], two) or _continues(
                rules, two + size, one
            ):
                return True
    return False


@compiled
def _continues(rules: CompactRules, end: int, low: int) -> bool:
    """Whether a run that begins at `low` continues a run that ends before place `end`."""
    return table.spot(end) == table.spot(low) if rules.is_ring else end == low


@compiled
def short_of(rules: CompactRules, t: CompactTable, seat: int) -> int:
    """How many cards the hand of a seat lacks for its contract. `t.plan` gets the plan: the runs
    and the option. The result is stored until the hand changes."""
    if not t.is_counted[seat]:
        lays_all = is_all_in(rules, t, seat)
        least = 0 if lays_all or rules.asks_points else t.least[seat]
        t.short[seat] = shortage(rules, t, seat, TOO_MANY, t.plan[seat], lays_all, least)
        t.least[seat], t.is_counted[seat] = t.short[seat], 1
    return t.short[seat]


@compiled
def _next_run(rules: CompactRules, t: CompactTable, option: int, level: int, most: int) -> int:
    """The index in `t.windows` of the run to try next, NOBODY if there is none. It and the later
    runs of its size may together lack `most` naturals."""
    indexes, chosen = t.steps[0], t.steps[1]
    for i in range(indexes[level], t.spans[1, level]):
        if rules.equal_runs[option, level] * t.ease[i] > most:
            break
        if not _clashes(rules, option, chosen, level, t.windows[i]):
            return i
    return table.NOBODY


@compiled
def shortage(
    rules: CompactRules,
    t: CompactTable,
    seat: int,
    limit: int,
    best: Numbers,
    lays_all: int,
    enough: int,
) -> int:
    """The fewest cards that a seat lacks for its contract, or `limit` if it lacks as many or more.

    `best` gets the plan: the runs, then the option. With `lays_all` the whole hand must be laid
    (GD-19). The search stops when it lacks only `enough` cards.
    """
    t.suit_counts[:] = t.suits[seat]
    t.ranks[0] = t.ranks[1] = 0
    for suit in range(4):
        t.ranks[0] += t.suit_counts[suit] & _EVERY_SECOND_RANK
        t.ranks[1] += t.suit_counts[suit] >> 4 & _EVERY_SECOND_RANK
    t.enough = enough
    first, count = options_of(rules, t, seat)
    for option in range(first, first + count):
        limit = _shortage_by(rules, t, seat, option, limit, best, lays_all)
        if limit <= enough:
            break
    return limit


@compiled
def _shortage_by(
    rules: CompactRules,
    t: CompactTable,
    seat: int,
    option: int,
    limit: int,
    best: Numbers,
    lays_all: int,
) -> int:
    """The same for one option of the contract."""
    runs, usable, extended = (
        rules.runs[option],
        min(t.wilds[seat], rules.wild_cap[option]),
        rules.extended[option],
    )
    floor, most = _set_cost(rules, t, option)[0] - usable, min(limit, 1) if extended else limit
    if runs:
        _list_runs(rules, t, option, min(most - floor - 1, 1 if extended else TOO_MANY))
    indexes, chosen, taken, lacks, rooms = t.steps
    indexes[0] = lacks[0] = rooms[0] = level = 0
    while level >= 0:
        t.steps_made += 1
        if level == runs:
            holes, room = _set_cost(rules, t, option)
            total = lacks[level] + holes - min(usable, rooms[level] + room)
            if total >= most:
                total = TOO_MANY
            elif rules.worth[option] or (lays_all and not total):
                total += _further_lack(rules, t, seat, option, chosen, lays_all, total)
            if total < limit:
                limit = total
                most = most if extended else limit
                best[:runs] = chosen[:runs]
                best[table.OPTION] = option
                if limit <= t.enough:
                    return limit
        else:
            i = _next_run(rules, t, option, level, most - 1 - lacks[level] - floor)
            if i != table.NOBODY:
                window, size = t.windows[i], rules.run_sizes[option, level]
                chosen[level], indexes[level] = window, i
                taken[level] = _take_run_out(rules, t, size, window)
                holes = size - bits(taken[level])
                lacks[level + 1] = lacks[level] + holes
                room = min(_joker_room(rules, size, window, taken[level]), rules.run_cap[size])
                rooms[level + 1] = rooms[level] + room
                level += 1
                if level < runs:
                    is_same_size = rules.equal_runs[option, level - 1] > 1
                    indexes[level] = i if is_same_size else t.spans[0, level]
                continue
        level -= 1
        if level >= 0:
            _change_counts(t, chosen[level] // 16, taken[level], 1)
            indexes[level] += 1
    return limit


@compiled
def size_of(rules: CompactRules, option: int) -> int:
    """The fewest cards that fulfil an option."""
    return int(rules.run_sizes[option].sum() + rules.set_sizes[option].sum())


@compiled
def build(
    rules: CompactRules,
    t: CompactTable,
    seat: int,
    hand: Numbers,
    best: Numbers,
    melds: Numbers,
    left: Numbers,
) -> int:
    """Makes the melds of the plan `best`, as far as `hand` has the cards. Returns how many.

    `left` gets the rest of the hand. Where the hand lacks jokers, that of the joker is below 0.
    """
    option, spare = best[table.OPTION], TOO_MANY
    left[:] = hand
    for i in range(52 - rules.other_wild, 52):
        left[table.JOKER] += left[rules.order[i]]
        left[rules.order[i]] = 0
    runs, count = rules.runs[option], rules.runs[option] + rules.sets[option]
    if keeps_one(rules, t, seat) or (is_all_in(rules, t, seat) and rules.all_in_discard):
        spare = left.sum() - size_of(rules, option) - 1
    for i in range(count):
        table.clear(melds[i])
    for i in range(runs):
        _build_run(best[i], rules.run_sizes[option, i], melds[i], left)
    spare = _build_sets(rules, option, t.used, melds, left, spare)
    if not rules.exact_sizes:
        for i in range(runs):
            spare = _lengthen(rules, runs, melds, i, left, spare)
        _add_jokers(rules, option, melds, left, spare)
    return int(count)


@compiled
def _build_run(window: int, size: int, meld: Numbers, left: Numbers) -> None:
    """Makes a run of a plan, with jokers for the naturals that are not there."""
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
    """A natural among the cards `left` for a place of a run, or NOBODY."""
    first, end = _suit_range(meld[table.SUIT])
    for suit in range(first, end):
        face = suit * 13 + (place - 1) % 13
        if left[face] > 0 and table.suits_of(meld[table.SUIT]) >> suit & 1:
            return face
    return table.NOBODY


@compiled
def _spend_at(meld: Numbers, place: int, face: int, left: Numbers) -> None:
    left[face] -= 1
    if table.has_no_suit(meld):
        table.put_wild(meld, table.spot(place), face)


@compiled
def _build_sets(
    rules: CompactRules, option: int, used: Numbers, melds: Numbers, left: Numbers, spare: int
) -> int:
    """Makes the sets, first of ranks that lack the fewest cards, then of those with most points. It
    adds up to `spare` more cards to them, and returns how many of these it did not use."""
    table.clear(used)
    for i in range(rules.sets[option]):
        best, rank, size = -1, 0, rules.set_sizes[option, i]
        for r in range(13):
            count = _rank_count(rules, option, left, r)
            if count and not (rules.ranks_apart[option] and used[r]):
                worth = min(count, size) * 1000 + rules.points[r] * min(count, 8)
                if worth > best:
                    best, rank = worth, r
        meld = melds[rules.runs[option] + i]
        used[rank] += 1
        sets_to_come = rules.sets[option] - i - 1
        is_shared = not rules.ranks_apart[option] and sets_to_come
        is_shared = is_shared and _rank_count(rules, option, left, rank) > size
        most = size if rules.exact_sizes or is_shared else min(32, size + max(0, spare))
        meld[table.LOW], meld[table.SUIT] = rank + 1, -1
        for suit in range(4):
            while left[rank + 13 * suit] > 0 and meld[table.SIZE] < most:
                if meld[table.NATURALS + suit] and rules.suits_once[option]:
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
def _rank_count(rules: CompactRules, option: int, left: Numbers, rank: int) -> int:
    """How many of the cards `left` one set of a rank may hold."""
    count = 0
    for face in range(rank, 52, 13):
        count += min(1, left[face]) if rules.suits_once[option] else left[face]
    return int(count)


@compiled
def _may_grow(
    rules: CompactRules, runs: int, melds: Numbers, own: int, place: int, at_top: bool
) -> bool:
    """Whether run number `own` may grow to a place. It may not go beyond the last place, nor touch
    another run where the rules forbid that."""
    if not rules.first <= place <= rules.last or melds[own, table.SIZE] >= 13:
        return False
    if not rules.adjacent_runs and rules.is_ring and melds[own, table.SIZE] >= 12:
        return False
    for j in range(0 if rules.adjacent_runs else runs):
        other = melds[j]
        if j != own and other[table.SUIT] == melds[own][table.SUIT]:
            if at_top and _continues(rules, place + 1, other[table.LOW]):
                return False
            if not at_top and _continues(rules, other[table.LOW] + other[table.SIZE], place):
                return False
    return True


@compiled
def _lengthen(
    rules: CompactRules, runs: int, melds: Numbers, own: int, left: Numbers, spare: int
) -> int:
    """Adds up to `spare` naturals that continue run `own`. Returns how many it did not use."""
    meld, place, face = melds[own], 0, table.NOBODY
    while spare > 0:
        for at_top in (True, False):
            place = meld[table.LOW] + meld[table.SIZE] if at_top else meld[table.LOW] - 1
            face = _natural_at(meld, place, left)
            if face != table.NOBODY and _may_grow(rules, runs, melds, own, place, at_top):
                break
        else:
            break
        _spend_at(meld, place, face, left)
        meld[table.LOW] = meld[table.LOW] if at_top else table.spot(place)
        meld[table.SIZE] += 1
        spare -= 1
    return spare


@compiled
def _add_jokers(
    rules: CompactRules, option: int, melds: Numbers, left: Numbers, spare: int
) -> None:
    """Adds up to `spare` jokers of the hand to melds that have room, to runs at the high end."""
    runs, room = rules.runs[option], rules.wild_cap[option]
    for i in range(runs + rules.sets[option]):
        room -= melds[i, table.JOKERS]
    for i in range(runs + rules.sets[option]):
        meld = melds[i]
        while left[table.JOKER] > 0 and room > 0 and spare > 0:
            cap = rules.run_cap if meld[table.IS_RUN] else rules.set_cap
            if meld[table.JOKERS] + 1 > cap[meld[table.SIZE] + 1]:
                break
            if not meld[table.IS_RUN] and rules.suits_once[option] and meld[table.SIZE] >= 4:
                break
            if meld[table.IS_RUN]:
                above = meld[table.LOW] + meld[table.SIZE]
                if not _may_grow(rules, runs, melds, i, above, True):
                    break
                if not rules.adjacent_wild and meld[table.SPOTS] >> table.spot(above - 1) & 1:
                    break
                meld[table.SPOTS] |= 1 << table.spot(above)
            meld[table.SIZE] += 1
            meld[table.JOKERS] += 1
            left[table.JOKER] -= 1
            room -= 1
            spare -= 1


@compiled
def _further_lack(
    rules: CompactRules,
    t: CompactTable,
    seat: int,
    option: int,
    chosen: Numbers,
    lays_all: int,
    total: int,
) -> int:
    """How many cards the melds made from the runs `chosen` lack in addition to `total`. Missing
    points count as a card for every ten."""
    for face in range(52):
        t.counts[face] = t.suits[seat, face // 13] >> 4 * (face % 13) & 15
    t.counts[table.JOKER] = t.wilds[seat]
    chosen[table.OPTION] = option
    count = build(rules, t, seat, t.counts, chosen, t.built, t.left)
    left, worth = t.left.sum(), rules.worth[option]
    if t.left.min() < -total or (lays_all and not worth and left != rules.all_in_discard):
        return TOO_MANY
    for i in range(count):
        worth -= worth_of(rules, t.built[i])
    lack = 1 + worth // 10 if worth > 0 else 0
    return lack + (
        abs(left - rules.all_in_discard) if lays_all else keeps_one(rules, t, seat) > left
    )
