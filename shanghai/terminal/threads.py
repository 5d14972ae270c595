"""Work in threads beside the screen, which end with the program and let keys come first."""

import asyncio
import contextlib
import sys
from collections.abc import Callable
from threading import Lock, Thread
from typing import Any, Final, TypeVar

T = TypeVar("T")

SWITCH: Final = 0.00002
"""Seconds between two turns of threads; Python's own 5 ms would keep the screen waiting."""


class _Haste:
    """Makes threads take turns more often while any work is under way."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._thoughts = 0
        self._usual = 0.0

    def begin(self) -> None:
        """Notes that work begins; the first one shortens the turns."""
        with self._lock:
            if not self._thoughts:
                self._usual = sys.getswitchinterval()
                sys.setswitchinterval(min(SWITCH, self._usual))
            self._thoughts += 1

    def end(self) -> None:
        """Notes that work has ended; the last one restores the usual turns."""
        with self._lock:
            self._thoughts -= 1
            if not self._thoughts:
                sys.setswitchinterval(self._usual)


_HASTE: Final = _Haste()


async def in_thread(function: Callable[..., T], *args: Any, **named: Any) -> T:  # noqa: ANN401
    """The result of a function that runs in a thread of its own, a daemon."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if answer.done():
            return
        if error is None:
            answer.set_result(result)  # type: ignore[arg-type]
        else:
            answer.set_exception(error)

    def think() -> None:
        result, error = None, None
        try:
            result = function(*args, **named)
        except BaseException as raised:
            error = raised
        _HASTE.end()
        # Nobody listens any more when the program has ended meanwhile.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, result, error)

    _HASTE.begin()
    Thread(target=think, name="thinking", daemon=True).start()
    return await answer
