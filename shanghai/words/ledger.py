"""What the commands of evenings say: the ledger, scores with real cards, tournaments."""

from collections.abc import Mapping, Sequence
from typing import Final

from shanghai.words.grammar import counted, number
from shanghai.words.messages import Messages

say = Messages("ledger")
__getattr__ = say.__getattr__


SCORE_HELP: Final[Sequence[str]] = say.lines("SCORE_HELP")


STANDING: Final[Sequence[str]] = say.lines("STANDING")
"""The heads of the columns of a standing."""


HEADINGS: Final[Sequence[str]] = say.lines("HEADINGS")
LEGEND: Final[Sequence[str]] = say.lines("LEGEND")


def best_evening_text(wins: int, games: int, date: str) -> str:
    """How many games were won on the best evening, and when that was."""
    return f"{number(wins)} of {counted(games, 'game')} won, on {date}"


def rival_text(player: str, other: str, beaten: int, games: int) -> str:
    """Who has beaten a player most often."""
    times = {1: "once", 2: "twice"}.get(beaten, f"{number(beaten)} times")
    return f"{other} has beaten {player} {times} of {number(games)}"


def evening_line(date: str, games: int, wins: Mapping[str, int]) -> str:
    """The games of an evening, and who won how many."""
    won = ", ".join(f"{name} {count}" for name, count in wins.items())
    return f"  {date}: {counted(games, 'game')}{f', won by {won}' if won else ''}"
