"""A saved game as a whole: archived, which removes nothing, or its sound part rescued."""

import sys
from itertools import count
from pathlib import Path

from shanghai.storage import saves
from shanghai.storage.files import Clock, clock, make_folder, sync_folder, write_file
from shanghai.storage.journal_file import Lock, not_saved
from shanghai.words import saves as words
from shanghai.words.system import system_fault


def archive(data: Path, game: str) -> Path:
    """Moves the folder of a listed game to `AWAY`, from where it comes back by hand, and returns
    the new path; NotAGame where there is none, OpenElsewhere while it is played, or CannotStore."""
    folder = saves.path_of(data, game).parent
    if folder.parent != saves.games_dir(data):
        raise saves.NotAGame(words.NOT_AMONG(folder=folder))
    lock = Lock(folder)
    try:
        away = data / saves.AWAY
        make_folder(away)
        names = (folder.name + (f"-{number}" if number else "") for number in count())
        there = next(path for name in names if not (path := away / name).exists())
        if sys.platform == "win32":
            # Windows moves no folder with an open file in it.
            lock.release()
        folder.rename(there)
        sync_folder(away)
        sync_folder(folder.parent)
    except OSError as error:
        fault = words.NOT_PUT_AWAY(folder=folder, why=system_fault(error))
        raise saves.CannotStore(fault) from error
    finally:
        lock.release()
    return there


def rescue(path: Path, data: Path, now: Clock = clock) -> str:
    """Writes the sound part of a damaged game as a new one; NotAGame, CannotStore or OSError."""
    read = saves.read_game(path)
    if read.header is None:
        raise saves.NotAGame(words.PROBLEM(path=path, line=read.line, problem=read.problem))
    made = saves.new_path(data, now())
    try:
        write_file(made, saves.read_bytes(path)[: read.good])
    except OSError as error:
        raise saves.CannotStore(not_saved(made.parent, error)) from error
    return made.parent.name
