"""The texts of every command of the screens: a word or two for the key bar, a sentence for help."""

from collections.abc import Mapping, Sequence
from typing import Final

from shanghai.words.language import ENGLISH, spoken
from shanghai.words.messages import Messages

say = Messages("keys")
__getattr__ = say.__getattr__

CAPS: Final[Mapping[str, str]] = say.table("CAPS")
"""The labels of keys that type no character, by their names in Textual."""
_KEY_WORDS: Final[Sequence[Mapping[str, tuple[str, str]]]] = (
    say.table("KEY_WORDS"),
    Messages("table").table("KEY_WORDS"),
    Messages("remote").table("KEY_WORDS"),
)
"""Tables of words by the id of a command. They are searched in this order."""


def letter_of(word: str) -> str:
    """The first letter of a command's word, in lower case: another key for the command. It is empty
    in English, as the usual keys were chosen for the English words."""
    letter = word[:1].lower()
    return letter if spoken() != ENGLISH and letter.isalpha() else ""


def key_words(command: str) -> tuple[str, str]:
    """The texts of a command: a word or two for the key bar, and a sentence for the help. Raises
    KeyError for an id that no command has."""
    for words in _KEY_WORDS:
        if command in words:
            return words[command]
    raise KeyError(command)
