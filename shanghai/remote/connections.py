"""The connections of phones. They limit how many a client opens, how fast it asks and guesses."""

import asyncio
from collections import deque
from collections.abc import Sequence, Sized
from typing import Any, Final, Self

import msgspec
from aiohttp import web

from shanghai.engine.seats import SeatIndex
from shanghai.web.connections import BoundedConnection
from shanghai.words import remote as words

MAX_CONNECTIONS: Final = 32
RESERVED: Final = 2
"""The connections that are reserved for each seat that a phone has."""
MAX_STRANGERS: Final = 6
"""The most connections of one address without a seat."""
TOKEN_SECONDS: Final = 0.3
"""Seconds that a connection has to show the token of a seat. Then it counts as a stranger."""
MAX_READS: Final = 20
"""How often a connection is read in a second at most."""
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Vary": "Accept, Accept-Language",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SERVER: Final = "Shanghai"
_MAX_ADDRESSES: Final = 256
_FIRST_PAUSE: Final = 0.1
_LONGEST_PAUSE: Final = 2.0
"""The longest wait in seconds before a wrong code or token is answered."""


def add_headers(response: web.StreamResponse) -> None:
    """Adds the headers that every response has."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["Server"] = _SERVER


def fault(status: int, code: str, why: str, rule: str = "") -> web.Response:
    """A response that says why something was not done: a code for programs, a reason for people."""
    body = msgspec.json.encode({"code": code, "rule": rule, "reason": str(why)})
    return web.Response(status=status, body=body, content_type="application/json")


class Connection(BoundedConnection):
    """A connection of a phone."""

    def __init__(self, manager: Any, seats: Sized) -> None:  # noqa: ANN401
        super().__init__(manager, auto_decompress=False)
        self._seats = seats
        self._reads: deque[float] = deque(maxlen=MAX_READS)
        self._requests: deque[float] = deque(maxlen=MAX_READS)
        self.seat: SeatIndex | None = None
        """The seat whose token it has shown. None: a stranger."""
        self._since = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accepts a connection, and checks a moment later whether there are too many strangers."""
        self._since = asyncio.get_running_loop().time()
        super().connection_made(transport)
        asyncio.get_running_loop().call_later(TOKEN_SECONDS, self._look_around)

    def crowd(self, others: Sequence[Self]) -> Sequence[Self] | None:
        """The strangers of which one must go before this connection may stay. None if there is
        room. Those of its own address come first, if these are too many."""
        strangers = [one for one in others if one.seat is None]
        own = self.of_my_address(strangers)
        if self._is_too_many(own, MAX_STRANGERS):
            return own
        is_full = len(others) >= MAX_CONNECTIONS or self._is_too_many(strangers, self._most)
        return strangers if is_full else None

    @property
    def _most(self) -> int:
        """How many connections without a seat there may be at all."""
        return MAX_CONNECTIONS - RESERVED * len(self._seats)

    def _is_too_many(self, strangers: Sequence[Self], most: int) -> bool:
        """Whether this connection and these strangers are more than `most`. As many silent ones as
        may belong to seats do not count: their token may still be coming."""
        silent = 1 + sum(not one._requests for one in strangers)
        return len(strangers) + 1 - min(silent, RESERVED * len(self._seats)) > most

    def _look_around(self) -> None:
        """Makes room if this connection is a stranger and there are too many older ones."""
        if self.seat is not None or self.transport is None:
            return
        # Later connections check for themselves.
        older = [one for one in self.others() if one._since < self._since]
        strangers = [one for one in older if one.seat is None]
        own = self.of_my_address(strangers)
        if len(own) >= MAX_STRANGERS:
            self.make_room(own)
        elif len(strangers) >= self._most:
            self.make_room(strangers)

    def data_received(self, data: bytes) -> None:
        """Handles received data. Stops reading for a moment if it comes too often."""
        now = asyncio.get_running_loop().time()
        is_often = len(self._reads) == MAX_READS and now - self._reads[0] < 1
        self._reads.append(now)
        super().data_received(data)
        if is_often and isinstance(self.transport, asyncio.Transport):
            self.transport.pause_reading()
            asyncio.get_running_loop().call_later(1.0 / MAX_READS, self._read_on)

    def _read_on(self) -> None:
        if isinstance(self.transport, asyncio.Transport) and not self.transport.is_closing():
            self.transport.resume_reading()

    async def take_turn(self) -> None:
        """Waits before a request is handled, if they come too fast."""
        loop = asyncio.get_running_loop()
        if len(self._requests) == MAX_READS:
            wait = self._requests[0] + 1 - loop.time()
            if wait > 0:
                await asyncio.sleep(wait)
        self._requests.append(loop.time())

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answers data that is no request, in the same form as all else."""
        super().handle_error(request, status, exc, message)
        response = fault(status, "no-request", words.NO_REQUEST)
        add_headers(response)
        response.force_close()
        return response

    def log_exception(self, *args: Any, **more: Any) -> None:  # noqa: ANN401
        """Writes nothing: the terminal belongs to the table."""


class Guesses:
    """Slows down an address that sends wrong codes or tokens."""

    def __init__(self) -> None:
        self._count: dict[str, int] = {}
        self._one_by_one = asyncio.Lock()

    async def slow_down(self, address: str) -> None:
        """Waits before a wrong code or token is answered, longer each time. One waits at a time."""
        count = self._count.pop(address, 0)
        if len(self._count) >= _MAX_ADDRESSES:
            self._count.pop(next(iter(self._count)))
        self._count[address] = count + 1
        async with self._one_by_one:
            await asyncio.sleep(min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** min(count, 8)))

    def forget(self, address: str) -> None:
        """Forgets the wrong guesses of an address, as it has shown the token of a seat."""
        self._count.pop(address, None)
