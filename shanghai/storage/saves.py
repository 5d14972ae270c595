"""Saved games: finds and reads one, and lists all of them with the help of an index."""

import contextlib
import gc
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from shanghai import __version__, processes
from shanghai.storage.files import read_plain, write_file
from shanghai.storage.lines import body_of, line_of
from shanghai.storage.open_games import has_ended
from shanghai.storage.verdict import FORMAT, MOST_BYTES, GameSummary, JournalVerdict, Listed
from shanghai.words import saves as words
from shanghai.words.language import speak, spoken
from shanghai.words.system import system_fault

if TYPE_CHECKING:
    from shanghai.storage.journal import Journal

JOURNAL: Final = "game.jsonl"
AWAY: Final = "put-away"
"""The folder of archived games, next to the one of saved games."""
MANY: Final = 100
"""From this many games on, several processes read them faster than one."""
_PIECE: Final = 10
"""How many games a process gets at a time."""
_MAX_NAMED: Final = 5
"""How many ids are named at most, if several games may be meant."""
INDEX: Final = "games.index"
SCHEMA: Final = 8
"""The format number of the index. An index with a lower number is made again, and one with a higher
number is not touched."""
MAX_INDEX_BYTES: Final = 2**28
"""The most bytes of an index, enough for some 50,000 games."""
_REPLACED: Final = ("ledger.db", "ledger.db-wal", "ledger.db-shm")
"""The files of the index of older programs. They are removed when a new index is written."""
ReadingProgress = Callable[[int, int], None]
"""A function that is called with the number of games read so far, and of all games to be read."""


class StoreError(Exception):
    """A saved game cannot be used. The message is a sentence, and `code` the exit code."""

    code = 3


class NotAGame(StoreError):
    """The file is damaged, written by a newer program, or not a saved game at all."""


class CannotStore(StoreError):
    """The file cannot be written."""

    code = 4


class OpenElsewhere(StoreError):
    """Another process has the game open. `holder` is a clause that names it; it may be empty."""

    code = 5

    def __init__(self, message: str, holder: str = "") -> None:
        super().__init__(message)
        self.holder = holder


class PlayerMissing(StoreError):
    """The game is sound, but some of its computer players are not installed."""


def games_dir(data: Path) -> Path:
    """The folder of all saved games in a data folder."""
    return data / "games"


def new_path(data: Path, started: datetime) -> Path:
    """A path for the journal of a new game. Its name has only the time and a random part."""
    return games_dir(data) / f"{started:%Y%m%d-%H%M%S}-{os.urandom(3).hex()}" / JOURNAL


def read_bytes(path: Path, *, owned: bool = False, max_bytes: int = MOST_BYTES) -> bytes:
    """The bytes of a file of at most `max_bytes` bytes. With `owned` it must be a file that only
    this user can have written. Raises NotAGame if it is not, cannot be read, or is too large."""
    try:
        return read_plain(path, max_bytes, follow=False, owned=owned)
    except OSError as error:
        raise NotAGame(words.CANNOT_BE_READ(path=path, why=system_fault(error))) from None


def read_game(path: Path) -> "Journal":
    """The journal in a file, whether it is sound or not. Raises NotAGame if it cannot be read."""
    from shanghai.storage import journal

    return journal.read(read_bytes(path))


def sound_game(path: Path) -> "Journal":
    """The journal in a file that is sound, or that has only lost its end. Raises NotAGame for any
    other file."""
    read = read_game(path)
    if read.state is None or read.verdict not in (JournalVerdict.OK, JournalVerdict.TORN):
        facts = {"verdict": read.verdict.value, "line": read.line, "problem": read.problem}
        raise NotAGame(words.VERDICT(path=path, **facts))
    return read


def path_of(data: Path, game: str) -> Path:
    """The path of a journal that a player names by an id, the beginning of an id, or a path. Raises
    NotAGame if there is none, or if several ids begin so."""
    is_id = bool(game) and os.sep not in game and game not in (".", "..")
    for path in (games_dir(data) / game, Path(game)) if is_id else (Path(game),):
        try:
            file = path / JOURNAL if path.is_dir() else path
            if os.path.lexists(file):
                return file
        except (OSError, ValueError):
            break
    names = sorted(file.name for file in _journal_files(data)) if is_id else []
    matching_ids = [name for name in names if name.startswith(game)]
    if len(matching_ids) == 1:
        return games_dir(data) / matching_ids[0] / JOURNAL
    if matching_ids:
        raise NotAGame(words.SEVERAL_GAMES(game=game, ids=matching_ids[:_MAX_NAMED]))
    raise NotAGame(words.NO_GAME(game=game))


