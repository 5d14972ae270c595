"""The index of kept games, an SQLite file that only repeats the journals: made again or done
without where it fails, and seen to be ours before a view or trigger in it could run."""

import contextlib
import os
import stat
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from shanghai.storage.files import body_of, open_or_create
from shanghai.words import saves as words
from shanghai.words.system import system_fault

if TYPE_CHECKING:
    import sqlite3

FILE: Final = "ledger.db"
SCHEMA: Final = 6
"""The `user_version` of the file; an older one is made again, a newer one is left alone."""
PATIENCE: Final = 0.25
"""Seconds that another program's lock on the file is waited for."""
_CREATE: Final = (
    "CREATE TABLE games (id BLOB PRIMARY KEY, stamp TEXT NOT NULL, listed BLOB NOT NULL,"
    " summary BLOB NOT NULL) WITHOUT ROWID"
)
_MAGIC: Final = b"SQLite format 3\0"
_BESIDE: Final = ("-wal", "-shm", "-journal")
"""The ends of the names of the files that SQLite keeps beside it."""
MOST_BYTES: Final = 2**28
"""The bytes of the largest of these files, some 50,000 games; a larger one is not ours."""
MOST_STEPS: Final = 10_000
"""Thousands of steps of SQLite's machine while the file is open; a game takes less than a tenth."""
_LONGEST: Final = 2**23
"""The bytes of the longest value, which is the size of the largest journal."""


class IndexRow(Struct, frozen=True):
    """What the index knows of a game with this stamp; that of an unfinished one is no summary."""

    id: bytes
    stamp: str
    listed: bytes
    summary: bytes = b""


