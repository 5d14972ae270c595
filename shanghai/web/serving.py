"""Listens, prints the address, and ends in good order on a signal."""

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import Callable
from typing import Final

from aiohttp import web

from shanghai.web.server import TableServer

_SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP")
_PATIENCE: Final = 6.0
"""Seconds that the games have to end after their pages were closed."""
_EVERYWHERE: Final = ("0.0.0.0", "::", "0")


class ListenError(Exception):
    """The address or the port cannot be used; the message is a sentence."""


async def serve(server: TableServer, host: str, port: int, say: Callable[[str], None]) -> int:
    """Serves until a signal comes and returns its number; `say` gets the address at once."""
    runner = web.AppRunner(
        await server._make_app(), access_log=None, shutdown_timeout=_PATIENCE, handle_signals=False
    )
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except (OSError, ValueError) as error:
            raise ListenError(f"{host} port {port} cannot be had: {_why(error)}") from None
        say(f"http://{shown_host(host)}:{runner.addresses[0][1]}/?token={server.gate.token}")
        return await _signal()
    finally:
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
        return "it is no name of a machine"
    return os.strerror(error.errno) if error.errno and error.errno > 0 else str(error.strerror)


async def _signal() -> int:
    """The number of the signal that ends the server; those that were ignored stay so."""
    loop = asyncio.get_running_loop()
    heard: asyncio.Future[int] = loop.create_future()

    def hear(number: int) -> None:
        if not heard.done():
            heard.set_result(number)

    for name in _SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, hear, number)
    return await heard
