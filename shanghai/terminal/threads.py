"""Work in threads of its own, which end with the program and let keys come first."""

import asyncio
import contextlib
import sys
from collections.abc import Callable, Iterator
from threading import Lock, Thread
from typing import Any, Final, TypeVar

T = TypeVar("T")

SWITCH: Final = 0.00002
"""Seconds between two turns of threads; Python's own 5 ms would keep the screen waiting."""
_LOCK: Final = Lock()
_USUAL: Final[list[float]] = []
"""The time between two turns at other times, once for each work that is under way."""


@contextlib.contextmanager
def _haste() -> Iterator[None]:
    """Makes threads take turns more often while any work is under way."""
    with _LOCK:
        _USUAL.append(_USUAL[0] if _USUAL else sys.getswitchinterval())
        sys.setswitchinterval(min(SWITCH, _USUAL[0]))
    try:
        yield
    finally:
        with _LOCK:
            usual = _USUAL.pop()
            if not _USUAL:
                sys.setswitchinterval(usual)


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
            with _haste():
                result = function(*args, **named)
        except BaseException as raised:
            error = raised
        # Nobody listens any more when the program has ended meanwhile.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, result, error)

    Thread(target=think, name="thinking", daemon=True).start()
    return await answer
