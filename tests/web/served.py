"""Servers and pages for the tests: a server within the test, a whole one, a page's socket."""

import asyncio
import contextlib
import os
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import aiohttp
import pyte
from aiohttp.test_utils import TestServer

from shanghai.web.server import Auth, TableServer
from tests.faults.terminal import DEAF, without_caps
from tests.patience import LOOK, patient, until

ROOT = Path(__file__).parents[2]
PEOPLE = ("--variant", "playerules", "--players", "Ann,Bob,Cy", "--seed", "5")
WINDOW = r"Enter \w+ is here"
OWN = r"o Sort"

_MOST_COLUMNS, _MOST_LINES = 640, 320

FAKE = """
import os, sys
def send(text):
    data = text.encode()
    os.write(1, b"D" + len(data).to_bytes(4, "big") + data)
os.write(1, b"some noise first\\n__GANGLION__\\n")
send(f"pid {os.getpid()} size {os.environ['COLUMNS']}x{os.environ['ROWS']};")
while head := sys.stdin.buffer.read(5):
    data = sys.stdin.buffer.read(int.from_bytes(head[1:], "big")).decode()
    if data == "refuse":
        print("first\\x1b[2J\\nshanghai: [/] <b>this</b> game is open", file=sys.stderr)
        sys.exit(5)
    if data == "leave":
        os.write(1, b'M' + (16).to_bytes(4, "big") + b'{"type": "exit"}')
        sys.exit(0)
    send(f"{chr(head[0])} {data};")
"""
"""A game that says who it is and then repeats what it hears, until nobody is there."""


class FakeOpening:
    """Opens the fake game, and keeps how each one ended."""

    def __init__(self, script=FAKE):
        self.script, self.codes = script, []

    def command(self):
        return [sys.executable, "-S", "-c", self.script]

    def note_end(self, code):
        self.codes.append(code)


class Served:
    """A server within the test, with its client; the first page is at `page`."""

    def __init__(self, script=FAKE, **settings):
        self.opening = FakeOpening(script)
        self.server = TableServer(self.opening, Auth("right", frozenset({"localhost"})))
        self.server.grace = 0.2
        for name, value in settings.items():
            setattr(self.server, name, value)

    async def __aenter__(self):
        self.test = TestServer(await self.server._make_app(), host="127.0.0.1")
        await self.test.start_server(shutdown_timeout=5)
        self.base = f"127.0.0.1:{self.test.port}"
        self.client = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_):
        await self.client.close()
        await self.test.close()

    async def get(self, path, **headers):
        """The status, the text and the headers of what is at a path."""
        async with self.client.get(f"http://{self.base}{path}", headers=headers) as answer:
            return answer.status, await answer.text(errors="replace"), answer.headers

    def socket(self, query="token=right", origin=None, **more):
        """A WebSocket as a page opens it, or the error of a refusal."""
        headers = {} if origin is None else {"Origin": origin}
        return self.client.ws_connect(f"ws://{self.base}/ws?{query}", headers=headers, **more)


async def heard(socket, pattern):
    """Reads what comes until it matches; the match."""
    text = ""
    async with patient():
        while not (found := re.search(pattern, text)):
            message = await socket.receive()
            if message.type is aiohttp.WSMsgType.PING:
                await socket.pong(message.data)
                continue
            assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), text
            text += message.data if isinstance(message.data, str) else message.data.decode()
    return found


def has_ended(pid):
    """Waits for the end of a process; no sleep, for the system tells."""
    with contextlib.suppress(ProcessLookupError):
        watched = os.pidfd_open(pid)
        try:
            until(lambda: select.select([watched], [], [], LOOK)[0], f"the end of {pid}", pid)
        finally:
            os.close(watched)
    return True


def children(pid):
    """The processes that a process has begun and not lost."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class Command:
    """`shanghai serve` in a process of its own; `address` is what it prints."""

    def __init__(self, *arguments, data, cwd=ROOT, stderr=None):
        self.data, self.cwd, self.stderr = Path(data), cwd, stderr
        self.arguments = ["--port", "0", *map(str, arguments)]

    def __enter__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "shanghai", "--data-dir", self.data, "serve", *self.arguments],
            cwd=self.cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self.stderr,
            text=True,
        )
        first = self.process.stdout.readline()
        self.address = re.search(r"http://\S+", first)[0]
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        self.process.stdout.close()

    @property
    def port(self):
        return int(re.search(r":(\d+)/", self.address)[1])


class Page:
    """What a page does, without one: its socket, and the screen that it would draw."""

    def __init__(self, address, size=(80, 24)):
        self.address = f"{address.replace('http', 'ws').replace('/?', '/ws?')}?width={size[0]}"
        self.address += f"&height={size[1]}"
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.said = ""

    async def __aenter__(self):
        self._client = aiohttp.ClientSession()
        self.socket = await self._client.ws_connect(self.address)
        self._news = asyncio.Event()
        self._heard_at = asyncio.get_running_loop().time()
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_):
        self._reading.cancel()
        await self.socket.close()
        await self._client.close()

    def text(self):
        return without_caps("\n".join(self.screen.display))

    async def press(self, keys, pattern):
        """Sends keys once, when no screen is deaf any more, and waits for the picture."""
        loop = asyncio.get_running_loop()
        while (left := self._heard_at + DEAF - loop.time()) > 0:
            await asyncio.sleep(left)
        await self.socket.send_json(["stdin", keys])
        return await self.wait(pattern)

    async def resize(self, columns, lines):
        """Tells that the page has another size, and draws in it as far as it is no absurd one."""
        self.screen.resize(min(lines, _MOST_LINES), min(columns, _MOST_COLUMNS))
        await self.socket.send_json(["resize", {"width": columns, "height": lines}])

    async def wait(self, pattern):
        """Waits until the picture matches."""
        try:
            async with patient() as patience:
                while not (found := re.search(pattern, self.text())):
                    assert not self._reading.done(), self.said
                    self._news.clear()
                    await self._news.wait()
                    patience.renew()
        except TimeoutError:
            raise AssertionError(f"{pattern!r} never came:\n{self.text()}") from None
        return found

    async def closed(self):
        """Waits until the server closes the socket; the sentence that it said."""
        async with patient():
            await self._reading
        return self.said

    async def _read(self):
        async for message in self.socket:
            if message.type is aiohttp.WSMsgType.BINARY:
                self._stream.feed(message.data)
                self._heard_at = asyncio.get_running_loop().time()
            else:
                kind, self.said = message.json()
                assert kind == "said"
            self._news.set()
