"""Hex digits as words of five letters to be read aloud, four digits to a word."""

import re
from collections.abc import Sequence
from typing import Final

from shanghai.words.messages import Messages

say = Messages("spoken")
__getattr__ = say.__getattr__

SPOKEN: Final = 8
"""The words that are shown of a hash: 128 bits."""
_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aiou"
_PLACES: Final = (_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS, _CONSONANTS)
"""The letters of a word, the same in every language."""
_KEPT: Final[Sequence[str]] = say.lines("KEPT")


def spoken(digits: str, most: int = SPOKEN) -> str:
    """The first words of a number in hex digits."""
    return " ".join(_word(int(four, 16)) for four in re.findall("....", digits)[:most])


def _word(number: int) -> str:
    word = ""
    for letters in reversed(_PLACES):
        number, at = divmod(number, len(letters))
        word = letters[at] + word
    return word


def heard(text: str) -> str:
    """The hex digits that words, or digits in any groups, stand for; ValueError for fewer."""
    parts = re.findall(r"[a-z0-9]+", text.lower())
    try:
        digits = "".join(map(_digits, parts))
    except ValueError:
        digits = "".join(parts)
    if not re.fullmatch("[0-9a-f]{32,64}", digits):
        raise ValueError(digits)
    return digits


def _digits(word: str) -> str:
    number = 0
    for letter, letters in zip(word, _PLACES, strict=True):
        number = number * len(letters) + letters.index(letter)
    return f"{number:04x}"


def witness_lines(fingerprint: str, cuts: Sequence[int], witness: str, game: str) -> list[str]:
    """What a table keeps of a game outside of its file: the fingerprint in full, cuts, witness."""
    values = {
        "seen": spoken(fingerprint),
        "digits": " ".join(re.findall("....", fingerprint)),
        "cuts": [*map(str, cuts)],
        "witness": spoken(witness),
        "game": game,
    }
    return [line.format(**values) for line in _KEPT[0 if fingerprint else 3 :]]
