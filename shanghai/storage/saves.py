"""The saved games: where they lie, and what the list of them shows."""

import contextlib
import gc
import os
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from shanghai import __version__
from shanghai.storage.files import read_plain
from shanghai.storage.paths import has_ended
from shanghai.storage.verdict import FORMAT, MOST_BYTES, GameSummary, JournalVerdict, missing
from shanghai.words import saves as words
from shanghai.words.language import speak, spoken
from shanghai.words.system import system_fault

if TYPE_CHECKING:
    from shanghai.storage.index import IndexRow
    from shanghai.storage.journal import Journal

JOURNAL: Final = "game.jsonl"
AWAY: Final = "put-away"
"""The folder, next to that of the games, which holds the archived ones."""
_AT_ONCE: Final = 50
"""Games that are read before the index is told of them."""
MANY: Final = 100
"""Games that take long enough to read for several processes to be worth their start."""
_PIECE: Final = 10
"""Games that a process reads before it is given others."""
ReadingProgress = Callable[[int, int], None]
"""Gets how many games of how many are read."""


class StoreError(Exception):
    """A saved game cannot be used; the message is a sentence, `code` that of a command it ends."""

    code = 3


class NotAGame(StoreError):
    """The file is damaged, newer or no saved game at all."""


class CannotStore(StoreError):
    """The folder or the disk does not take the game."""

    code = 4


class OpenElsewhere(StoreError):
    """Another process plays this game; `holder` names it, as a clause, where it is known."""

    code = 5

    def __init__(self, message: str, holder: str = "") -> None:
        super().__init__(message)
        self.holder = holder


class PlayerMissing(StoreError):
    """The file is sound, and computer players of the game are not installed."""


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
    computers: tuple[str, ...]

    @property
    def missing(self) -> str:
        """Which computer players it lacks now, as a clause; a finished game needs none."""
        return "" if self.finished else missing(self.computers)

    @property
    def is_open(self) -> bool:
        """Whether it can be played on."""
        is_sound = self.verdict in (JournalVerdict.OK.value, JournalVerdict.TORN.value)
        return is_sound and bool(self.rounds) and not self.finished and not self.missing


def games_dir(data: Path) -> Path:
    """The folder of all saved games."""
    return data / "games"


def new_path(data: Path, begun: datetime) -> Path:
    """The path of a new journal; its name is made here and tells nothing secret."""
    return games_dir(data) / f"{begun:%Y%m%d-%H%M%S}-{os.urandom(3).hex()}" / JOURNAL


def read_bytes(path: Path, *, owned: bool = False, max_bytes: int = MOST_BYTES) -> bytes:
    """The bytes of a file of bearable size, of the user alone if `owned`; or NotAGame."""
    try:
        return read_plain(path, max_bytes, follow=False, owned=owned)
    except OSError as error:
        raise NotAGame(words.CANNOT_BE_READ(path=path, why=system_fault(error))) from None


def read_game(path: Path) -> "Journal":
    """The journal in a file; NotAGame where the file cannot be read."""
    from shanghai.storage import journal

    return journal.read(read_bytes(path))


def sound_game(path: Path) -> "Journal":
    """The journal in a file as far as it can be trusted; NotAGame where it cannot be."""
    read = read_game(path)
    if read.state is None or read.verdict not in (JournalVerdict.OK, JournalVerdict.TORN):
        told = {"verdict": read.verdict.value, "line": read.line, "problem": read.problem}
        raise NotAGame(words.VERDICT(path=path, **told))
    return read


def path_of(data: Path, game: str) -> Path:
    """The journal that a player names: an id of the list, or a path; NotAGame if there is none."""
    is_id = bool(game) and os.sep not in game and game not in (".", "..")
    for path in (games_dir(data) / game, Path(game)) if is_id else (Path(game),):
        try:
            found = path / JOURNAL if path.is_dir() else path
            if os.path.lexists(found):
                return found
        except (OSError, ValueError):
            break
    raise NotAGame(words.NO_GAME(game=game))


def finder(*folders: Path) -> Callable[[str], "Journal | None"]:
    """A function that gives the game of an id in data folders, or next to one that is open, None
    where there is none that can be read: also one that was put away."""

    def find(game: str) -> "Journal | None":
        if not re.fullmatch(r"[\w-]+", game):
            return None
        for folder in folders:
            for path in (folder / game, games_dir(folder) / game, folder / AWAY / game):
                with contextlib.suppress(NotAGame):
                    return read_game(path / JOURNAL)
        return None

    return find


class SavedGames(Struct, frozen=True):
    """The games of a data folder, the last saved first, and what was wrong with their index."""

    games: tuple[Listed, ...]
    summaries: tuple[GameSummary, ...] = ()
    """Of the finished games among them, where they were asked for."""
    problem: str = ""


def saved_games(
    data: Path,
    *,
    summaries: bool = False,
    rebuild: bool = False,
    jobs: int = 1,
    progress: ReadingProgress | None = None,
) -> SavedGames:
    """The kept games by the index, changed ones read, or with `rebuild` all; or NotAGame.

    Where many are to be read, `jobs` processes do so, and `progress` gets how many are read.
    """
    from shanghai.storage.index import GameIndex

    places = _places(data)
    with GameIndex(data) as index:
        if rebuild:
            index.clear()
        rows = index.rows(summaries=summaries)
        known = {place.id: _known(place, rows.get(place.id)) for place in places}
        unread = [place for place in places if known[place.id] is None]
        fresh: list[IndexRow] = []
        for number, (place, game) in enumerate(zip(unread, _read_all(unread, jobs), strict=True)):
            known[place.id] = game
            if progress is not None and len(unread) >= MANY:
                progress(number + 1, len(unread))
            if game.row is not None:
                fresh.append(game.row)
            if len(fresh) >= _AT_ONCE:
                index.put(fresh)
                fresh.clear()
        index.put(fresh)
        index.forget(rows.keys() - known.keys())
    games = [game for game in known.values() if game is not None]
    finished = tuple(game.summary for game in games if summaries and game.summary is not None)
    return SavedGames(tuple(game.listed for game in games), finished, index.problem)


