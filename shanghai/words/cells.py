"""The width of texts in cells of a terminal, as Textual draws them."""

import unicodedata
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from typing import Final

_NOT_DRAWN: Final = frozenset({"Mn", "Me", "Mc", "Cc"})
_JOINED: Final = (
    *((0x1160, 0x11FF), (0x3164, 0x3164), (0xD7B0, 0xD7FF), (0xFFA0, 0xFFA0)),
    *((0x2028, 0x2029), (0x1F3FB, 0x1F3FF)),
)
"""Ranges of letters without a width that Unicode does not call marks: vowels of Hangul, skin tones.
Like a mark, such a letter is drawn in the cells of the letter before it."""
_TWO_CELLS_SINCE_UNICODE_16: Final = (
    *((0x2630, 0x2637), (0x268A, 0x268F), (0x4DC0, 0x4DFF), (0x1D300, 0x1D356)),
    (0x1D360, 0x1D376),
)


@lru_cache(4096)
def cell_width(text: str) -> int:
    """The number of cells that a sanitized text takes in a terminal."""
    return len(text) if text.isascii() and text.isprintable() else sum(map(_width, text))


def cut_text(text: str, most: int) -> str:
    """A sanitized text in at most `most` cells, with an ellipsis if it is cut."""
    if cell_width(text) <= most:
        return text
    if most < 1:
        return ""
    cut, used = "", 1
    for letter in text:
        used += _width(letter)
        if used > most:
            break
        cut += letter
    return cut.rstrip() + "…"


def columns(rows: Iterable[Sequence[str]], left: Container[int] = (0,)) -> list[str]:
    """Rows of a table as lines, all columns padded to one width. The columns whose numbers, from 0,
    are in `left` are flush left. All others are flush right."""
    table = list(rows)
    widths = [max(map(cell_width, column)) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        padded = []
        for number, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = "".ljust(width - cell_width(cell))
            padded.append(cell + blanks if number in left else blanks + cell)
        lines.append("  ".join(padded).rstrip())
    return lines


@lru_cache(4096)
def _width(letter: str) -> int:
    """The number of cells that one letter takes: 0, 1 or 2."""
    code = ord(letter)
    if unicodedata.category(letter) in _NOT_DRAWN or _is_in(code, _JOINED):
        return 0
    if unicodedata.east_asian_width(letter) in "WF" or _is_in(code, _TWO_CELLS_SINCE_UNICODE_16):
        return 2
    return 1


def _is_in(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code <= last for first, last in ranges)
