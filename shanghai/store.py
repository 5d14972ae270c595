"""Saved games in their folders: one writer each, every move on disk before it counts as saved."""

import contextlib
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout
from msgspec import Struct

from shanghai import __version__, journal
from shanghai.engine.actions import Action
from shanghai.engine.events import Event
from shanghai.engine.state import Phase, State
from shanghai.folders import FILE_MODE, FOLDER_MODE
from shanghai.host import Host, Player
from shanghai.journal import Ended, Entry, Header, Journal, Moved, Seated, Verdict, Who
from shanghai.variants import changed_rules, load_variant

JOURNAL: Final = "game.jsonl"


class StoreError(Exception):
    """A saved game cannot be used; the message is a sentence for a player."""


class NotAGame(StoreError):
    """The file is damaged, newer or no saved game at all."""


class OpenElsewhere(StoreError):
    """Another process plays this game."""


class Listed(Struct, frozen=True):
    """A saved game as the list shows it: nothing in it is secret."""

    id: str
    title: str
    variant: str
    players: tuple[str, ...]
    round: int
    rounds: int
    moves: int
    verdict: str
    finished: bool
    changed: str
    """When it was last saved, in ISO 8601 of the place."""


def games_dir(data: Path) -> Path:
    """The folder of all saved games."""
    return data / "games"


def read_bytes(path: Path) -> bytes:
    """The bytes of a regular file of bearable size; NotAGame for anything else."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise NotAGame(f"{path} cannot be read: {error.strerror}.") from error
    with os.fdopen(descriptor, "rb") as file:
        kind = os.fstat(descriptor)
        if not stat.S_ISREG(kind.st_mode):
            raise NotAGame(f"{path} is no regular file.")
        if kind.st_size > journal.MOST_BYTES:
            raise NotAGame(f"{path} is too large for a saved game.")
        return file.read(journal.MOST_BYTES + 1)


def read_game(path: Path) -> Journal:
    """The journal in a file, or in the folder of a game; NotAGame where it cannot be read."""
    return journal.read(read_bytes(path / JOURNAL if path.is_dir() else path))


def path_of(data: Path, game: str) -> Path:
    """The journal that a player names: an id of the list, or a path; NotAGame if there is none."""
    if game and os.sep not in game and game not in (".", ".."):
        listed = games_dir(data) / game / JOURNAL
        if listed.exists():
            return listed
    path = Path(game)
    path = path / JOURNAL if path.is_dir() else path
    if not path.exists():
        raise NotAGame(f"There is no saved game {game}. `shanghai games` lists those there are.")
    return path


def list_games(data: Path) -> list[Listed]:
    """The saved games, the newest first; a broken one is listed with its verdict."""
    found = []
    with contextlib.suppress(OSError):
        for folder in games_dir(data).iterdir():
            with contextlib.suppress(OSError, StoreError):
                found.append(_listed(folder))
    return sorted(found, key=lambda game: (game.changed, game.id), reverse=True)


def _listed(folder: Path) -> Listed:
    path = folder / JOURNAL
    read = journal.read(read_bytes(path))
    changed = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    header, state = read.header, read.state
    return Listed(
        id=folder.name,
        title=header.title if header else "",
        variant=header.rules.name if header else "",
        players=tuple(who.name for who in read.players),
        round=state.round if state else 0,
        rounds=header.rules.rounds if header else 0,
        moves=read.moves,
        verdict=read.verdict.value,
        finished=read.is_ended,
        changed=changed.isoformat(timespec="seconds"),
    )


class Keeper:
    """The one writer of a game's journal: it follows a host and keeps every move.

    A move that cannot be written stays in memory and is written with the next one; `problem`
    says in plain words what is wrong meanwhile, and `saved` counts the moves on disk.
    """

    def __init__(self, folder: Path, header: Header, host: Host) -> None:
        self.folder = folder
        self.problem = ""
        self.saved = 0
        self._host = host
        self._lines: list[bytes] = []
        self._kept = 0
        self._good = 0
        self._moves = 0
        self._entries = 0
        self._checksum = 0
        self._descriptor = -1
        self._lock: FileLock | None = None
        self._add(header)

    @classmethod
    def begin(cls, data: Path, host: Host, title: str, now: Callable[[], datetime]) -> "Keeper":
        """Starts the journal of a new game; a disk that refuses it shows in `problem`."""
        rules = host.state.rules
        header = Header(
            format=journal.FORMAT,
            program=__version__,
            title=title,
            created=now().isoformat(timespec="seconds"),
            seed=host.seed,
            players=tuple(Who(player.name, player.bot) for player in host.players),
            rules=rules,
            house_rules=_house_rules(rules.id, rules),
        )
        name = f"{now():%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        keeper = cls(games_dir(data) / name, header, host)
        keeper._now = now
        keeper._flush()
        host.on_change.append(keeper.note)
        return keeper

    @classmethod
    def resume(cls, path: Path, now: Callable[[], datetime]) -> tuple["Keeper", Host, str]:
        """Goes on with a saved game: its keeper, its host, and what had to be said about it.

        Raises NotAGame for a damaged or newer file, OpenElsewhere where another process has it.
        """
        lock = _locked(path.parent)
        try:
            read = journal.read(read_bytes(path))
            note = _usable(path, read)
            assert_header = read.header
            if assert_header is None or read.state is None:
                raise NotAGame(f"{path} holds no game.")
            host = Host(
                assert_header.rules,
                [Player(who.name, who.bot) for who in read.players],
                seed=assert_header.seed,
                state=read.state,
                log=read.log,
            )
            keeper = cls(path.parent, assert_header, host)
            for entry in read.entries:
                keeper._add(entry)
            keeper._lock = lock
            keeper._now = now
            keeper._kept = len(keeper._lines)
            keeper._good = read.good
            keeper.saved = keeper._moves
            keeper._descriptor = _append_to(path)
            if read.verdict is Verdict.TORN:
                _copy_aside(path)
                os.ftruncate(keeper._descriptor, read.good)
                os.fsync(keeper._descriptor)
        except BaseException:
            lock.release()
            raise
        host.on_change.append(keeper.note)
        return keeper, host, note

    _now: Callable[[], datetime]

    def note(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Keeps a move that the host has applied."""
        number = self._entries + 1
        is_marked = (self._moves + 1) % journal.HASH_EVERY == 0
        digest = journal.state_hash(after) if is_marked else ""
        self._add(Moved(number, action, self._now().isoformat(timespec="seconds"), digest))
        if after.phase is Phase.GAME_OVER:
            self._add(Ended(self._entries + 1, journal.state_hash(after)))
        self._flush()

    def note_seat(self, seat: int, bot: str) -> None:
        """Keeps that a seat was given to a person (no level) or to a computer level."""
        self._add(Seated(self._entries + 1, seat, bot))
        self._flush()

    def close(self) -> None:
        """Writes what waits, and lets another process have the game."""
        self._flush()
        self._drop()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _add(self, value: Header | Entry) -> None:
        line, self._checksum = journal.line_of(value, self._checksum)
        self._lines.append(line)
        if not isinstance(value, Header):
            self._entries += 1
            self._moves += isinstance(value, Moved)

    def _flush(self) -> None:
        """Puts the lines that wait on the disk, or says why that is not possible now."""
        if self._kept == len(self._lines):
            return
        try:
            if self._descriptor < 0 or not self._is_ours():
                self._create()
            else:
                self._append(b"".join(self._lines[self._kept :]))
            self._kept = len(self._lines)
            self.saved = self._moves
            self.problem = ""
        except OpenElsewhere as error:
            self.problem = str(error)
        except OSError as error:
            self._recover()
            why = error.strerror or type(error).__name__
            self.problem = f"Not saved ({why}): {self.folder}. The game goes on in memory."

    def _is_ours(self) -> bool:
        """Whether the file that is open still stands in its folder."""
        try:
            there = os.stat(self.folder / JOURNAL, follow_symlinks=False)
        except OSError:
            return False
        return os.path.samestat(there, os.fstat(self._descriptor))

    def _append(self, data: bytes) -> None:
        written = os.write(self._descriptor, data)
        if written < len(data):
            raise OSError(28, "No space left on device")
        os.fsync(self._descriptor)
        self._good += len(data)

    def _create(self) -> None:
        """Writes the whole journal anew: a new file, synced, then put in its place."""
        self._drop()
        self.folder.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
        if self._lock is None or not (self.folder / "lock").exists():
            self._lock = _locked(self.folder)
        data = b"".join(self._lines)
        partial = self.folder / f".{JOURNAL}.{secrets.token_hex(4)}.part"
        descriptor = os.open(
            partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, FILE_MODE
        )
        try:
            if os.write(descriptor, data) < len(data):
                raise OSError(28, "No space left on device")
            os.fsync(descriptor)
            os.rename(partial, self.folder / JOURNAL)
            _sync_folder(self.folder)
        except BaseException:
            os.close(descriptor)
            with contextlib.suppress(OSError):
                partial.unlink()
            raise
        self._descriptor = descriptor
        self._good = len(data)

    def _recover(self) -> None:
        """Cuts half a line off and opens the file anew, as a failed sync may have lost a page."""
        if self._descriptor < 0:
            return
        with contextlib.suppress(OSError):
            os.ftruncate(self._descriptor, self._good)
        self._drop()
        with contextlib.suppress(OSError, StoreError):
            path = self.folder / JOURNAL
            if read_bytes(path) == b"".join(self._lines[: self._kept]):
                self._descriptor = _append_to(path)

    def _drop(self) -> None:
        if self._descriptor >= 0:
            with contextlib.suppress(OSError):
                os.close(self._descriptor)
            self._descriptor = -1


