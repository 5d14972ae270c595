"""Pieces of work that can be sent to other processes, and where they are done."""

from typing import Final, Protocol, TypeVar

from msgspec import Struct

ReportT = TypeVar("ReportT")
ReportT_co = TypeVar("ReportT_co", covariant=True)


BACKENDS: Final = ("loky", "dask")
"""Engines other than processes of our own; see `cluster`."""


class Backend(Struct, frozen=True):
    """Where work is done: in `jobs` processes, of our own or of another engine."""

    jobs: int = 1
    backend: str = ""
    """One of BACKENDS, or nothing."""
    scheduler: str = ""
    """The address of a running Dask scheduler, which has workers of its own."""


class BackendFault(Exception):
    """An engine that is not installed or does not answer, in a sentence."""


class Work(Protocol[ReportT_co]):
    """A piece of work that can be sent to another process, and so can its report."""

    def play(self) -> ReportT_co:
        """Does it."""
        ...


def play_one(work: Work[ReportT]) -> ReportT:
    """Does one piece; what another process is asked to do."""
    return work.play()