def finder(*folders: Path) -> Callable[[str], "Journal | None"]:
    """A function that returns the game with an id from these data folders, or None. It also looks
    among archived games. A folder may be the one of saved games itself."""

    def find(game: str) -> "Journal | None":
        if not re.fullmatch(r"[\w-]+", game):
            return None
        for folder in folders:
            for path in (folder / game, games_dir(folder) / game, folder / AWAY / game):
                with contextlib.suppress(NotAGame):
                    return read_game(path / JOURNAL)
        return None

    return find


class IndexRow(Struct, frozen=True):
    """A game in the index. The row is valid as long as the journal has the same stamp."""

    id: bytes
    stamp: str
    listed: Listed
    summary: GameSummary | None = None
    """The figures of a finished game; None for any other."""


class _Numbered(Struct, frozen=True):
    """The part of the index that every version of the program can read."""

    schema: int


class _Index(_Numbered, frozen=True):
    """The content of the index."""

    rows: tuple[IndexRow, ...]


_read_number: Final = msgspec.json.Decoder(_Numbered).decode
_read_index: Final = msgspec.json.Decoder(_Index).decode


class GameIndex:
    """The index of a data folder, which saves reading every journal for the list of games.

    It is one line with a checksum, and has only what is also in the journals. If something is wrong
    with it, it is made again, and `problem` says what it was.
    """

    def __init__(self, data: Path) -> None:
        """Reads the index of a data folder. It has no rows if the file cannot be used."""
        self.rows: dict[bytes, IndexRow] = {}
        self.problem = ""
        self._path = data / INDEX
        self._is_newer = False
        if os.path.lexists(self._path):
            self._read()

    def save(self, rows: Iterable[IndexRow]) -> None:
        """Writes these rows as the new index, if they differ from those that were read. An index of
        a newer program is not replaced."""
        new = {row.id: row for row in rows}
        if self._is_newer or (new == self.rows and not self.problem):
            return
        try:
            write_file(self._path, line_of(_Index(SCHEMA, tuple(new.values())), 0)[0])
        except OSError as error:
            self._cannot_use(error)
            return
        for name in _REPLACED:
            with contextlib.suppress(OSError):
                self._path.with_name(name).unlink()

    def _read(self) -> None:
        """Reads the rows, or sets `problem`."""
        try:
            line, _, _ = read_plain(self._path, MAX_INDEX_BYTES, follow=False).partition(b"\n")
            body, _ = body_of(line, 0) or (b"", 0)
            schema = _read_number(body).schema
            if schema == SCHEMA:
                self.rows = {row.id: row for row in _read_index(body).rows}
        except OSError as error:
            self._cannot_use(error)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self.problem = words.INDEX_DAMAGED(path=self._path)
        else:
            self._is_newer = schema > SCHEMA
            if self._is_newer:
                self.problem = words.INDEX_NEWER(path=self._path)

    def _cannot_use(self, error: OSError) -> None:
        self.problem = words.INDEX_NOT_USED(path=self._path, why=system_fault(error))


class SavedGames(Struct, frozen=True):
    """The games of a data folder, the last saved first. `problem` is a fault of their index."""

    games: tuple[Listed, ...]
    summaries: tuple[GameSummary, ...] = ()
    """The figures of the finished games, if the caller wanted them."""
    problem: str = ""


def saved_games(
    data: Path,
    *,
    summaries: bool = False,
    rebuild: bool = False,
    jobs: int = 1,
    progress: ReadingProgress | None = None,
) -> SavedGames:
    """The saved games of a data folder, with `summaries` also the figures of the finished ones.

    Only games that are not in the index, or that have changed, are read; with `rebuild` all are. If
    they are many, `jobs` processes read them, and `progress` is called after each game. Raises
    NotAGame if the folder cannot be read.
    """
    files, index = _journal_files(data), GameIndex(data)
    rows: dict[bytes, IndexRow] = {}
    if not rebuild:
        rows = {
            file.id: row
            for file in files
            if (row := index.rows.get(file.id)) is not None and row.stamp == file.stamp
        }
    unread = [file for file in files if file.id not in rows]
    try:
        for number, row in enumerate(_read_all(unread, jobs), 1):
            rows[row.id] = row
            if progress is not None and len(unread) >= MANY:
                progress(number, len(unread))
    finally:
        index.save(row for row in rows.values() if row.stamp)
    games = [rows[file.id] for file in files]
    finished = [game.summary for game in games if summaries and game.summary is not None]
    return SavedGames(tuple(game.listed for game in games), tuple(finished), index.problem)


