"""The words of every command: a word or two for the key bar, and a sentence for the help."""

from collections.abc import Mapping
from typing import Final

from shanghai.words.messages import Messages

say = Messages("keys")
__getattr__ = say.__getattr__

KEYS: Final[Mapping[str, tuple[str, str]]] = say.table("KEY_WORDS")
CAPS: Final[Mapping[str, str]] = say.table("CAPS")
"""What stands on keys with names of their own."""
