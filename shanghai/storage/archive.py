"""Archives a saved game: its folder is moved out of the list, never removed."""

import sys
from itertools import count
from pathlib import Path
from typing import Final

from shanghai.storage.files import make_folder, sync_folder
from shanghai.storage.lock import Lock
from shanghai.storage.saves import CannotStore, NotAGame, games_dir, path_of

AWAY: Final = "put-away"
"""The folder, beside that of the games, which holds the archived ones."""


def archive(data: Path, game: str) -> Path:
    """Moves the folder of a listed game to `AWAY`, and returns its new path.

    Moved back by hand it is listed again. NotAGame where there is no such game, OpenElsewhere
    while it is played, CannotStore where the disk refuses.
    """
    folder = path_of(data, game).parent
    if folder.parent != games_dir(data):
        raise NotAGame(f"{folder} is not among the saved games.")
    lock = Lock(folder)
    try:
        away = data / AWAY
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
        raise CannotStore(f"{folder} cannot be put away: {error.strerror}.") from error
    finally:
        lock.release()
    return there
