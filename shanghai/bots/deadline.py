"""A watch over questions that may never be answered: a thread that sleeps until the earliest one is
overdue, and then raises an exception between two Python steps of the thread that thinks."""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from time import monotonic
from typing import Final, TypeVar

from msgspec import Struct

T = TypeVar("T")

AGAIN: Final = 0.05
"""Seconds until a player that still thinks is interrupted again; longer each time."""
_NEVER: Final = float("inf")


class DeadlineMissed(Exception):
    """A question was not answered in its time."""


class BreakIn(BaseException):
    """What is raised in the thread that thinks, which must let it pass."""


def within(question: Callable[[], T], most: int) -> T:
    """The answer to a question; DeadlineMissed after `most` calls of functions, whose counting
    makes it two or three times slower."""
    left = most

    def count(*_: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise BreakIn

    before = sys.gettrace()
    sys.settrace(count)
    try:
        return question()
    except BreakIn:
        raise DeadlineMissed from None
    finally:
        sys.settrace(before)


class _Question(Struct, eq=False):
    """A question under way: the thread that thinks about it, and when its answer is overdue."""

    thread: int
    due: float
    again: float = AGAIN
    broken_in: bool = False
    is_open: bool = True
    """Whether it may still be broken in on."""


class Deadline:
    """Asks questions and breaks in on those that take too long."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        """Starts with no question and no thread, also in the child of a fork."""
        self._lock = threading.Lock()
        self._asleep = threading.Lock()
        self._open: dict[int, _Question] = {}
        self._looks_at = _NEVER
        self._looker: threading.Thread | None = None
        self._has_signal: bool | None = None

    def ask(self, question: Callable[[], T], seconds: float) -> T:
        """The answer to a question; DeadlineMissed after `seconds`; passes on what it raises."""
        if self._looker is None or self._has_signal is None:
            self._make_ready()
        asked = _Question(threading.get_ident(), monotonic() + seconds)
        try:
            try:
                self._open[asked.thread] = asked
                if asked.due < self._looks_at:
                    self._wake()
                answer = question()
            finally:
                # Nothing is raised between the end of the question and this. One break-in may be
                # on its way then, which strikes here or in the end below; no other follows.
                asked.is_open = False
                self._close(asked)
        except BreakIn:
            self._close(asked)
            raise DeadlineMissed from None
        if asked.broken_in:
            raise DeadlineMissed
        return answer

    def _close(self, asked: _Question) -> None:
        """Forgets a question that is not open, and takes back a break-in that is on its way."""
        with self._lock:
            self._open.pop(asked.thread, None)
            if asked.broken_in and not self._is_woken(asked):
                _take_back(asked.thread)

    def _make_ready(self) -> None:
        """Starts the thread, and takes the signal as soon as the main thread asks."""
        if self._has_signal is None and threading.current_thread() is threading.main_thread():
            self._has_signal = self._take_signal()
        if self._looker is None:
            self._looker = threading.Thread(target=self._look, name="watch", daemon=True)
            self._looker.start()

    def _take_signal(self) -> bool:
        """Takes the signal that nobody else uses, as it alone ends a wait of the main thread."""
        if not hasattr(signal, "SIGURG") or signal.getsignal(signal.SIGURG) != signal.SIG_DFL:
            return False
        signal.signal(signal.SIGURG, self._on_signal)
        return True

    def _wake(self) -> None:
        with contextlib.suppress(RuntimeError):
            self._asleep.release()

    def _look(self) -> None:
        """Breaks in on what is overdue, and sleeps until something else may be."""
        while True:
            self._asleep.acquire(blocking=False)
            with self._lock:
                # Before the questions are read, so that one that is asked meanwhile wakes it.
                self._looks_at = _NEVER
                now = monotonic()
                under_way = tuple(asked for asked in self._open.values() if asked.is_open)
                for asked in under_way:
                    if asked.due <= now:
                        asked.broken_in = True
                        asked.due = now + asked.again
                        asked.again *= 2
                        self._break_in(asked)
                self._looks_at = due = min((asked.due for asked in under_way), default=_NEVER)
            self._asleep.acquire(timeout=-1 if due == _NEVER else max(0.0, due - now))

    def _break_in(self, asked: _Question) -> None:
        if self._is_woken(asked):
            signal.pthread_kill(asked.thread, signal.SIGURG)
        else:
            _raise_in(asked.thread)

    def _is_woken(self, asked: _Question) -> bool:
        """Whether the signal breaks in on a question."""
        return bool(self._has_signal) and asked.thread == threading.main_thread().ident

    def _on_signal(self, number: int, frame: object) -> None:
        asked = self._open.get(threading.get_ident())
        if asked is not None and asked.is_open and asked.broken_in:
            raise BreakIn


def _raise_in(thread: int) -> None:
    """Raises a break-in in a thread at its next step."""
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(BreakIn))


def _take_back(thread: int) -> None:
    """Takes back a break-in that may be on its way to this thread."""
    # One is raised in its stead: were it only taken away, Python would go on looking for it in all
    # threads, and a function that is traced, as by a debugger, would never begin.
    with contextlib.suppress(BreakIn):
        _raise_in(thread)
        while True:
            pass


WATCH: Final = Deadline()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=WATCH._forget)
