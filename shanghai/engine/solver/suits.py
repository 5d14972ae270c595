"""Sets in which a suit stands once: how the cards of one rank, counted by suit, fill them."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from shanghai.engine.melds import SUITS
from shanghai.engine.parameters.parts import JokerCap

MOST_JOKERS: Final = 48
"""More jokers than any pack holds."""
Sizes = tuple[int, ...]
"""The least sizes of some sets or runs."""
Suits = tuple[int, ...]
"""How many cards of a rank there are of each suit."""
Shares = tuple[tuple[int, ...], ...]
"""For each of some sets the suits of its naturals."""


@lru_cache(maxsize=20_000)
def shares(count: int, counts: Suits) -> dict[tuple[int, ...], Shares]:
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


def _jokers(cap: JokerCap, least: int, naturals: int, exact: bool) -> Iterator[int]:
    """The numbers of jokers with which some naturals make a set of at least a size, or of just this
    size where it is `exact`."""
    if naturals:
        most = least if exact else SUITS
        for jokers in range(max(0, least - naturals), most - naturals + 1):
            if cap.allows(False, naturals + jokers, jokers):
                yield jokers


@lru_cache(maxsize=20_000)
def fillings(
    cap: JokerCap, sizes: Sizes, counts: Suits, exact: bool
) -> tuple[tuple[int, int], ...]:
    """The naturals that sets of these sizes can hold, most first, each with the jokers as bits."""
    jokers = dict[int, int]()
    for numbers in shares(len(sizes), counts):
        bits = 1
        for least, naturals in zip(sizes, numbers, strict=True):
            bits = sum_bits(bits, sum(1 << n for n in _jokers(cap, least, naturals, exact)))
        if bits:
            jokers[sum(numbers)] = jokers.get(sum(numbers), 0) | bits
    return tuple(sorted(jokers.items(), reverse=True))


def split(
    cap: JokerCap, sizes: Sizes, counts: Suits, exact: bool, naturals: int, jokers: int
) -> list[tuple[tuple[int, ...], int]]:
    """The suits and the jokers of each set, when together they hold these naturals and jokers."""
    for numbers, chosen in shares(len(sizes), counts).items():
        if sum(numbers) != naturals:
            continue
        each = (_jokers(cap, *one, exact) for one in zip(sizes, numbers, strict=True))
        for own in product(*each):
            if sum(own) == jokers:
                return list(zip(chosen, own, strict=True))
    raise AssertionError(sizes)


@lru_cache(maxsize=20_000)
def gaps(cap: JokerCap, sizes: Sizes, counts: Suits) -> tuple[tuple[int, int], ...]:
    """For sets of just these sizes the cards that naturals leave open, and how many of these jokers
    may be; of two choices that are equal in one the worse is left out."""
    best = dict[int, int]()
    for numbers in shares(len(sizes), counts):
        open_ = [max(0, size - n) for size, n in zip(sizes, numbers, strict=True)]
        if any(n > size for size, n in zip(sizes, numbers, strict=True)):
            continue
        room = sum(
            min(count, cap.most_for(False, size)) for count, size in zip(open_, sizes, strict=True)
        )
        best[sum(open_)] = max(best.get(sum(open_), 0), room)
    return tuple(best.items())


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
