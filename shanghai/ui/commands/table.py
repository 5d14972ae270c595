"""The commands of every screen of the table: scores, log, rules, seats, leaving, the clock."""

from typing import Final, Protocol

from shanghai.ui.kit.command import Command, Reason
from shanghai.ui.kit.everywhere import HELP

SCORES: Final = Command(
    id="scores", keys="c", label="Scores", help="Opens the scorecard.", action="scorecard"
)
LOG: Final = Command(id="log", keys="i", label="Log", help="Opens the log of all that happened.")
RULES: Final = Command(
    id="rules", keys="r", label="Rules", help="Opens the rules of the variant.", shown=False
)
SEATS_IN_GAME: Final = Command(
    id="seats",
    keys="y",
    label="Seats",
    help="Hands a seat to a person or a computer, or does without help.",
    shown=False,
)
LEAVE_TABLE: Final = Command(
    id="leave-table", keys="q", label="Leave", help="Leaves the game.", shown=False
)
SHANGHAI: Final = Command(
    id="shanghai",
    keys="s",
    label="SHANGHAI",
    help="Calls SHANGHAI; then the caller's number, and the meld where there is a choice.",
)
UNDO: Final = Command(
    id="undo", keys="u", label="Undo", help="Takes the last move back, or asks the table."
)
OF_THE_TABLE: Final = (SCORES, LOG, RULES, SEATS_IN_GAME, HELP, LEAVE_TABLE)


class Clock(Protocol):
    """The clock of the calls."""

    @property
    def runs(self) -> bool:
        """Whether it runs now."""


class WithClock(Protocol):
    """A screen on which the clock of the calls may run."""

    clock: Clock


def _clock_runs(screen: WithClock) -> bool:
    return screen.clock.runs


def _why_no_clock(screen: WithClock) -> Reason | None:
    return None if screen.clock.runs else "No clock for calls runs now."


class WithComputers(Protocol):
    """A screen on which computers may be seen to play."""

    @property
    def waits_for_computer(self) -> bool:
        """Whether a computer is on turn, and plays as soon as it is time."""


def _waits_for_computer(screen: WithComputers) -> bool:
    return screen.waits_for_computer


def _why_no_hurry(screen: WithComputers) -> Reason | None:
    return None if screen.waits_for_computer else "No computer is on turn now."


HURRY: Final = Command(
    id="hurry",
    keys="tab",
    label="Hurry",
    help="Lets the computers play at once until the next person's turn.",
    when=_waits_for_computer,
    may=_why_no_hurry,
    shown=False,
)
HOLD: Final = Command(
    id="hold-clock",
    keys="z",
    label="Hold the clock",
    help="Holds the clock for calls, or lets it run on.",
    action="hold",
    when=_clock_runs,
    may=_why_no_clock,
)
