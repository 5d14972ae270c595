"""The names of players: cleaned where they enter, and judged before they are seated."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from shanghai.text.sanitize import sanitize

MAX_CELLS: Final = 40
"""The widest a name may be, in cells of the terminal."""

COMPUTER_NAMES: Final = ("Mabel", "Otto", "Ida", "Rufus", "Nell", "Gus", "Fay", "Kit")
"""The names of computer players of an even temper, in the order of use."""

TEMPER_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "cautious": ("Prudence", "Walter", "Constance", "Ned", "Agatha", "Clement", "Vera", "Amos"),
    "buyer": ("Penny", "Gilbert", "Dolly", "Max", "Goldie", "Buck", "Minnie", "Chester"),
}
"""The names of computer players of other tempers, so that a name tells how one plays."""

_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that are drawn as nothing."""


def clean_name(text: str) -> str:
    """The name on one line, without control, format and unseen characters, at most 40 cells.

    Empty where nothing is left; `name_fault` then says so.
    """
    # The ellipsis of a name that was cut stays one letter.
    parts = (unicodedata.normalize("NFKC", part) for part in text[:400].split("…"))
    plain = "…".join(parts).translate(_UNSEEN)
    name = sanitize(plain, MAX_CELLS)
    # Again: a mark may have lost the blank that it stood on. It only ever grows shorter.
    while (again := sanitize(name, MAX_CELLS)) != name:
        name = again
    return name


def name_fault(name: str, others: Iterable[str] = ()) -> str | None:
    """Why a cleaned name cannot be seated beside the others, as a sentence; None if it can."""
    if not name:
        return "Every player needs a name."
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        return f"“{name}” needs a letter or a number in it."
    if "," in name or ":" in name:
        return f"“{name}” holds a comma or a colon; leave it out, please."
    if any(_likeness(name) == _likeness(other) for other in others):
        return f"There are two players called {name}; tell them apart, please."
    return None


def free_computer_name(taken: Iterable[str], temper: str = "") -> str:
    """A name for a computer player of a temper that nobody at the table has."""
    names = tuple(taken)
    fitting = TEMPER_NAMES.get(temper, ())
    numbered = (f"Computer {number}" for number in range(1, 100))
    known = (*fitting, *COMPUTER_NAMES, *numbered)
    return next(name for name in known if name_fault(name, names) is None)


def is_computer_name(name: str) -> bool:
    """Whether a name is one that computer players get by themselves."""
    all_names = (*COMPUTER_NAMES, *(name for names in TEMPER_NAMES.values() for name in names))
    return name in all_names or re.fullmatch(r"Computer \d+", name) is not None


_UNSEEN: Final = {ord(letter): " " for letter in _BLANKS}


def _likeness(name: str) -> str:
    """A text that is the same for names which people would confuse."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return re.sub(r"[\s\W_]+", "", "".join(c for c in plain if not unicodedata.combining(c)))
