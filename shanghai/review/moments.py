"""The decisions of a finished game as their players met them: what each saw and had heard."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from shanghai.bots.memory import Memory
from shanghai.engine.events import Dealt, Event
from shanghai.engine.seats import by_seat
from shanghai.engine.seen import seen_by, view_for
from shanghai.engine.state import SeatView
from shanghai.review.decisions import Decision, choices_of
from shanghai.storage.journal import Journal, opened_course


class MetDecision(Struct, frozen=True):
    """A decision as it was met: what the seat saw, and what it had heard since the deal."""

    decision: Decision
    view: SeatView
    heard: tuple[Event, ...]

    def memory(self) -> Memory:
        """What the seat remembers of the round."""
        memory = Memory()
        for event in self.heard:
            memory.notice(event)
        return memory


def moments_of(read: Journal, wanted: set[int]) -> Iterator[tuple[int, MetDecision]]:
    """Decisions by their number in `decisions_of`, each with what its seat saw and heard."""
    heard: list[list[Event]] = [[] for _ in read.players]
    number = 0
    for at, step in enumerate(opened_course(read)):
        for decision in choices_of(at, step):
            if number in wanted:
                seat = decision.seat
                yield number, MetDecision(decision, view_for(step.before, seat), tuple(heard[seat]))
            number += 1
        for event in step.events:
            for viewer, own in by_seat(heard):
                if isinstance(event, Dealt):
                    own.clear()
                own.append(seen_by(event, viewer))


class WorldCounts(Struct, frozen=True):
    """In how many fresh worlds the best move is compared with the one that was made."""

    first: int
    most: int
    """In so many at most, if fewer leave in doubt what may be said."""
    most_unshown: int
    """The same where the cards of the decision do not show the reason."""


class Trials(Protocol):
    """Plays rounds out to their end after a move, in worlds that fit what a seat saw."""

    worlds: WorldCounts

    def worth_trying(self, moment: MetDecision) -> list[int]:
        """The indexes of the moves that are compared with the one that was made, which is 0."""

    def points(
        self, moment: MetDecision, tried: Sequence[int], count: int, what: str
    ) -> list[list[tuple[int, ...]]]:
        """By world and move the points of each seat at the end of the round.

        `tried` are the indexes of the moves, `count` is the number of worlds. The same words in
        `what` give the same worlds.
        """
