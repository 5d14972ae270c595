"""Spreads work over processes: those of this program, or by joblib those of loky or Dask. Dask uses
its own workers, or those of a running scheduler, which must have the same version of this program.
All give the same reports."""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from importlib import import_module
from itertools import islice
from logging import CRITICAL
from tempfile import TemporaryDirectory
from typing import Any, Final, Protocol, TypeVar

from msgspec import Struct

from shanghai.processes import isolated_children, uninterrupted, worker_pool
from shanghai.words import simulate
from shanghai.words.installing import install_command

ReportT = TypeVar("ReportT")
ReportT_co = TypeVar("ReportT_co", covariant=True)
ProgressCallback = Callable[[int, int], None]
"""Gets the number of pieces of work that are done, and that of all."""
BACKENDS: Final = ("loky", "dask")
"""The engines other than processes of this program."""
_AHEAD: Final = 32
"""How many pieces each process gets before the first report is waited for."""
_PATIENCE: Final = "10s"
"""How long to wait for an answer of a scheduler."""


class Backend(Struct, frozen=True):
    """Where work is done: in `jobs` processes of this program, or of another engine."""

    jobs: int = 1
    backend: str = ""
    """One of BACKENDS. "" for processes of this program."""
    scheduler: str = ""
    """The address of a running Dask scheduler, which has workers of its own."""


class BackendFault(Exception):
    """An engine is not installed or does not answer. The message is a sentence for people."""


class Work(Protocol[ReportT_co]):
    """A piece of work. It can be sent to another process, and its report can come back."""

    def play(self) -> ReportT_co:
        """Does the work and returns the report."""


def play_all(
    work: Sequence[Work[ReportT]], engine: Backend, progress: ProgressCallback | None = None
) -> list[ReportT]:
    """Does all work, and returns the reports in the same order. Raises what `reported` raises."""
    return list(reported(work, engine, progress or (lambda done, total: None)))


def reported(
    work: Sequence[Work[ReportT]], engine: Backend, tell: ProgressCallback
) -> Iterator[ReportT]:
    """Does all work, and yields the reports in order. Raises what a piece raises, BackendFault if
    the engine is missing, and BrokenExecutor if a process ends too early."""
    tell(0, len(work))
    with closing(played(work, engine)) as reports:
        for done, report in enumerate(reports, 1):
            tell(done, len(work))
            yield report


def played(
    work: Sequence[Work[ReportT]], engine: Backend, *, apart: bool = False
) -> Generator[ReportT, None, None]:
    """Does all work, and yields the reports in order. `apart` always uses other processes."""
    if engine.backend:
        with isolated_children():
            yield from _played_on(engine, work)
    elif (jobs := min(engine.jobs, len(work))) > 1 or (apart and work):
        ahead = iter(work)
        with worker_pool(jobs) as pool:
            first = list(islice(ahead, _AHEAD * jobs))
            waiting = uninterrupted(lambda: deque(pool.submit(one.play) for one in first))
            while waiting:
                yield waiting.popleft().result()
                waiting.extend(pool.submit(one.play) for one in islice(ahead, 1))
    else:
        yield from (one.play() for one in work)


def _played_on(engine: Backend, work: Sequence[Work[ReportT]]) -> Iterator[ReportT]:
    """Does the work by joblib, and yields the reports in order. Raises BackendFault."""
    joblib = _needed(engine, "joblib")
    with ExitStack() as stack:
        where = {"n_jobs": engine.jobs}
        if engine.backend == "dask":
            where = {"n_jobs": -1, "client": _client(engine, stack)}
        stack.enter_context(joblib.parallel_config(engine.backend, **where))
        pieces = (joblib.delayed(piece.play)() for piece in work)
        yield from joblib.Parallel(return_as="generator")(pieces)


def _client(engine: Backend, stack: ExitStack) -> Any:  # noqa: ANN401
    distributed = _needed(engine, "distributed")
    address = engine.scheduler or stack.enter_context(
        distributed.LocalCluster(
            n_workers=engine.jobs,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=CRITICAL,
            local_directory=stack.enter_context(TemporaryDirectory()),
        )
    )
    try:
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        fault = simulate.NO_SCHEDULER_ANSWERS.format(address=engine.scheduler)
        raise BackendFault(fault) from error
    return stack.enter_context(client)


def _needed(engine: Backend, name: str) -> Any:  # noqa: ANN401
    try:
        return import_module(name)
    except ImportError:
        install = install_command("cluster")
        why = simulate.ENGINE_NEEDS.format(backend=engine.backend, name=name, install=install)
        raise BackendFault(why) from None
