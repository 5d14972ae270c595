"""The names of players: cleaned where they enter, and judged before they are seated."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from shanghai.words.messages import Messages
from shanghai.words.sanitize import sanitize

say = Messages("setup")

MAX_CELLS: Final = 40
"""The widest a name may be, in cells of the terminal."""

COMPUTER_NAMES: Final = ("Mabel", "Otto", "Ida", "Rufus", "Nell", "Gus", "Fay", "Kit")
"""The names of computer players that have none of their own, in the order of use."""

_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that are drawn as nothing."""


def clean_name(text: str) -> str:
    """The name on one line of at most 40 cells without unseen characters; empty if none is left."""
    # The ellipsis of a name that was cut stays one letter.
    parts = (unicodedata.normalize("NFKC", part) for part in text[:400].split("…"))
    name = sanitize("…".join(parts).translate(_UNSEEN), MAX_CELLS)
    # Again: a mark may have lost the blank that it stood on. It only ever grows shorter.
    while (again := sanitize(name, MAX_CELLS)) != name:
        name = again
    return name


def name_fault(name: str, others: Iterable[str] = ()) -> str | None:
    """Why a cleaned name cannot be seated beside the others, as a sentence; None if it can."""
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
    """A name for a computer player that nobody at the table has; its own one, where it has one."""
    names = tuple(taken)
    fitting = (own, *(f"{own} {number}" for number in range(2, 10))) if own else ()
    numbered = (f"Computer {number}" for number in range(1, 100))
    known = (*fitting, *COMPUTER_NAMES, *numbered)
    return next(name for name in known if name_fault(name, names) is None)


def is_computer_name(name: str, own_names: Iterable[str] = ()) -> bool:
    """Whether a name is one that computer players get by themselves, or one of their own."""
    plain = re.sub(r" \d+$", "", name)
    return name in COMPUTER_NAMES or plain == "Computer" != name or plain in tuple(own_names)


_UNSEEN: Final = {ord(letter): " " for letter in _BLANKS}


def _likeness(name: str) -> str:
    """A text that is the same for names which people would confuse."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return re.sub(r"[\s\W_]+", "", "".join(c for c in plain if not unicodedata.combining(c)))
