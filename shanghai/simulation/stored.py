"""Stores the reports of pieces of work in a file, so that no work is done twice."""

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
"""The largest size of such a file in bytes."""


class StoredReport(Struct, Generic[ReportT], frozen=True, forbid_unknown_fields=True):
    """An entry of the file: a report, and the key of its work."""

    key: str
    report: ReportT


class StoredReports(Generic[ReportT]):
    """The reports of an open file. Each new report is written at once."""

    def __init__(self, file: OpenChain[StoredReport[ReportT]]) -> None:
        """Reads the reports of the file."""
        self._file = file
        self.problem = file.problem
        """A sentence about damage at the end of the file, "" if it is sound."""
        self._reports = {entry.key: entry.report for entry in file.entries}

    def play_rest(
        self, work: Sequence[Work[ReportT]], engine: Backend, tell: ProgressCallback
    ) -> Iterator[ReportT]:
        """Yields the reports of all work in order. Does work without a report in the file."""
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
    """Opens a file of reports of one type, for this program alone. Raises StoreError."""
    entry = StoredReport[kind]  # type: ignore[valid-type]
    file: ChainedFile[StoredReport[ReportT]] = ChainedFile(path, "simulation", entry, _MAX_BYTES)
    with file.opened() as opened:
        yield StoredReports(opened)


def _key(piece: object) -> str:
    """The key of a piece of work: a hash of it and of the sources of the program."""
    return hashlib.sha256(code_hash().encode() + msgspec.json.encode(piece)).hexdigest()[:32]
