"""Work spread over processes; what it comes to does not depend on their number."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Final, Protocol, TypeVar

from msgspec import Struct

Report = TypeVar("Report")
Report_co = TypeVar("Report_co", covariant=True)

Progress = Callable[[int, int], None]
"""Told how many pieces of how many are done."""

_LONGEST_CHUNK: Final = 4
_CHUNKS_A_JOB: Final = 32


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
    reports = []
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
    """Small chunks, so that no process is left alone with much at the end."""
    chunk = max(1, min(_LONGEST_CHUNK, len(work) // (jobs * _CHUNKS_A_JOB)))
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, signal.signal, (signal.SIGINT, signal.SIG_IGN))
    try:
        with _interrupt_held():
            played = pool.map(_play, work, chunksize=chunk)
        yield from played
        pool.shutdown()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise


def _play(work: Work[Report]) -> Report:
    return work.play()


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
