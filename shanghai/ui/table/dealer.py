"""The draw for the first deal, shown to all, and who cuts the cards before it."""

from collections.abc import Sequence

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import VerticalScroll

from shanghai.engine.cards import Card, rank_of
from shanghai.engine.events import DealerDrawn, Event
from shanghai.engine.state import Phase
from shanghai.host.chance import fingerprint, short_fingerprint, who_cuts
from shanghai.host.host import Host
from shanghai.ui import open as opening
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.cards import card_bit
from shanghai.ui.kit.command import command, numbered
from shanghai.ui.kit.lines import Bit, Lines, Row, row, side_by_side, width, wrap
from shanghai.ui.kit.pictures import picture
from shanghai.ui.kit.screen import BaseScreen
from shanghai.words import table as words
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.setup import draw_for_deal
from shanghai.words.short_names import NAME_CELLS, short_names

_CELL = 9
"""The cells that one player's card and name take at least."""
_DIGITS = 9
"""The digits that the number of a cut has at most."""
_WIDE = 76
"""The cells of a line."""


class CutQuestion(Struct, frozen=True):
    """Who is to cut the cards, and the fingerprint of the seed as it is read aloud."""

    name: str
    fingerprint: str


class DealerScreen(BaseScreen[int]):
    """The cards that were drawn, who deals first, and who cuts; gives the number of the cut."""

    HEADING = words.WHO_DEALS
    HELP_TEXT = words.FIRST_DEAL_HELP
    SETTLE = 0.3
    DEFAULT_CSS = """
    DealerScreen {
        & VerticalScroll { width: 100%; height: 1fr; align: center middle; }
        & Lines { width: auto; height: auto; }
    }
    """

    def __init__(
        self, events: Sequence[Event], names: Sequence[str], cut: CutQuestion | None = None
    ) -> None:
        super().__init__()
        self._cut = cut
        self.typed = ""
        drawn = [event for event in events if isinstance(event, DealerDrawn)]
        self._draws = drawn[-1].draws if drawn else ()
        self._names = tuple(names)
        longest = max(map(cell_width, short_names(self._names, NAME_CELLS)), default=0)
        self._cell = max(_CELL, min(longest + 2, _WIDE // max(1, len(self._names))))

    def content(self) -> ComposeResult:
        """The draws, one below the other."""
        with VerticalScroll(can_focus=False):
            yield Lines()

    @property
    def asks_cut(self) -> bool:
        """Whether somebody is to cut the cards."""
        return self._cut is not None

    def on_mount(self) -> None:
        """Draws the cards, and the question who cuts."""
        self._draw()

    @property
    def deal_label(self) -> str:
        """What Enter does."""
        return words.deal_label(self.typed, asks_cut=self.asks_cut)

    @command("enter,space,escape", label=deal_label)
    def action_deal(self) -> None:
        """Deals, at the number that was typed if one was."""
        self.dismiss(int(self.typed) if self.typed else None)

    @numbered(
        range(10),
        first_key=0,
        id="cut",
        said="digit",
        when=lambda dealer, _: dealer.asks_cut,
        may=words.NOBODY_CUTS,
        shown=False,
    )
    def action_type(self, digit: int) -> None:
        """Adds a digit to the number of the cut."""
        if len(self.typed) < _DIGITS:
            self.typed = f"{self.typed}{digit}".lstrip("0") or "0"
            self._draw()

    @property
    def has_typed(self) -> bool:
        """Whether a digit can be taken back."""
        return bool(self.typed)

    @command("backspace", said="digit-back", when=has_typed, may=words.NO_DIGIT_TYPED)
    def action_cut_back(self) -> None:
        """Takes the last digit back."""
        self.typed = self.typed[:-1]
        self._draw()

    def _draw(self) -> None:
        style = self.app.card_style
        rows: list[Row] = []
        large = len(self._draws) < 3
        for draw in self._draws:
            rows += self._drawn_rows(draw, style, large)
        rows += self._cut_rows()
        self.query_one(Lines).show(rows[:-1])
        self.refresh_keys()

    def _cut_rows(self) -> list[Row]:
        """The fingerprint, who cuts, and at which number."""
        if self._cut is None:
            return []
        asked = words.WHO_CUTS.format(name=self._cut.name)
        rows = [
            row(Bit(words.FINGERPRINT, "dim"), Bit(self._cut.fingerprint, "strong")),
            *wrap(row(Bit(asked, "accent")), _WIDE),
        ]
        return [
            *rows,
            row(Bit(words.CUT_AT, "dim"), Bit(self.typed or words.ANYWHERE, "strong")),
            (),
        ]

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


async def draw_for_dealer(app: GameApp, host: Host) -> None:
    """Draws in a game that has just begun, shows it where anybody looks on, and lets them cut.

    A game that was left before the cut goes on with it (ALL-2).
    """
    if host.state.phase is Phase.SEATING:
        host.draw_for_dealer()
    elif not host.awaits_cut:
        return
    if not host.people():
        return
    cut = None
    if host.awaits_cut:
        cutter = host.players[who_cuts(host.state, host.is_bot)].name
        cut = CutQuestion(cutter, short_fingerprint(fingerprint(host.seed)))
    names = [player.name for player in host.players]
    number = await app.ask(opening.dealer(host.log, names, cut))
    if host.awaits_cut and app.is_running:
        host.cut_cards(number)
