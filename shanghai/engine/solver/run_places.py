"""The places of runs as bits.

A run has places 1 (a low ace) to 14 (a high ace), held as bits 1 to 14. The naturals of one suit
are one integer of layers, 16 bits each: the bit of a place stands in layer n if the hand holds
more than n copies. An ace that may lie at either end stands at both and is spent at both. Where
runs go round the corner the places are a ring of 13, in which the ace is the first one.
"""

from functools import lru_cache
from typing import Final

LAYER: Final = 16
"""The bits of a layer."""
LOWEST: Final = (1 << LAYER) - 1
"""All bits of the lowest layer."""
SPREAD: Final = sum(1 << LAYER * layer for layer in range(8))
"""What places are multiplied with to stand in all layers."""
RING: Final = (1 << 14) - 2
"""All places of a ring."""

ACES: Final = 1 << 1 | 1 << 14
"""The two places of an ace."""

RunOption = tuple[int, int, int, int, int, int]
"""Points, holes (places without a natural), length, places, places spent in all layers, suit."""


class Sums(dict[int, int]):
    """For each set of places (15 bits) the sum of the weights of its bits, as they are asked for.

    So few sets ever come up that a table of all of them would be dearer than any hand.
    """

    def __init__(self, weights: tuple[int, ...]) -> None:
        super().__init__()
        self._weights = weights

    def __missing__(self, places: int) -> int:
        """The sum for a set that was not asked for before."""
        if not places:
            return 0
        rest = places & (places - 1)
        total = self[places] = self[rest] + self._weights[(places ^ rest).bit_length() - 1]
        return total


@lru_cache(maxsize=16)
def sums_of(weights: tuple[int, ...]) -> Sums:
    """The sums of some weights, shared by all plans."""
    return Sums(weights)


RANKS_OF: Final = sums_of((0, *(1 << 8 * (place % 13) for place in range(14))))
"""The naturals at a set of places counted by rank: rank r (0: ace) has the byte number r."""


def low_of(places: int) -> int:
    """The lowest of a set of places."""
    return (places & -places).bit_length() - 1


def arc(low: int, size: int) -> int:
    """The places of a ring on which a run of a size from a low place lies."""
    places = ((1 << size) - 1) << low
    return (places | places >> 13) & RING


def lay_more_runs(
    windows: list[RunOption], naturals: int, start: int, count: int, holes: int, fewest: list[int]
) -> None:
    """Lay one more run and another; `fewest` falls to the fewest holes by the count of runs."""
    for index in range(start, len(windows)):
        _, _, length, span, spent, _ = windows[index]
        now = holes + length - (naturals & span).bit_count()
        fewest[count + 1] = min(fewest[count + 1], now)
        if count + 2 < len(fewest):
            rest = naturals & ~spent | naturals >> LAYER & spent
            lay_more_runs(windows, rest, index, count + 1, now, fewest)


def undominated(options: list[RunOption], places: int) -> tuple[RunOption, ...]:
    """The options but those of whose naturals another one of the same length holds all.

    The other can always be laid with the same naturals and as many jokers, so nothing is lost.
    """
    kept: list[RunOption] = []
    for option in sorted(options, key=lambda option: (option[1], option[3])):
        naturals = option[3] & places
        if not any(other[2] == option[2] and naturals & other[3] == naturals for other in kept):
            kept.append(option)
    return tuple(kept)
