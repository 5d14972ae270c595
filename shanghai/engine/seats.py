"""Seats by number: 0 is the first seat, and the next number sits on its left."""

from collections.abc import Iterable, Iterator
from typing import Final, NewType, TypeVar

T = TypeVar("T")

SeatIndex = NewType("SeatIndex", int)
"""The number of a seat, counted clockwise from 0."""

NOBODY: Final = SeatIndex(-1)
"""The seat number that means no seat."""

MOST_SEATS: Final = 8

_SEATS: Final = tuple(map(SeatIndex, range(MOST_SEATS)))
SEATS_OF: Final = tuple(_SEATS[:players] for players in range(MOST_SEATS + 1))
"""The numbers of all seats of a table, by the number of players."""


def next_seat(seat: SeatIndex, players: int, steps: int = 1) -> SeatIndex:
    """The seat that is `steps` seats to the left of a seat."""
    return _SEATS[(seat + steps) % players]


def by_seat(values: Iterable[T]) -> Iterator[tuple[SeatIndex, T]]:
    """Yields the number of each seat and its value. The values are in the order of the seats."""
    return zip(_SEATS, values, strict=False)
