"""Hex digits as words that can be read aloud: five letters for four digits."""

import re
from collections.abc import Sequence
from typing import Final

from shanghai.words.messages import Messages

say = Messages("spoken")
__getattr__ = say.__getattr__

SPOKEN: Final = 8
"""How many words of a hash are shown: 8 words are 128 bits."""
_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aiou"
_PLACES: Final = (_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS, _CONSONANTS)
"""The letters that each place of a word may have, the same in every language."""
_WITNESS_LINES: Final[Sequence[str]] = say.lines("KEPT")


def spoken(digits: str, most: int = SPOKEN) -> str:
    """The first `most` words for a number in hex digits."""
    return " ".join(_word(int(four, 16)) for four in re.findall("....", digits)[:most])


def _word(number: int) -> str:
    """The word for a number of 16 bits."""
    word = ""
    for letters in reversed(_PLACES):
        number, index = divmod(number, len(letters))
        word = letters[index] + word
    return word


def heard(text: str) -> str:
    """The hex digits for words that were read aloud; the text may also be digits in groups. Raises
    ValueError unless they are 32 to 64 digits."""
    parts = re.findall(r"[a-z0-9]+", text.lower())
    try:
        digits = "".join(map(_digits, parts))
    except ValueError:
        digits = "".join(parts)
    if not re.fullmatch("[0-9a-f]{32,64}", digits):
        raise ValueError(digits)
    return digits


def _digits(word: str) -> str:
    """The four hex digits of a word; ValueError if it is not one."""
    number = 0
    for letter, letters in zip(word, _PLACES, strict=True):
        number = number * len(letters) + letters.index(letter)
    return f"{number:04x}"


def witness_lines(fingerprint: str, cuts: Sequence[int], witness: str, game: str) -> list[str]:
    """The lines that a table can write down to check a game later: fingerprint, cuts, witness.
    Without a fingerprint, its lines are left out."""
    values = {
        "seen": spoken(fingerprint),
        "digits": " ".join(re.findall("....", fingerprint)),
        "cuts": [*map(str, cuts)],
        "witness": spoken(witness),
        "game": game,
    }
    return [line.format(**values) for line in _WITNESS_LINES[0 if fingerprint else 3 :]]
