"""The server of the table in a browser: one page at a time, and only with the token."""

import asyncio
import contextlib
import html
from collections.abc import Awaitable, Callable
from importlib.resources import files
from string import Template
from typing import Final

from aiohttp import WSCloseCode, WSMsgType, web
from textual_serve.server import Server

from shanghai.web.auth import Auth
from shanghai.web.launcher import Launcher
from shanghai.web.process import GameProcess

PAGE: Final = files("shanghai.web") / "static"
_OPEN_TO_ALL: Final = ("/static/", "/page/")
"""Scripts, styles and fonts: the same for everybody, and no secret."""
_TAKEN: Final = (
    "The game is open in another tab or window. Nothing is lost: go on there, "
    "or close it and try again here."
)
_ENDS: Final = "The server has ended. The game is kept."
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; font-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self' ws://{host} wss://{host}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Allows nothing from other sites: no script, font or picture, and no frame around the page."""
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_PATIENCE: Final = 5.0
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class TableServer(Server):
    """Serves the page and, to one page at a time, the game behind it."""

    heartbeat = 15.0
    """Seconds between two pings of a page; one that stays silent for half as long is gone."""
    grace = 2.0
    """Seconds that the page before has to close, as when one is reloaded."""

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
        fault = self.gate.place_fault(request.host, request.headers.get("Origin"))
        if fault is None and not request.path.startswith(_OPEN_TO_ALL):
            fault = self.gate.token_fault(_token(request))
        if fault is not None:
            raise web.HTTPForbidden(text=fault)
        return await handler(request)

    async def handle_index(self, request: web.Request) -> web.Response:
        """The page; its WebSocket has the address at which the page was requested."""
        scheme = "wss" if request.headers.get("X-Forwarded-Proto") == "https" else "ws"
        address = f"{scheme}://{request.host}/ws?token={_token(request)}"
        page = Template((PAGE / "page.html").read_text("utf-8"))
        text = page.substitute(address=html.escape(address))
        return web.Response(text=text, content_type="text/html")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Runs a game for a page until either ends; a second page is told that it is taken."""
        socket = web.WebSocketResponse(heartbeat=self.heartbeat)
        await socket.prepare(request)
        self._sockets.add(socket)
        # In a task of its own, for the end of a game must not be cut short.
        task = asyncio.create_task(self._sit(socket, request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.shield(task)
        return socket

    async def _sit(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        try:
            await asyncio.wait_for(self._chair.acquire(), self.grace)
        except TimeoutError:
            await _dismiss(socket, _TAKEN)
        else:
            try:
                await self._seat(socket, request)
            finally:
                self._chair.release()
        finally:
            self._sockets.discard(socket)

    async def _seat(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        """Runs a game for a page."""
        seat = GameProcess(await asyncio.to_thread(self.opening.command), socket)
        try:
            await seat.start(_size(request, "width", 80), _size(request, "height", 24))
        except OSError as error:
            await _dismiss(socket, f"The game cannot be started: {error.strerror}.")
            return
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await seat.take(message.data)
        finally:
            await seat.stop()
            self.opening.note_end(seat.code)

    async def on_shutdown(self, app: web.Application) -> None:
        """Closes all pages, and waits until the game has ended."""
        for socket in [*self._sockets]:
            await _dismiss(socket, _ENDS)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_PATIENCE)


async def _dismiss(socket: web.WebSocketResponse, sentence: str) -> None:
    with contextlib.suppress(ConnectionError, RuntimeError):
        await socket.send_json(["said", sentence])
        await socket.close(code=WSCloseCode.GOING_AWAY)


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    policy = _POLICY.format(host=request.host)
    response.headers.update({**_HEADERS, "Content-Security-Policy": policy})


def _token(request: web.Request) -> str:
    """The token of a request, as its page sends it: the script puts a second `?` after it."""
    return request.query.get("token", "").partition("?")[0]


def _size(request: web.Request, name: str, default: int) -> int:
    """A size in cells that a page tells before it has begun."""
    text = request.query.get(name) or request.query.get("token", "").partition(f"?{name}=")[2]
    return int(text) if text.isdecimal() and len(text) < 5 else default
