"""Runs long work in a thread that ends with the program and that does not delay keys."""

import asyncio
import contextlib
import sys
from collections.abc import Callable, Iterator
from threading import Lock, Thread
from typing import Any, Final, TypeVar

T = TypeVar("T")

SWITCH: Final = 0.00002
"""Seconds between two turns of threads. Python's own 5 ms would keep the screen waiting."""
_LOCK: Final = Lock()
_USUAL: Final[list[float]] = []
"""Python's usual time between two turns, once for each work that is under way."""


@contextlib.contextmanager
def _short_turns() -> Iterator[None]:
    """Makes threads take shorter turns while any work is under way."""
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
    """Runs a function in a daemon thread. Returns its result, or raises its error."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def set_answer(result: T | None, error: BaseException | None) -> None:
        if answer.done():
            return
        if error is None:
            answer.set_result(result)  # type: ignore[arg-type]
        else:
            answer.set_exception(error)

    def think() -> None:
        result, error = None, None
        try:
            with _short_turns():
                result = function(*args, **named)
        except BaseException as raised:
            error = raised
        # The loop is closed if the program has ended in the meantime.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(set_answer, result, error)

    Thread(target=think, name="thinking", daemon=True).start()
    return await answer
