"""The end of the program by a signal, and by force where it takes too long."""

import atexit
import contextlib
import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, Final

SIGNALS: Final = (
    "SIGTERM",
    "SIGHUP",
    "SIGQUIT",
    "SIGINT",
    "SIGUSR1",
    "SIGUSR2",
    "SIGPWR",
    "SIGXCPU",
)
PATIENCE: Final = 1.4
"""Seconds that an end in good order may take after a signal."""
LEISURE: Final = 3.0
"""Seconds that any other end may take: a slow disk may still have to write."""
_SIGNALLED: Final = 128
_AT_HOME: Final = (
    b"\x18\x1b[?2026l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l\x1b[?2004l\x1b[?2048l"
    b"\x1b[?1004l\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h"
)
"""Restores a terminal that was left in the middle of a frame."""


class Shutdown:
    """Handles the signals that end a program, and bounds the time that its end takes.

    A signal calls `ask` in the main thread, so that the app ends in good order. Where that takes
    too long, as with a disk or a terminal that hangs, the terminal is restored and the process
    exits at once.
    """

    def __init__(self, ask: Callable[[int], None]) -> None:
        self._ask = ask
        self._code: int | None = None
        self._in_haste = False
        self.in_terminal = False
        """Whether the terminal is in the app's mode, not as it was before."""
        self._settings = _terminal_settings()

    @property
    def has_begun(self) -> bool:
        """Whether the program is about to end."""
        return self._code is not None

    def listen(self) -> None:
        """Handles the signals, except those that the parent process has set to be ignored."""
        for name in SIGNALS:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._signalled)
        if hasattr(signal, "SIGALRM"):
            signal.signal(signal.SIGALRM, self._overdue)
            # After this Python takes its handlers away, and an alarm would end the process itself.
            atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)

    def begin(self, code: int) -> None:
        """Notes that the program is about to end with this exit code, and starts the clock."""
        in_haste = code > _SIGNALLED
        if (self._code is None or in_haste > self._in_haste) and hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, PATIENCE if in_haste else LEISURE)
        self._in_haste = self._in_haste or in_haste
        self._code = code

    def _signalled(self, number: int, _: object) -> None:
        self.begin(_SIGNALLED + number)
        self._ask(number)

    def _overdue(self, number: int, frame: object) -> None:
        if self._code is None:
            self._signalled(number, frame)
            return
        if self.in_terminal:
            with contextlib.suppress(Exception):
                self._leave_terminal()
        os._exit(self._code)

    def _leave_terminal(self) -> None:
        """Restores the terminal without waiting for it; what was not shown yet is dropped."""
        import termios

        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        screen = os.dup(2)
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        # The thread that writes frames is woken, so that it does not write another one.
        signal.signal(signal.SIGALRM, lambda *_: None)
        for thread in threading.enumerate():
            if thread.name == "textual-output" and thread.ident is not None:
                signal.pthread_kill(thread.ident, signal.SIGALRM)
                thread.join(0.05)
        with contextlib.suppress(termios.error):
            termios.tcflush(screen, termios.TCOFLUSH)
        with contextlib.suppress(OSError):
            if select.select([], [screen], [], 0.1)[1]:
                os.write(screen, _AT_HOME)
        if self._settings is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(0, termios.TCSANOW, self._settings)


def _terminal_settings() -> list[Any] | None:
    """The settings of the terminal as termios has them, None where there is no terminal."""
    if sys.platform == "win32":
        return None
    import termios

    try:
        return termios.tcgetattr(0)
    except termios.error:
        return None
