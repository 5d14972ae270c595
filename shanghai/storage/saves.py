"""Saved games: where they are, how one is found and read, the list of all and its index."""

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
"""The number of games from which on several processes read them faster."""
_PIECE: Final = 10
"""The number of games that a process gets at a time."""
_MAX_NAMED: Final = 5
"""The most ids that are named where several games may be meant."""
INDEX: Final = "games.index"
SCHEMA: Final = 8
"""The number in the index. One with a lower number is made again, one with a higher one is left
alone."""
MAX_INDEX_BYTES: Final = 2**28
"""The bytes of the largest index, which is that of some 50,000 games."""
_REPLACED: Final = ("ledger.db", "ledger.db-wal", "ledger.db-shm")
"""The index of older programs, which is removed when a new one is written."""
ReadingProgress = Callable[[int, int], None]
"""Called with the number of games read so far, and of all games to be read."""


class StoreError(Exception):
    """A saved game cannot be used. The message is a sentence, `code` the exit code of a command."""

    code = 3


class NotAGame(StoreError):
    """The file is damaged, of a newer program, or no saved game."""


class CannotStore(StoreError):
    """The game cannot be written into the folder."""

    code = 4


class OpenElsewhere(StoreError):
    """Another process plays this game. `holder` is a clause that names it, if it is known."""

    code = 5

    def __init__(self, message: str, holder: str = "") -> None:
        super().__init__(message)
        self.holder = holder


class PlayerMissing(StoreError):
    """The file is sound, but computer players of the game are not installed."""


def games_dir(data: Path) -> Path:
    """The folder of all saved games."""
    return data / "games"


def new_path(data: Path, started: datetime) -> Path:
    """A new path for the journal of a game. Nothing secret is in the name."""
    return games_dir(data) / f"{started:%Y%m%d-%H%M%S}-{os.urandom(3).hex()}" / JOURNAL


def read_bytes(path: Path, *, owned: bool = False, max_bytes: int = MOST_BYTES) -> bytes:
    """The bytes of a file, which nobody else can have written if `owned`.

    Raises NotAGame if it cannot be read or is too large.
    """
    try:
        return read_plain(path, max_bytes, follow=False, owned=owned)
    except OSError as error:
        raise NotAGame(words.CANNOT_BE_READ(path=path, why=system_fault(error))) from None


def read_game(path: Path) -> "Journal":
    """The journal in a file; NotAGame if the file cannot be read."""
    from shanghai.storage import journal

    return journal.read(read_bytes(path))


def sound_game(path: Path) -> "Journal":
    """The journal in a file up to where it is sound; NotAGame if no move of it is."""
    read = read_game(path)
    if read.state is None or read.verdict not in (JournalVerdict.OK, JournalVerdict.TORN):
        facts = {"verdict": read.verdict.value, "line": read.line, "problem": read.problem}
        raise NotAGame(words.VERDICT(path=path, **facts))
    return read


def path_of(data: Path, game: str) -> Path:
    """The journal that a player names by its id in the list, its beginning, or a path.

    NotAGame if there is none, or if several ids begin so.
    """
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
    """A function that finds the game with an id in some data folders, archived games included.

    A folder may also be that of saved games. The function returns None if there is no such game.
    """

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
    """A game in the index. The row is true as long as the journal has this stamp."""

    id: bytes
    stamp: str
    listed: Listed
    summary: GameSummary | None = None
    """The figures of a finished game; None for any other."""


class _Numbered(Struct, frozen=True):
    """What the index of any program begins with."""

    schema: int


class _Index(_Numbered, frozen=True):
    """The content of the index."""

    rows: tuple[IndexRow, ...]


_read_number: Final = msgspec.json.Decoder(_Numbered).decode
_read_index: Final = msgspec.json.Decoder(_Index).decode


class GameIndex:
    """The index of a data folder: what the list of games and the ledger show of each journal.

    It is one line under a checksum, which only repeats what is in the journals. If something is
    wrong with it, it is made again, and `problem` says what.
    """

    def __init__(self, data: Path) -> None:
        """Reads the file. There are no rows if it cannot be used."""
        self.rows: dict[bytes, IndexRow] = {}
        self.problem = ""
        self._path = data / INDEX
        self._is_newer = False
        if os.path.lexists(self._path):
            self._read()

    def save(self, rows: Iterable[IndexRow]) -> None:
        """Writes other rows in place of those that were read."""
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
    """The games of a data folder, the last saved first, and a fault of their index."""

    games: tuple[Listed, ...]
    summaries: tuple[GameSummary, ...] = ()
    """The figures of the finished games, if they were wanted."""
    problem: str = ""


def saved_games(
    data: Path,
    *,
    summaries: bool = False,
    rebuild: bool = False,
    jobs: int = 1,
    progress: ReadingProgress | None = None,
) -> SavedGames:
    """The saved games of a data folder, by its index; NotAGame if the folder cannot be read.

    Only games that are not in the index, or have changed, are read; with `rebuild` all are. If they
    are many, `jobs` processes read them, and `progress` is called after each one.
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
    """Reads games in this order; if they are many, in several processes."""
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
    """Reads some games in a process of its own, which words their faults in a language."""
    speak(language)
    # Games hold nothing in circles, so that the garbage collector would only take time.
    gc.disable()
    try:
        return [*map(_read, files)]
    finally:
        gc.enable()


def last_unfinished(data: Path) -> str | None:
    """The id of the unfinished game that was saved last. Only the ends of the files are read."""
    places = (each for each in _journal_files(data) if not has_ended(Path(each.folder, JOURNAL)))
    return next((each.name for each in places), None)


def latest_open(data: Path) -> str | None:
    """The id of the game that was saved last and can be played on, None if there is none."""
    return next((game.id for game in saved_games(data).games if game.is_open), None)


class _JournalFile(Struct, frozen=True):
    """A saved game before it is read: its folder, the name of that, and what the system says."""

    folder: str
    name: str
    status: os.stat_result

    @property
    def id(self) -> bytes:
        """The name of the folder as the index has it."""
        return os.fsencode(self.name)

    @property
    def stamp(self) -> str:
        """A text that changes with the file, and with the program that judges it."""
        status = self.status
        return (
            f"{status.st_mtime_ns} {status.st_ctime_ns} {status.st_size} {status.st_ino}"
            f" {status.st_mode} {status.st_uid} {FORMAT} {__version__}"
        )

    @property
    def saved_at(self) -> str:
        """The time of the last change, in ISO 8601 and local time; empty if it is no time."""
        try:
            time = datetime.fromtimestamp(self.status.st_mtime).astimezone()
            return time.isoformat(timespec="seconds")
        except (ValueError, OverflowError, OSError):
            return ""


def _journal_files(data: Path) -> list[_JournalFile]:
    """The journals of a data folder, the last saved first."""
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
    """Reads a game for the index. If its file cannot be read the row has no stamp."""
    from shanghai.storage.journal import summary_of

    try:
        read = read_game(Path(file.folder, JOURNAL))
    except NotAGame as error:
        damaged = Listed(_writable(file.name), problem=_writable(str(error)), changed=file.saved_at)
        return IndexRow(file.id, "", damaged)
    listed = _listed(file, read)
    return IndexRow(file.id, file.stamp, listed, summary_of(listed.id, read))


def _listed(file: _JournalFile, read: "Journal") -> Listed:
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
    """A text that may have the name of a file in it, without what cannot be written as UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")
