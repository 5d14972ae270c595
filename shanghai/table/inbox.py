"""The inbox of a table. Any thread puts orders in, and one thread takes them out in that order."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from threading import Condition

from shanghai.table.places import Order, Reply

Letter = tuple[Order, "Future[Reply]"]
"""An order, and where its reply goes."""


class Inbox:
    """Orders that wait for the thread which runs the game."""

    def __init__(self) -> None:
        self._letters: deque[Letter] = deque()
        self._arrived = Condition()
        self.on_arrival: Callable[[], object] | None = None
        """Is called in the thread of the sender after an order has come in."""

    def put(self, order: Order, *, quietly: bool = False) -> "Future[Reply]":
        """Adds an order, from any thread. With `quietly`, `on_arrival` is not called."""
        reply: Future[Reply] = Future()
        with self._arrived:
            self._letters.append((order, reply))
            self._arrived.notify_all()
        if self.on_arrival is not None and not quietly:
            self.on_arrival()
        return reply

    def take(self) -> Letter | None:
        """Takes out the oldest order. None if there is none."""
        with self._arrived:
            return self._letters.popleft() if self._letters else None

    def wait(self, seconds: float | None) -> bool:
        """Waits for an order, at most some seconds; None waits for ever. Whether there is one."""
        with self._arrived:
            return self._arrived.wait_for(lambda: bool(self._letters), seconds)
