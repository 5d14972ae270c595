"""A screen that follows the size of its window, and its guard where that is too small."""

from typing import Final, TypeVar

from textual.content import Content
from textual.dom import DOMNode
from textual.events import Resize
from textual.geometry import Size
from textual.widget import Widget

from shanghai.terminal.screen import WholeScreen
from shanghai.words.setup import MAKE_IT_LARGER, TOO_SMALL

ResultT = TypeVar("ResultT")

LEAST_WIDTH: Final = 80
LEAST_HEIGHT: Final = 24
RIM_FROM: Final = 110
"""The cells of a screen from which on it has a rim at its sides, and a column beside the table."""


class SizeGuard(Widget):
    """Covers the screen while the window is too small to draw it; nothing beneath is lost."""

    DEFAULT_CSS = """
    SizeGuard {
        layer: guard;
        position: absolute;
        offset: 0 0;
        width: 100%;
        height: 100%;
        background: $background;
        color: $foreground;
        content-align: center middle;
        text-align: center;
        display: none;
    }
    """

    def render(self) -> Content:
        """The sentence, short where even that has little room."""
        size = self.app.size
        if size.width < 30 or size.height < 4:
            return Content(TOO_SMALL.format(width=LEAST_WIDTH, height=LEAST_HEIGHT))
        least = {"least_width": LEAST_WIDTH, "least_height": LEAST_HEIGHT}
        return Content(MAKE_IT_LARGER.format(width=size.width, height=size.height, **least))


class SizedScreen(WholeScreen[ResultT]):
    """A screen whose styles go by the size of the window; its guard is in what it composes."""

    DEFAULT_CSS = """
    SizedScreen { layers: base guard; }
    SizedScreen.-too-small SizeGuard { display: block; }
    """

    _kept_focus: DOMNode | None = None
    """What had the focus before the guard came up."""

    @property
    def is_too_small(self) -> bool:
        """Whether the window is too small for any screen."""
        return self.has_class("-too-small")

    @property
    def across(self) -> int:
        """The cells within the rim, at the size that the screen has or is just taking."""
        wide = self.app.size.width
        return wide - 2 * (wide >= RIM_FROM)

    def on_resize(self, event: Resize) -> None:
        """Raises the guard below the least size, and gives the focus back above it."""
        small = event.size.width < LEAST_WIDTH or event.size.height < LEAST_HEIGHT
        if small != self.is_too_small:
            self.set_class(small, "-too-small")
            if small:
                self._kept_focus = self.focused
                self.set_focus(None)
            elif isinstance(self._kept_focus, Widget) and self._kept_focus.is_attached:
                self.set_focus(self._kept_focus)
        self.follow_size(event.size)
        for guard in self.query(SizeGuard):
            guard.refresh()

    def follow_size(self, size: Size) -> None:
        """Sets the classes by which styles follow the size of the window."""
        classes = {
            "-sided": size.width >= RIM_FROM,
            "-wide": size.width >= 120,
            "-very-wide": size.width >= 160,
            "-tall": size.height >= 36,
        }
        self.update_classes(classes, update=self.is_mounted)
