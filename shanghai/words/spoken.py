"""Hex digits as words of five letters to be read aloud, four digits to a word, and what is kept."""

import re
from collections.abc import Sequence
from typing import Final

from shanghai.words.phrases import Sentence

SPOKEN: Final = 8
"""The words that are shown of a hash: 128 bits."""
_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aiou"
_LETTERS: Final = (
    (_CONSONANTS, 12),
    (_VOWELS, 10),
    (_CONSONANTS, 6),
    (_VOWELS, 4),
    (_CONSONANTS, 0),
)
"""The letters of each place of a word, and how many bits stand behind it."""


def spoken(digits: str, most: int = SPOKEN) -> str:
    """The first words of a number in hex digits."""
    fours = [int(digits[at : at + 4], 16) for at in range(0, min(4 * most, len(digits)), 4)]
    return " ".join(map(_word, fours))


def _word(number: int) -> str:
    return "".join(letters[number >> bits & len(letters) - 1] for letters, bits in _LETTERS)


def heard(text: str) -> str:
    """The hex digits that words, or digits in any groups, stand for; ValueError for fewer."""
    parts = re.findall(r"[a-z0-9]+", text.lower())
    word = "".join(f"[{letters}]" for letters, _ in _LETTERS)
    digits = "".join(parts)
    if all(re.fullmatch(word, part) for part in parts):
        digits = "".join(map(_digits, parts))
    if not re.fullmatch("[0-9a-f]{32,64}", digits):
        raise ValueError(digits)
    return digits


def _digits(word: str) -> str:
    placed = zip(word, _LETTERS, strict=True)
    return f"{sum(letters.index(letter) << bits for letter, (letters, bits) in placed):04x}"


FINGERPRINT: Final = "Fingerprint of the cards: {seen}"
SECOND_HALF: Final = "Its second half: {seen}"
IN_DIGITS: Final = "In digits: {digits}"
CUT_AT: Final = Sentence("Cut at {cuts:and}.")
WITNESS: Final = "Witness until now: {seen}"
KEEP_IT: Final = (
    "Keep both on paper or in a photograph. With the witness this line says later whether the file "
    "is the one that the table saw:"
)
COMMAND: Final = "shanghai prove {game} --witness {seen}"


def witness_lines(
    fingerprint: str, cuts: Sequence[int], witness: str, game: str
) -> tuple[str, ...]:
    """What a table keeps of a game outside of its file: the fingerprint in full, cuts, witness."""
    told = []
    if fingerprint:
        told = [
            FINGERPRINT.format(seen=spoken(fingerprint)),
            SECOND_HALF.format(seen=spoken(fingerprint[4 * SPOKEN :])),
            IN_DIGITS.format(digits=" ".join(re.findall("....", fingerprint))),
        ]
    told += [CUT_AT(cuts=[*map(str, cuts)])] if cuts else []
    seen = spoken(witness)
    return (*told, WITNESS.format(seen=seen), KEEP_IT, COMMAND.format(game=game, seen=seen))
