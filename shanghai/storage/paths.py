"""Where the program keeps what it writes: one folder, which is the user's alone."""

import os
import re
from pathlib import Path

from shanghai.storage.files import open_plain, read_plain
from shanghai.words import saves as words

_HERE = Path(__file__).resolve().parent
_INSIDE = _HERE.parent / "variants_data"
SHIPPED = _INSIDE if _INSIDE.is_dir() else _HERE.parents[1] / "variants"
"""The folder of the shipped variant files: in the installed package, else beside it."""
_SCENARIOS_INSIDE = _HERE.parent / "scenarios_data"
SCENARIOS = (
    _SCENARIOS_INSIDE if _SCENARIOS_INSIDE.is_dir() else _HERE.parents[1] / "tests/scenarios"
)
"""The folder of the scenarios that prove the rules, found in the same way."""
SETTINGS = "settings.json"
MOST_BYTES = 64 * 1024
"""The file of the settings, and how long it may be."""
PAPER = "paper"
"""The folder of the games with real cards in a data folder."""
_TAIL = 100
"""The last bytes of a journal, in which its end stands."""


class NoFolder(Exception):
    """No folder for the data of this user can be told."""


def data_dir(option: str | None = None) -> Path:
    """The folder of all data: the option, else SHANGHAI_HOME, else the user's own; or NoFolder."""
    if named := option or os.environ.get("SHANGHAI_HOME"):
        return Path(named)
    from platformdirs import user_data_path

    try:
        own = user_data_path("shanghai", appauthor=False)
    except RuntimeError:
        own = Path("~")
    if not own.is_absolute():
        raise NoFolder(words.NO_FOLDER)
    return own


def saved_language(named: str | None) -> str:
    """The language of the settings in a data folder, empty where none is chosen."""
    try:
        kept = read_plain(data_dir(named) / SETTINGS, MOST_BYTES)
    except (OSError, ValueError, NoFolder):
        return ""
    found = re.search(rb'^ {2}"language": "([a-z]{2})"', kept, re.MULTILINE)
    return found[1].decode() if found else ""


def has_open_game(data: Path) -> bool:
    """Whether some saved game has no end yet, judged by the last bytes of its file alone."""
    folder = os.path.join(data, "games")
    try:
        # The last one begun is the likeliest to go on.
        names = sorted(os.listdir(folder), reverse=True)
    except OSError:
        return False
    return any(not has_ended(os.path.join(folder, name, "game.jsonl")) for name in names)


def has_ended(path: str | Path) -> bool:
    """Whether a journal ends with the end of its game, or cannot be read."""
    try:
        descriptor = open_plain(path, "O_RDONLY")
        try:
            size = os.lseek(descriptor, 0, os.SEEK_END)
            os.lseek(descriptor, max(0, size - _TAIL), os.SEEK_SET)
            return b'"type":"end"' in os.read(descriptor, _TAIL)
        finally:
            os.close(descriptor)
    except OSError:
        return True
