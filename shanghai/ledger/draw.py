"""The draw of a tournament: who sits at which table in a round. It follows from a seed and a cut,
so that anybody can repeat it.

Lots decide who gets which place of a known design, in which as few people as possible meet twice.
Where no design is known, a search exchanges people between tables.
"""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from itertools import combinations, pairwise, product
from math import ceil, comb
from random import Random
from typing import Final

from msgspec import Struct

from shanghai.words import ledger as words

MIN_PEOPLE: Final = 3
MAX_PEOPLE: Final = 40
_EXCHANGES: Final = 20_000
"""How many exchanges of two people are tried for a round."""
_HEAT: Final = 10
"""By how much an exchange may make a round worse at the start of the search."""
_RING_DESIGNS: Final[dict[tuple[int, int], tuple[int, str]]] = {
    (3, 12): (4, "abcdbaadccbd"),
    (3, 15): (7, "abcbdcadeecebad"),
    (3, 18): (7, "abaacdeffbfedcecbd"),
    (3, 21): (9, "abcdefeccegdbgffagadb"),
    (3, 24): (11, "abcdedfbgffeahhchbegdcga"),
    (3, 27): (13, "abcdecedffgehiihdhgibgcfbaa"),
    (3, 30): (14, "abcdefeggaehicdaijchhgfjdbjbif"),
    (3, 33): (15, "abcdefbghiidjifhkcfhckbdgajeekgaj"),
    (3, 36): (17, "abccadefdghiaifgjfihcdkklelkjbgebljh"),
    (3, 39): (19, "abcdeefghfcgidjbkekhildmalmbgfjkjlicmha"),
    (4, 24): (7, "abccdceebadfbbecffafdead"),
    (4, 28): (9, "abbacadefccebdgecfdfggaegbfd"),
    (4, 32): (9, "abcbbdefgeecegfhdahhgbafdhcdfacg"),
    (4, 36): (11, "abccdefebfgegbhehhdbaigicffciadhidag"),
    (4, 40): (13, "abcdcbaefggfehceechiajdjaifdfibgjhhjgbid"),
    (5, 30): (6, "abcdedfbebdcecbfacfefcadbaeafd"),
    (6, 36): (3, "abcdbbebfdfcddaaaeedebaccecffacfdbef"),
}
"""Designs in rings. The key is the people at a table and in all. The value is the number of rounds,
and a letter for the table of each place in the first round. The places form rows that are as long
as there are rounds. From round to round the places of a row move on by one, the last to the front.
Places after the last full row stay."""
_FIELD_POWERS: Final = {4: (1, 2, 3), 8: (1, 2, 4, 3, 6, 7, 5)}
"""The nonzero elements of the finite fields of 4 and 8, as successive powers of one element."""
Rounds = list[list[list[int]]]
"""By round and table the places at the table."""


class DrawnRound(Struct, frozen=True):
    """A drawn round: by table the people by seat, and those who sit out, as numbers from 0."""

    tables: tuple[tuple[int, ...], ...]
    out: tuple[int, ...] = ()


def table_sizes(people: int, seats: int, least: int, tables: int = 0) -> tuple[int, ...]:
    """The sizes of up to `tables` tables of `least` to `seats`, fullest first, or ValueError."""
    if not least <= seats or people < least:
        raise ValueError(words.AT_LEAST.format(least=least))
    count = min(tables or people, ceil(people / seats))
    while count > 1 and min(people, count * seats) // count < least:
        count -= 1
    size, one_more = divmod(min(people, count * seats), count)
    return tuple(size + (table < one_more) for table in range(count))


def draw(seed: str, people: int, sizes: Sequence[int], before: Sequence[DrawnRound]) -> DrawnRound:
    """Draws the next round after those in `before`, for tables of these sizes."""
    design, number = design_rounds(people, sizes), len(before)
    meetings_in_design = sum(comb(len(table), 2) for tables in design for table in tables)
    can_repeat = meetings_in_design == comb(people, 2)
    if number < len(design) or (design and can_repeat):
        repeat, index = divmod(number, len(design))
        holders = hashed_order(f"{seed} people {repeat}", people)
        tables = [[holders[place] for place in table] for table in design[index]]
    else:
        tables = _search(f"{seed} draw {number + 1}", people, sizes, before)
    lots = hashed_order(f"{seed} seats {number + 1}", people)
    seated = [tuple(sorted(table, key=lots.index)) for table in tables]
    seated.sort(key=lambda table: (-len(table), lots.index(table[0])))
    return DrawnRound(tuple(seated), tuple({*range(people)}.difference(*seated)))


def meetings(before: Sequence[DrawnRound]) -> Counter[tuple[int, int]]:
    """By pair of people, the lower number first, how often they sat at one table."""
    tables = (table for drawn in before for table in drawn.tables)
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def repeats(draws: Sequence[DrawnRound]) -> int:
    """How many meetings were between people who had met before."""
    met = meetings(draws)
    return met.total() - len(met)


