"""The size of a window in cells, and the bounds that hold for every source of it."""

from typing import Final, NamedTuple


class WindowSize(NamedTuple):
    """Columns and lines of a window."""

    columns: int
    lines: int


LARGEST: Final = WindowSize(640, 320)
"""The largest window that is drawn. A screen of 3840 pixels has 640 columns of six pixels."""


def bounded_size(columns: int, lines: int) -> WindowSize:
    """The size, raised to at least 1 and cut to at most `LARGEST` in each direction.

    All sizes pass through here: from the environment, from the system, from reports of the terminal
    in its input, and from a browser.
    """
    return WindowSize(max(1, min(columns, LARGEST.columns)), max(1, min(lines, LARGEST.lines)))
