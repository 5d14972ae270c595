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
    """A placeholder of the help, such as `KEY=VALUE`, with its words in the current language."""
    return re.sub("[A-Z]{2,}", lambda match: _PLACES.get(match[0], match[0]), text)


def guess(word: str, known: Iterable[str]) -> str:
    """A question such as ` Did you mean play?`, with a blank before it, for an unknown word. It
    names the known word that is most similar. It is empty if none is similar."""
    from difflib import get_close_matches

    by_lower_case = {each.casefold(): each for each in sorted(known)}
    matches = get_close_matches(word[:80].casefold(), by_lower_case, 1)
    return say.GUESS(word=by_lower_case[matches[0]]) if matches else ""
