"""The draw for the first deal, shown to all."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from shanghai.engine.cards import Card, rank_of
from shanghai.engine.events import DealerDrawn, Event
from shanghai.text.cells import cell_width
from shanghai.text.short_names import NAME_CELLS, short_names
from shanghai.ui.commands.over_table import DEALING
from shanghai.ui.screens.base import BaseScreen
from shanghai.ui.text.setup import draw_for_deal
from shanghai.ui.widgets.cards import CardStyle, card_bit, picture
from shanghai.ui.widgets.lines import Bit, Lines, Row, row, side_by_side, width, wrap

_CELL = 9
"""The cells that one player's card and name take at least."""
_WIDE = 76
"""The cells of a line."""


class DealerScreen(BaseScreen[None]):
    """The cards that were drawn, who ties, and who deals first."""

    HEADING = "Who deals first?"
    COMMAND_LIST = DEALING
    HELP_TEXT = (
        "Every player draws a card; the lowest deals, an ace being the lowest of all. Those who "
        "tie draw again."
    )
    SETTLE = 0.3
    DEFAULT_CSS = """
    DealerScreen {
        & VerticalScroll { width: 100%; height: 1fr; align: center middle; }
        & Lines { width: auto; height: auto; }
    }
    """

    def __init__(self, events: Sequence[Event], names: Sequence[str]) -> None:
        super().__init__()
        drawn = [event for event in events if isinstance(event, DealerDrawn)]
        self._draws = drawn[-1].draws if drawn else ()
        self._names = tuple(names)
        longest = max(map(cell_width, short_names(self._names, NAME_CELLS)), default=0)
        self._cell = max(_CELL, min(longest + 2, _WIDE // max(1, len(self._names))))

    def content(self) -> ComposeResult:
        """The draws, one below the other."""
        with VerticalScroll(can_focus=False):
            yield Lines()

    def on_mount(self) -> None:
        """Draws the cards."""
        style = getattr(self.app, "card_style", CardStyle())
        rows: list[Row] = []
        large = len(self._draws) < 3
        for draw in self._draws:
            rows += self._drawn_rows(draw, style, large)
        self.query_one(Lines).show(rows[:-1])

    def _drawn_rows(self, draw: Sequence[Card], style: CardStyle, large: bool) -> list[Row]:
        """One draw: a card over each name, and what it has decided."""
        blocks: list[Row] = []
        drew = [seat for seat, card in enumerate(draw) if card >= 0]
        for seat in drew:
            name = row(short_names(self._names, self._cell - 1)[seat])
            card = picture(draw[seat], style) if large else [row(card_bit(draw[seat], style))]
            block = [self._middle(line) for line in (*card, name)]
            blocks = side_by_side(blocks, block, 0) if blocks else block
        ranks = [rank_of(card) if card >= 0 else 99 for card in draw]
        said = draw_for_deal(short_names(self._names, NAME_CELLS), ranks, drew)
        look = "accent" if draw is self._draws[-1] else "dim"
        return [*blocks, (), *wrap(row(Bit(said, look)), _WIDE), ()]

    def _middle(self, line: Row) -> Row:
        """The line in the middle of a player's cells."""
        free = max(0, self._cell - width(line))
        return (Bit(" " * (free // 2)), *line, Bit(" " * (free - free // 2)))
