"""Names of players. They are cleaned when they are typed, and checked before a game begins."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from shanghai.words.messages import Messages
from shanghai.words.sanitize import sanitize

say = Messages("setup")

MAX_CELLS: Final = 40
"""The largest width of a name, in cells of the terminal."""

COMPUTER_NAMES: Final = ("Mabel", "Otto", "Ida", "Rufus", "Nell", "Gus", "Fay", "Kit")
"""Names for computer players without a name, in the order of use."""

_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that look like a blank, though Unicode does not call them one."""


def clean_name(text: str) -> str:
    """A typed name on one line of at most `MAX_CELLS` cells, without invisible characters. It is
    empty if nothing is left."""
    # Normalizing would turn the ellipsis of a name that was cut into three points.
    parts = (unicodedata.normalize("NFKC", part) for part in text[:400].split("…"))
    name = sanitize("…".join(parts).translate(_UNSEEN), MAX_CELLS)
    # Cleaning can change a cleaned name once more. This ends, as the name only gets shorter.
    while (again := sanitize(name, MAX_CELLS)) != name:
        name = again
    return name


def name_fault(name: str, others: Iterable[str] = ()) -> str | None:
    """Why a cleaned name cannot be used at a table with `others`; None if it can. A name cannot be
    used if it is empty, unreadable, or easily confused with one of the others."""
    if not name:
        return say.NAME_MISSING
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        return say.NAME_UNREADABLE(name=name)
    if "," in name or ":" in name:
        return say.NAME_HOLDS_SIGNS(name=name)
    if any(_comparable(name) == _comparable(other) for other in others):
        return say.NAME_TWICE(name=name)
    return None


def free_computer_name(taken: Iterable[str], own: str = "") -> str:
    """A name for a computer player that cannot be confused with any in `taken`. `own` is the first
    choice, and then `own` with a number."""
    names = tuple(taken)
    preferred = (own, *(f"{own} {number}" for number in range(2, 10))) if own else ()
    numbered = (f"Computer {number}" for number in range(1, 100))
    candidates = (*preferred, *COMPUTER_NAMES, *numbered)
    return next(name for name in candidates if name_fault(name, names) is None)


def is_computer_name(name: str, own_names: Iterable[str] = ()) -> bool:
    """Whether a name is one that the program gives to computer players. `own_names` are the names
    of the computers with a character."""
    plain = re.sub(r" \d+$", "", name)
    return name in COMPUTER_NAMES or plain == "Computer" != name or plain in tuple(own_names)


_UNSEEN: Final = {ord(letter): " " for letter in _BLANKS}


def _comparable(name: str) -> str:
    """A text for comparing names. It is the same for two names that people would confuse."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return re.sub(r"[\s\W_]+", "", "".join(c for c in plain if not unicodedata.combining(c)))
