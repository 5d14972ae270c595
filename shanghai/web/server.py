"""The server for the table in a browser. It serves one page at a time, and only with a token."""

import asyncio
import contextlib
import hmac
import html
import secrets
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path
from socket import gethostname
from string import Template
from typing import Any, Final, Self
from urllib.parse import urlsplit

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager
from textual_serve.server import Server

from shanghai.processes import ENDING_SIGNALS, begin_async, module_command
from shanghai.storage.saves import JOURNAL, StoreError, games_dir, latest_open
from shanghai.web.addresses import ListenError, shown_host, why_not
from shanghai.web.connections import BoundedConnection
from shanghai.words import web as words
from shanghai.words.sanitize import sanitize
from shanghai.words.system import system_fault

_BEGINS: Final = b"__GANGLION__\n"
_TIME_TO_END: Final = 4.0
"""The seconds that a game gets to end by itself after its page has closed."""
_MAX_STDERR: Final = 1 << 14
_GONE: Final = (ConnectionError, RuntimeError)
_MOST_SHOWN: Final = 300
_SIGNALLED: Final = 128
_MESSAGES: Final = msgspec.json.Decoder(list[str | dict[str, int]])
"""Reads what a page sends: a list of a kind and its value."""


class GameProcess(AppService):
    """Runs a game for one page. If it ends with an error, `last_lines` has its last lines."""

    def __init__(self, command: Sequence[str], socket: web.WebSocketResponse) -> None:
        super().__init__(
            " ".join(command),
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=self._close,
            download_manager=DownloadManager(),
        )
        self._arguments = command
        self._socket = socket
        self.last_lines = ""
        self.code = 0

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        """The environment of the game, with UTF-8 in any locale, as the page needs it."""
        return {**super()._build_environment(width, height), "PYTHONUTF8": "1"}

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        around = self._build_environment(width, height)
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), PIPE)
        self._process = await begin_async(self._arguments, around=around, **pipes)
        self._stdin = self._process.stdin
        return self._process

    async def run(self) -> None:
        """Sends what the game draws to the page until the game ends, then closes the page."""
        process: Any = self._process
        last_lines = asyncio.create_task(_last_of(process.stderr))
        with contextlib.suppress(asyncio.IncompleteReadError):
            await process.stdout.readuntil(_BEGINS)
            while True:
                kind = await process.stdout.readexactly(1)
                size = await process.stdout.readexactly(4)
                payload = await process.stdout.readexactly(int.from_bytes(size, "big"))
                if kind == b"D":
                    # Goes on if the page has gone, until the game ends by itself.
                    with contextlib.suppress(*_GONE):
                        await self.on_data(payload)
        self.code = await process.wait()
        lines = (await last_lines).decode("utf-8", "replace").splitlines()
        if 0 < self.code < _SIGNALLED:
            self.last_lines = "\n".join(sanitize(line, _MOST_SHOWN) for line in lines[-3:])
        await self._close()

    async def _close(self) -> None:
        await _dismiss(self._socket, self.last_lines, WSCloseCode.OK)

    async def take(self, message: str) -> None:
        """Hands a message of the page to the game. Ignores anything that is no such message."""
        try:
            envelope = _MESSAGES.decode(message)
        except (msgspec.MsgspecError, ValueError):
            return
        match envelope:
            case ["stdin", str(typed)]:
                await self.send_bytes(typed.encode("utf-8", "replace"))
            case ["resize", {"width": int(width), "height": int(height)}]:
                await self.set_terminal_size(width, height)
            case ["ping", str(when)]:
                await self._socket.send_json(["pong", when[:40]])
            case ["focus"]:
                await self.focus()
            case ["blur"]:
                await self.blur()

    async def stop(self) -> None:
        """Closes the input of the game, and waits for its end. Kills it if it takes too long."""
        process, task = self._process, self._task
        if process is None or task is None:
            return
        self.stdin.close()
        try:
            await asyncio.wait_for(asyncio.shield(task), _TIME_TO_END)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await task
        with contextlib.suppress(*_GONE):
            await self.stdin.wait_closed()


async def _last_of(stream: asyncio.StreamReader) -> bytes:
    """Reads a stream to its end, and returns the last bytes."""
    last = b""
    while data := await stream.read(4096):
        last = (last + data)[-_MAX_STDERR:]
    return last


