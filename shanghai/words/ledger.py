"""What the commands of evenings say: the ledger, scores with real cards, tournaments."""

from collections.abc import Mapping, Sequence
from typing import Final

from shanghai.words.grammar import counted, noun, number
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
    return f"{_share(wins, games, 'game')} won, on {date}"


def _share(count: int, whole: int, what: str) -> str:
    """Such as `two of five games`, or `all three games`."""
    if count < whole:
        return f"{number(count)} of {number(whole)} {what}s"
    all_of = {1: "the only", 2: "both"}.get(whole, f"all {number(whole)}")
    return f"{all_of} {noun(whole, what)}"


def rival_text(player: str, other: str, beaten: int, games: int) -> str:
    """Who has beaten a player most often."""
    times = {1: "once", 2: "twice"}.get(beaten, f"{number(beaten)} times")
    all_times = {1: "in their only game", 2: "both times"}.get(games, f"all {number(games)} times")
    said = all_times if beaten == games else f"{times} in {number(games)} games"
    return f"{other} has beaten {player} {said}"


def evenings_span(dates: Sequence[str]) -> str:
    """How many evenings there are, and from when to when."""
    days = " to ".join(dict.fromkeys((dates[0], dates[-1]))) if dates else ""
    return f"{counted(len(dates), 'evening')}, {days}"


def evening_line(date: str, games: int, wins: Mapping[str, int]) -> str:
    """The games of an evening, and who won how many."""
    won = ", ".join(f"{name} {count}" for name, count in wins.items())
    return f"  {date}: {counted(games, 'game')}{f', won by {won}' if won else ''}"
