"""Hex digits as words of five letters that can be read aloud, four digits for a word."""

import re
from collections.abc import Sequence
from typing import Final

from shanghai.words.messages import Messages

say = Messages("spoken")
__getattr__ = say.__getattr__

SPOKEN: Final = 8
"""The number of words of a hash that are shown: 128 bits."""
_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aiou"
_PLACES: Final = (_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS, _CONSONANTS)
"""The letters of a word, the same in every language."""
_WITNESS_LINES: Final[Sequence[str]] = say.lines("KEPT")


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
    """The hex digits of spoken words, or of digits in groups; ValueError if they are too few."""
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
    """The lines that a table can write down to check a game later: fingerprint, cuts, witness."""
    values = {
        "seen": spoken(fingerprint),
        "digits": " ".join(re.findall("....", fingerprint)),
        "cuts": [*map(str, cuts)],
        "witness": spoken(witness),
        "game": game,
    }
    return [line.format(**values) for line in _WITNESS_LINES[0 if fingerprint else 3 :]]
