"""A compositor that writes only the cells that changed, and the colours of the theme.

Textual writes a changed stretch of a line from the left edge of its widget on; in a hand of many
cards that is most of the line for every move of the cursor.
"""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor
from textual.app import App
from textual.screen import Screen


def css_variables(app: App[Any]) -> Mapping[str, str]:
    """The variables of the present theme, as the style sheets have them."""
    variables: Mapping[str, str] = app.stylesheet._variables
    return variables


class CellUpdate(ChopsUpdate):
    """An update whose stretches each begin at the first changed cell."""

    def render_segments(self, console: Console) -> str:
        """The stretches as they are written to the terminal (overrides the wider ones)."""
        written: list[str] = []
        for y, first, last in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                left, right = max(x, first), min(end, last)
                if strip is None or left >= right:
                    continue
                written.append(Control.move_to(left, y).segment.text)
                written.append(strip.crop(left - x, right - x).render(console))
        return "".join(written)


class CellCompositor(Compositor):
    """Textual's compositor with smaller partial updates."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """The update of what has changed (narrows the one of the base class)."""
        update = super().render_partial_update()
        if update is None:
            return None
        return CellUpdate(update.chops, update.spans, update.chop_ends)


def write_changed_cells(screen: Screen[Any]) -> None:
    """Lets a new screen write only the cells that changed."""
    screen._compositor = CellCompositor()
