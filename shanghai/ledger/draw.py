"""The draw of a tournament, by a seed and a cut, so that anybody can draw again: by lots in rounds
that are known to repeat least, else the best of many exchanges."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from itertools import combinations, product
from math import ceil, comb
from random import Random
from typing import Final

from msgspec import Struct

from shanghai.words import ledger as words

FEWEST: Final = 3
MOST: Final = 40
_EXCHANGES: Final = 20_000
"""Exchanges of two people that are tried for a round."""
_HEAT: Final = 10
"""By how much an exchange may make a round worse at first."""
_TRIES: Final = 12
"""Draws of a round that were made of old, of which the best one counts."""
_TURNED: Final = """
3 4 abcdbaadccbd 3 7 abcbdcadeecebad 3 7 abaacdeffbfedcecbd 3 9 abcdefeccegdbgffagadb
3 11 abcdedfbgffeahhchbegdcga 3 13 abcdecedffgehiihdhgibgcfbaa 3 14 abcdefeggaehicdaijchhgfjdbjbif
3 15 abcdefbghiidjifhkcfhckbdgajeekgaj 3 17 abccadefdghiaifgjfihcdkklelkjbgebljh
3 19 abcdeefghfcgidjbkekhildmalmbgfjkjlicmha 4 7 abccdceebadfbbecffafdead
4 9 abbacadefccebdgecfdfggaegbfd 4 9 abcbbdefgeecegfhdahhgbafdhcdfacg
4 11 abccdefebfgegbhehhdbaigicffciadhidag 4 13 abcdcbaefggfehceechiajdjaifdfibgjhhjgbid
5 6 abcdedfbebdcecbfacfefcadbaeafd 6 3 abcdbbebfdfcddaaaeedebaccecffacfdbef
"""
"""People at a table, rounds, and the table of each place in the first of them. For a next round
the places of each row, which is as long as there are rounds, move on by one in a ring; places
after the last whole row keep theirs."""
_POWERS: Final = {4: (1, 2, 3), 8: (1, 2, 4, 3, 6, 7, 5)}
"""The elements of the fields of four and eight but zero, as powers of one of them."""
Rounds = list[list[list[int]]]
"""For each round its tables, for each table its places."""


class DrawnRound(Struct, frozen=True):
    """A draw: the people of each table in the order of their seats, and those who sit out."""

    tables: tuple[tuple[int, ...], ...]
    out: tuple[int, ...] = ()


def table_sizes(people: int, seats: int, least: int, tables: int = 0) -> tuple[int, ...]:
    """Sizes of at most `tables` tables of `least` to `seats`, fullest first; ValueError if none."""
    if not least <= seats or people < least:
        raise ValueError(words.AT_LEAST.format(least=least))
    count = min(tables or people, ceil(people / seats))
    while count > 1 and min(people, count * seats) // count < least:
        count -= 1
    few, more = divmod(min(people, count * seats), count)
    return tuple(few + (at < more) for at in range(count))


def draw(
    seed: str, people: int, seats: int, least: int, tables: int, before: Sequence[DrawnRound]
) -> DrawnRound:
    """The next draw after those before it."""
    sizes, number = table_sizes(people, seats, least, tables), len(before)
    known = known_rounds(people, sizes)
    once = sum(comb(len(table), 2) for tables in known for table in tables) == comb(people, 2)
    if number < len(known) or (known and once):
        turn, at = divmod(number, len(known))
        who = hashed_order(f"{seed} people {turn}", people)
        found = [[who[place] for place in table] for table in known[at]]
    else:
        found = _searched(f"{seed} draw {number + 1}", people, sizes, before)
    lots = hashed_order(f"{seed} seats {number + 1}", people)
    seated = [tuple(sorted(table, key=lots.index)) for table in found]
    seated.sort(key=lambda table: (-len(table), lots.index(table[0])))
    return DrawnRound(tuple(seated), tuple({*range(people)}.difference(*seated)))


def meetings(before: Sequence[DrawnRound]) -> Counter[tuple[int, int]]:
    """How often each two people, the lower number first, sat at one table."""
    tables = (table for drawn in before for table in drawn.tables)
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def repeats(draws: Sequence[DrawnRound]) -> int:
    """How many meetings were not the first one of two people."""
    met = meetings(draws)
    return met.total() - len(met)


def least_repeats(people: int, draws: Sequence[DrawnRound]) -> int:
    """Repeats below which no draw can be, as pairs and the tables to come from are limited."""
    again = sum(map(_overlap, draws, draws[1:]))
    return max(again, meetings(draws).total() - comb(people, 2))


def _overlap(before: DrawnRound, drawn: DrawnRound) -> int:
    """The fewest pairs that meet in two rounds, if those who sat out are spread as best can be."""
    costs = sorted(at // len(before.tables) for table in drawn.tables for at in range(len(table)))
    return sum(costs[: max(0, len(costs) - len(before.out))])


def hashed_order(text: str, people: int) -> list[int]:
    """The people by the SHA-256 of the text and their number, the lowest first."""
    return sorted(range(people), key=lambda person: sha256(f"{text} {person}".encode()).digest())


def _searched(
    text: str, people: int, sizes: Sequence[int], before: Sequence[DrawnRound]
) -> list[list[int]]:
    """The best tables on a way of exchanges that goes up less and less often; those sit out who
    have least often, and a second meeting costs most where all play."""
    times, met = Counter(person for drawn in before for person in drawn.out), meetings(before)
    order = sorted(hashed_order(text, people), key=lambda person: -times[person])
    groups = [[order.pop(0) for _ in range(size)] for size in sizes]
    cost = [[0] * people for _ in range(people)]
    for (one, other), often in met.items():
        cost[one][other] = cost[other][one] = often * (often + 1) if order else often + 4
    where = {person: group for group in (*groups, order) for person in group}
    now = sum(cost[one][other] for table in groups for one, other in combinations(table, 2))
    least, best, random = now, [list(table) for table in groups], Random(text).random
    for left in range(_EXCHANGES if least else 0, 0, -1):
        one, other = int(random() * people), int(random() * people)
        here, there, mine, theirs = where[one], where[other], cost[one], cost[other]
        if here is there or (order in (here, there) and times[one] != times[other]):
            continue
        change = 0
        if here is not order:
            change = sum(theirs[each] - mine[each] for each in here) - theirs[one]
        if there is not order:
            change += sum(mine[each] - theirs[each] for each in there) - mine[other]
        if change > _HEAT * left / _EXCHANGES * random():
            continue
        here[here.index(one)], there[there.index(other)] = other, one
        where[one], where[other], now = there, here, now + change
        if now < least:
            least, best = now, [list(table) for table in groups]
            if not least:
                break
    return best


def old_draw(
    seed: str, people: int, sizes: Sequence[int], before: Sequence[DrawnRound]
) -> DrawnRound:
    """The next draw of a tournament that was begun before people cut."""
    number, met = len(before) + 1, meetings(before)
    times = Counter(person for drawn in before for person in drawn.out)
    last = {person: at for at, drawn in enumerate(before, 1) for person in drawn.out}
    order = hashed_order(f"{seed} out {number}", people)
    order.sort(key=lambda person: (times[person], last.get(person, 0)))
    out = sorted(order[: people - sum(sizes)])

    def cost(*tables: Sequence[int]) -> int:
        pairs = (pair for table in tables for pair in combinations(sorted(table), 2))
        return sum(met[pair] ** 2 for pair in pairs)

    found = []
    for attempt in range(1, _TRIES + 1):
        order = hashed_order(f"{seed} draw {number} {attempt}", people)
        playing = iter([person for person in order if person not in out])
        tables = [[next(playing) for _ in range(size)] for size in sizes]
        is_better = bool(met)
        while is_better:
            is_better = False
            for one, other in combinations(tables, 2):
                for mine, theirs in product(range(len(one)), range(len(other))):
                    was = cost(one, other)
                    one[mine], other[theirs] = other[theirs], one[mine]
                    if cost(one, other) < was:
                        is_better = True
                    else:
                        one[mine], other[theirs] = other[theirs], one[mine]
        found.append(tables)
        if not cost(*tables):
            break
    best = min(found, key=lambda tables: cost(*tables))
    return DrawnRound(tuple(map(tuple, best)), tuple(out))


def known_rounds(people: int, sizes: Sequence[int]) -> Rounds:
    """Rounds for tables of these sizes in which as few meet again as can be, none for many; people
    are places from 0, which lots give out later."""
    size, count = sizes[0], len(sizes)
    if sum(sizes) == people:
        full = max(_lines(size * count, count), _turned(size, count), key=len)
        return max(_lines(people, count), _without(full, people), key=len)
    if size == 2 and count == people // 2:
        whole = _turned(2, count + 1)
        return [[table for table in tables if people not in table] for tables in whole]
    whole_tables, rest = divmod(people, size)
    if rest or whole_tables % count or not sizes[-1] == size <= whole_tables:
        return []
    whole = known_rounds(people, (size,) * whole_tables)
    return [tables[at : at + count] for tables in whole for at in range(0, whole_tables, count)]


def _lines(people: int, count: int) -> Rounds:
    """Lines of one slope in a plane over a field: each table has one place of each column."""
    powers = _POWERS.get(count)
    if powers is None and count not in (2, 3, 5, 7):
        return []
    rounds: Rounds = [[[] for _ in range(count)] for _ in range(count)]
    for slope, place in product(range(count), range(people)):
        x, y = place // count % count, place % count
        line = (slope * x + y) % count
        if powers:
            both = powers.index(slope) + powers.index(x) if slope and x else -1
            line = y ^ (powers[both % len(powers)] if both >= 0 else 0)
        rounds[slope][line].append(place)
    columns = [list(range(at, at + count)) for at in range(0, people, count)]
    return [*rounds, columns] if people == count * count else rounds


def _turned(size: int, count: int) -> Rounds:
    """The rounds in which a first one moves on in rings."""
    places = size * count
    turns, letters = places - 1, ""
    if size == 2:
        letters = "".join(chr(64 + min(at, turns - at)) for at in range(turns)) + "@"
    told = _TURNED.split()
    for people, rounds, tables in zip(told[::3], told[1::3], told[2::3], strict=True):
        if (int(people), len(tables)) == (size, places):
            turns, letters = int(rounds), tables
    whole = places - places % turns
    found: Rounds = []
    for turn in range(turns if letters else 0):
        seated: dict[str, list[int]] = {letter: [] for letter in letters}
        for at, letter in enumerate(letters):
            row = at - at % turns
            seated[letter].append(row + (at - row + turn) % turns if at < whole else at)
        found.append([*seated.values()])
    return found


def _without(full: Rounds, people: int) -> Rounds:
    """The rounds without the places that nobody takes: some of one table, whose round is lost."""
    places = sum(map(len, full[-1])) if full else 0
    empty = full[-1][0][: places - people] if full else []
    if len(empty) < places - people:
        return []
    kept = [place for place in range(places) if place not in empty]
    return [
        [[kept.index(place) for place in table if place not in empty] for table in tables]
        for tables in full[: len(full) - (len(empty) > 1)]
    ]
