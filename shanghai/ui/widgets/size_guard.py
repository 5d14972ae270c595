"""What covers a screen in a window that is too small for it."""

from typing import Final

from textual.content import Content
from textual.widget import Widget

LEAST_WIDTH: Final = 80
LEAST_HEIGHT: Final = 24


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
            return Content(f"too small: {LEAST_WIDTH}x{LEAST_HEIGHT}")
        return Content(
            f"This window is {size.width} by {size.height}.\n"
            f"The game needs {LEAST_WIDTH} by {LEAST_HEIGHT}.\n\n"
            "Make it larger and play goes on where it was."
        )
