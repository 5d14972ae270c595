"""Terminals of pyte, and what a person sees in them."""

import re

import pyte

PLAIN = pyte.Screen(1, 1).default_char
_UNKNOWN = re.compile(
    r"\x1b\[(?:[<>=][0-9;:]*[ -/]*[@-~]|\?[0-9;]*\$p|[0-9]*n)|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
)
"""Codes that change no cell, and of which pyte would print a part."""


def feed(screen, text):
    """Lets a terminal draw a text."""
    pyte.Stream(screen).feed(_UNKNOWN.sub("", text))


def cells(screen):
    """The rows of a terminal, cell by cell, with what is seen of each: blanks have no ink."""
    return [[seen(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]


def seen(cell):
    """A cell without what cannot be seen of it."""
    if cell.data == " " and not (cell.reverse or cell.underscore or cell.strikethrough):
        return PLAIN._replace(data=" ", bg=cell.bg)
    return cell


def same_cells(one, other):
    """Whether two terminals show the same."""
    return cells(one) == cells(other)
