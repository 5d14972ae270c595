"""Writes the report of a crash. It says where the crash happened, and names no card."""

import time
import traceback
from pathlib import Path
from typing import Final

from shanghai.storage.files import write_file
from shanghai.words import saves as words
from shanghai.words.language import DamagedMessages
from shanghai.words.sanitize import sanitize

CRASHED: Final = 70
_MOST_CELLS: Final = 1000


def crash_sentence(error: BaseException | None, folder: Path) -> str:
    """Writes the report of an error, and returns a sentence for the player.

    The sentence names the file of the report, or says that there is none. If the files of messages
    are damaged, it says what is wrong with them.
    """
    try:
        return _crash_sentence(error, folder)
    except DamagedMessages as damage:
        return str(damage)


def _crash_sentence(error: BaseException | None, folder: Path) -> str:
    """As `crash_sentence`, but raises DamagedMessages."""
    if error is None:
        return words.CRASHED
    path = folder / f"crash-{time.strftime('%Y%m%d-%H%M%S')}.txt"
    # No values of variables and no text of the error, as cards of a hand could be in them.
    try:
        lines = [f"{type(error).__module__}.{type(error).__name__}"]
        for frame in traceback.extract_tb(error.__traceback__):
            parts = Path(frame.filename).parts[-3:]
            lines.append(f"  {'/'.join(parts)}:{frame.lineno} {frame.name}")
        write_file(path, ("\n".join(lines) + "\n").encode())
    except OSError:
        return words.NO_REPORT(said=words.CRASHED, kind=type(error).__name__)
    return words.REPORT(said=words.CRASHED, path=sanitize(str(path), _MOST_CELLS))
