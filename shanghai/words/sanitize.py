"""Makes texts from people and files safe to show. It is done where they enter the program."""

import unicodedata
from typing import Final

from shanghai.words.cells import cell_width, cut_text

_MOST_OF_A_LINE: Final = 2000
_MARKS_IN_A_ROW: Final = 2
_DROPPED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def sanitize(text: str, most: int) -> str:
    """The text on one line of at most `most` cells, without control and invisible characters."""
    if len(text) <= most and text.isascii() and text.isprintable():
        return " ".join(text.split())
    letters: list[str] = []
    marks = 0
    # The slice keeps a text of millions of letters fast. No cell has more than three of them.
    for letter in unicodedata.normalize("NFC", text[: most * 4 + 400]):
        kind = unicodedata.category(letter)
        if letter in "\t\n\r" or kind in ("Zs", "Zl", "Zp"):
            letter = " "
        elif kind in _DROPPED or "\ufe00" <= letter <= "\ufe0f":
            continue
        marks = 0 if cell_width(letter) else marks + 1
        if marks <= _MARKS_IN_A_ROW and (letters or not marks):
            letters.append(letter)
    return cut_text(" ".join("".join(letters).split()), most)


def plain_line(line: str, encoding: str | None) -> str:
    """A line that is safe for a terminal, with its indent. Letters that the encoding of the
    terminal lacks are replaced. None means UTF-8."""
    indent = line[: len(line) - len(line.lstrip(" "))]
    text, encoding = indent + sanitize(line, _MOST_OF_A_LINE), encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def no_formula(text: str) -> str:
    """The text for a cell of a spreadsheet. An apostrophe is put before what would be a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