PAGE: Final = files("shanghai.web") / "static"
_OPEN_TO_ALL: Final = ("/static/", "/page/")
"""The paths of scripts, styles and fonts, which need no token."""
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; font-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self' ws://{host} wss://{host}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy. It allows nothing from other sites, and no frame around the page."""
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_PATIENCE: Final = 5.0
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Auth:
    """What a request must have: the token, and one of `names` as its Host, or an IP address."""

    token: str
    names: frozenset[str]

    @classmethod
    def of(cls, host: str) -> "Auth":
        """An `Auth` with a new token, for a server that listens at a host."""
        own = gethostname().lower()
        names = frozenset({"localhost", host.lower(), own, f"{own}.local"})
        return cls(secrets.token_urlsafe(24), names)

    def place_fault(self, host: str, origin: str | None) -> str | None:
        """Why a request to this Host from a page of this Origin is refused; None if it is not."""
        if not self._is_own(host):
            return words.OTHER_ADDRESS
        own = f"http://{host}".lower(), f"https://{host}".lower()
        return None if origin is None or origin.lower() in own else words.OTHER_ORIGIN

    def token_fault(self, token: str) -> str | None:
        """Why a token is refused, None if it is right. How long that takes does not tell it."""
        if hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode()):
            return None
        return words.NEEDS_TOKEN

    def _is_own(self, host: str) -> bool:
        """Whether a Host is exactly one of `names` or an IP address, with a port or without."""
        try:
            parts = urlsplit(f"//{host.lower()}")
            name, port = parts.hostname or "", parts.port
            canonical = f"[{name}]" if ":" in name else name
            canonical += "" if port is None else f":{port}"
            return canonical == host.lower() and (name in self.names or bool(ip_address(name)))
        except ValueError:
            return False


class Launcher:
    """Makes the command that runs the game for the next page. A page that is loaded again resumes
    its game. Every game gets the arguments `everywhere`, a new one also those `asked` for."""

    def __init__(self, data: Path, everywhere: Sequence[str], asked: Sequence[str]) -> None:
        self._data = data
        self._program = module_command("shanghai", *everywhere)
        self._asked = list(asked)
        self._seen: dict[str, int] = {}
        self._game: str | None = None
        self._has_started = False
        self._is_refused = False

    def command(self) -> list[str]:
        """The program and its arguments for the next page. May take seconds, as it reads games."""
        self._game = self._left_here() if self._has_started else None
        self._has_started = True
        self._seen = self._times()
        if self._is_refused:
            # The last game could not be opened, so this one starts with the menu.
            return self._program
        return [*self._program, *(self._asked if self._game is None else ["resume", self._game])]

    def note_end(self, code: int) -> None:
        """Takes note of the exit code of the last game, to know if it could be opened."""
        self._is_refused = self._game is not None and 0 < code < 128

    def _left_here(self) -> str | None:
        """The id of the game that the last page played, if it can go on, else None."""
        try:
            game = latest_open(self._data)
        except StoreError:
            return None
        if game is None:
            return None
        was_played = self._times().get(game) != self._seen.get(game)
        return game if was_played or game == self._game else None

    def _times(self) -> dict[str, int]:
        """By id of a game the time of its last change, in nanoseconds."""
        times: dict[str, int] = {}
        for path in games_dir(self._data).glob(f"*/{JOURNAL}"):
            try:
                times[path.parent.name] = path.lstat().st_mtime_ns
            except OSError:
                continue
        return times


