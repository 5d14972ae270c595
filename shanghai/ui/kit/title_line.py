"""The top line of a screen: its head in gold, the rest of its title, a small sign at the right."""

import re
from typing import Final

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from shanghai.words.cells import cell_width

_PARTED: Final = r" · | - |: |\? "
"""What stands between the head of a title and the rest of it."""


class TitleLine(Widget):
    """The top line of a screen: its title at the left, a few words at the right."""

    DEFAULT_CSS = """
    TitleLine {
        dock: top;
        height: 1;
        width: 1fr;
        padding: 0 1;
        background: $panel;
        color: $panel-ink;
        text-style: bold;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    """

    def __init__(self, words: str, right: str = "") -> None:
        super().__init__()
        self._shown = (words, right, False)

    def show(self, words: str, right: str = "", *, is_answer: bool = False) -> None:
        """Shows a title with its sign at the right, or the answer to a key in its place."""
        shown = (words, right, is_answer)
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    async def on_click(self) -> None:
        """Opens the palette: all that has a key can be done by the mouse alone."""
        await self.app.run_action("app.command_palette")

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line."""
        return 1

    def render(self) -> Content:
        """The title, and the sign where it leaves room for it."""
        words, right, is_answer = self._shown
        title = Content(words) if is_answer else self._title(words)
        spare = self.size.width - cell_width(words) - cell_width(right)
        if not right or spare < 2:
            return title
        return Content.assemble(title, " " * spare, (right, self._style("panel-faint", "dim")))

    def _title(self, words: str) -> Content:
        """The head of a title in gold, what follows plain, and last what it is about."""
        gold = self._style("cap", "bold")
        parted = re.search(_PARTED, words)
        if parted is None:
            return Content.styled(words, gold)
        head, rest = words[: parted.start()], words[parted.start() :]
        before, colon, about = rest.rpartition(": ")
        faint = self._style("panel-faint", "dim")
        if not before:
            return Content.assemble((head, gold), (rest[:2], faint), rest[2:])
        return Content.assemble((head, gold), (before + colon, f"not bold {faint}"), about)

    def _style(self, name: str, instead: str) -> str:
        """A colour of the themes; an app without these themes has another style."""
        return f"${name}" if name in self.app.theme_variables else instead
