"""The rescue of a damaged game: its sound part becomes a game of its own."""

from pathlib import Path

from shanghai.storage import journal
from shanghai.storage.clock import Clock, clock
from shanghai.storage.files import write_file
from shanghai.storage.lock import not_saved
from shanghai.storage.saves import CannotStore, NotAGame, new_path, read_bytes


def rescue(path: Path, data: Path, now: Clock = clock) -> str:
    """Writes the sound part of a damaged game as a new game, and returns the new id.

    The damaged file is left alone. NotAGame where nothing is sound, CannotStore or OSError where
    the new game cannot be written.
    """
    found = read_bytes(path)
    read = journal.read(found)
    if read.header is None:
        raise NotAGame(f"{path}, line {read.line}: {read.problem}.")
    made = new_path(data, now())
    try:
        write_file(made, found[: read.good])
    except OSError as error:
        raise CannotStore(not_saved(made.parent, error)) from error
    return made.parent.name
