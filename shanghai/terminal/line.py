"""Knows whether the line to a terminal is free, so that no frame waits behind another one.

A question is sent after a frame. The terminal answers it once it has drawn the frame. A terminal
that does not answer gets a short pause after each frame, by the speed of a slow line.
"""

import threading
from collections.abc import Callable
from typing import Final

WELL: Final = "\x1b[0n"
"""The answer to the question whether all is well. Nearly every terminal gives it."""
FRAMES_KNOWN: Final = "\x1b[?2026;2$y"
"""The answer to the question whether synchronized frames are known. Some emulators give it."""
_QUESTIONS: Final = {WELL: "\x1b[5n", FRAMES_KNOWN: "\x1b[?2026$p"}
_SLOW: Final = 1920.0
"""Bytes a second of the slowest line that is expected."""
_QUICK: Final = 20_000.0
"""Bytes a second from which on not every frame has a question, as each answer wakes the program."""
_MAX_UNASKED: Final = 2048
"""Bytes of frames that may be sent without a question. Even a slow line draws them in a second."""
_LONGEST_PAUSE: Final = 0.25
"""The longest pause in seconds after a frame to a terminal that does not answer."""
_PATIENCE: Final = 3.0
"""Seconds, on top of the time of a slow line, after which an answer counts as lost."""


class Line:
    """Knows whether a frame is still on its way. Any thread may call `answered`."""

    def __init__(self, clock: Callable[[], float], is_written: Callable[[], bool]) -> None:
        self._clock = clock
        self._is_written = is_written
        self._lock = threading.Condition()
        self._known_answer = ""
        """Which of the two answers the terminal gives, empty while it is not known."""
        self._unanswered = 0
        self._sent_at = 0.0
        self._size = 0
        self._is_quick = False
        """Whether the last frame with a question was drawn fast."""
        self._unasked = 0
        """The bytes that were sent since the last question."""

    def ask(self) -> str:
        """The question to send after a frame, or to see whether the terminal answers at all."""
        with self._lock:
            self._unanswered += 1
            return _QUESTIONS[self._known_answer or WELL]

    def ask_after(self, size: int) -> str:
        """The question to send after a frame of `size` bytes. Empty if the frame is small and the
        terminal was quick with the last one."""
        with self._lock:
            self._unasked += size
            if self._is_quick and self._unasked < _MAX_UNASKED:
                return ""
            self._unasked = 0
        return self.ask()

    def sent(self, size: int) -> None:
        """Notes that a frame of `size` bytes, with a question, is on its way."""
        self._sent_at = self._clock()
        self._size = size

    def answered(self, answer: str) -> None:
        """Notes an answer: the terminal has drawn what was sent before the question."""
        with self._lock:
            if self._known_answer != WELL:
                self._known_answer = answer
            elif answer != WELL:
                # Textual itself asks for this when it takes over the terminal.
                return
            self._unanswered = max(0, self._unanswered - 1)
            self._is_quick = self._size > _QUICK * (self._clock() - self._sent_at)
            self._lock.notify_all()

    def busy_seconds(self) -> float:
        """The seconds after which to ask again. 0 if a frame may be sent."""
        with self._lock:
            if self._known_answer and not self._unanswered:
                return 0
            wait = self._size / _SLOW
            wait = wait + _PATIENCE if self._known_answer else min(wait, _LONGEST_PAUSE)
            wait -= self._clock() - self._sent_at
            if wait > 0:
                return wait
            if not self._is_written():
                return _LONGEST_PAUSE
            # The answers were lost, or the terminal gives none.
            self._known_answer = ""
            self._unanswered = 0
        return 0

    def wait(self, seconds: float) -> None:
        """Waits at most some seconds until every question is answered. Does not wait for a
        terminal that is not known to answer."""
        with self._lock:
            if self._known_answer:
                self._lock.wait_for(lambda: not self._unanswered, seconds)
