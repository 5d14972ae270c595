"""The process of the game behind a page, which starts and ends with the page."""

import asyncio
import contextlib
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from aiohttp import WSCloseCode, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from shanghai.processes import begin_async
from shanghai.words.sanitize import sanitize

_BEGINS: Final = b"__GANGLION__\n"
_PATIENCE: Final = 4.0
"""Seconds that a game has to end by itself once its page is gone."""
_MOST_SAID: Final = 1 << 14
_GONE: Final = (ConnectionError, RuntimeError)
_MOST_SHOWN: Final = 300
_SIGNALLED: Final = 128
_MESSAGES: Final = msgspec.json.Decoder(list[str | dict[str, int]])
"""What a page sends: a kind, and what it is about."""


class GameProcess(AppService):
    """Runs a game for one page; `said` holds the last lines of an error at its end."""

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
        self.said = ""
        self.code = 0
        """The exit code of the game."""

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        """The environment of the game: a page takes UTF-8 in any locale."""
        around = super()._build_environment(width, height)
        return {**around, "PYTHONUTF8": "1"}

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        around = self._build_environment(width, height)
        self._process = await begin_async(
            self._arguments, stdin=PIPE, stdout=PIPE, stderr=PIPE, around=around
        )
        self._stdin = self._process.stdin
        return self._process

    async def run(self) -> None:
        """Passes on what the game draws until it ends, then tells the page and closes it."""
        process: Any = self._process
        said = asyncio.create_task(_last_of(process.stderr))
        with contextlib.suppress(asyncio.IncompleteReadError):
            await process.stdout.readuntil(_BEGINS)
            while True:
                kind, size = (
                    await process.stdout.readexactly(1),
                    await process.stdout.readexactly(4),
                )
                payload = await process.stdout.readexactly(int.from_bytes(size, "big"))
                if kind == b"D":
                    # A page that has gone stops nothing: the game ends by itself.
                    with contextlib.suppress(*_GONE):
                        await self.on_data(payload)
        self.code = await process.wait()
        lines = (await said).decode("utf-8", "replace").splitlines()
        if 0 < self.code < _SIGNALLED:
            self.said = "\n".join(sanitize(line, _MOST_SHOWN) for line in lines[-3:])
        with contextlib.suppress(*_GONE):
            await self._close()

    async def _close(self) -> None:
        if self.said:
            await self._socket.send_json(["said", self.said])
        await self._socket.close(code=WSCloseCode.OK)

    async def take(self, message: str) -> None:
        """Passes on a message of the page; anything else is dropped."""
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
        """Closes the input of the game, like a hangup, and waits for its end."""
        process, task = self._process, self._task
        if process is None or task is None:
            return
        self.stdin.close()
        try:
            await asyncio.wait_for(asyncio.shield(task), _PATIENCE)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await task
        with contextlib.suppress(*_GONE):
            await self.stdin.wait_closed()


async def _last_of(stream: asyncio.StreamReader) -> bytes:
    kept = b""
    while data := await stream.read(4096):
        kept = (kept + data)[-_MOST_SAID:]
    return kept
