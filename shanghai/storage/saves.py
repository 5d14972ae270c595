"""The saved games as a reader sees them: where they are, and what is in them."""

import errno
import os
import stat
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from msgspec import Struct

from shanghai.storage import journal
from shanghai.storage.journal import Journal, JournalVerdict
from shanghai.storage.paths import flags

JOURNAL: Final = "game.jsonl"


class StoreError(Exception):
    """A saved game cannot be used; the message is a sentence, `code` the exit code."""

    code = 3


class NotAGame(StoreError):
    """The file is damaged, newer or no saved game at all."""


class CannotStore(StoreError):
    """The folder or the disk does not take the game."""

    code = 4


class OpenElsewhere(StoreError):
    """Another process plays this game."""

    code = 5


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
    problem: str
    """What is wrong with the file, empty where nothing is."""
    finished: bool
    changed: str
    """When it was last saved, in ISO 8601 of the place; empty where the clock was absurd."""

    @property
    def is_open(self) -> bool:
        """Whether it can be played on."""
        is_sound = self.verdict in (JournalVerdict.OK.value, JournalVerdict.TORN.value)
        return is_sound and bool(self.rounds) and not self.finished


def games_dir(data: Path) -> Path:
    """The folder of all saved games."""
    return data / "games"


def read_bytes(path: Path, *, trusted: bool = False) -> bytes:
    """The bytes of a regular file of bearable size; NotAGame for anything else.

    `trusted` asks that nobody but the user can have written it.
    """
    try:
        # Nonblocking, or a pipe in the place of a file would hang the program.
        descriptor = os.open(path, flags("O_RDONLY", "O_NOFOLLOW", "O_NONBLOCK"))
    except (OSError, ValueError) as error:
        is_link = isinstance(error, OSError) and error.errno == errno.ELOOP
        why = "it is a link" if is_link else getattr(error, "strerror", None) or error
        raise NotAGame(f"{path} cannot be read: {why}.") from None
    try:
        kind = os.fstat(descriptor)
        if not stat.S_ISREG(kind.st_mode):
            raise NotAGame(f"{path} is no regular file.")
        if trusted and hasattr(os, "geteuid") and kind.st_uid != os.geteuid():
            raise NotAGame(f"{path} belongs to another user.")
        if trusted and kind.st_mode & stat.S_IWOTH:
            raise NotAGame(f"{path} can be written by everybody; `chmod 600` makes it safe.")
        if kind.st_size > journal.MOST_BYTES:
            raise NotAGame(f"{path} is too large for a saved game.")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(journal.MOST_BYTES + 1)
    except OSError as error:
        raise NotAGame(f"{path} cannot be read: {error.strerror}.") from None
    finally:
        os.close(descriptor)


def read_game(path: Path) -> Journal:
    """The journal in a file; NotAGame where the file cannot be read."""
    return journal.read(read_bytes(path))


def path_of(data: Path, game: str) -> Path:
    """The journal that a player names: an id of the list, or a path; NotAGame if there is none."""
    for path in (games_dir(data) / game, Path(game)) if _is_id(game) else (Path(game),):
        try:
            found = path / JOURNAL if path.is_dir() else path
            if os.path.lexists(found):
                return found
        except (OSError, ValueError):
            break
    raise NotAGame(f"There is no saved game {game!r}; `shanghai games` lists those there are.")


def list_games(data: Path) -> list[Listed]:
    """The saved games, the last saved first; a broken one is listed with its verdict."""
    return [_listed(folder) for folder in _folders(data)]


def latest_open(data: Path) -> str | None:
    """The id of the game last saved among those that can be played on, None if there is none."""
    for folder in _folders(data):
        game = _listed(folder)
        if game.is_open:
            return game.id
    return None


def _is_id(game: str) -> bool:
    return bool(game) and os.sep not in game and game not in (".", "..")


def _folders(data: Path) -> Iterator[Path]:
    """The folders that hold a journal, the last saved first."""
    try:
        folders = [
            folder
            for folder in games_dir(data).iterdir()
            if not folder.is_symlink() and os.path.lexists(folder / JOURNAL)
        ]
    except FileNotFoundError:
        folders = []
    except OSError as error:
        raise NotAGame(f"{games_dir(data)} cannot be read: {error.strerror}.") from None
    return iter(sorted(folders, key=lambda at: (_changed(at / JOURNAL), at.name), reverse=True))


def _changed(path: Path) -> float:
    """When a file was last written, 0 where that cannot be known."""
    try:
        return path.lstat().st_mtime
    except OSError:
        return 0.0


def _listed(folder: Path) -> Listed:
    path = folder / JOURNAL
    try:
        read = journal.read(read_bytes(path))
    except NotAGame as error:
        read = Journal(JournalVerdict.DAMAGED, problem=str(error))
    try:
        changed = datetime.fromtimestamp(_changed(path)).astimezone().isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):
        changed = ""
    header, state = read.header, read.state
    return Listed(
        id=_shown(folder.name),
        title=header.title if header else "",
        variant=header.rules.name if header else "",
        players=tuple(who.name for who in read.players),
        round=state.round if state else 0,
        rounds=header.rules.rounds if header else 0,
        moves=read.moves,
        verdict=read.verdict.value,
        problem=_shown(read.problem),
        finished=read.is_ended,
        changed=changed,
    )


def _shown(text: str) -> str:
    """A text that may hold a file name, without what cannot be written down."""
    return text.encode("utf-8", "replace").decode("utf-8")
