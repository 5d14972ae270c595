"""Listens, prints the address, and ends in good order on a signal."""

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import Callable
from typing import Any, Final

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from shanghai.processes import ENDING_SIGNALS
from shanghai.web.server import TableServer
from shanghai.words import web as words

_PATIENCE: Final = 6.0
"""Seconds that the games have to end after their pages were closed."""
_MOST_OF_ONE: Final = 32
"""Open connections of one address; a browser makes six, and a page keeps one of them."""
_MOST: Final = 96
_EVERYWHERE: Final = ("0.0.0.0", "::", "0")


class ListenError(Exception):
    """The address or the port cannot be used; the message is a sentence."""


class Connection(web.RequestHandler):
    """A connection of a browser; where there are too many, one that asks nothing is closed."""

    hurry = 10.0
    """Seconds for the whole head of a request; they begin with the connection or an answer."""

    def __init__(self, manager: web.Server, complaints: "Complaints") -> None:
        # aiohttp counts this from the start, and no byte that comes makes it longer.
        more: dict[str, Any] = {"keepalive_timeout": self.hurry, "access_log": None}
        super().__init__(manager, loop=asyncio.get_running_loop(), **more)
        self._complaints = complaints
        self._address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes a connection and makes room for it: first among those of its own address."""
        self._address = str((transport.get_extra_info("peername") or ("",))[0])
        assert self._manager is not None
        everybody = [one for one in self._manager.connections if isinstance(one, Connection)]
        everybody = [one for one in everybody if one.transport is not None]
        own = [one for one in everybody if one._address == self._address]
        super().connection_made(transport)
        if len(own) >= _MOST_OF_ONE or len(everybody) >= _MOST:
            crowd = own if len(own) >= _MOST_OF_ONE else everybody
            # The oldest, and this one where all others are being answered.
            next((one for one in crowd if one._current_request is None), self).force_close()

    def log_exception(self, *args: Any, **more: Any) -> None:  # noqa: ANN401
        """Says in a line what went wrong in an answer; a bad request is not worth one."""
        self._complaints.add(more.get("exc_info"))


class Complaints:
    """Says each kind of fault once, in a line, so that no stranger can fill the terminal."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._said: set[str] = set()

    def add(self, error: object) -> None:
        """Says that a request has failed, unless the fault lies in the request or the network."""
        kind = type(error).__name__
        if isinstance(error, HttpProcessingError | OSError | None) or kind in self._said:
            return
        self._said.add(kind)
        self._say(words.NOT_ANSWERED.format(kind=kind))


async def serve(server: TableServer, host: str, port: int, say: Callable[[str], None]) -> int:
    """Serves until a signal comes and returns its number; `say` gets the address at once."""
    loop, complaints = asyncio.get_running_loop(), Complaints(say)
    loop.set_exception_handler(lambda _, context: complaints.add(context.get("exception")))
    runner = web.AppRunner(
        await server._make_app(), shutdown_timeout=_PATIENCE, handle_signals=False
    )
    await runner.setup()
    manager = runner.server
    assert manager is not None
    listening: asyncio.Server | None = None
    try:
        try:
            listening = await loop.create_server(
                lambda: Connection(manager, complaints), host, port
            )
        except (OSError, ValueError) as error:
            raise ListenError(
                words.CANNOT_LISTEN.format(host=host, port=port, why=_why(error))
            ) from None
        own_port = listening.sockets[0].getsockname()[1]
        say(f"http://{shown_host(host)}:{own_port}/?token={server.gate.token}")
        return await _signal()
    finally:
        if listening is not None:
            listening.close()
        await runner.cleanup()


def shown_host(host: str) -> str:
    """A host as it stands in a URL; for all addresses of this machine one that others reach."""
    if host in _EVERYWHERE:
        host = _own_address()
    return f"[{host}]" if ":" in host else host


def _own_address() -> str:
    """The address by which this machine goes out; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, contextlib.suppress(OSError):
        asked.connect(("192.0.2.1", 9))
        return str(asked.getsockname()[0])
    return socket.gethostname()


def _why(error: Exception) -> str:
    """The reason without the words that asyncio puts around it."""
    if not isinstance(error, OSError):
        return words.NO_MACHINE
    return os.strerror(error.errno) if error.errno and error.errno > 0 else str(error.strerror)


async def _signal() -> int:
    """The number of the signal that ends the server; those that were ignored stay so."""
    loop = asyncio.get_running_loop()
    heard: asyncio.Future[int] = loop.create_future()

    def hear(number: int) -> None:
        if not heard.done():
            heard.set_result(number)

    for name in ENDING_SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, hear, number)
    return await heard
