"""The decisions of a finished game with what their players knew at the time."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from msgspec import Struct

from shanghai.bots.memory import Memory
from shanghai.engine.events import Dealt, Event
from shanghai.engine.seats import by_seat
from shanghai.engine.seen import seen_by, view_for
from shanghai.engine.state import SeatView
from shanghai.review.decisions import Decision, choices_of
from shanghai.storage.journal import Journal, opened_course

_USUAL_MOVES: Final = 120
"""Moves of a round of usual length."""
_MOST_TRIED: Final = 360
"""How many moves of a very long round are tried."""


class MetDecision(Struct, frozen=True):
    """A decision with what its seat knew: its view, and the events since the deal that it saw."""

    decision: Decision
    view: SeatView
    heard: tuple[Event, ...]
    place: int = 0
    """The number of moves in the round before it."""
    round_moves: int = 0
    """The number of moves in the whole round."""

    @property
    def effort(self) -> float:
        """The share of the usual work that its moves are tried with. It is below 1 in a long round,
        which never takes much longer to judge than another."""
        return (_USUAL_MOVES / min(max(_USUAL_MOVES, self.round_moves), _MOST_TRIED)) ** 2

    @property
    def is_tried(self) -> bool:
        """Whether its moves are tried at all. In a very long round only those near its beginning
        and near its end are."""
        return _is_tried(self.place, self.round_moves)

    def memory(self) -> Memory:
        """The memory that the seat has of the round."""
        memory = Memory()
        for event in self.heard:
            memory.notice(event)
        return memory


def _is_tried(place: int, round_moves: int) -> bool:
    most = _MOST_TRIED // 2
    return place < most or round_moves - place <= most


def untried_in(read: Journal, decisions: Sequence[Decision]) -> dict[int, int]:
    """How many of these decisions of a game are not tried, by round. Only very long rounds have
    such."""
    rounds = [step.before.round for step in opened_course(read)]
    lengths, untried = Counter(rounds), Counter[int]()
    for decision in decisions:
        place = decision.at - rounds.index(decision.round)
        untried[decision.round] += not _is_tried(place, lengths[decision.round])
    return {round: count for round, count in untried.items() if count}


def moments_of(read: Journal, wanted: set[int]) -> Iterator[tuple[int, MetDecision]]:
    """Yields the decisions whose numbers are in `wanted`, each with its number and what its seat
    saw and had heard in that round. They are numbered from 0, in the order of `decisions_of`."""
    heard: list[list[Event]] = [[] for _ in read.players]
    course = opened_course(read)
    lengths = Counter(step.before.round for step in course)
    number, places = 0, Counter[int]()
    for at, step in enumerate(course):
        round = step.before.round
        for decision in choices_of(at, step):
            if number in wanted:
                view, events = view_for(step.before, decision.seat), tuple(heard[decision.seat])
                place, length = places[round], lengths[round]
                yield number, MetDecision(decision, view, events, place, length)
            number += 1
        places[round] += 1
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
    most_work: int = 0
    """The most work of a decision's play-outs, if it is limited. Half of it is for the choice of
    the best move. It may be some times as much if the cards show the reason."""


class Trials(Protocol):
    """Plays rounds to their end after a move, in worlds that agree with what a seat saw."""

    worlds: WorldCounts
    work: int
    """The work of all play-outs so far, if it is limited. That of a usual turn is 1."""

    def worth_trying(self, moment: MetDecision) -> list[int]:
        """The indexes of the moves that are compared with the one that was made, which is 0."""

    def points(
        self, moment: MetDecision, tried: Sequence[int], count: int, what: str
    ) -> list[list[tuple[int, ...]]]:
        """By world and move the points of each seat at the end of the round.

        `tried` are the indexes of the moves, `count` is the number of worlds. The same words in
        `what` give the same worlds.
        """
