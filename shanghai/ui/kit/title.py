"""Words in letters three lines high, and the name of the game between its four suits."""

import unicodedata
from typing import Final

from shanghai.ui.kit.app import app_of
from shanghai.ui.kit.frames import centred
from shanghai.ui.kit.lines import SUIT_LOOKS, Bit, Lines, Row

_LETTERS: Final = {
    "A": "▄▀▀▄|█▀▀█|█  █", "B": "█▀▀▄|█▀▀▄|█▄▄▀", "C": "▄▀▀▀|█   |▀▄▄▄", "D": "█▀▀▄|█  █|█▄▄▀",
    "E": "█▀▀▀|█▀▀ |█▄▄▄", "F": "█▀▀▀|█▀▀ |█   ", "G": "▄▀▀▀|█ ▀█|▀▄▄▀", "H": "█  █|█▀▀█|█  █",
    "I": "█|█|█", "J": "   █|   █|▀▄▄▀", "K": "█ ▄▀|█▀▄ |█  █", "L": "█   |█   |█▄▄▄",
    "M": "█▄ ▄█|█ ▀ █|█   █", "N": "█▄ █|█ ▀█|█  █", "O": "▄▀▀▄|█  █|▀▄▄▀", "P": "█▀▀▄|█▄▄▀|█   ",
    "Q": "▄▀▀▄|█  █|▀▄█▄", "R": "█▀▀▄|█▄▄▀|█  █", "S": "▄▀▀▀|▀▀▀▄|▄▄▄▀", "T": "▀█▀| █ | █ ",
    "U": "█  █|█  █|▀▄▄▀", "V": "█   █|▀▄ ▄▀|  ▀  ", "W": "█   █|█ ▄ █|▀▄▀▄▀",
    "X": "▀▄ ▄▀|  █  |▄▀ ▀▄", "Y": "█   █| ▀▄▀ |  █  ", "Z": "▀▀▀█| ▄▀ |█▄▄▄", " ": " | | ",
    "-": "   |▀▀▀|   ", "'": "▀| | ", "1": "▄█| █| █", "2": "▀▀▀▄|▄▀▀▀|█▄▄▄", "3": "▀▀▀▄| ▀▀▄|▄▄▄▀",
}  # fmt: skip
"""Letters in three lines, broken at bars."""
_PLAIN: Final = {
    "S": ".--.|`--.|`--'", "H": "!  !|!--!|!  !", "A": ".--.|!--!|!  !", "N": ".  .|!\\ !|! \\!",
    "G": ".--.|! -.|`--'", "I": "!|!|!",
}  # fmt: skip
"""Those of the title in plain signs, a bar written as an exclamation mark."""


def large_words(text: str, gap: int = 1) -> tuple[str, ...]:
    """A text in large letters, without their accents; none where a letter is not known."""
    plain = unicodedata.normalize("NFKD", text.upper())
    known = [_LETTERS.get(letter) for letter in plain if not unicodedata.combining(letter)]
    return _joined([letter for letter in known if letter], gap) if all(known) else ()


def _joined(letters: list[str], gap: int) -> tuple[str, ...]:
    lines = zip(*(letter.split("|") for letter in letters), strict=True)
    return tuple(("".ljust(gap)).join(line) for line in lines)


def title_rows(ascii_only: bool) -> list[Row]:
    """The title as lines, all of one width."""
    letters = _PLAIN if ascii_only else _LETTERS
    lines = _joined([letters[letter] for letter in "SHANGHAI"], 2)
    return [(Bit(line.replace("!", "|") if ascii_only else line, "accent"),) for line in lines]


class Title(Lines):
    """The large title with a small line below it."""

    def __init__(self, below: str) -> None:
        super().__init__()
        self._below = below

    def on_resize(self) -> None:
        """Draws all lines in the middle of the widget."""
        plain = app_of(self).is_ascii
        dash = "-" if plain else "─"
        bits = [Bit(dash * 14 + "  ", "dim")]
        for sign, look in zip("SHDC" if plain else "♠♥♦♣", SUIT_LOOKS, strict=True):
            bits += [Bit(f" {sign} ", look), Bit(" ")]
        below = [(), (*bits, Bit(" " + dash * 14, "dim")), (Bit(self._below, "dim"),)]
        self.show([centred(line, self.size.width) for line in (*title_rows(plain), *below)])
