"""The sets of one rank: how many naturals and jokers they can hold together."""

from collections.abc import Collection, Iterator
from enum import Enum, auto
from functools import lru_cache
from itertools import product
from typing import Final

from shanghai.engine.melds import LONGEST_RUN, SUITS
from shanghai.engine.parameters.parts import JokerCap

MOST_JOKERS: Final = 48
"""More jokers than any pack holds."""
Sizes = tuple[int, ...]
"""The sizes of some sets or runs."""
Counts = tuple[int, ...]
"""How many cards of a rank there are: by suit where a set has each suit once, else in all."""
Shares = tuple[tuple[int, ...], ...]
"""For each of some sets the suits of its naturals."""


class Sizing(Enum):
    """How the size of a meld binds it."""

    AT_LEAST = auto()
    """It has at least this size."""
    EXACT = auto()
    """It has just this size."""
    LACKING = auto()
    """It has just this size, and cards that are not there yet may fill places of it."""


@lru_cache(maxsize=20_000)
def joker_counts(
    cap: JokerCap, is_run: bool, size: int, naturals: int, sizing: Sizing, longest: int
) -> int:
    """The numbers of jokers, as bits, with which some naturals make a meld of a size."""
    if sizing is Sizing.LACKING:
        return (
            (2 << min(size - naturals, cap.most_for(is_run, size))) - 1 if naturals <= size else 0
        )
    fewest = max(0, size - naturals)
    largest = size if sizing is Sizing.EXACT else longest
    return sum(
        1 << jokers
        for jokers in range(fewest, largest - naturals + 1)
        if naturals and cap.allows(is_run, naturals + jokers, jokers)
    )


def run_joker_counts(cap: JokerCap, size: int, naturals: int, sizing: Sizing) -> int:
    """The numbers of jokers, as bits, with which some naturals make a run of a size."""
    return joker_counts(cap, True, size, naturals, sizing, LONGEST_RUN)


def _set_joker_counts(
    cap: JokerCap, size: int, naturals: int, sizing: Sizing, counts: Counts
) -> int:
    longest = SUITS if len(counts) > 1 else naturals + MOST_JOKERS
    return joker_counts(cap, False, size, naturals, sizing, longest)


def _numbers(sets: int, counts: Counts, sizing: Sizing) -> Collection[tuple[int, ...]]:
    """The numbers of naturals that some sets of one rank can have."""
    if len(counts) > 1:
        return shares(sets, counts)
    return list(_parts(sets, 0 if sizing is Sizing.LACKING else 1, counts[0]))


def _parts(parts: int, fewest: int, total: int) -> Iterator[tuple[int, ...]]:
    """Each choice of so many numbers, none below `fewest`, with a sum of at most `total`."""
    if not parts:
        yield ()
        return
    for number in range(fewest, total - fewest * (parts - 1) + 1):
        for others in _parts(parts - 1, fewest, total - number):
            yield (number, *others)


@lru_cache(maxsize=20_000)
def shares(count: int, counts: Counts) -> dict[tuple[int, ...], Shares]:
    """The numbers of naturals that `count` sets can have, each with the suits of every set: where
    the largest set, served first from the suits with most cards left, fails, all others do."""
    suits_of = dict[tuple[int, ...], Shares]()
    for numbers in product(range(SUITS + 1), repeat=count):
        left, chosen = list(counts), dict[int, tuple[int, ...]]()
        for index in sorted(range(count), key=lambda index: -numbers[index]):
            suits = sorted(range(SUITS), key=lambda suit: -left[suit])[: numbers[index]]
            if any(not left[suit] for suit in suits):
                break
            for suit in suits:
                left[suit] -= 1
            chosen[index] = tuple(sorted(suits))
        else:
            suits_of[numbers] = tuple(chosen[index] for index in range(count))
    return suits_of


@lru_cache(maxsize=40_000)
def fillings(
    cap: JokerCap, sizes: Sizes, counts: Counts, sizing: Sizing
) -> tuple[tuple[int, int], ...]:
    """The naturals that sets of these sizes can hold, most first, each with the jokers as bits."""
    jokers = dict[int, int]()
    for numbers in _numbers(len(sizes), counts, sizing):
        bits = 1
        for size, naturals in zip(sizes, numbers, strict=True):
            bits = sum_bits(bits, _set_joker_counts(cap, size, naturals, sizing, counts))
        if bits:
            jokers[sum(numbers)] = jokers.get(sum(numbers), 0) | bits
    return tuple(sorted(jokers.items(), reverse=True))


def split(
    cap: JokerCap, sizes: Sizes, counts: Counts, sizing: Sizing, naturals: int, jokers: int
) -> list[tuple[int, int]]:
    """The naturals and the jokers of each set, when together they hold so many of them; of several
    choices that in which the first sets have most naturals, and fewest jokers."""
    for numbers in sorted(_numbers(len(sizes), counts, sizing), reverse=True):
        if sum(numbers) != naturals:
            continue
        bits = [
            _set_joker_counts(cap, size, number, sizing, counts)
            for size, number in zip(sizes, numbers, strict=True)
        ]
        for own in product(*([n for n in range(jokers + 1) if each >> n & 1] for each in bits)):
            if sum(own) == jokers:
                return list(zip(numbers, own, strict=True))
    raise AssertionError(sizes)


def sum_bits(one: int, other: int) -> int:
    """All sums of a number in one set and a number in another, the sets given as bits."""
    if not one:
        return 0
    lowest = one & -one
    if one & (one + lowest):
        sums = 0
        while one:
            bit = one & -one
            sums |= other * bit
            one ^= bit
        return sums
    # Numbers without a gap: their sums double with each step.
    sums, count, width = other * lowest, one.bit_count(), 1
    while 2 * width <= count:
        sums |= sums << width
        width *= 2
    return sums | sums << (count - width)
