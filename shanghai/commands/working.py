"""Helps commands that take long: a bar shows how much is done, and a signal ends them cleanly."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType

from shanghai.commands.printing import say
from shanghai.processes import ENDING_SIGNALS
from shanghai.words import commands
from shanghai.words.grammar import plural
from shanghai.words.sanitize import sanitize

ProgressUpdate = Callable[[int, int], None]
"""A function that is called with the number of pieces that are done, and of all."""


class Stopped(KeyboardInterrupt):
    """A signal asks the command to end. `code` is the exit code for that signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Raises Stopped within a `with` block at Ctrl+C, a hang-up, or a request to end. A signal that
    the process ignores is still ignored."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stopped(number)

    numbers = [getattr(signal, name) for name in ENDING_SIGNALS if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def ready_to_search(command: str) -> bool:
    """Whether the master can search. Its machine code is made if there is none yet."""
    # Imported here, as most commands that take long have no computer players.
    from shanghai.bots.machine_code import code_fault, has_numba, is_ready, make_ready

    if not has_numba():
        return False
    if not is_ready() and not code_fault():
        say(f"shanghai {command}: {commands.PREPARING}", sys.stderr)
    return make_ready()


@contextmanager
def progress_bar(noun: str, *, many: bool = True) -> Iterator[ProgressUpdate]:
    """Shows a bar on standard error within a `with` block, and removes it at the end.

    It counts things with a noun such as `game`. There is no bar unless there are `many`, and none
    if standard error is not a terminal.
    """
    if not (many and sys.stderr.isatty()):
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    what = sanitize(plural(noun), 40)
    columns = (BarColumn(), MofNCompleteColumn(), what, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def reading_bar() -> Iterator[ProgressUpdate]:
    """Shows a bar for games that are read. It appears once the first game has been read."""
    with ExitStack() as stack:
        bars: list[ProgressUpdate] = []

        def update(done: int, total: int) -> None:
            if not bars:
                bars.append(stack.enter_context(progress_bar("game")))
            bars[0](done, total)

        yield update
