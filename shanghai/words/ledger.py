"""Messages of commands for evenings: the ledger, scores with real cards, tournaments."""

from collections.abc import Mapping, Sequence
from typing import Final

from shanghai.words.messages import Messages

say = Messages("ledger")
__getattr__ = say.__getattr__

SCORE_HELP: Final[Sequence[str]] = say.lines("SCORE_HELP")
STANDING: Final[Sequence[str]] = say.lines("STANDING")
"""The heads of the columns in the table of a standing."""
HEADINGS: Final[Sequence[str]] = say.lines("HEADINGS")
LEGEND: Final[Mapping[str, str]] = say.table("LEGEND")
"""The meaning of the headings, by column."""


def best_evening_text(wins: int, games: int, date: str) -> str:
    """How many games a player won on the best evening, and its date."""
    return say.of("BEST_EVENING_TEXT", _share(wins, games), wins=wins, games=games, date=date)


def _share(count: int, whole: int) -> str:
    """The name of a share: `some`, or for all of the whole `only` (of one), `both` or `all`."""
    return "some" if count < whole else {1: "only", 2: "both"}.get(whole, "all")


def rival_text(player: str, other: str, beaten: int, games: int) -> str:
    """A sentence on who has beaten a player most often: `beaten` times in `games` games."""
    times = say.of("TIMES", str(min(beaten, 3)), count=beaten)
    kind = _share(beaten, games)
    return say.of("RIVAL_TEXT", kind, player=player, other=other, times=times, games=games)


def evenings_span(dates: Sequence[str]) -> str:
    """The number of evenings, and their first and last date. `dates` are in order."""
    first, last = (dates[0], dates[-1]) if dates else ("", "")
    message = say.EVENING if first == last else say.EVENINGS_SPAN
    return message(count=len(dates), first=first, last=last)
