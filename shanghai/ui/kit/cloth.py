"""The printed baize: faint suits at both sides of what does not need a large screen."""

from functools import cache
from typing import Final

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from shanghai.ui.kit.app import app_of
from shanghai.ui.kit.pictures import SIGNS

_SUITS: Final = "spade", "heart", "diamond", "club"
_TWICE: Final = {"█": ("██", "██"), "▀": ("██", "  "), "▄": ("  ", "██")}
"""A half block as four cells, twice as large."""
_APART: Final = 2, 3
"""The blank lines above a print, and the blank cells beside it."""


class Cloth(Widget):
    """The baize at one side of a screen; it spares title and keys, whose letters it would cut."""

    DEFAULT_CSS = """
    Cloth { dock: left; height: 100%; margin: 1 0 2 0; color: $print; }
    Cloth.-right { dock: right; }
    """

    def __init__(self, wide: int, classes: str) -> None:
        super().__init__(classes=classes)
        self.take(wide)

    def take(self, wide: int) -> None:
        """Takes a number of cells; with none it is not shown."""
        self.display = wide > 0
        self.styles.width = wide

    def render_line(self, y: int) -> Strip:
        """One line of the four suits over and over, each row of them set off from the one above."""
        suits = [_large(suit, app_of(self).is_ascii) for suit in _SUITS]
        above, beside = _APART
        wide, high = len(suits[0][0]) + beside, len(suits[0]) + above
        spare = self.size.height % high
        line, inside = divmod(y - max(0, spare - above) // 2, high)
        is_whole = inside >= above and 0 <= line < self.size.height // high
        across = max(1, (self.size.width + beside) // wide)
        room = self.size.width // across
        is_right, shown = self.has_class("-right"), range(across if is_whole else 0)
        # A single print stands in the middle, several reach what stands between them.
        placed = str.center if across == 1 else str.ljust if is_right else str.rjust
        prints = (suits[(line * 2 + is_right + at) % 4][inside - above] for at in shown)
        text = placed("".join(placed(each, room) for each in prints), self.size.width)
        return Strip([Segment(text, self.rich_style)])


@cache
def _large(suit: str, is_ascii: bool) -> list[str]:
    """A suit in fourteen cells across and eight lines; in plain signs all of its letter."""
    lines = [
        "".join(_TWICE.get(sign, ("  ", "  "))[half] for sign in line)
        for line in SIGNS[f"{suit}7"].split("|")
        for half in (0, 1)
    ]
    return [line.replace("█", suit[0].upper()) for line in lines] if is_ascii else lines
