"""Work spread over processes; what it comes to does not depend on their number."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Final

from shanghai.simulation.cluster import played_on
from shanghai.simulation.work import Backend, ReportT, Work, play_one

ProgressCallback = Callable[[int, int], None]
"""Told how many pieces of how many are done."""

_AHEAD: Final = 32
"""Pieces a process that are handed out before the first one is waited for."""


def play_all(
    work: Sequence[Work[ReportT]], engine: Backend, progress: ProgressCallback | None = None
) -> list[ReportT]:
    """The reports of all pieces, in their order.

    Raises what a piece raises, BackendFault where the engine is not there, and BrokenExecutor where
    a process ends before its work.
    """
    reports: list[ReportT] = []
    if progress is not None:
        progress(0, len(work))
    for report in played(work, engine):
        reports.append(report)
        if progress is not None:
            progress(len(reports), len(work))
    return reports


def played(
    work: Sequence[Work[ReportT]], engine: Backend, *, apart: bool = False
) -> Generator[ReportT, None, None]:
    """The reports of all pieces as they are done, in their order; closing it ends the processes.

    `apart` has even a single job done in another process.
    """
    if engine.backend:
        yield from played_on(engine, work)
    elif (jobs := min(engine.jobs, len(work))) > 1 or (apart and work):
        yield from _in_processes(work, jobs)
    else:
        yield from map(play_one, work)


def _in_processes(work: Sequence[Work[ReportT]], jobs: int) -> Generator[ReportT, None, None]:
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, _settle_in)
    ahead = iter(work)
    try:
        with _interrupt_held():
            waiting = deque(pool.submit(play_one, one) for one in islice(ahead, _AHEAD * jobs))
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(play_one, one) for one in islice(ahead, 1))
        pool.shutdown()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise


def _settle_in() -> None:
    """A process for work leaves Ctrl+C to the one that started it, and ends when that one does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def _interrupt_held() -> Iterator[None]:
    """Holds Ctrl+C back while processes start, which it would strike before they can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
