"""Names of players: they are cleaned when they are typed, and checked before a game."""

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
"""Letters that are drawn as a blank."""


def clean_name(text: str) -> str:
    """The name in one line of at most 40 cells, without invisible characters; it may be empty."""
    # The ellipsis of a name that was cut stays one letter.
    parts = (unicodedata.normalize("NFKC", part) for part in text[:400].split("…"))
    name = sanitize("…".join(parts).translate(_UNSEEN), MAX_CELLS)
    # Again, as a mark may have lost the blank before it. The name only gets shorter.
    while (again := sanitize(name, MAX_CELLS)) != name:
        name = again
    return name


def name_fault(name: str, others: Iterable[str] = ()) -> str | None:
    """Why a cleaned name cannot be used at a table with the others, as a sentence; else None."""
    if not name:
        return say.NAME_MISSING
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        return say.NAME_UNREADABLE(name=name)
    if "," in name or ":" in name:
        return say.NAME_HOLDS_SIGNS(name=name)
    if any(_likeness(name) == _likeness(other) for other in others):
        return say.NAME_TWICE(name=name)
    return None


def free_computer_name(taken: Iterable[str], own: str = "") -> str:
    """A name for a computer player that nobody at the table has, with `own` as the first choice."""
    names = tuple(taken)
    fitting = (own, *(f"{own} {number}" for number in range(2, 10))) if own else ()
    numbered = (f"Computer {number}" for number in range(1, 100))
    known = (*fitting, *COMPUTER_NAMES, *numbered)
    return next(name for name in known if name_fault(name, names) is None)


def is_computer_name(name: str, own_names: Iterable[str] = ()) -> bool:
    """Whether a name is one that the program gives to computer players."""
    plain = re.sub(r" \d+$", "", name)
    return name in COMPUTER_NAMES or plain == "Computer" != name or plain in tuple(own_names)


_UNSEEN: Final = {ord(letter): " " for letter in _BLANKS}


def _likeness(name: str) -> str:
    """A text that is the same for names that people would confuse."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return re.sub(r"[\s\W_]+", "", "".join(c for c in plain if not unicodedata.combining(c)))
