"""Drawings made of pixels: ranks, suits, letters and faces, as text in block signs.

`glyphs.txt` has each drawing as rows of `X` (ink) and `.` (no ink). A section begins with its name
in brackets. The next line names its drawings, and each drawing is a column below its name.
"""

import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

from shanghai.ui.kit.lines import Bit, Row
from shanghai.words.cards import CardStyle

Glyph = tuple[str, ...]
"""A drawing: rows of `X` and `.`, all of the same length."""

QUADRANTS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The block signs by their filled quarters: 1 is top left, 2 top right, 4 and 8 are below them."""
HALVES: Final = " ▀▄█"
"""The block signs by their filled halves: 1 is the upper, 2 the lower one."""


_GLYPHS: Final = Path(__file__).with_name("glyphs.txt")


@cache
def sections(file: Path) -> dict[str, list[list[str]]]:
    """The sections of a text file by their names. A section is a list of lines, split at blanks."""
    by_name: dict[str, list[list[str]]] = {}
    lines: list[list[str]] = []
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("["):
            lines = by_name.setdefault(line.strip("[]"), [])
        elif line:
            lines.append(line.split())
    return by_name


@cache
def glyphs(section: str) -> dict[str, Glyph]:
    """The drawings of a section by their names. The alphabets are S, N (narrow), M, L, and two
    stretched ones: E from S, X from L. Raises KeyError for an unknown section."""
    if section == "E":
        small = {**glyphs("S")}
        ten = small.pop("10w")
        even = {name: _columns(glyph, (0, 1, 2, 2, 3, 3, 4, 5)) for name, glyph in small.items()}
        return even | {"10": ten}
    if section == "X":
        return {name: _extra_large(name, glyph) for name, glyph in glyphs("L").items()}
    names, *rows = sections(_GLYPHS)[section]
    drawings = dict(zip(names, zip(*rows, strict=True), strict=True))
    if section == "N":
        return {name: glyphs("S")[name] for name in ("10", "*")} | drawings
    return drawings


def _columns(glyph: Glyph, columns: tuple[int, ...]) -> Glyph:
    """A drawing made of these columns of another one. Columns may be repeated."""
    return tuple("".join(row[x] for x in columns) for row in glyph)


def _extra_large(name: str, glyph: Glyph) -> Glyph:
    """A drawing of the alphabet L, enlarged by repeating two columns and two rows."""
    repeated = (2, 8) if name == "10" else (4, 5)
    columns = sorted((*range(len(glyph[0])), *repeated))
    rows = sorted((*range(len(glyph)), 2, 6))
    return _columns(tuple(glyph[y] for y in rows), tuple(columns))


class Canvas:
    """A sheet of pixels on which drawings are stamped."""

    def __init__(self, width: int, height: int) -> None:
        """An empty sheet of `width` by `height` pixels."""
        self.width, self.height = width, height
        self._rows = [bytearray(width) for _ in range(height)]

    def stamp(self, glyph: Glyph, x: int, y: int) -> None:
        """Adds the ink of a drawing with its top left corner at a pixel. Cuts what is outside."""
        for row, line in enumerate(glyph[: max(0, self.height - y)], y):
            for column, sign in enumerate(line[: max(0, self.width - x)], x):
                if sign == "X":
                    self._rows[row][column] = 1

    def quadrants(self) -> list[str]:
        """The sheet as text. A cell shows two by two pixels."""
        return [
            "".join(
                QUADRANTS[upper[x] + 2 * upper[x + 1] + 4 * lower[x] + 8 * lower[x + 1]]
                for x in range(0, self.width, 2)
            )
            for upper, lower in zip(self._rows[::2], self._rows[1::2], strict=True)
        ]

    def halves(self) -> list[str]:
        """The sheet as text. A cell shows one pixel above another."""
        return [
            "".join(HALVES[above + 2 * below] for above, below in zip(upper, lower, strict=True))
            for upper, lower in zip(self._rows[::2], self._rows[1::2], strict=True)
        ]

    def signs(self, sign: str) -> list[str]:
        """The sheet as text. A cell shows one pixel, with `sign` for ink."""
        return ["".join(sign if pixel else " " for pixel in row) for row in self._rows]


_PLAIN: Final = {
    "S": ".--.|`--.|`--'", "H": "!  !|!--!|!  !", "A": ".--.|!--!|!  !", "N": ".  .|!\\ !|! \\!",
    "G": ".--.|! -.|`--'", "I": "!|!|!",
}  # fmt: skip
"""The letters of the title in ASCII. A bar separates lines, an exclamation mark is a bar."""
_APART: Final = 2
"""The pixels between two large letters."""
_BLANK: Final = 4
"""The pixels of a blank between words."""


def large_words(text: str, style: CardStyle) -> tuple[str, ...]:
    """A text in large letters without accents, as lines. Empty if a letter has no drawing."""
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
    """The title of the game in large letters, as rows of the same width."""
    if style.ascii:
        letters = zip(*(_PLAIN[letter].split("|") for letter in "SHANGHAI"), strict=True)
        return [(Bit("  ".join(line).replace("!", "|"), "accent"),) for line in letters]
    return [(Bit(line, "accent"),) for line in large_words("Shanghai", style)]
