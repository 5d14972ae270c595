"""What a finished game has come to: its rounds, its scores and the figures of each seat."""

from typing import Final

from msgspec import Struct

BLIND: Final = frozenset({"out blind", "out blind without a joker"})
"""How a round ends in which somebody goes out blind (RG-20), as the engine's `Ending` has it."""


class RoundSummary(Struct, frozen=True):
    """A round: the points of each seat as corrected, who went out, why it ended, how long it took.

    `out` is a seat, or -1 where nobody went out; `seconds` leave breaks out.
    """

    number: int
    points: tuple[int, ...]
    out: int
    ending: str
    seconds: int = 0

    @property
    def is_blind(self) -> bool:
        """Whether somebody went out blind."""
        return self.ending in BLIND


class SeatSummary(Struct, frozen=True):
    """A seat: who had it at the end, its total as corrected, and what was done from it."""

    name: str
    bot: str
    score: int
    calls_made: int = 0
    calls_won: int = 0
    shanghais_called: int = 0
    shanghais_suffered: int = 0
    jokers_won: int = 0
    hinted: bool = False
    has_handicap: bool = False


class GameSummary(Struct, frozen=True):
    """A finished game; `begun` and `finished` are ISO 8601 with their zone.

    `series` is the id of the first of several games in a row, `code` the deal code.
    """

    id: str
    title: str
    variant: str
    variant_name: str
    begun: str
    finished: str
    seats: tuple[SeatSummary, ...]
    rounds: tuple[RoundSummary, ...]
    winners: tuple[int, ...]
    series: str = ""
    code: str = ""

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the seats, clockwise."""
        return tuple(seat.name for seat in self.seats)