def _house_rules(variant: str, rules: object) -> dict[str, object]:
    with contextlib.suppress(Exception):
        return dict(changed_rules(rules, load_variant(variant)))  # type: ignore[arg-type]
    return {}


def _append_to(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _locked(folder: Path) -> FileLock:
    lock = FileLock(folder / "lock", mode=FILE_MODE)
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise OpenElsewhere(
            f"This game is open in another window or process ({folder.name})."
        ) from error
    return lock


def _usable(path: Path, read: Journal) -> str:
    """What to say about a journal that can be played on; NotAGame for one that cannot."""
    match read.verdict:
        case Verdict.OK:
            return ""
        case Verdict.TORN if read.header is not None:
            return (
                f"The end of the save was cut: {read.moves} moves stand, and the file as it was "
                f"is kept beside it."
            )
        case _:
            raise NotAGame(f"{path}, line {read.line}: {read.problem}.")


def _copy_aside(path: Path) -> None:
    """Keeps a copy of a torn file before it is cut, under a name that is free."""
    for name in _free_names(path):
        try:
            descriptor = os.open(
                name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE
            )
        except FileExistsError:
            continue
        with os.fdopen(descriptor, "wb") as copy:
            copy.write(read_bytes(path))
            copy.flush()
            os.fsync(descriptor)
        return


def _free_names(path: Path) -> Iterator[Path]:
    number = 1
    while True:
        yield path.with_name(f"{path.name}.torn-{number}")
        number += 1


def now() -> datetime:
    """The time of the clock, with its zone."""
    return datetime.now(UTC).astimezone()
