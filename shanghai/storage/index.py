"""The index of saved games: what the list of games and the ledger show of each journal.

It is one file, which only repeats what is in the journals. A game that is missing or damaged in it
is read again.
"""

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from shanghai.storage.files import read_plain, write_file
from shanghai.storage.lines import body_of, line_of
from shanghai.storage.verdict import GameSummary, Listed
from shanghai.words import saves as words
from shanghai.words.system import system_fault

FILE: Final = "games.index"
SCHEMA: Final = 6
"""The number in the first line. An index with a lower one is made again, one with a higher one is
left alone."""
MAX_BYTES: Final = 2**28
"""The bytes of the largest index, which is that of some 50,000 games."""
_REPLACED: Final = ("ledger.db", "ledger.db-wal", "ledger.db-shm")
"""The index of older programs, which is removed when a new one is written."""


class IndexRow(Struct, frozen=True):
    """A game in the index. The row is true as long as the journal has this stamp."""

    id: bytes
    stamp: str
    listed: Listed
    summary: GameSummary | None = None
    """The figures of a finished game; None for any other."""


class _FirstLine(Struct, frozen=True):
    schema: int


_read_row: Final = msgspec.json.Decoder(IndexRow).decode
_read_first_line: Final = msgspec.json.Decoder(_FirstLine).decode


class GameIndex:
    """The index of a data folder. If something is wrong with it, `problem` says what."""

    def __init__(self, data: Path) -> None:
        """Reads the file. There are no rows if it cannot be used."""
        self.rows: dict[bytes, IndexRow] = {}
        self.problem = ""
        self._path = data / FILE
        self._is_newer = False
        if os.path.lexists(self._path):
            self._read()

    def save(self, rows: Iterable[IndexRow]) -> None:
        """Writes other rows in place of those that were read."""
        new = {row.id: row for row in rows}
        if self._is_newer or (new == self.rows and not self.problem):
            return
        lines = [line_of(_FirstLine(SCHEMA), 0)[0]]
        lines += [line_of(row, 0)[0] for row in new.values()]
        try:
            write_file(self._path, b"".join(lines))
        except OSError as error:
            self._cannot_use(error)
            return
        for name in _REPLACED:
            with contextlib.suppress(OSError):
                self._path.with_name(name).unlink()

    def _read(self) -> None:
        try:
            first, *lines = read_plain(self._path, MAX_BYTES, follow=False).splitlines() or [b""]
        except OSError as error:
            self._cannot_use(error)
            return
        try:
            schema = _read_first_line(_json_in(first)).schema
        except (msgspec.MsgspecError, ValueError):
            self.problem = words.INDEX_DAMAGED(path=self._path)
            return
        if schema > SCHEMA:
            self._is_newer = True
            self.problem = words.INDEX_NEWER(path=self._path)
        elif schema == SCHEMA:
            self._read_rows(lines)

    def _read_rows(self, lines: list[bytes]) -> None:
        damaged = 0
        for line in lines:
            try:
                row = _read_row(_json_in(line))
            except (msgspec.MsgspecError, ValueError, RecursionError):
                damaged += 1
            else:
                self.rows[row.id] = row
        if damaged:
            self.problem = words.LINES_DAMAGED(path=self._path, bad=damaged)

    def _cannot_use(self, error: OSError) -> None:
        self.problem = words.INDEX_NOT_USED(path=self._path, why=system_fault(error))


def _json_in(line: bytes) -> bytes:
    """The JSON of a line; ValueError if it does not have its checksum."""
    body = body_of(line, 0)
    if body is None:
        raise ValueError
    return body[0]
