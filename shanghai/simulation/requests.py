"""What can be asked of a simulation: games, a comparison of rules, a trial of two levels.

Each order says which pieces of work it is made of and turns their reports into one; so several
orders share the same processes.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from msgspec import Struct

from shanghai.simulation.comparison import Comparison, compare
from shanghai.simulation.duplicate import DuplicateTrial, deals_of
from shanghai.simulation.games import Task, games_of
from shanghai.simulation.report import comparison_lines, summary_lines, trial_lines
from shanghai.simulation.summary import Summary, summarize
from shanghai.simulation.verdicts import TrialSummary, sum_up
from shanghai.simulation.work import Work


class RequestResult(Struct, frozen=True):
    """What an order comes to: for programs, for people, and whether all was played to its end."""

    found: Summary | Comparison | TrialSummary
    lines: tuple[str, ...]
    finished: bool


class Request(Protocol):
    """One thing asked for."""

    def work(self) -> Sequence[Work[Any]]:
        """Its pieces; ValueError where players, levels or rounds are not allowed."""
        ...

    def answer(self, reports: Sequence[Any]) -> RequestResult:
        """What the reports of its pieces come to."""
        ...


class GamesRequest(Struct, frozen=True):
    """Games 1 to `games` of a task."""

    task: Task
    games: int

    def work(self) -> Sequence[Work[Any]]:
        """The games."""
        return games_of(self.task, self.games)

    def answer(self, reports: Sequence[Any]) -> RequestResult:
        """Their summary."""
        found = summarize(self.task, reports)
        return RequestResult(
            found, tuple(summary_lines(self.task.rules, found)), not found.unfinished
        )


class ComparisonRequest(Struct, frozen=True):
    """The same games under the rules of two tasks."""

    plain: Task
    changed: Task
    changes: tuple[str, ...]
    games: int

    def work(self) -> Sequence[Work[Any]]:
        """The games of both sides."""
        return [*games_of(self.plain, self.games), *games_of(self.changed, self.games)]

    def answer(self, reports: Sequence[Any]) -> RequestResult:
        """What the change changed."""
        halves = reports[: self.games], reports[self.games :]
        found = compare(self.plain, self.changed, self.changes, *halves)
        finished = not (found.plain.unfinished or found.changed.unfinished)
        return RequestResult(found, tuple(comparison_lines(self.plain.rules, found)), finished)


class TrialRequest(Struct, frozen=True):
    """A trial of two levels, of all rounds or of those named."""

    trial: DuplicateTrial
    games: int
    rounds: tuple[int, ...] = ()

    def work(self) -> Sequence[Work[Any]]:
        """The deals."""
        return deals_of(self.trial, self.games, self.rounds)

    def answer(self, reports: Sequence[Any]) -> RequestResult:
        """How the first level did against the second."""
        found = sum_up(self.trial, reports)
        return RequestResult(
            found, tuple(trial_lines(self.trial.rules, found)), not found.unfinished
        )


def split(reports: Sequence[Any], sizes: Sequence[int]) -> Iterator[Sequence[Any]]:
    """The reports of each order, out of those of all."""
    at = 0
    for size in sizes:
        yield reports[at : at + size]
        at += size
