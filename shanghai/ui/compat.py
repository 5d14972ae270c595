"""All that touches the private names of Textual: its driver, its end by a crash, its scrollbars."""

import asyncio
import contextlib
import os
import re
import selectors
import signal
import sys
import time
from codecs import getincrementaldecoder
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual import constants
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.driver import Driver
from textual.events import Resize
from textual.message import Message
from textual.screen import Screen

from shanghai.crash import CRASHED, crash_sentence

SIGNALS = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT")


def clock_of(app: object) -> Callable[[], float]:
    """The clock of the app in seconds, `time.monotonic` where it has none of its own."""
    clock: Callable[[], float] = getattr(app, "clock", time.monotonic)
    return clock


def screen_lines(app: App[Any]) -> list[str]:
    """The text on the screen as it is drawn, a string a line, without blanks at their ends."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


class SturdyPalette(CommandPalette):
    """The palette, left once however often Enter is pressed, and deaf to pages it has not."""

    def dismiss(self, result: object = None) -> AwaitComplete:
        """Leaves the palette if it is still there."""
        return dismissed_once(self, super().dismiss, result)

    def _action_command_list(self, action: str) -> None:
        with contextlib.suppress(KeyError, IndexError):
            super()._action_command_list(action)


def dismissed_once(
    screen: Screen[Any], dismiss: Callable[[Any], AwaitComplete], result: object
) -> AwaitComplete:
    """Leaves a screen if it is on top: a second key must not leave the one below as well."""
    return dismiss(result) if screen.app.screen is screen else AwaitComplete()


class Sturdy(App[int]):
    """An app that ends well: by a signal, without its terminal, after a fault of its own."""

    folder: Path
    _has_crashed = False

    def get_driver_class(self) -> type[Driver]:
        """The driver that no byte can stop, where it fits (overrides Textual's choice)."""
        if constants.DRIVER is not None or sys.platform == "win32":
            return super().get_driver_class()
        return sturdy_driver()

    def _fatal_error(self) -> None:
        """Ends with code 70 and a report without cards, in place of a traceback with locals."""
        self._return_code = CRASHED
        if self._has_crashed:
            # What follows from the first fault must not take the place of its report.
            return
        self._has_crashed = True
        error = sys.exc_info()[1]
        self._exit_renderables.append(crash_sentence(error, self.folder))
        self._close_messages_no_wait()

    def action_command_palette(self) -> None:
        """Opens the palette that no key can break (overrides Textual's)."""
        app: Any = self
        if self.use_command_palette and not CommandPalette.is_open(app):
            self.push_screen(SturdyPalette(id="--command-palette"))

    def listen_for_signals(self) -> None:
        """Makes signals that would kill at once end the app in good order, with code 128+n."""
        if self.is_headless:
            return
        loop = asyncio.get_running_loop()
        for name in SIGNALS:
            number = getattr(signal, name, None)
            if number is not None:
                with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self.end_by_signal, int(number))

    def end_by_signal(self, number: int) -> None:
        """Ends the app as a signal asks."""
        self.exit(return_code=128 + number)


_STRING = re.compile(r"\x1b[\]P_^X][0-9A-Za-z>|+$!?;][^\x07\x1b]*(\x07|\x1b\\?)?")
_STRING_END = re.compile(r"\x07|\x1b\\?")


class StringFilter:
    """Drops what a terminal answers in strings (OSC, DCS and their like), of any length.

    The parser needs none of it, and takes a time that grows with the square of the length.
    """

    def __init__(self) -> None:
        self._inside = False

    def feed(self, text: str) -> str:
        """The text without the strings; one that is unfinished goes on in the next text."""
        if self._inside:
            end = _STRING_END.search(text)
            if end is None:
                return ""
            self._inside = False
            text = _kept(end) + text[end.end() :]
        if "\x1b" not in text:
            return text
        return _STRING.sub(self._drop, text)

    def _drop(self, found: re.Match[str]) -> str:
        if found[1] is None:
            self._inside = True
            return ""
        return "" if found[1] in ("\x07", "\x1b\\") else "\x1b"


def _kept(end: re.Match[str]) -> str:
    """What stays of the end of a string: an escape that begins something else."""
    return "\x1b" if end[0] == "\x1b" else ""


def sturdy_driver() -> type[Driver]:
    """Textual's driver with a reader that survives any bytes and notices a gone terminal."""
    from textual._xterm_parser import XTermParser
    from textual.drivers.linux_driver import LinuxDriver

    class SturdyDriver(LinuxDriver):
        """Reads keys; bytes that are no UTF-8 and broken sequences are dropped."""

        def run_input_thread(self) -> None:
            """Reads until the app ends or the terminal is gone."""
            decode = getincrementaldecoder("utf-8")("replace").decode
            parser = XTermParser(self._debug)
            strings = StringFilter()

            def pass_on(text: str | None) -> None:
                nonlocal parser
                try:
                    for event in parser.tick() if text is None else parser.feed(text):
                        self.process_message(event)
                except Exception:
                    # The parser is a generator: after an error it is spent.
                    parser = XTermParser(self._debug)

            with selectors.SelectSelector() as selector:
                selector.register(self.fileno, selectors.EVENT_READ)
                while not self.exit_event.is_set():
                    if selector.select(0.1):
                        try:
                            data = os.read(self.fileno, 4096)
                        except OSError:
                            data = b""
                        if not data:
                            self._terminal_gone()
                            return
                        if text := strings.feed(decode(data)):
                            pass_on(text)
                    pass_on(None)

        def process_message(self, message: Message) -> None:
            """Passes an event on; a window of no size is no window."""
            if isinstance(message, Resize) and min(message.size) < 1:
                return
            super().process_message(message)

        def _terminal_gone(self) -> None:
            app: Any = self._app
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(app.end_by_signal, int(signal.SIGHUP))

    return SturdyDriver


def draw_plain_scrollbars() -> None:
    """Makes scrollbars that need no glyphs beyond ASCII."""
    from textual.scrollbar import ScrollBar, ScrollBarRender

    class PlainRender(ScrollBarRender):
        """Full cells only."""

        VERTICAL_BARS = [" "] * 8
        HORIZONTAL_BARS = [" "] * 8

    ScrollBar.renderer = PlainRender
