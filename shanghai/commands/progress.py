"""A bar on the terminal that shows how much of a long piece of work is done."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from shanghai.words.sanitize import sanitize

ProgressUpdate = Callable[[int, int], None]
"""Told how many pieces of how many are done."""


@contextmanager
def progress_bar(what: str) -> Iterator[ProgressUpdate]:
    """A bar on standard error, gone at the end; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), what, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(sanitize(what, 40), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