def _read_all(files: Sequence["_JournalFile"], jobs: int) -> Iterator[IndexRow]:
    """Reads games, with several processes if they are many, and yields their rows in order."""
    done = 0
    if jobs > 1 and len(files) >= MANY:
        from concurrent.futures.process import BrokenProcessPool

        pieces = [files[start : start + _PIECE] for start in range(0, len(files), _PIECE)]
        # If a process dies, as without memory, this one reads the rest.
        with contextlib.suppress(BrokenProcessPool), processes.worker_pool(jobs) as pool:
            for rows in pool.map(partial(_read_piece, spoken()), pieces):
                yield from rows
                done += len(rows)
    yield from map(_read, files[done:])


def _read_piece(language: str, files: Sequence["_JournalFile"]) -> list[IndexRow]:
    """Reads some games, in another process. `language` is the one for sentences on their faults."""
    speak(language)
    # Games have no circular references, so that the garbage collector would only take time.
    gc.disable()
    try:
        return [*map(_read, files)]
    finally:
        gc.enable()


def last_unfinished(data: Path) -> str | None:
    """The id of the unfinished game that was saved last; None if there is none. Only the ends of
    the files are read."""
    unfinished = (
        file for file in _journal_files(data) if not has_ended(Path(file.folder, JOURNAL))
    )
    return next((file.name for file in unfinished), None)


def latest_open(data: Path) -> str | None:
    """The id of the last saved game among those that can be continued; None if none can."""
    return next((game.id for game in saved_games(data).games if game.is_open), None)


class _JournalFile(Struct, frozen=True):
    """A saved game before it is read: its folder, the name of the folder, and the file's status."""

    folder: str
    name: str
    status: os.stat_result

    @property
    def id(self) -> bytes:
        """The name of the folder in bytes, by which the index has the game."""
        return os.fsencode(self.name)

    @property
    def stamp(self) -> str:
        """A text that is another one once the file, or the version of this program, has changed."""
        status = self.status
        return (
            f"{status.st_mtime_ns} {status.st_ctime_ns} {status.st_size} {status.st_ino}"
            f" {status.st_mode} {status.st_uid} {FORMAT} {__version__}"
        )

    @property
    def saved_at(self) -> str:
        """The time of the last change, in ISO 8601 and local time; empty if it is not valid."""
        try:
            time = datetime.fromtimestamp(self.status.st_mtime).astimezone()
            return time.isoformat(timespec="seconds")
        except (ValueError, OverflowError, OSError):
            return ""


def _journal_files(data: Path) -> list[_JournalFile]:
    """The journals of a data folder, the last saved first. Raises NotAGame if it cannot be read."""
    files: list[_JournalFile] = []
    try:
        with os.scandir(games_dir(data)) as folders:
            for folder in folders:
                with contextlib.suppress(OSError):
                    if not folder.is_symlink():
                        status = os.lstat(os.path.join(folder.path, JOURNAL))
                        files.append(_JournalFile(folder.path, folder.name, status))
    except FileNotFoundError:
        return []
    except OSError as error:
        fault = words.CANNOT_BE_READ(path=games_dir(data), why=system_fault(error))
        raise NotAGame(fault) from None
    return sorted(files, key=lambda file: (file.status.st_mtime, file.name), reverse=True)


def _read(file: _JournalFile) -> IndexRow:
    """Reads a game for the index. If its file cannot be read, the row has an empty stamp."""
    from shanghai.storage.journal import summary_of

    try:
        read = read_game(Path(file.folder, JOURNAL))
    except NotAGame as error:
        damaged = Listed(_writable(file.name), problem=_writable(str(error)), changed=file.saved_at)
        return IndexRow(file.id, "", damaged)
    listed = _listed(file, read)
    return IndexRow(file.id, file.stamp, listed, summary_of(listed.id, read))


def _listed(file: _JournalFile, read: "Journal") -> Listed:
    """What the list of games shows of a journal."""
    header = read.header
    return Listed(
        id=_writable(file.name),
        title=header.title if header else "",
        variant=header.rules.name if header else "",
        players=tuple(who.name for who in read.players),
        round=read.round,
        rounds=header.rules.rounds if header else 0,
        moves=read.moves,
        verdict=read.verdict.value,
        problem=_writable(read.problem),
        finished=read.is_ended,
        changed=file.saved_at,
        computers=read.computers,
    )


def _writable(text: str) -> str:
    """A text in which all that cannot be written as UTF-8 is replaced, as in names of files."""
    return text.encode("utf-8", "replace").decode("utf-8")
