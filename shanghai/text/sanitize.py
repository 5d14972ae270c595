"""Texts from people and files, made safe to show: cleaned once, where they enter."""

import unicodedata
from typing import Final

_MARKS_IN_A_ROW: Final = 2
_DROPPED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def cell_width(text: str) -> int:
    """The columns that a cleaned text takes in a terminal."""
    return sum(map(_width, text))


def sanitize(text: str, most: int) -> str:
    """The text on one line, without control, format and selector characters, at most `most` cells.

    A text that is cut ends in an ellipsis; markup is left alone, for it is only text.
    """
    kept: list[str] = []
    marks = 0
    # The slice keeps a text of millions of letters cheap; no cell holds more than three of them.
    for letter in unicodedata.normalize("NFC", text[: most * 4 + 400]):
        kind = unicodedata.category(letter)
        if letter in "\t\n\r" or kind in ("Zs", "Zl", "Zp"):
            letter = " "
        elif kind in _DROPPED or "\ufe00" <= letter <= "\ufe0f":
            continue
        marks = marks + 1 if kind.startswith("M") else 0
        if marks <= _MARKS_IN_A_ROW and (kept or not marks):
            kept.append(letter)
    return cut_text(" ".join("".join(kept).split()), most)


def cut_text(text: str, most: int) -> str:
    """A cleaned text in at most `most` cells, with an ellipsis where its end is cut off."""
    if cell_width(text) <= most:
        return text
    kept, used = "", 1
    for letter in text:
        used += _width(letter)
        if used > most:
            break
        kept += letter
    return kept.rstrip() + "…"


def _width(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
