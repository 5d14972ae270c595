"""What is said in the workshop, where the rules of a variant are changed."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from shanghai.words.messages import Messages
from shanghai.words.rulebook.rules import KEY_WORDS

say = Messages("workshop")
__getattr__ = say.__getattr__

LEAVE_CHOICES: Final[Mapping[str, str]] = say.table("LEAVE_CHOICES")

LINES: Final[Mapping[str, str]] = say.table("LINES")
"""What stands around the value of a rule."""
TITLES: Final[Mapping[str, str]] = say.table("TITLES")
"""What a rule is called here, where that is not its usual title."""
BY_TABLE: Final[Mapping[str, str]] = say.table("BY_TABLE")
"""What is given for each size of the table, by its name."""
FIELDS: Final[Mapping[str, str]] = say.table("FIELDS")
"""What stands around a part of a rule, by its name."""
PAIR: Final[Sequence[str]] = say.lines("PAIR")
SIZES: Final[Mapping[str, str]] = say.table("SIZES")
CHOICES: Final[Mapping[str, str]] = say.table("CHOICES")
"""Values in words that no sentence of a rule tells."""
HOW: Final[Mapping[str, str]] = say.table("HOW")
"""How each kind of line is changed."""
DO: Final[Mapping[str, str]] = say.table("DO")
_KEY: Final = r"[^,.\[]*(?:\[[^]]*\]|\b[A-Z]+\b)|\b([a-z]+(?:_[a-z]+)+)\b"


def plain_words(text: str) -> str:
    """A text about a file without examples of what stands there, its keys by their titles."""
    return re.sub(
        f"{say.SUCH_AS}{_KEY}",
        lambda found: f'"{KEY_WORDS[found[1]].title}"' if found[1] in KEY_WORDS else "",
        text,
    )
