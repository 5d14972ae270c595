"""Whether the line to a terminal is free, so that no frame waits behind another one.

A terminal answers a question once it has drawn all that came before it. One that answers nothing
is taken to draw at the pace of a slow line, for a short time.
"""

import threading
from collections.abc import Callable
from typing import Final

WELL: Final = "\x1b[0n"
"""Answers whether all is well, as nearly every terminal does."""
FRAMES_KNOWN: Final = "\x1b[?2026;2$y"
"""Answers whether whole frames are known, as some programs do that play a terminal."""
_QUESTIONS: Final = {WELL: "\x1b[5n", FRAMES_KNOWN: "\x1b[?2026$p"}
_SLOW: Final = 1920.0
"""Bytes a second of the slowest line that is expected."""
_QUICK: Final = 20_000.0
"""Bytes a second of a line on which not each frame is asked about: that wakes the program."""
_MOST_UNASKED: Final = 2048
"""Bytes of such frames: a line that has become slow has drawn them in a second."""
_LONGEST_PAUSE: Final = 0.25
"""Seconds after a frame to a terminal that does not answer."""
_PATIENCE: Final = 3.0
"""Seconds beyond the time of a slow line, after which an answer is taken as lost."""


class Line:
    """Knows whether a frame is still on its way; `answered` may be called from any thread."""

    def __init__(self, clock: Callable[[], float], is_written: Callable[[], bool]) -> None:
        self._clock = clock
        self._is_written = is_written
        self._lock = threading.Condition()
        self._known_answer = ""
        """What the terminal answers, as far as it is known."""
        self._unanswered = 0
        self._sent_at = 0.0
        self._size = 0
        self._is_quick = False
        """Whether the last frame that was asked about was drawn at once."""
        self._unasked = 0
        """The bytes of the frames since then."""

    def ask(self) -> str:
        """The question that goes with a frame, or that tries whether the terminal answers."""
        with self._lock:
            self._unanswered += 1
            return _QUESTIONS[self._known_answer or WELL]

    def ask_after(self, size: int) -> str:
        """The question that goes with a frame of so many bytes; none for a small one on a line
        that has been quick to take the one before."""
        with self._lock:
            self._unasked += size
            if self._is_quick and self._unasked < _MOST_UNASKED:
                return ""
            self._unasked = 0
        return self.ask()

    def sent(self, size: int) -> None:
        """Notes that a frame of so many bytes, with a question, is on its way."""
        self._sent_at = self._clock()
        self._size = size

    def answered(self, answer: str) -> None:
        """Notes that the terminal has drawn what was sent before a question."""
        with self._lock:
            if self._known_answer != WELL:
                self._known_answer = answer
            elif answer != WELL:
                # Textual asks for this itself when it takes the terminal.
                return
            self._unanswered = max(0, self._unanswered - 1)
            self._is_quick = self._size > _QUICK * (self._clock() - self._sent_at)
            self._lock.notify_all()

    def busy_seconds(self) -> float:
        """0 where a frame may be sent; else the seconds after which to look again."""
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
            # Answers were lost, or never come.
            self._known_answer = ""
            self._unanswered = 0
        return 0

    def wait(self, seconds: float) -> None:
        """Waits until every question is answered, where the terminal answers at all."""
        with self._lock:
            if self._known_answer:
                self._lock.wait_for(lambda: not self._unanswered, seconds)
