"""The ways to take moves back that a table offers: alone in one's turn, or if everybody agrees."""

from collections.abc import Iterator
from typing import Any

from shanghai.engine.actions import Call
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.undo import Moment, UndoRequest
from shanghai.engine.view import SeatView, public_view
from shanghai.host.host import Host


class UndoOffers:
    """What can be taken back in the game of one host."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def own(self, seat: SeatIndex, moves: int = 1) -> UndoRequest | None:
        """The order that takes back the latest moves of a seat, where it may do that alone."""
        host = self._host
        if len(host.past.moments) < moves:
            return None
        order = UndoRequest(seat, host.past.moments[-moves].number)
        return order if host.past.refuse(order, host.state, host.log) is None else None

    def call(self, seat: SeatIndex) -> UndoRequest | None:
        """The order that takes back the call that a person has just made, where that is alone."""
        moments = self._host.past.moments
        if not moments or not isinstance(moments[-1].action, Call) or self._host.is_bot(seat):
            return None
        return self.own(seat)

    def ways(self) -> list[tuple[UndoRequest, int, SeatView]]:
        """The ways to go back before a person's move, if all agree, the shortest first.

        Each with the number of the first event that would be undone and the public view of then.
        """
        return [
            (UndoRequest(seat, moment.number, agreed=True), moment.told, public_view(moment.state))
            for seat, moment in self._moments()
        ]

    @property
    def is_possible(self) -> bool:
        """Whether a person has made a move that can be taken back, alone or by agreement."""
        return any(True for _ in self._moments())

    def _moments(self) -> Iterator[tuple[SeatIndex, Moment[Any]]]:
        """The moments before the moves of people, the latest first, each with the seat."""
        for moment in reversed(self._host.past.moments):
            seat = getattr(moment.action, "seat", NOBODY)
            if seat != NOBODY and not self._host.is_bot(seat):
                yield seat, moment
