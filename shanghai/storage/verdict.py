"""What is known of a saved game without its moves: a line of the list, and its figures."""

from collections.abc import Iterable
from enum import Enum
from typing import Final

from msgspec import Struct

from shanghai.engine.seats import SeatIndex
from shanghai.engine.sides import Sides, sides_of
from shanghai.words import saves as words

FORMAT: Final = 6
"""The format of new journals. Older ones are read too.

Format 2 has moves taken back and corrected scores; 3 a cut and terms; 4 PINs, handicaps and the
worlds that were tried; in 5 the cards depend on the first line; 6 has one cut, and names the game
whose cards are played again.
"""
UNBOUND: Final = 4
"""The last format in which the cards do not depend on the first line. Older games that need a new
kind of entry are written again in this format."""
CUT_TWICE: Final = 5
"""The last format with two cuts: before the draw for the dealer, and before the deals."""
MOST_BYTES: Final = 8 * 2**20
"""The bytes of the largest journal. A larger file is neither read nor written."""


class JournalVerdict(Enum):
    """The verdict on a journal."""

    OK = "ok"
    TORN = "torn"
    """The end is cut off; the moves before it are sound."""
    DAMAGED = "damaged"
    NEWER = "newer"


def missing(levels: Iterable[str]) -> str:
    """Which of these levels are not installed, as a part of a sentence; "" if all are."""
    from shanghai.bots.levels import LEVELS

    absent = [repr(level) for level in dict.fromkeys(levels) if level not in LEVELS]
    if len(absent) > 1:
        return words.MISSING_PLAYERS(names=absent)
    return words.MISSING_PLAYER(name=absent[0]) if absent else ""


class Listed(Struct, frozen=True):
    """A saved game as the list of games shows it. Nothing secret is in it."""

    id: str
    title: str = ""
    variant: str = ""
    players: tuple[str, ...] = ()
    round: int = 0
    rounds: int = 0
    moves: int = 0
    verdict: str = JournalVerdict.DAMAGED.value
    problem: str = ""
    """What is wrong with the file; empty if it is sound."""
    finished: bool = False
    changed: str = ""
    """When it was saved, in ISO 8601 and local time; empty if that is no possible time."""
    computers: tuple[str, ...] = ()

    @property
    def missing(self) -> str:
        """Which computer players of the game are not installed, as a part of a sentence. Empty if
        none is missing, or the game is finished."""
        return "" if self.finished else missing(self.computers)

    @property
    def is_open(self) -> bool:
        """Whether it can be played on."""
        is_sound = self.verdict in (JournalVerdict.OK.value, JournalVerdict.TORN.value)
        return is_sound and bool(self.rounds) and not self.finished and not self.missing


class RoundSummary(Struct, frozen=True):
    """A round of a finished game: its points as corrected, and its length without breaks.

    `out` is the seat that went out, or -1.
    """

    number: int
    points: tuple[int, ...]
    out: int
    ending: str
    seconds: int = 0

    @property
    def is_blind(self) -> bool:
        """Whether a player went out blind (RG-20)."""
        return self.ending.startswith("out blind")


class SeatSummary(Struct, frozen=True):
    """A seat of a finished game: its last player, its total as corrected, and its figures."""

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
    """A finished game. Times are in ISO 8601; `series` is the id of the first of several games."""

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
    partner_sides: int = 0
    """In how many sides partners played; 0: everybody alone (HR-15)."""

    @property
    def sides(self) -> Sides:
        """Who played with whom."""
        return sides_of(self.partner_sides, len(self.seats))

    @property
    def winning_sides(self) -> tuple[int, ...]:
        """The sides of the winners; of players who play alone, each is a side."""
        return tuple(dict.fromkeys(self.sides.of(SeatIndex(seat)) for seat in self.winners))

    @property
    def side_points(self) -> tuple[int, ...]:
        """The total of each side."""
        return self.sides.totals([seat.score for seat in self.seats])

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the seats, clockwise."""
        return tuple(seat.name for seat in self.seats)
