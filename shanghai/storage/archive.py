"""Archives a saved game, which only moves it, and rescues the sound part of a damaged one."""

import sys
from itertools import count
from pathlib import Path

from shanghai.storage import saves
from shanghai.storage.files import Clock, clock, make_folder, sync_folder, write_file
from shanghai.storage.journal_file import Lock, not_saved
from shanghai.words import saves as words
from shanghai.words.system import system_fault


def archive(data: Path, game: str) -> Path:
    """Moves the folder of a saved game into the folder `put-away`, and returns its new path.

    To restore it, move it back by hand. Raises NotAGame if there is no such game, OpenElsewhere if
    it is being played, or CannotStore.
    """
    folder = saves.path_of(data, game).parent
    if folder.parent != saves.games_dir(data):
        raise saves.NotAGame(words.NOT_AMONG(folder=folder))
    lock = Lock(folder)
    try:
        away = data / saves.AWAY
        make_folder(away)
        names = (folder.name + (f"-{number}" if number else "") for number in count())
        target = next(path for name in names if not (path := away / name).exists())
        if sys.platform == "win32":
            # Windows moves no folder with an open file in it.
            lock.release()
        folder.rename(target)
        sync_folder(away)
        sync_folder(folder.parent)
    except OSError as error:
        fault = words.NOT_PUT_AWAY(folder=folder, why=system_fault(error))
        raise saves.CannotStore(fault) from error
    finally:
        lock.release()
    return target


def rescue(path: Path, data: Path, now: Clock = clock) -> str:
    """Writes the sound part of a damaged game as a new game, and returns its id. Raises NotAGame if
    no part of it is sound, CannotStore, or OSError."""
    read = saves.read_game(path)
    if read.header is None:
        raise saves.NotAGame(words.PROBLEM(path=path, line=read.line, problem=read.problem))
    new_path = saves.new_path(data, now())
    try:
        write_file(new_path, saves.read_bytes(path)[: read.good])
    except OSError as error:
        raise saves.CannotStore(not_saved(new_path.parent, error)) from error
    return new_path.parent.name
