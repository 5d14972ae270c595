"""The course of a kept game: the moves that stand, each with the game before and after it."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from shanghai.engine.actions import Action, StopGame
from shanghai.engine.events import Event, RoundEnded
from shanghai.engine.game import apply
from shanghai.engine.state import State
from shanghai.storage.entries import Moved, first_state, standing
from shanghai.storage.journal import Journal
from shanghai.storage.saves import NotAGame, read_game
from shanghai.storage.verdict import JournalVerdict


class Step(Struct, frozen=True):
    """A move that stands, the game before and after it, and what has happened by it."""

    before: State
    move: Moved
    after: State
    events: tuple[Event, ...]

    @property
    def action(self) -> Action:
        """The action of the move, its chance in it."""
        return self.move.action


def sound_game(path: Path) -> Journal:
    """The journal in a file as far as it can be trusted; NotAGame where it cannot be."""
    read = read_game(path)
    if read.state is None or read.verdict not in (JournalVerdict.OK, JournalVerdict.TORN):
        raise NotAGame(f"{path}: {read.verdict.value}, line {read.line}: {read.problem}.")
    return read


def course(read: Journal) -> Iterator[Step]:
    """The moves of a sound journal that stand, from the first one on."""
    if read.header is None:
        return
    state = first_state(read.header)
    for move in standing(read.entries):
        after, events = apply(state, move.action)
        yield Step(state, move, after, events)
        state = after


def opened_course(read: Journal) -> list[Step]:
    """The moves up to the end of the last finished round: nothing in them is a secret any more.

    All moves of a game that was played to its end; none where no round is finished.
    """
    steps = list(course(read))
    ends = (
        at
        for at, step in enumerate(steps)
        if any(isinstance(event, RoundEnded) for event in step.events)
    )
    last = max(ends, default=-1)
    is_stopped = any(isinstance(step.action, StopGame) for step in steps)
    return steps[: last + 1] if is_stopped or not read.is_ended else steps
