"""Bars on standard error that show how far a command is."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from shanghai.words.sanitize import sanitize

ProgressUpdate = Callable[[int, int], None]
"""Told how many pieces of how many are done."""


@contextmanager
def progress_bar(what: str, *, many: bool = True) -> Iterator[ProgressUpdate]:
    """A bar on standard error, gone at the end; none for a few, and where that is no terminal."""
    if not (many and sys.stderr.isatty()):
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), what, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(sanitize(what, 40), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def reading_bar() -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error for games that are read; it appears once there are any."""
    with ExitStack() as stack:
        bars: list[Callable[[int, int], None]] = []

        def update(done: int, total: int) -> None:
            if not bars:
                bars.append(stack.enter_context(progress_bar("games")))
            bars[0](done, total)

        yield update
