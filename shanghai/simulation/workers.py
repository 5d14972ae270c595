"""Work spread over processes; what it comes to does not depend on their number."""

from collections import deque
from collections.abc import Callable, Generator, Sequence
from itertools import islice
from typing import Final

from shanghai.processes import isolate_children, uninterrupted, worker_pool
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
        isolate_children()
        yield from played_on(engine, work)
    elif (jobs := min(engine.jobs, len(work))) > 1 or (apart and work):
        yield from _in_processes(work, jobs)
    else:
        yield from map(play_one, work)


def _in_processes(work: Sequence[Work[ReportT]], jobs: int) -> Generator[ReportT, None, None]:
    ahead = iter(work)
    with worker_pool(jobs) as pool:
        first = list(islice(ahead, _AHEAD * jobs))
        waiting = uninterrupted(lambda: deque(pool.submit(play_one, one) for one in first))
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(play_one, one) for one in islice(ahead, 1))
