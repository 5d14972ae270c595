"""Texts measured and cut in the cells of a terminal, as Textual draws them."""

import unicodedata
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from typing import Final

_NOT_DRAWN: Final = frozenset({"Mn", "Me", "Mc", "Cc"})
_JOINED: Final = (
    *((0x1160, 0x11FF), (0x3164, 0x3164), (0xD7B0, 0xD7FF), (0xFFA0, 0xFFA0)),
    *((0x2028, 0x2029), (0x1F3FB, 0x1F3FF)),
)
"""Letters that join the one before them without being marks: vowels of Hangul, shades of skin."""
_WIDE_SINCE_UNICODE_16: Final = (
    *((0x2630, 0x2637), (0x268A, 0x268F), (0x4DC0, 0x4DFF), (0x1D300, 0x1D356)),
    (0x1D360, 0x1D376),
)


@lru_cache(4096)
def cell_width(text: str) -> int:
    """The number of cells that a sanitized text takes in a terminal."""
    return len(text) if text.isascii() and text.isprintable() else sum(map(_width, text))


def cut_text(text: str, most: int) -> str:
    """A sanitized text in at most `most` cells, with an ellipsis where its end is cut off."""
    if cell_width(text) <= most:
        return text
    if most < 1:
        return ""
    kept, used = "", 1
    for letter in text:
        used += _width(letter)
        if used > most:
            break
        kept += letter
    return kept.rstrip() + "…"


def columns(rows: Iterable[Sequence[str]], left: Container[int] = (0,)) -> list[str]:
    """Rows of cells as lines, the columns numbered in `left` flush left and all others right."""
    known = list(rows)
    widths = [max(map(cell_width, column)) for column in zip(*known, strict=True)]
    lines = []
    for row in known:
        padded = []
        for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
            room = " " * (width - cell_width(cell))
            padded.append(cell + room if at in left else room + cell)
        lines.append("  ".join(padded).rstrip())
    return lines


@lru_cache(4096)
def _width(letter: str) -> int:
    code = ord(letter)
    if unicodedata.category(letter) in _NOT_DRAWN or _is_in(code, _JOINED):
        return 0
    is_wide = unicodedata.east_asian_width(letter) in "WF" or _is_in(code, _WIDE_SINCE_UNICODE_16)
    return 2 if is_wide else 1


def _is_in(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code <= last for first, last in ranges)
