"""The words of every command: a word or two for the key bar, and a sentence for the help."""

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
"""The words by command. The later ones are read only for a command that is not in the first."""


def letter_of(word: str) -> str:
    """The letter that the word of a command offers as a key of its own, in lower case.

    It is empty in English, for whose words the keys were chosen.
    """
    letter = word[:1].lower()
    return letter if spoken() != ENGLISH and letter.isalpha() else ""


def key_words(command: str) -> tuple[str, str]:
    """The word or two for the key bar, and the sentence for the help, of a command by its id."""
    for words in _KEY_WORDS:
        if command in words:
            return words[command]
    raise KeyError(command)