def least_repeats(people: int, draws: Sequence[DrawnRound]) -> int:
    """A lower bound for the `repeats` of any draws with such tables."""
    again = 0
    for before, drawn in pairwise(draws):
        # The fewest pairs that meet in both rounds, if those who sat out are spread evenly.
        seats = [seat for table in drawn.tables for seat in range(len(table))]
        costs = sorted(seat // len(before.tables) for seat in seats)
        again += sum(costs[: max(0, len(costs) - len(before.out))])
    return max(again, meetings(draws).total() - comb(people, 2))


def hashed_order(text: str, people: int) -> list[int]:
    """The people in the order of the SHA-256 of the text with their number."""
    return sorted(range(people), key=lambda person: sha256(f"{text} {person}".encode()).digest())


def _search(
    text: str, people: int, sizes: Sequence[int], before: Sequence[DrawnRound]
) -> list[list[int]]:
    """Searches for good tables by exchanging two people again and again. Exchanges that make it
    worse are accepted less and less often. Those sit out who did so least often before."""
    times_out = Counter(person for drawn in before for person in drawn.out)
    out = sorted(hashed_order(text, people), key=lambda person: -times_out[person])
    tables = [[out.pop(0) for _ in range(size)] for size in sizes]
    group_of = {person: group for group in (*tables, out) for person in group}
    costs = [[0] * people for _ in range(people)]
    for (one, other), times in meetings(before).items():
        costs[one][other] = costs[other][one] = times * (times + 1) if out else times + 4

    def change_of_cost(group: list[int], leaves: int, comes: int) -> int:
        if group is out:
            return 0
        left, joined = costs[leaves], costs[comes]
        return sum(joined[person] - left[person] for person in group) - joined[leaves]

    cost = sum(costs[one][other] for table in tables for one, other in combinations(table, 2))
    least_cost, best, random = cost, [list(table) for table in tables], Random(text).random
    for tries_left in range(_EXCHANGES, 0, -1):
        if not least_cost:
            break
        one, other = int(random() * people), int(random() * people)
        here, there = group_of[one], group_of[other]
        is_unfair = out in (here, there) and times_out[one] != times_out[other]
        if here is there or is_unfair:
            continue
        extra = change_of_cost(here, one, other) + change_of_cost(there, other, one)
        if extra > _HEAT * tries_left / _EXCHANGES * random():
            continue
        here[here.index(one)], there[there.index(other)] = other, one
        group_of[one], group_of[other], cost = there, here, cost + extra
        if cost < least_cost:
            least_cost, best = cost, [list(table) for table in tables]
    return best


def design_rounds(people: int, sizes: Sequence[int]) -> Rounds:
    """The rounds of a known design for tables of these sizes. Empty if no design is known. It has
    places from 0, and lots decide who gets which."""
    size, count = sizes[0], len(sizes)
    if sum(sizes) == people:
        full = max(_line_design(size * count, count), _ring_design(size, count), key=len)
        return max(_line_design(people, count), _without(full, people), key=len)
    if size == 2 and count == people // 2:
        with_one_more = _ring_design(2, count + 1)
        return [[table for table in tables if people not in table] for tables in with_one_more]
    all_tables, rest = divmod(people, size)
    if rest or all_tables % count or not sizes[-1] == size <= all_tables:
        return []
    # Each round of a design in which all play becomes several rounds of fewer tables.
    full = design_rounds(people, tuple([size] * all_tables))
    starts = range(0, all_tables, count)
    return [tables[start : start + count] for tables in full for start in starts]


def _line_design(people: int, count: int) -> Rounds:
    """Rounds for `count` tables, from a plane over a finite field of that size. The tables of a
    round are the lines of one slope, so a table has one place of each column of the plane."""
    powers = _FIELD_POWERS.get(count)
    if powers is None and count not in (2, 3, 5, 7):
        return []
    rounds: Rounds = [[[] for _ in range(count)] for _ in range(count)]
    for slope, place in product(range(count), range(people)):
        x, y = place // count % count, place % count
        if powers is None:
            line = (slope * x + y) % count
        elif slope and x:
            line = y ^ powers[(powers.index(slope) + powers.index(x)) % len(powers)]
        else:
            line = y
        rounds[slope][line].append(place)
    columns = [list(range(first, first + count)) for first in range(0, people, count)]
    return [*rounds, columns] if people == count * count else rounds


def _ring_design(size: int, count: int) -> Rounds:
    """Rounds for `count` tables of one size, which follow from a first round of _RING_DESIGNS."""
    places = size * count
    length, first_round = _RING_DESIGNS.get((size, places), (1, ""))
    if size == 2:
        # As the teams of a league: one place stays, all others move on.
        length = places - 1
        first_round = "".join(chr(64 + min(place, length - place)) for place in range(length)) + "@"
    after_rows = places - places % length
    rounds: Rounds = []
    for turn in range(length if first_round else 0):
        tables: dict[str, list[int]] = {letter: [] for letter in first_round}
        for place, letter in enumerate(first_round):
            row = place - place % length
            moved = row + (place - row + turn) % length
            tables[letter].append(moved if place < after_rows else place)
        rounds.append([*tables.values()])
    return rounds


def _without(full: Rounds, people: int) -> Rounds:
    """The rounds of a design for more places, without those that nobody needs. All of these are at
    one table of the last round. If there are several, that round is left out."""
    places = sum(map(len, full[-1])) if full else 0
    empty = full[-1][0][: places - people] if full else []
    if len(empty) < places - people:
        return []
    taken = [place for place in range(places) if place not in empty]
    rounds = full[:-1] if len(empty) > 1 else full
    return [
        [[taken.index(place) for place in table if place not in empty] for table in tables]
        for tables in rounds
    ]
