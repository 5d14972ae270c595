"""Sides: who plays with whom, and what counts for a side (HR-15).

Seat i belongs to side i modulo the number of sides. Where all play alone, each seat is a side of
its own, so that whatever adds up or ranks may always ask for sides.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from shanghai.engine.seats import SEATS_OF, SeatIndex


class SideScore(NamedTuple):
    """What ranks a side. The lowest score leads: more contracts met, then fewer points (ALL-12)."""

    met_negated: int
    """The number of contracts met, times -1, so that more contracts rank first."""
    points: int


class Sides(Struct, frozen=True):
    """The sides of a table with a number of players."""

    count: int
    players: int

    @property
    def have_partners(self) -> bool:
        """Whether several seats share a side."""
        return self.count < self.players

    def of(self, seat: SeatIndex) -> int:
        """The side of a seat, counted from 0."""
        return seat % self.count

    def seats(self, side: int) -> tuple[SeatIndex, ...]:
        """The seats of a side."""
        return SEATS_OF[self.players][side :: self.count]

    def partners(self, seat: SeatIndex) -> tuple[SeatIndex, ...]:
        """The other seats of the side of a seat."""
        return tuple(other for other in self.seats(self.of(seat)) if other != seat)

    def opponents(self, seat: SeatIndex) -> tuple[SeatIndex, ...]:
        """The seats of the other sides."""
        own_side = self.of(seat)
        return tuple(other for other in SEATS_OF[self.players] if self.of(other) != own_side)

    def are_partners(self, one: SeatIndex, other: SeatIndex) -> bool:
        """Whether two different seats belong to one side."""
        return one != other and self.of(one) == self.of(other)

    def totals(self, values: Sequence[int]) -> tuple[int, ...]:
        """The sum of the values of each side. There is a value for each seat."""
        return tuple(sum(values[side :: self.count]) for side in range(self.count))

    def scores(self, points: Sequence[int], met: Sequence[int]) -> tuple[SideScore, ...]:
        """The score of each side, from the points and the number of met contracts of each seat."""
        pairs = zip(self.totals(met), self.totals(points), strict=True)
        return tuple(SideScore(-contracts, total) for contracts, total in pairs)

    def places(self, points: Sequence[int], met: Sequence[int]) -> tuple[int, ...]:
        """The place of each seat: 1 if its side leads. Sides with equal scores share a place."""
        scores = self.scores(points, met)
        ranks = [1 + sum(other < score for other in scores) for score in scores]
        return tuple(ranks[self.of(seat)] for seat in SEATS_OF[self.players])


@cache
def sides_of(count: int, players: int) -> Sides:
    """The sides of a table. `count` is the rule `sides`; if it is 0, each seat is a side."""
    return Sides(count or players, players)


def is_table_size(count: int, players: int) -> bool:
    """Whether so many players make `count` sides of equal size, with two players or more each."""
    return not count or (players > count and players % count == 0)
