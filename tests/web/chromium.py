"""A headless Chromium by its own protocol: real keys and clicks, and what it asks the network."""

import asyncio
import base64
import os
import re
import shutil
import signal
import tempfile
from contextlib import suppress
from pathlib import Path

import aiohttp
import pyte

from tests.faults.terminal import DEAF, without_caps
from tests.patience import patient

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
    # No name can be looked up: what a page needs from outside would be missed.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
NAMED_KEYS = {"Enter": ("\r", 13), "Escape": ("", 27)}


class Chromium:
    """One page in a browser of its own; `screen` is what the game has drawn on it."""

    def __init__(self, columns=142, rows=38, size=(1280, 800), flags=()):
        self._size, self._flags = size, flags
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._answers, self._count = {}, 0
        self._news = asyncio.Event()
        self._heard_at = 0.0
        self._joined = asyncio.Event()
        self.asked, self.complaints = [], []
        """The addresses that the page has asked for; errors and exceptions that it met."""

    async def __aenter__(self):
        self._folder = tempfile.mkdtemp()
        own = [f"--user-data-dir={self._folder}", "--window-size={},{}".format(*self._size)]
        own += ["--no-sandbox"] if os.geteuid() == 0 else []
        self._process = await asyncio.create_subprocess_exec(
            PROGRAM,
            *FLAGS,
            *own,
            *self._flags,
            "about:blank",
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        self._client = aiohttp.ClientSession()
        try:
            async with patient():
                await self._connect()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def _connect(self):
        said = await self._process.stderr.readuntil(b"/devtools/browser/")
        port = re.search(rb":(\d+)/devtools", said)[1].decode()
        async with self._client.get(f"http://127.0.0.1:{port}/json/list") as answer:
            pages = await answer.json()
        address = next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page")
        self._socket = await self._client.ws_connect(address, max_msg_size=0)
        self._reading = asyncio.create_task(self._read())
        for domain in ("Page", "Network", "Runtime", "Log"):
            await self.do(f"{domain}.enable")
        await self.resize(*self._size)
        # Without it the page of a browser that nobody sees has the focus at some times only.
        await self.do("Emulation.setFocusEmulationEnabled", enabled=True)

    async def __aexit__(self, *_):
        await self._client.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.communicate()
        shutil.rmtree(self._folder, ignore_errors=True)

    async def _read(self):
        async for message in self._socket:
            told = message.json()
            if "id" in told:
                answer = self._answers.pop(told["id"])
                if not answer.cancelled():
                    answer.set_result(told)
            else:
                self._heed(told["method"], told["params"])
                self._news.set()

    def _heed(self, method, told):
        match method:
            case "Network.requestWillBeSent":
                self.asked.append(told["request"]["url"])
            case "Network.webSocketCreated":
                self.asked.append(told["url"])
                self.screen.reset()
                self._joined.set()
            case "Network.webSocketFrameReceived" if told["response"]["opcode"] == 2:
                self._stream.feed(base64.b64decode(told["response"]["payloadData"]))
                self._heard_at = asyncio.get_running_loop().time()
            case "Runtime.exceptionThrown":
                self.complaints.append(told["exceptionDetails"])
            case "Log.entryAdded" if told["entry"]["level"] == "error":
                self.complaints.append(told["entry"])

    async def do(self, method, **named):
        """One command of the protocol, and its result."""
        self._count += 1
        answer = self._answers[self._count] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": self._count, "method": method, "params": named})
        async with patient():
            told = await answer
        assert "error" not in told, told
        return told["result"]

    async def value(self, script):
        """The value of an expression on the page."""
        told = await self.do(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    async def open(self, address):
        """Opens a page."""
        await self.do("Page.navigate", url=address)

    async def resize(self, width, height):
        """Gives the window another size, in pixels."""
        await self.do(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    async def joined(self):
        """Waits until the page asks for pictures."""
        async with patient():
            await self._joined.wait()

    async def reload(self):
        """Opens the page anew, and waits until it asks for pictures of its own."""
        self._joined.clear()
        await self.do("Page.reload")
        await self.joined()

    async def key(self, name):
        """Presses a key and lets it go."""
        text, code = NAMED_KEYS.get(name, (name, ord(name[0].upper())))
        for step, typed in (("keyDown", text), ("keyUp", "")):
            await self.do(
                "Input.dispatchKeyEvent",
                type=step,
                key=name,
                text=typed,
                windowsVirtualKeyCode=code,
            )

    async def click(self, text):
        """Clicks where a text stands last on the screen, as the keys stand at its foot."""
        lines = self.screen.display
        row = max(number for number, line in enumerate(lines) if text in line)
        column = lines[row].index(text) + len(text) / 2
        where = await self.value(
            "(({x, y, width, height}) => ({x, y, width, height}))"
            "(document.querySelector('.xterm-screen').getBoundingClientRect())"
        )
        x = where["x"] + column * where["width"] / self.screen.columns
        y = where["y"] + (row + 0.5) * where["height"] / self.screen.lines
        for step in ("mouseMoved", "mousePressed", "mouseReleased"):
            await self.do(
                "Input.dispatchMouseEvent", type=step, x=x, y=y, button="left", clickCount=1
            )

    async def until(self, pattern, act=None):
        """Does something once, when no screen is deaf any more, and waits for the picture."""
        loop = asyncio.get_running_loop()
        async with patient() as patience:
            if act is not None:
                while (left := self._heard_at + DEAF - loop.time()) > 0:
                    await asyncio.sleep(left)
                await act()
            while not (found := re.search(pattern, without_caps("\n".join(self.screen.display)))):
                self._news.clear()
                await self._news.wait()
                patience.renew()
        return found

    async def picture(self, path):
        """Keeps what is seen as a PNG."""
        told = await self.do("Page.captureScreenshot", format="png")
        Path(path).write_bytes(base64.b64decode(told["data"]))
