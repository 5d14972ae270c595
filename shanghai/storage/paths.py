"""Where the program keeps what it writes: one folder, which is the user's alone."""

import os
from collections.abc import Mapping
from pathlib import Path

from shanghai.storage.files import open_plain

_HERE = Path(__file__).resolve().parent
_INSIDE = _HERE.parent / "variants_data"
SHIPPED = _INSIDE if _INSIDE.is_dir() else _HERE.parents[1] / "variants"
"""The folder of the shipped variant files: in the installed package, else beside it."""


class NoFolder(Exception):
    """No folder for the data of this user can be told."""


def data_dir(option: str | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of all data: the option, else SHANGHAI_HOME, else the user's own data folder.

    NoFolder where the user has none, as without HOME.
    """
    named = option or environment.get("SHANGHAI_HOME")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    try:
        own = user_data_path("shanghai", appauthor=False)
    except RuntimeError:
        own = Path("~")
    if not own.is_absolute():
        raise NoFolder(
            "no folder of your own is known, for HOME is not set; name one with --data-dir"
        )
    return own


def has_open_game(data: Path) -> bool:
    """Whether some saved game has no end yet, judged by the last bytes of its file alone."""
    try:
        journals = list((data / "games").glob("*/game.jsonl"))
    except OSError:
        return False
    return any(not has_ended(path) for path in journals)


def has_ended(path: Path) -> bool:
    """Whether a journal ends with the end of its game, or cannot be read."""
    try:
        with open(open_plain(path, "O_RDONLY"), "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 100))
            return b'"type":"end"' in file.read()
    except OSError:
        return True