class GameIndex(contextlib.AbstractContextManager["GameIndex"]):
    """The index of a data folder; one that cannot be used is empty, and `problem` says why."""

    def __init__(self, data: Path) -> None:
        """Opens the file, makes it where there is none, and moves a damaged one aside."""
        self.problem = ""
        self._path = data / FILE
        self._base: sqlite3.Connection | None = None
        self._steps = 0
        if data.is_dir():
            self._open()

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; nothing can be read or put after that."""
        if self._base is not None:
            with contextlib.suppress(Exception):
                self._base.close()
            self._base = None

    def rows(self, *, summaries: bool = False) -> dict[bytes, IndexRow]:
        """The sound rows by the id of the game, with the summaries only where they are wanted."""
        column = "summary" if summaries else "x''"
        found = self._ask(f"SELECT id, stamp, listed, {column} FROM games")
        rows: dict[bytes, IndexRow] = {}
        for row in found:
            if [type(value) for value in row] == [bytes, str, bytes, bytes]:
                game, stamp = row[0], row[1]
                seed = _seed(game, stamp)
                listed = body_of(row[2], seed)
                summary = body_of(row[3], seed) if summaries else (b"", 0)
                if listed is not None and summary is not None:
                    rows[game] = IndexRow(game, stamp, listed[0], summary[0])
        if len(rows) < len(found):
            self.problem = words.LINES_DAMAGED(path=self._path, bad=len(found) - len(rows))
        return rows

    def put(self, rows: Iterable[IndexRow]) -> None:
        """Writes rows, each over the one before it; a file that refuses is left alone."""
        sealed = [
            (row.id, row.stamp, _sealed(row, row.listed), _sealed(row, row.summary)) for row in rows
        ]
        if sealed:
            self._ask("INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?)", sealed)

    def forget(self, games: Iterable[bytes]) -> None:
        """Drops the rows of games that are not there any more."""
        gone = [(game,) for game in games]
        if gone:
            self._ask("DELETE FROM games WHERE id = ?", gone)

    def clear(self) -> None:
        """Drops every row, so that all is read again from the journals."""
        self._ask("DELETE FROM games")

    def _ask(self, order: str, rows: Sequence[tuple[object, ...]] = ()) -> list[tuple[Any, ...]]:
        """The answer to an order, or what it does for each row; nothing after a fault."""
        if self._base is None:
            return []
        try:
            with self._base as base:
                return (base.executemany(order, rows) if rows else base.execute(order)).fetchall()
        except Exception as error:
            self._give_way(error)
            return []

    def _open(self) -> None:
        for _ in range(2):
            try:
                self._base = self._connect()
            except Exception as error:
                self._give_way(error)
                if not _is_damage(error):
                    return
            else:
                return

    def _connect(self) -> "sqlite3.Connection | None":
        """The open file with its table, None where a newer program made it."""
        import sqlite3

        _make_plain(self._path)
        self._steps = 0
        base = sqlite3.connect(self._path, timeout=PATIENCE, check_same_thread=False)
        try:
            base.set_progress_handler(self._is_endless, 1000)
            base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
            base.execute("PRAGMA trusted_schema = OFF")
            (version,) = base.execute("PRAGMA user_version").fetchone()
            if version > SCHEMA:
                self.problem = words.INDEX_NEWER(path=self._path)
                base.close()
                return None
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("PRAGMA synchronous = NORMAL")
            if version != SCHEMA:
                _create(base)
            found = base.execute("SELECT type, name, tbl_name, sql FROM sqlite_master LIMIT 2")
            if found.fetchall() != [("table", "games", "games", _CREATE)]:
                raise Damaged(str(self._path))
            base.execute("SELECT id, stamp, listed, summary FROM games LIMIT 1").fetchone()
        except BaseException:
            base.close()
            raise
        return base

    def _is_endless(self) -> bool:
        self._steps += 1
        return self._steps > MOST_STEPS

    def _give_way(self, error: Exception) -> None:
        """Goes on without the file after a fault, and moves it aside where it is damaged."""
        self.close()
        if _is_damage(error):
            self.problem = words.INDEX_DAMAGED(path=self._path)
            # And what stands beside it; no game depends on any of it.
            for path in _with_beside(self._path):
                with contextlib.suppress(OSError):
                    os.replace(path, f"{path}.damaged")
        else:
            self.problem = words.INDEX_NOT_USED(path=self._path, why=system_fault(error))


def _with_beside(path: Path) -> list[str]:
    return [f"{path}{more}" for more in ("", *_BESIDE)]


class Damaged(Exception):
    """What stands in the place of the index cannot be its file."""


def _make_plain(path: Path) -> None:
    """Sees that only plain files, of SQLite or empty, stand there and beside it; else Damaged."""
    for name in _with_beside(path):
        with contextlib.suppress(FileNotFoundError):
            there = os.lstat(name)
            if not stat.S_ISREG(there.st_mode) or there.st_size > MOST_BYTES:
                raise Damaged(name)
    descriptor = open_or_create(path)
    try:
        if os.read(descriptor, len(_MAGIC)) not in (b"", _MAGIC):
            raise Damaged(str(path))
    finally:
        os.close(descriptor)


def _create(base: "sqlite3.Connection") -> None:
    """Makes the table; two programs that do so at once make one."""
    with base:
        base.execute("BEGIN IMMEDIATE")
        (version,) = base.execute("PRAGMA user_version").fetchone()
        if version != SCHEMA:
            base.execute("DROP TABLE IF EXISTS games")
            base.execute(_CREATE)
            base.execute(f"PRAGMA user_version = {SCHEMA}")


def _is_damage(error: Exception) -> bool:
    """Whether a fault lies in what the file holds, not in the disk or in another program."""
    import sqlite3

    code = getattr(error, "sqlite_errorcode", None)
    if isinstance(code, int):
        return code & 0xFF in (
            *(sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR),
            *(sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_TOOBIG),
        )
    return isinstance(error, Damaged | sqlite3.DatabaseError | UnicodeError | ValueError)


def _sealed(row: IndexRow, value: bytes) -> bytes:
    """A value under a checksum over all that it belongs to, as `body_of` reads it."""
    return b"%08x %s" % (zlib.crc32(value, _seed(row.id, row.stamp)), value)


def _seed(game: bytes, stamp: str) -> int:
    return zlib.crc32(b"%s %s " % (game, stamp.encode()))
