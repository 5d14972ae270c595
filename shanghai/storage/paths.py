"""Where the files are that the program reads and writes. Its data are in one folder of the user."""

import os
import re
from pathlib import Path

from shanghai.storage.files import read_plain
from shanghai.words import saves as words

_HERE = Path(__file__).resolve().parent
_INSIDE = _HERE.parent / "variants_data"
SHIPPED = _INSIDE if _INSIDE.is_dir() else _HERE.parents[1] / "variants"
"""The folder of the shipped variant files: in the installed package, else next to the source."""
_SCENARIOS_INSIDE = _HERE.parent / "scenarios_data"
SCENARIOS = (
    _SCENARIOS_INSIDE if _SCENARIOS_INSIDE.is_dir() else _HERE.parents[1] / "tests/scenarios"
)
"""The folder of the scenarios that prove the rules: in the package, else next to the source."""
SETTINGS = "settings.json"
"""The name of the file of the settings, in the data folder."""
MOST_BYTES = 64 * 1024
"""The largest size in bytes of that file."""
PAPER = "paper"
"""The name of the folder for games with real cards, in the data folder."""


class NoFolder(Exception):
    """The system does not say where the data folder of this user is."""


def data_dir(option: str | None = None) -> Path:
    """The data folder: the option, else SHANGHAI_HOME, else the usual one of the user. Raises
    NoFolder if that is not known."""
    if named := option or os.environ.get("SHANGHAI_HOME"):
        return Path(named)
    from platformdirs import user_data_path

    try:
        folder = user_data_path("shanghai", appauthor=False)
    except RuntimeError:
        folder = Path("~")
    if not folder.is_absolute():
        raise NoFolder(words.NO_FOLDER)
    return folder


def saved_language(named: str | None) -> str:
    """The language in the settings, or an empty text. `named` is the option for the data folder."""
    try:
        settings = read_plain(data_dir(named) / SETTINGS, MOST_BYTES)
    except (OSError, ValueError, NoFolder):
        return ""
    language = re.search(rb'^ {2}"language": "([a-z]{2})"', settings, re.MULTILINE)
    return language[1].decode() if language else ""
