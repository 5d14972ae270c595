"""What is said of a saved game without its moves, and of a finished one its figures too."""

from collections.abc import Iterable
from enum import Enum
from typing import Final

from msgspec import Struct

from shanghai.words import saves as words

FORMAT: Final = 6
"""6 has one cut and names the game whose cards are played again, 5 binds the cards to the first
line, 4 has PINs, handicaps and worlds tried, 3 a cut and terms, 2 moves taken back and corrected
scores: all are read."""
UNBOUND: Final = 4
"""The last format whose first line does not go into the cards; older games are renewed to it."""
CUT_TWICE: Final = 5
"""The last format whose games are cut twice: before the draw for dealer and before the deals."""
MOST_BYTES: Final = 8 * 2**20
"""The bytes of the largest file; a larger one is no saved game: it is neither read nor written."""


class JournalVerdict(Enum):
    """The verdict on a journal."""

    OK = "ok"
    TORN = "torn"
    """The tail was cut; the moves before it are whole."""
    DAMAGED = "damaged"
    NEWER = "newer"


def missing(levels: Iterable[str]) -> str:
    """Which computer players of these levels are not installed now, as a clause; "" for none."""
    from shanghai.bots.levels import LEVELS

    absent = [repr(level) for level in dict.fromkeys(levels) if level not in LEVELS]
    if len(absent) > 1:
        return words.MISSING_PLAYERS(names=absent)
    return words.MISSING_PLAYER(name=absent[0]) if absent else ""


class RoundSummary(Struct, frozen=True):
    """A round: corrected points, who went `out` or -1, why it ended, its seconds without breaks."""

    number: int
    points: tuple[int, ...]
    out: int
    ending: str
    seconds: int = 0

    @property
    def is_blind(self) -> bool:
        """Whether somebody went out blind (RG-20), with a joker or without."""
        return self.ending.startswith("out blind")


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
    """A finished game, its times in ISO 8601; `series` is the id of the first of several games."""

    id: str
    title: str
    variant: str
    variant_name: str
    started: str
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
