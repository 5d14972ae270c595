"""The size of a window in cells, within one bound for every source that tells it."""

from typing import Final, NamedTuple


class WindowSize(NamedTuple):
    """Columns and lines of a window."""

    columns: int
    lines: int


LARGEST: Final = WindowSize(640, 320)
"""The most that is drawn: a screen of 3840 pixels has that many columns of six pixels each."""


def bounded_size(columns: int, lines: int) -> WindowSize:
    """The size with at least one cell each way, and at most those of `LARGEST`.

    All sizes pass through here: those of the environment, of the system (also after a signal), of
    the reports of a terminal within its input, and those that a browser sends.
    """
    return WindowSize(max(1, min(columns, LARGEST.columns)), max(1, min(lines, LARGEST.lines)))
