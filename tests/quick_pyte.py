"""The terminal of pyte, which draws the same in half of the time."""

import re
from collections import defaultdict

import pyte
from pyte import charsets, modes
from pyte.screens import wcwidth

_RENDITION = re.compile(r"\x1b\[([0-9;]*)m")
_CELLS = defaultdict(dict)
"""The cells that letters make, for each look."""


def _is_plain(text):
    """Whether each letter takes a cell for itself."""
    return (text.isascii() and text.isprintable()) or all(wcwidth(letter) == 1 for letter in text)


def _told(letters):
    """A row as text: a letter of two cells hides what stands in the second."""
    text = "".join(letters)
    if _is_plain(text):
        return text
    hidden, kept = False, []
    for letter in letters:
        if not hidden:
            kept.append(letter)
        hidden = not hidden and wcwidth(letter[:1]) == 2
    return "".join(kept)


class _Quick:
    """Draws what fits in its row at once, and tells only rows that were touched anew."""

    def draw(self, data):
        """Draws letters at the cursor."""
        cursor = self.cursor
        end = cursor.x + len(data)
        if (
            end > self.columns
            or modes.IRM in self.mode
            or self.charset
            or self.g0_charset is not charsets.LAT1_MAP
            or not _is_plain(data)
        ):
            super().draw(data)
            return
        attrs, row = cursor.attrs, self.buffer[cursor.y]
        cells = _CELLS[attrs]
        for x, letter in enumerate(data, cursor.x):
            cell = cells.get(letter)
            if cell is None:
                cell = cells[letter] = attrs._replace(data=letter)
            row[x] = cell
        cursor.x = end
        self.dirty.add(cursor.y)

    @property
    def display(self):
        """The rows as text."""
        known = self.__dict__.setdefault("_told", {})
        for y in self.dirty:
            known.pop(y, None)
        self.dirty.clear()
        if known.get("columns") != self.columns:
            known.clear()
            known["columns"] = self.columns
        for y in range(self.lines):
            if y not in known:
                row = self.buffer[y]
                known[y] = _told([row[x].data for x in range(self.columns)])
        return [known[y] for y in range(self.lines)]


class Screen(_Quick, pyte.Screen):
    """A screen of pyte."""


class HistoryScreen(_Quick, pyte.HistoryScreen):
    """A screen of pyte that keeps what was scrolled out of it."""


class Stream(pyte.Stream):
    """Feeds a screen, colours and looks without a look at each letter of their codes."""

    def feed(self, data):
        """Takes a piece of what the program has sent."""
        at = 0
        for found in _RENDITION.finditer(data):
            super().feed(data[at : found.start()])
            at = found.start()
            if self._taking_plain_text:
                numbers = found[1].split(";")
                self.listener.select_graphic_rendition(
                    *(min(int(number or 0), 9999) for number in numbers)
                )
                at = found.end()
        super().feed(data[at:])
