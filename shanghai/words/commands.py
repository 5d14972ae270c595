"""Messages of the command line: its commands, common options, and short commands."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from shanghai.words.messages import Messages

say = Messages("commands")
__getattr__ = say.__getattr__

COMMANDS: Final[Mapping[str, str]] = say.table("COMMANDS")

SERVED: Final[Sequence[str]] = say.lines("SERVED")
_PLACES: Final[Mapping[str, str]] = say.table("PLACES")


def place(text: str) -> str:
    """A word in the help for what is to be typed, such as `KEY=VALUE`, in the current language."""
    return re.sub("[A-Z]{2,}", lambda match: _PLACES.get(match[0], match[0]), text)


def guess(word: str, known: Iterable[str]) -> str:
    """A question after a blank that names the known word most similar to another; else empty."""
    from difflib import get_close_matches

    small = {each.casefold(): each for each in sorted(known)}
    matches = get_close_matches(word[:80].casefold(), small, 1)
    return say.GUESS(word=small[matches[0]]) if matches else ""
