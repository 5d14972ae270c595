"""Messages of the workshop, the screen on which the rules of a variant are changed."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from shanghai.words.messages import Messages
from shanghai.words.rulebook.rules import KEY_WORDS

say = Messages("workshop")
__getattr__ = say.__getattr__

LEAVE_CHOICES: Final[Mapping[str, str]] = say.table("LEAVE_CHOICES")

LINES: Final[Mapping[str, str]] = say.table("LINES")
"""The text around the value of a rule."""
BY_TABLE: Final[Mapping[str, str]] = say.table("BY_TABLE")
"""The names of rules with a value for each number of players."""
FIELDS: Final[Mapping[str, str]] = say.table("FIELDS")
"""The text around a part of a rule, by its name."""
PAIR: Final[Sequence[str]] = say.lines("PAIR")
SIZES: Final[Mapping[str, str]] = say.table("SIZES")
CHOICES: Final[Mapping[str, str]] = say.table("CHOICES")
"""Values in words, where a rule has no sentence for them."""
HOW: Final[Mapping[str, str]] = say.table("HOW")
"""How each kind of line is changed."""
DO: Final[Mapping[str, str]] = say.table("DO")
_KEY: Final = r"[^,.\[]*(?:\[[^]]*\]|\b[A-Z]+\b)|\b([a-z]+(?:_[a-z]+)+)\b"


def plain_words(text: str) -> str:
    """A text that was written for files, without its examples, and with titles in place of keys."""
    return re.sub(
        f"{say.SUCH_AS}{_KEY}",
        lambda match: f'"{KEY_WORDS[match[1]].title}"' if match[1] in KEY_WORDS else "",
        text,
    )
