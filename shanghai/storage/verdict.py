"""What is said of a saved game without its moves: its verdict, its format, what it lacks."""

from collections.abc import Iterable
from enum import Enum
from typing import Final

from shanghai.words.phrases import listed

FORMAT: Final = 4
"""4 has PINs, handicaps of seats and worlds tried, 3 a cut and terms.

2 has moves taken back and corrected scores. All are read.
"""
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
    """Which computer players of these levels are not installed, as a clause; empty: none.

    That may change at any time, so it is asked for whenever it is shown, and never kept.
    """
    from shanghai.bots.levels import LEVELS

    absent = [repr(level) for level in dict.fromkeys(levels) if level not in LEVELS]
    if len(absent) > 1:
        return f"its computer players {listed(absent)} are not installed"
    return f"its computer player {absent[0]} is not installed" if absent else ""
