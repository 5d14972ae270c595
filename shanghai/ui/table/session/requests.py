"""What screens want of the game loop: typed requests in one queue, which the loop alone answers."""

import asyncio
from typing import TypeVar

from msgspec import Struct

from shanghai.engine.actions import SeatAction
from shanghai.engine.seats import NOBODY, SeatIndex


class LeaveTable(Struct, frozen=True):
    """The players leave the game, which stays as it is; it is never taken from the queue."""


class AskUndo(Struct, frozen=True):
    """A seat asks the table to take moves back, NOBODY where none in particular does."""

    seat: SeatIndex = NOBODY


class HandOverKeyboard(Struct, frozen=True):
    """The keyboard must be handed to the person that is left before a hand is shown."""


class Tell(Struct, frozen=True):
    """A sentence is told to the whole table."""

    sentence: str


class MakeMove(Struct, frozen=True):
    """A person's move waits until the computers have said what they want."""

    action: SeatAction


Request = LeaveTable | AskUndo | HandOverKeyboard | Tell | MakeMove
RequestT = TypeVar("RequestT", LeaveTable, AskUndo, HandOverKeyboard, Tell, MakeMove)


class Requests:
    """The queue; `arrived` is set whenever the game loop has something to look at again."""

    def __init__(self) -> None:
        self.arrived = asyncio.Event()
        self._waiting: list[Request] = []

    def add(self, request: Request) -> None:
        """Puts a request at the end, once where the same one waits already."""
        if request not in self._waiting:
            self._waiting.append(request)
        self.arrived.set()

    def first(self, kind: type[RequestT]) -> RequestT | None:
        """The request of a kind that has waited longest."""
        return next((one for one in self._waiting if isinstance(one, kind)), None)

    def take(self, kind: type[RequestT]) -> RequestT | None:
        """The same, which then waits no longer."""
        found = self.first(kind)
        if found is not None:
            self._waiting.remove(found)
        return found

    def has(self, *kinds: type[Request]) -> bool:
        """Whether a request of one of these kinds waits."""
        return any(isinstance(one, kinds) for one in self._waiting)

    def drop(self, kind: type[Request]) -> None:
        """Takes all requests of a kind out of the queue."""
        self._waiting = [one for one in self._waiting if not isinstance(one, kind)]
