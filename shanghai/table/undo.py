"""Undo at the table: what a seat may undo alone, and the question to all people about the rest."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import structs

from shanghai.engine.actions import Call
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.seen import public_view
from shanghai.engine.state import SeatView
from shanghai.engine.undo import Moment, UndoRequest
from shanghai.table.host import Host
from shanghai.table.window import CallWindow


class UndoOption(NamedTuple):
    """A moment to go back to if all agree."""

    order: UndoRequest
    first_event: int
    """The first entry of the log that would be undone."""
    view: SeatView
    """What the whole table could see then."""


class UndoOffers:
    """What can be undone in the game of one host."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def own(self, seat: SeatIndex, moves: int = 1) -> UndoRequest | None:
        """The order that undoes the latest moves, which must be of this seat. None if it may not
        do so alone."""
        host = self._host
        if len(host.undo_history.moments) < moves:
            return None
        order = UndoRequest(seat, host.undo_history.moments[-moves].number)
        return order if host.undo_history.refuse(order, host.state, host.log) is None else None

    def call(self, seat: SeatIndex) -> UndoRequest | None:
        """The order that takes back the call that the person in a seat has just made. None if that
        person may not, or has made none."""
        moments = self._host.undo_history.moments
        is_call = bool(moments) and isinstance(moments[-1].action, Call)
        return self.own(seat) if is_call and not self._host.is_bot(seat) else None

    def options(self) -> Iterator[UndoOption]:
        """Yields the moments to go back to if all agree, the latest first."""
        for seat, moment in self._own_moments():
            order = UndoRequest(seat, moment.number, agreed=True)
            yield UndoOption(order, moment.event_count, public_view(moment.state))

    @property
    def is_possible(self) -> bool:
        """Whether a person has made a move that can be undone, at least if all agree."""
        return any(True for _ in self._own_moments())

    def _own_moments(self) -> Iterator[tuple[SeatIndex, Moment[CallWindow]]]:
        """Yields each moment before a move of a person, with the seat. The latest comes first."""
        for moment in reversed(self._host.undo_history.moments):
            seat = getattr(moment.action, "seat", NOBODY)
            if seat != NOBODY and not self._host.is_bot(seat):
                yield seat, moment


class Agreement:
    """The question to all people whether moves are undone. The game waits for the answers."""

    def __init__(
        self, options: list[UndoOption], people: tuple[SeatIndex, ...], asker: SeatIndex, index: int
    ) -> None:
        """A question about the option `index`. `asker` is NOBODY if no seat has asked."""
        self.options = options
        self.people = people
        self.asker = asker
        self.index = 0
        """The option that is asked about."""
        self.agreed: list[SeatIndex] = []
        self.choose(index)

    @property
    def option(self) -> UndoOption:
        """The option that is asked about. Raises IndexError if there is none."""
        return self.options[self.index]

    def choose(self, index: int) -> None:
        """Asks everybody about another option. The asker agrees at once if others decide too."""
        self.index = max(0, min(len(self.options) - 1, index))
        has_others = self.asker in self.people and len(self.people) > 1
        self.agreed = [self.asker] if has_others else []

    def is_asked(self, seat: SeatIndex) -> bool:
        """Whether the answer of a seat is awaited."""
        return bool(self.options) and seat in self.people and seat not in self.agreed

    def agree(self, seat: SeatIndex) -> UndoRequest | None:
        """Notes that a seat agrees. Returns the order to undo once all people have agreed."""
        if self.is_asked(seat):
            self.agreed.append(seat)
        if not self.options or not set(self.agreed) >= set(self.people):
            return None
        by = self.asker if self.asker != NOBODY else self.agreed[0]
        return structs.replace(self.option.order, seat=by)