def _read_all(places: Sequence["_JournalFile"], jobs: int) -> Iterator["_Known"]:
    """Reads games in their order, many of them in several processes."""
    done = 0
    if jobs > 1 and len(places) >= MANY:
        from concurrent.futures.process import BrokenProcessPool

        from shanghai.processes import worker_pool

        pieces = [places[at : at + _PIECE] for at in range(0, len(places), _PIECE)]
        # Where a process dies, such as without memory, the rest is read here.
        with contextlib.suppress(BrokenProcessPool), worker_pool(jobs) as pool:
            for games in pool.map(partial(_read_piece, spoken()), pieces):
                yield from games
                done += len(games)
    yield from map(_read, places[done:])


def _read_piece(language: str, places: Sequence["_JournalFile"]) -> list["_Known"]:
    """Reads some games in a process of its own, which words their faults in a language."""
    speak(language)
    # What a game is made of holds nothing in circles: to look it over for them only takes time.
    gc.disable()
    try:
        return [*map(_read, places)]
    finally:
        gc.enable()


def last_unfinished(data: Path) -> str | None:
    """The id of the game last saved among those without an end, judged by a glance at each."""
    places = (each for each in _places(data) if not has_ended(Path(each.folder, JOURNAL)))
    return next((each.name for each in places), None)


def latest_open(data: Path) -> str | None:
    """The id of the game last saved among those that can be played on, None if there is none."""
    return next((game.id for game in saved_games(data).games if game.is_open), None)


class _JournalFile(Struct, frozen=True):
    """Where a journal lies, and what the system said of it before it was read."""

    folder: str
    name: str
    at: os.stat_result

    @property
    def id(self) -> bytes:
        """The folder's name as the index keeps it."""
        return os.fsencode(self.name)

    @property
    def stamp(self) -> str:
        """What changes with a journal, or with the program that judges it."""
        at = self.at
        return (
            f"{at.st_mtime_ns} {at.st_ctime_ns} {at.st_size} {at.st_ino} {at.st_mode}"
            f" {at.st_uid} {FORMAT} {__version__}"
        )


class _Known(Struct, frozen=True):
    """A game as the index has it, or as just read; the row is None where it could not be."""

    row: "IndexRow | None"
    listed: Listed
    summary: GameSummary | None


def _places(data: Path) -> list[_JournalFile]:
    """The journals of a data folder, the last saved first."""
    places: list[_JournalFile] = []
    try:
        with os.scandir(games_dir(data)) as folders:
            for folder in folders:
                with contextlib.suppress(OSError):
                    if not folder.is_symlink():
                        at = os.lstat(os.path.join(folder.path, JOURNAL))
                        places.append(_JournalFile(folder.path, folder.name, at))
    except FileNotFoundError:
        return []
    except OSError as error:
        fault = words.CANNOT_BE_READ(path=games_dir(data), why=system_fault(error))
        raise NotAGame(fault) from None
    return sorted(places, key=lambda place: (place.at.st_mtime, place.name), reverse=True)


def _known(place: _JournalFile, row: "IndexRow | None") -> _Known | None:
    """The game as the index has it, None where its journal is another since, or was never read."""
    if row is None or row.stamp != place.stamp:
        return None
    try:
        summary = _SUMMARIES.decode(row.summary) if row.summary else None
        return _Known(row, _LISTS.decode(row.listed), summary)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _read(place: _JournalFile) -> _Known:
    """Reads and judges a game for the list and the index; this alone needs the engine."""
    from shanghai.storage import journal
    from shanghai.storage.index import IndexRow
    from shanghai.storage.summing_up import summary_of

    try:
        read = journal.read(read_bytes(Path(place.folder, JOURNAL)))
    except NotAGame as error:
        unread = journal.Journal(JournalVerdict.DAMAGED, problem=str(error))
        return _Known(None, _listed(place, unread), None)
    listed = _listed(place, read)
    summary = summary_of(listed.id, read)
    kept = b"" if summary is None else msgspec.json.encode(summary)
    row = IndexRow(place.id, place.stamp, msgspec.json.encode(listed), kept)
    return _Known(row, listed, summary)


def _listed(place: _JournalFile, read: "Journal") -> Listed:
    try:
        changed = datetime.fromtimestamp(place.at.st_mtime).astimezone()
        saved = changed.isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):
        saved = ""
    header, state = read.header, read.state
    return Listed(
        id=_shown(place.name),
        title=header.title if header else "",
        variant=header.rules.name if header else "",
        players=tuple(who.name for who in read.players),
        round=state.round if state else 0,
        rounds=header.rules.rounds if header else 0,
        moves=read.moves,
        verdict=read.verdict.value,
        problem=_shown(read.problem),
        finished=read.is_ended,
        changed=saved,
        computers=read.computers,
    )


def _shown(text: str) -> str:
    """A text that may hold a file name, without what cannot be written down."""
    return text.encode("utf-8", "replace").decode("utf-8")


_LISTS: Final = msgspec.json.Decoder(Listed)
_SUMMARIES: Final = msgspec.json.Decoder(GameSummary)