class TableServer(Server):
    """Serves the page, and to one page at a time the game."""

    heartbeat = 15.0
    """The seconds between two pings to a page. It is gone if it gives no answer in half of that."""
    grace = 2.0
    """The seconds to wait until the page before has closed, as when one is loaded again."""

    def __init__(self, opening: Launcher, gate: Auth) -> None:
        super().__init__("shanghai", title="Shanghai", public_url="")
        self.opening = opening
        self.gate = gate
        self._chair = asyncio.Lock()
        self._sockets: set[web.WebSocketResponse] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def _make_app(self) -> web.Application:
        """The application with its routes; every request is checked first."""
        app = web.Application(middlewares=[self._guard])
        app.add_routes(
            [
                web.get("/", self.handle_index),
                web.get("/ws", self.handle_websocket),
                web.static("/static", self.statics_path),
                web.static("/page", str(PAGE)),
            ]
        )
        app.on_response_prepare.append(_add_headers)
        app.on_shutdown.append(self.on_shutdown)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuses a request that `Auth` does not allow, before anything handles it."""
        fault = self.gate.place_fault(request.host, request.headers.get("Origin"))
        if fault is None and not request.path.startswith(_OPEN_TO_ALL):
            fault = self.gate.token_fault(_token(request))
        if fault is not None:
            raise web.HTTPForbidden(text=fault)
        return await handler(request)

    async def handle_index(self, request: web.Request) -> web.Response:
        """The page. It opens its WebSocket at the address at which it was requested itself."""
        scheme = "wss" if request.headers.get("X-Forwarded-Proto") == "https" else "ws"
        address = f"{scheme}://{request.host}/ws?token={_token(request)}"
        page = Template((PAGE / "page.html").read_text("utf-8"))
        text = page.substitute(address=html.escape(address), small=html.escape(words.SMALL_SCREEN))
        return web.Response(text=text, content_type="text/html")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Runs a game for a page until either ends. A second page only gets a message."""
        socket = web.WebSocketResponse(heartbeat=self.heartbeat)
        await socket.prepare(request)
        self._sockets.add(socket)
        # In a task of its own, as nothing may cut the end of a game short.
        task = asyncio.create_task(self._run_when_free(socket, request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.shield(task)
        return socket

    async def _run_when_free(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        """Waits until no other page has the game, then runs it."""
        try:
            await asyncio.wait_for(self._chair.acquire(), self.grace)
        except TimeoutError:
            await _dismiss(socket, words.TAKEN)
        else:
            try:
                await self._run_game(socket, request)
            finally:
                self._chair.release()
        finally:
            self._sockets.discard(socket)

    async def _run_game(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        """Starts a game for a page, and hands it the messages of the page until that closes."""
        game = GameProcess(await asyncio.to_thread(self.opening.command), socket)
        try:
            await game.start(_size(request, "width", 80), _size(request, "height", 24))
        except OSError as error:
            await _dismiss(socket, words.NOT_STARTED.format(why=system_fault(error)))
            return
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await game.take(message.data)
        finally:
            await game.stop()
            self.opening.note_end(game.code)

    async def on_shutdown(self, app: web.Application) -> None:
        """Closes all pages, and waits until the game has ended."""
        for socket in [*self._sockets]:
            await _dismiss(socket, words.SERVER_ENDS)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_PATIENCE)


async def _dismiss(
    socket: web.WebSocketResponse, sentence: str, code: int = WSCloseCode.GOING_AWAY
) -> None:
    """Sends a sentence to a page, unless it is "", and closes the page."""
    with contextlib.suppress(*_GONE):
        if sentence:
            await socket.send_json(["said", sentence])
        await socket.close(code=code)


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    policy = _POLICY.format(host=request.host)
    response.headers.update({**_HEADERS, "Content-Security-Policy": policy})


def _token(request: web.Request) -> str:
    """The token from the query. The page's script appends `?width=…` to it, which is cut off."""
    return request.query.get("token", "").partition("?")[0]


def _size(request: web.Request, name: str, default: int) -> int:
    """The `width` or `height` in cells from the query of a page, or the default."""
    text = request.query.get(name) or request.query.get("token", "").partition(f"?{name}=")[2]
    return int(text) if text.isdecimal() and len(text) < 5 else default


_TIME_FOR_GAMES: Final = 6.0
"""The seconds that games get to end after their pages were closed."""
_MOST_OF_ONE: Final = 32
"""The most connections from one address. A browser makes six, and a page holds one of them."""
_MOST: Final = 96
"""The most connections in all."""


class PageConnection(BoundedConnection):
    """A connection of a browser."""

    def __init__(self, manager: web.Server, complaints: "Complaints") -> None:
        super().__init__(manager)
        self._complaints = complaints

    def crowd(self, others: Sequence[Self]) -> Sequence[Self] | None:
        """The connections from the same address if these are too many, else all if they are."""
        own = self.of_my_address(others)
        if len(own) >= _MOST_OF_ONE:
            return own
        return others if len(others) >= _MOST else None

    def log_exception(self, *args: Any, **more: Any) -> None:  # noqa: ANN401
        """Prints a line if an answer failed, but none for a bad request."""
        self._complaints.add(more.get("exc_info"))


class Complaints:
    """Prints a line for each kind of error once, so that no stranger can fill the terminal."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._seen_kinds: set[str] = set()

    def add(self, error: object) -> None:
        """Prints that a request failed, unless the request itself or the network was at fault."""
        kind = type(error).__name__
        if isinstance(error, HttpProcessingError | OSError | None) or kind in self._seen_kinds:
            return
        self._seen_kinds.add(kind)
        self._say(words.NOT_ANSWERED.format(kind=kind))


async def serve(server: TableServer, host: str, port: int, say: Callable[[str], None]) -> int:
    """Serves until a signal comes, and returns its number. `say` gets the address at the start.
    Raises ListenError if it cannot listen there."""
    loop, complaints = asyncio.get_running_loop(), Complaints(say)
    loop.set_exception_handler(lambda _, context: complaints.add(context.get("exception")))
    runner = web.AppRunner(
        await server._make_app(), shutdown_timeout=_TIME_FOR_GAMES, handle_signals=False
    )
    await runner.setup()
    manager = runner.server
    assert manager is not None
    listening: asyncio.Server | None = None
    try:
        try:
            listening = await loop.create_server(
                lambda: PageConnection(manager, complaints), host, port
            )
        except (OSError, ValueError) as error:
            fault = words.CANNOT_LISTEN.format(host=host, port=port, why=why_not(error))
            raise ListenError(fault) from None
        own_port = listening.sockets[0].getsockname()[1]
        say(f"http://{shown_host(host)}:{own_port}/?token={server.gate.token}")
        return await _signal()
    finally:
        if listening is not None:
            listening.close()
        await runner.cleanup()


async def _signal() -> int:
    """Waits for a signal to end, and returns its number. Ignored signals stay ignored."""
    loop = asyncio.get_running_loop()
    received: asyncio.Future[int] = loop.create_future()

    def receive(number: int) -> None:
        if not received.done():
            received.set_result(number)

    for name in ENDING_SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, receive, number)
    return await received
