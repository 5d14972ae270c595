"""The decisions of a finished game with what their players knew at the time."""

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
    """A decision with what its seat knew: its view, and the events since the deal that it saw."""

    decision: Decision
    view: SeatView
    heard: tuple[Event, ...]

    def memory(self) -> Memory:
        """The memory that the seat has of the round."""
        memory = Memory()
        for event in self.heard:
            memory.notice(event)
        return memory


def moments_of(read: Journal, wanted: set[int]) -> Iterator[tuple[int, MetDecision]]:
    """Yields the decisions whose numbers are in `wanted`, each with its number and what its seat
    saw and had heard in that round. They are numbered from 0, in the order of `decisions_of`."""
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
    """In how many fresh worlds the best move is compared with the one that was made: first in
    `first`, and if the result is in doubt in up to `most`."""

    first: int
    most: int
    most_unshown: int
    """The limit if the cards of the decision do not show the reason."""


class Trials(Protocol):
    """Plays rounds to their end after a move, in worlds that agree with what a seat saw."""

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
