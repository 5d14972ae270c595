"""Reports of pieces of work in a file, so that none of them is done twice."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, Generic

import msgspec
from msgspec import Struct

from shanghai.bots.machine_code import code_hash
from shanghai.simulation.workers import Backend, ProgressCallback, ReportT, Work, played
from shanghai.storage.chained_file import ChainedFile, OpenChain

_MAX_BYTES: Final = 2**30
"""The bytes of the largest such file."""


class StoredReport(Struct, Generic[ReportT], frozen=True, forbid_unknown_fields=True):
    """A report of a file, and the key of the work that it reports."""

    key: str
    report: ReportT


class StoredReports(Generic[ReportT]):
    """The reports of an open file, to which each new one is added at once."""

    def __init__(self, file: OpenChain[StoredReport[ReportT]]) -> None:
        """The reports that the file holds."""
        self._file = file
        self.problem = file.problem
        """What is wrong with the end of the file, in a sentence, or nothing."""
        self._reports = {entry.key: entry.report for entry in file.entries}

    def play_rest(
        self, work: Sequence[Work[ReportT]], engine: Backend, tell: ProgressCallback
    ) -> Iterator[ReportT]:
        """The reports of all pieces of work in order; those that are not in the file are made."""
        keys = [_key(piece) for piece in work]
        rest = [piece for piece, key in zip(work, keys, strict=True) if key not in self._reports]
        tell(len(work) - len(rest), len(work))
        with closing(played(rest, engine)) as reports:
            for done, key in enumerate(keys, 1):
                if key not in self._reports:
                    report = next(reports)
                    self._file.add(StoredReport(key, report))
                    self._reports[key] = report
                    tell(done, len(work))
                yield self._reports[key]


@contextmanager
def stored_reports(path: Path, kind: type[ReportT]) -> Iterator[StoredReports[ReportT]]:
    """The reports of a kind in a file, which is open for this program alone; StoreError."""
    entry = StoredReport[kind]  # type: ignore[valid-type]
    file: ChainedFile[StoredReport[ReportT]] = ChainedFile(path, "simulation", entry, _MAX_BYTES)
    with file.opened() as opened:
        yield StoredReports(opened)


def _key(piece: object) -> str:
    """The hash of a piece of work and of the program that does it."""
    return hashlib.sha256(code_hash().encode() + msgspec.json.encode(piece)).hexdigest()[:32]
