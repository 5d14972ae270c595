"""Textual's driver made robust: no input, size, signal or lost terminal breaks it."""

import asyncio
import contextlib
import os
import select
import selectors
import signal
import time
from collections.abc import Callable
from functools import partial
from io import TextIOWrapper
from typing import Any, Final

from textual import constants
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from shanghai.processes import open_page
from shanghai.terminal.input import InputStream, LineAnswered, wait_for_app
from shanghai.terminal.line import FRAMES_KNOWN, WELL, Line

_MAX_UNWRITTEN: Final = 1 << 16
"""Letters that `write` collects before it flushes by itself."""
_MAX_UNHANDLED: Final = 64
"""Bytes that are read before the thread waits for the app to handle them."""
_LAST_ANSWER: Final = 0.3
"""Seconds to wait for the terminal's last answer. A later one would be typed into the shell."""
_TELL_RELEASES: Final = "\x1b[=2;2u"
"""Asks a terminal with Kitty's protocol to report repeated and released keys too."""


class Outlet:
    """A file that writes to a terminal, and drops everything once the terminal is gone."""

    def __init__(self, file: TextIOWrapper, gone: Callable[[], None]) -> None:
        self._file = file
        self._encoding, self._errors = file.encoding or "utf-8", file.errors or "replace"
        self._gone = gone
        self._is_gone = False
        self._direct = _opened_anew(file.fileno())
        self.rest = b""
        """The bytes that `begin` could not write at once."""
        self._waiting: list[str] = []
        self._size = 0
        self.written = 0
        """The number of letters that the terminal has taken."""

    def fileno(self) -> int:
        """The file descriptor of the terminal."""
        return self._file.fileno()

    def begin(self, text: str) -> bool:
        """Writes as much of a text as the terminal takes at once. Nothing else may wait. Returns
        False if nothing could be written. Else the next flush writes the `rest`."""
        data = text.encode(self._encoding, self._errors)
        try:
            self.rest = data[os.write(self._direct, data) :]
        except OSError:
            return False
        if self.rest:
            self._size = len(text)
        else:
            self.written += len(text)
        return True

    def write(self, text: str) -> None:
        """Keeps a text for the next flush. Flushes at once if much waits already."""
        self._waiting.append(text)
        self._size += len(text)
        if self._size > _MAX_UNWRITTEN:
            self.flush()

    def flush(self) -> None:
        """Writes all that waits. Blocks until the terminal has taken it."""
        data = self.rest + "".join(self._waiting).encode(self._encoding, self._errors)
        self.rest = b""
        size, self._size = self._size, 0
        self._waiting.clear()
        while data and not self._is_gone:
            try:
                data = data[os.write(self.fileno(), data) :]
            except BlockingIOError:
                # Another program that shares the terminal may have made it non-blocking.
                select.select([], [self.fileno()], [], 1)
            except OSError:
                self._is_gone = True
                self._gone()
        self.written += size


