"""The draw of a tournament: who sits at which table, and who sits out, all by hashes of a seed.

People meet whom they have met least, and sit out in turn; of what is equally good the hashes
decide, so that anybody can draw again and nobody could have chosen.
"""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from itertools import combinations
from math import ceil
from typing import Final

from msgspec import Struct

from shanghai.words import ledger as words

FEWEST: Final = 3
MOST: Final = 40
"""The people of a tournament."""
_TRIES: Final = 12
"""Draws of a round that are made, of which the best one counts."""


class Drawn(Struct, frozen=True):
    """A draw: the people of each table in the order of their seats, and those who sit out."""

    tables: tuple[tuple[int, ...], ...]
    out: tuple[int, ...] = ()


def table_sizes(people: int, seats: int, least: int, tables: int = 0) -> tuple[int, ...]:
    """How many play at each table, at most `seats` and at least `least`, the fullest first.

    As many tables as it takes, or at most `tables`. ValueError where nobody can play.
    """
    if not least <= seats or people < least:
        raise ValueError(words.AT_LEAST.format(least=least))
    count = min(tables or people, ceil(people / seats))
    while count > 1 and min(people, count * seats) // count < least:
        count -= 1
    few, more = divmod(min(people, count * seats), count)
    return tuple(few + (at < more) for at in range(count))


def draw(
    seed: str, people: int, seats: int, least: int, tables: int, before: Sequence[Drawn]
) -> Drawn:
    """The next draw after those before it."""
    sizes = table_sizes(people, seats, least, tables)
    number = len(before) + 1
    out = _sitting_out(seed, number, people, people - sum(sizes), before)
    met = meetings(before)
    best: tuple[int, list[list[int]]] | None = None
    for attempt in range(1, _TRIES + 1):
        order = _order(f"{seed} draw {number} {attempt}", people)
        playing = [person for person in order if person not in out]
        found = _better(_cut(playing, sizes), met)
        cost = sum(_cost(table, met) for table in found)
        if best is None or cost < best[0]:
            best = cost, found
        if not cost:
            break
    assert best is not None
    return Drawn(tuple(map(tuple, best[1])), out)


def meetings(before: Sequence[Drawn]) -> Counter[tuple[int, int]]:
    """How often each two people, the lower number first, sat at one table."""
    return Counter(
        pair
        for drawn in before
        for table in drawn.tables
        for pair in combinations(sorted(table), 2)
    )


def _sitting_out(
    seed: str, number: int, people: int, count: int, before: Sequence[Drawn]
) -> tuple[int, ...]:
    """Those who have sat out least often, of them the ones for whom it is longest ago."""
    times = Counter(person for drawn in before for person in drawn.out)
    last = {person: at for at, drawn in enumerate(before, 1) for person in drawn.out}
    order = _order(f"{seed} out {number}", people)
    order.sort(key=lambda person: (times[person], last.get(person, 0)))
    return tuple(sorted(order[:count]))


def _order(text: str, people: int) -> list[int]:
    """The people by the SHA-256 of the text and their number, the lowest first."""
    return sorted(range(people), key=lambda person: sha256(f"{text} {person}".encode()).digest())


def _cut(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    tables, at = [], 0
    for size in sizes:
        tables.append(list(order[at : at + size]))
        at += size
    return tables


def _better(tables: list[list[int]], met: Counter[tuple[int, int]]) -> list[list[int]]:
    is_better = bool(met)
    while is_better:
        is_better = False
        for one, other in combinations(tables, 2):
            for mine in range(len(one)):
                for theirs in range(len(other)):
                    before = _cost(one, met) + _cost(other, met)
                    one[mine], other[theirs] = other[theirs], one[mine]
                    if _cost(one, met) + _cost(other, met) < before:
                        is_better = True
                    else:
                        one[mine], other[theirs] = other[theirs], one[mine]
    return tables


def _cost(table: Sequence[int], met: Counter[tuple[int, int]]) -> int:
    """How much a table repeats earlier ones: a third meeting counts for more than two second."""
    return sum(met[pair] ** 2 for pair in combinations(sorted(table), 2))
