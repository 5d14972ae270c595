"""A few lines above the content of a screen that tell a learner what to do there."""

from typing import ClassVar

from shanghai.ui.kit.keybar import Key
from shanghai.ui.kit.lines import Lines


class Guide(Lines):
    """The lines; `draw` follows every change of the screen, `hear` every key pressed on it."""

    LINES: ClassVar[int] = 4
    """How many lines there are."""
    DEFAULT_CSS = """
    Guide { height: 4; padding: 0 1; background: $surface; color: $foreground; }
    """

    def on_mount(self) -> None:
        """Draws what holds when the screen comes up."""
        self.draw()

    def on_resize(self) -> None:
        """Breaks the lines again."""
        self.draw()

    def draw(self) -> None:
        """Draws what the learner is told now."""

    def hear(self, key: Key | None) -> None:
        """Takes note of a pressed key, legal or not, before it does what it does; None: no key."""
