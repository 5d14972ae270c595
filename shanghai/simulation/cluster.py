"""Work done by an engine that exists already, through joblib: loky's processes, or Dask's workers.

Dask's are of this machine, or of a scheduler's own machines, which need the same version of this
program. Nothing but the place changes: the pieces of work and their reports are the same.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from importlib import import_module
from logging import CRITICAL
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, Final

from shanghai.simulation.work import Backend, BackendFault, ReportT, Work, play_one
from shanghai.words.commands import install_command

_PATIENCE: Final = "10s"


def played_on(engine: Backend, work: Sequence[Work[ReportT]]) -> Iterator[ReportT]:
    """The reports in their order; BackendFault where the engine is not there."""
    joblib = _needed(engine, "joblib")
    with ExitStack() as stack:
        where = {"n_jobs": engine.jobs}
        if engine.backend == "dask":
            where = {"n_jobs": -1, "client": _client(engine, stack)}
        stack.enter_context(joblib.parallel_config(engine.backend, **where))
        pieces = (joblib.delayed(play_one)(piece) for piece in work)
        yield from joblib.Parallel(return_as="generator")(pieces)


def _client(engine: Backend, stack: ExitStack) -> Any:  # noqa: ANN401
    """A client of the scheduler that is named, or of workers of our own; closed with the stack."""
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
        raise BackendFault(f"no scheduler answers at {engine.scheduler}") from error
    return stack.enter_context(client)


def _needed(engine: Backend, name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError:
        why = f"--backend {engine.backend} needs {name}: {install_command('cluster')}"
        raise BackendFault(why) from None
