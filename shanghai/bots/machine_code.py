"""Where the machine code of the play-outs is kept, and whether there is any; it loads nothing."""

import os
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from shanghai.processes import begin, module_command

_SOURCE: Final = Path(__file__).resolve().parent / "playouts"
_COMPILED: Final = b"compiled"
"""What stands in every file of which machine code is made, and in `law.py`, the shape of rules."""
_READY: Final = "ready"


def has_numba() -> bool:
    """Whether numba, which makes the machine code, is installed (the extra `playouts`)."""
    return find_spec("numba") is not None


@cache
def code_folder() -> Path | None:
    """The folder of the machine code of this source; None where this user has no such place.

    Each source has a folder of its own, as code made of one file does not change with another.
    NUMBA_CACHE_DIR names another place for all of them.
    """
    from platformdirs import user_cache_path

    try:
        named = os.environ.get("NUMBA_CACHE_DIR")
        place = Path(named) if named else user_cache_path("shanghai", appauthor=False) / "playouts"
        found = sha256()
        for path in sorted(_SOURCE.glob("*.py")):
            source = path.read_bytes()
            if _COMPILED in source:
                found.update(source)
    except (OSError, RuntimeError):
        return None
    folder = place / found.hexdigest()[:16]
    return folder if folder.is_absolute() else None


def is_ready() -> bool:
    """Whether all machine code has been made, so that a process can load it at once."""
    folder = code_folder()
    return folder is not None and (folder / _READY).exists()


def note_ready() -> None:
    """Notes that all machine code has been made."""
    folder = code_folder()
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _READY).touch()


def make_ready() -> bool:
    """Has all machine code made by a process of its own where there is none; whether it is there.

    That takes the better part of a minute, and memory that this process is spared.
    """
    if not has_numba():
        return False
    if not is_ready():
        with begin(module_command("shanghai.bots.playouts.prepare")) as child:
            child.wait()
    return is_ready()
