"""All that touches the private names of Textual, and what an app may lack in a test."""

import time
from collections.abc import Callable


def clock_of(app: object) -> Callable[[], float]:
    """The clock of the app in seconds, `time.monotonic` where it has none of its own."""
    clock: Callable[[], float] = getattr(app, "clock", time.monotonic)
    return clock
