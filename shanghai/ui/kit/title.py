"""Words in large letters four lines high, and the name of the game between its four suits."""

import unicodedata
from typing import Final

from shanghai.ui.kit.app import app_of
from shanghai.ui.kit.frames import centred
from shanghai.ui.kit.lines import SUIT_LOOKS, Bit, Lines, Row
from shanghai.ui.kit.pixels import Canvas, glyphs
from shanghai.words.cards import CardStyle

_PLAIN: Final = {
    "S": ".--.|`--.|`--'", "H": "!  !|!--!|!  !", "A": ".--.|!--!|!  !", "N": ".  .|!\\ !|! \\!",
    "G": ".--.|! -.|`--'", "I": "!|!|!",
}  # fmt: skip
"""The letters of the title in plain signs, broken at bars, a bar as an exclamation mark."""
_APART: Final = 2
"""The pixels between two large letters."""
_BLANK: Final = 4
"""The pixels of a blank among them."""


def large_words(text: str, style: CardStyle) -> tuple[str, ...]:
    """A text in large letters, without their accents; none where a letter is not known."""
    plain = unicodedata.normalize("NFKD", text.upper())
    letters = [letter for letter in plain if not unicodedata.combining(letter)]
    known = glyphs("M") | glyphs("letters")
    if style.ascii or not letters or not {*letters} <= {*known, " "}:
        return ()
    places, x = [], 0
    for letter in letters:
        places.append(x)
        x += (len(known[letter][0]) if letter != " " else _BLANK) + _APART
    x -= _APART
    canvas = Canvas(x + x % 2, 8)
    for letter, place in zip(letters, places, strict=True):
        canvas.stamp(known.get(letter, ()), place, 0)
    return tuple(canvas.quadrants() if style.quadrants else canvas.halves())


def title_rows(style: CardStyle) -> list[Row]:
    """The title as lines, all of one width."""
    if style.ascii:
        letters = zip(*(_PLAIN[letter].split("|") for letter in "SHANGHAI"), strict=True)
        return [(Bit("  ".join(line).replace("!", "|"), "accent"),) for line in letters]
    return [(Bit(line, "accent"),) for line in large_words("Shanghai", style)]


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
        self.show(
            [
                centred(line, self.size.width)
                for line in (*title_rows(app_of(self).card_style), *below)
            ]
        )
