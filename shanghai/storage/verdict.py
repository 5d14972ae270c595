"""What is shown of saved games without their moves: in the list, and as figures."""

from collections.abc import Iterable
from enum import Enum
from typing import Final

from msgspec import Struct

from shanghai.engine.seats import SeatIndex
from shanghai.engine.sides import Sides, sides_of
from shanghai.words import saves as words

FORMAT: Final = 6
"""The format of new journals. Older ones are read too.

Format 2 added undo and corrected scores, 3 the cut and the terms, and 4 PINs, handicaps and the
worlds that computers tried. In 5 the cards depend on the first line. 6 has one cut instead of two,
and can name the game whose cards are played again.
"""
UNBOUND: Final = 4
"""The last format in which the cards do not depend on the first line. If an older game needs a new
kind of entry, it is written again in this format."""
CUT_TWICE: Final = 5
"""The last format with two cuts, one before the draw for the dealer and one before the deals."""
MOST_BYTES: Final = 8 * 2**20
"""The most bytes of a journal. A larger file is neither read nor written."""


class JournalVerdict(Enum):
    """Whether a journal is sound: the result of reading it."""

    OK = "ok"
    TORN = "torn"
    """The end is cut off. The moves before it are sound."""
    DAMAGED = "damaged"
    NEWER = "newer"
    """A newer program has written it, in a format that this one does not know."""


def missing(levels: Iterable[str]) -> str:
    """A part of a sentence that names the levels that are not installed; empty if all are."""
    from shanghai.bots.levels import LEVELS

    absent = [repr(level) for level in dict.fromkeys(levels) if level not in LEVELS]
    if len(absent) > 1:
        return words.MISSING_PLAYERS(names=absent)
    return words.MISSING_PLAYER(name=absent[0]) if absent else ""


class Listed(Struct, frozen=True):
    """A saved game as the list of games shows it. It has nothing secret."""

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
    """When it was saved, in ISO 8601 and local time; empty if that is not a valid time."""
    computers: tuple[str, ...] = ()

    @property
    def missing(self) -> str:
        """A part of a sentence that names the computer players that are not installed. It is empty
        if none is missing, or if the game is finished."""
        return "" if self.finished else missing(self.computers)

    @property
    def is_open(self) -> bool:
        """Whether the game can be continued."""
        is_sound = self.verdict in (JournalVerdict.OK.value, JournalVerdict.TORN.value)
        return is_sound and bool(self.rounds) and not self.finished and not self.missing


class RoundSummary(Struct, frozen=True):
    """A round of a finished game, with its points as corrected. `out` is the seat that went out, or
    -1. `ending` is a value of `Ending`. `seconds` is the playing time without breaks."""

    number: int
    points: tuple[int, ...]
    out: int
    ending: str
    seconds: int = 0

    @property
    def is_blind(self) -> bool:
        """Whether the round ended by a player going out blind (RG-20)."""
        return self.ending.startswith("out blind")


class SeatSummary(Struct, frozen=True):
    """A seat of a finished game: its last player, its total as corrected, and counts of events.
    `bot` is the level of a computer, empty for a person. `hinted` says that the seat had hints."""

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
    """The figures of a finished game. Times are in ISO 8601. `series` is the id of the first game
    of an evening, and `code` the deal code."""

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
    """How many sides there were, if players were partners; 0 if all played alone (HR-15)."""

    @property
    def sides(self) -> Sides:
        """The sides: who played with whom."""
        return sides_of(self.partner_sides, len(self.seats))

    @property
    def winning_sides(self) -> tuple[int, ...]:
        """The numbers of the sides that won. If all play alone, each seat is a side."""
        return tuple(dict.fromkeys(self.sides.of(SeatIndex(seat)) for seat in self.winners))

    @property
    def side_points(self) -> tuple[int, ...]:
        """The total of each side in points."""
        return self.sides.totals([seat.score for seat in self.seats])

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return tuple(seat.name for seat in self.seats)