def _opened_anew(terminal: int) -> int:
    """Opens the terminal of a descriptor a second time, non-blocking. The first descriptor stays as
    it is for all that share it. Returns the new one, -1 if the terminal cannot be opened."""
    with contextlib.suppress(OSError):
        return os.open(os.ttyname(terminal), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    return -1


class RobustDriver(LinuxDriver):
    """A driver that survives any input. Ctrl+Z suspends it only between two steps of the app."""

    def __init__(self, *args: Any, **named: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **named)
        app: Any = self._app
        self._robust_app, self._ending = app, app.ending
        self._file: Any = Outlet(self._file, app.hang_up)
        self._is_on = False
        self._is_stopped = False
        self._answers = {WELL.encode(): WELL}
        """The answers of a terminal that need no parsing: it has drawn a frame."""
        self._sent = 0
        self.line = self._new_line()
        # After a stop another thread may receive SIGCONT. The loop must wake for it, as no timer
        # wakes it.
        loop: asyncio.AbstractEventLoop = self._loop
        loop.add_signal_handler(signal.SIGCONT, self._sigcont_application)

    def run_input_thread(self) -> None:
        """Reads what the terminal sends until the app ends or the terminal is gone."""
        stream = InputStream(self.process_message, self._debug)
        unhandled = 0
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(0.1):
                    try:
                        data = os.read(self.fileno, 1024)
                    except BlockingIOError:
                        continue
                    except OSError:
                        data = b""
                    if not data:
                        self._robust_app.hang_up()
                        return
                    if data in self._answers:
                        self._answered(self._answers[data])
                        continue
                    stream.feed(data)
                    unhandled += len(data)
                    # Not after each key: every wait would wake the app once more.
                    if unhandled > _MAX_UNHANDLED:
                        unhandled = 0
                        wait_for_app(self._app, self._loop, self.exit_event)
                else:
                    # Only in silence: input that waits may be the end of a half sequence.
                    unhandled = 0
                    stream.tick()

    def process_message(self, message: Message) -> None:
        """Passes an event on to the app. Notes the answers to frames (extends Textual's)."""
        if isinstance(message, LineAnswered):
            self._answered(WELL)
            return
        if isinstance(message, TerminalSupportsSynchronizedOutput):
            self._answers[FRAMES_KNOWN.encode()] = FRAMES_KNOWN
            self._answered(FRAMES_KNOWN)
        super().process_message(message)

    def send_message(self, message: Message) -> None:
        """Passes an event from the reading thread to the app (overrides Textual's)."""
        self._soon(partial(self._app.post_message, message))

    def _new_line(self) -> Line:
        return Line(time.monotonic, lambda: self._file.written == self._sent)

    def _answered(self, answer: str) -> None:
        self.line.answered(answer)
        if self._robust_app.is_picture_late:
            self._soon(self._robust_app.show_picture)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Opens a page in the browser of the desktop (overrides Textual's)."""
        open_page(url)

    def write(self, data: str) -> None:
        """Writes text to the terminal at once, or in another thread if it would have to wait
        (extends Textual's)."""
        is_idle = self._file.written == self._sent
        self._sent += len(data)
        if not is_idle or not self._file.begin(data):
            super().write(data)
        elif self._file.rest:
            super().write("")

    def _get_terminal_size(self) -> tuple[int, int]:
        """The columns and lines of the terminal, 80 and 24 if it does not say (as Textual's, which
        imports a module for archives)."""
        with contextlib.suppress(OSError):
            columns, lines = os.get_terminal_size(self.fileno)
            return columns or 80, lines or 24
        return 80, 24

    def start_application_mode(self) -> None:
        """Takes over the terminal, once the program is in the foreground (extends Textual's)."""
        self._wait_for_front()
        self._note(True)
        # After a stop the program may be in another terminal.
        self.line = self._new_line()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if not constants.DISABLE_KITTY_KEY:
            self.write(_TELL_RELEASES)
        self.write(self.line.ask())
        self._is_on = True

    def stop_application_mode(self) -> None:
        """Restores the terminal, if it was taken over (extends Textual's)."""
        if self._is_on:
            self._is_on = False
            self.line.wait(_LAST_ANSWER)
            super().stop_application_mode()
            if self._mouse_pixels:
                self.write("\x1b[?1016l")

    def close(self) -> None:
        """Closes the driver once everything is written (extends Textual's)."""
        super().close()
        self._note(False)

    def _note(self, in_terminal: bool) -> None:
        if self._ending is not None:
            self._ending.in_terminal = in_terminal

    def _sigtstp_application(self, *_: object) -> None:
        """Suspends the program between two steps of the app, so never in the middle of a frame."""
        if not self._soon(self._stop):
            os.kill(os.getpid(), signal.SIGSTOP)

    def _sigcont_application(self, *_: object) -> None:
        """Takes over the terminal again after a stop that the program did not notice."""
        if not self._is_stopped:
            self._soon(self._take_again)

    def _stop(self) -> None:
        was_on = self._is_on
        if was_on:
            with self._robust_app._context():
                self._robust_app.before_stop()
            self.suspend_application_mode()
        self._is_stopped = True
        os.kill(os.getpid(), signal.SIGSTOP)
        if was_on:
            self._start_again()
        self._is_stopped = False

    def _take_again(self) -> None:
        if self._is_on:
            self.suspend_application_mode()
            self._start_again()

    def _start_again(self) -> None:
        self._wait_for_front()
        if not self._is_ending:
            self._must_signal_resume = True
            self.start_application_mode()
            with self._robust_app._context():
                self._robust_app.after_stop()

    def _wait_for_front(self) -> None:
        """Stops the process again while another program is in the foreground, as after `bg`."""
        was_stopped, self._is_stopped = self._is_stopped, True
        while not self._is_ending and not self._is_in_front():
            os.kill(os.getpid(), signal.SIGSTOP)
        self._is_stopped = was_stopped

    @property
    def _is_ending(self) -> bool:
        return self._ending is not None and self._ending.has_started

    def _is_in_front(self) -> bool:
        try:
            return os.tcgetpgrp(self.fileno) == os.getpgrp()
        except OSError:
            return True

    def _soon(self, call: Callable[[], object]) -> bool:
        """Lets the loop of the app make a call. False if the loop is closed."""
        loop: asyncio.AbstractEventLoop = self._loop
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(call)
            return True
        return False
