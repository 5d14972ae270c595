"""Work spread over processes; what it comes to does not depend on their number."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Protocol, TypeVar

from msgspec import Struct

Report = TypeVar("Report")
Report_co = TypeVar("Report_co", covariant=True)

Progress = Callable[[int, int], None]
"""Told how many pieces of how many are done."""


class Engine(Struct, frozen=True):
    """Where work is done: in so many processes."""

    jobs: int = 1


class Work(Protocol[Report_co]):
    """A piece of work that can be sent to another process, and so can its report."""

    def play(self) -> Report_co:
        """Does it."""
        ...


def play_all(
    work: Sequence[Work[Report]], engine: Engine, progress: Progress | None = None
) -> list[Report]:
    """The reports of all pieces, in their order.

    Raises what a piece raises, and BrokenExecutor where a process ends before its work.
    """
    reports: list[Report] = []
    if progress is not None:
        progress(0, len(work))
    for report in _played(work, min(engine.jobs, len(work))):
        reports.append(report)
        if progress is not None:
            progress(len(reports), len(work))
    return reports


def _played(work: Sequence[Work[Report]], jobs: int) -> Iterator[Report]:
    if jobs <= 1:
        return map(_play, work)
    return _in_processes(work, jobs)


def _in_processes(work: Sequence[Work[Report]], jobs: int) -> Iterator[Report]:
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, _settle_in)
    try:
        with _interrupt_held():
            played = pool.map(_play, work)
        yield from played
        pool.shutdown()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise


def _play(work: Work[Report]) -> Report:
    return work.play()


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
