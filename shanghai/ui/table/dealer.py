"""The screen of the cut, and of the draw for the first dealer."""

from collections.abc import Sequence
from typing import ClassVar

from shanghai.engine.cards import Card, rank_of
from shanghai.engine.events import DealerDrawn, Event
from shanghai.ui import screens
from shanghai.ui.kit.cards import card_bit, seat_name
from shanghai.ui.kit.command import BACK, command, numbered
from shanghai.ui.kit.frames import TRAY_LINES, beside, centred
from shanghai.ui.kit.lines import Bit, Row, balanced, row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.kit.pictures import LARGE, PILES, CardForm, picture
from shanghai.words import setup as words, spoken as spoken_words
from shanghai.words.short_names import NAME_CELLS, short_names

_DRAW_LINES = 4
"""The lines of a draw in addition to its cards: the names, and what it has decided."""
_DIGITS = 9
"""The most digits in the number of a cut."""
_WIDTH = 74
"""The width of a line in cells."""
_DRAW_SECONDS = 2.0
"""The seconds for which a draw is shown after a cut, if movement is on."""


class DealerScreen(ReadingScreen[int]):
    """Asks for the cut, or shows the draw and who deals first. Answers with the number of the cut,
    or ANYWHERE."""

    SHOWS_NO_HAND = False
    HEADING = words.say.late("WHO_DEALS")
    HELP_TEXT = words.say.late("FIRST_DEAL_HELP")
    KEYS = (BACK,)
    WITHOUT = ("page-down",)
    ANYWHERE: ClassVar = -1
    """The answer if nobody has typed a number for the cut."""
    START_PAUSE = 0.3

    def __init__(
        self,
        events: Sequence[Event],
        names: Sequence[str],
        cut: tuple[str, str] | None = None,
        *,
        goes_on: bool = False,
    ) -> None:
        """Shows the draws in the events. `cut` is the name of the player who cuts and the spoken
        fingerprint. With `goes_on` the screen closes by itself after a moment."""
        super().__init__()
        self._goes_on = goes_on
        self._cut = cut
        self.asks_cut = cut is not None
        self.typed = ""
        drawn = [event for event in events if isinstance(event, DealerDrawn)]
        self._draws = drawn[-1].draws if drawn else ()
        self._names = tuple(names)
        if cut and drawn:
            self.HEADING = words.THE_CARDS_ARE_CUT
        self._cell = min(LARGE.width + 4, _WIDTH // max(1, len(self._names)))

    def on_mount(self) -> None:
        """Closes the screen after a moment if it `goes_on`, unless another screen is on top."""
        if self._goes_on and self.app.may_animate:
            self.set_timer(_DRAW_SECONDS, self.action_deal)

    @command(
        "enter,space",
        label=lambda dealer: (
            words.CUT_AND_DEAL(at=dealer.typed, is_drawn=bool(dealer._draws))
            if dealer.asks_cut
            else words.DEAL
        ),
    )
    def action_deal(self) -> None:
        """Answers with the typed number, or ANYWHERE if none was typed."""
        self.dismiss(int(self.typed) if self.typed else self.ANYWHERE)

    @numbered(
        range(10),
        first_key=0,
        id="cut",
        message="digit",
        when=lambda dealer, _: dealer.asks_cut,
        why_not=words.say.late("NOBODY_CUTS"),
        shown=False,
    )
    def action_type(self, digit: int) -> None:
        """Adds a digit to the number of the cut."""
        if len(self.typed) < _DIGITS:
            self.typed = f"{self.typed}{digit}".lstrip("0") or "0"
            self.draw()

    @command("w", when=lambda dealer: dealer.asks_cut and dealer.app.is_game_saved)
    def action_witness(self) -> None:
        """Shows the fingerprint in full."""
        self.app.open(screens.WitnessScreen())

    @command(
        "backspace",
        message="digit-back",
        when=lambda dealer: len(dealer.typed) > 0,
        why_not=words.say.late("NOTHING_TYPED"),
    )
    def action_cut_back(self) -> None:
        """Removes the last typed digit."""
        self.typed = self.typed[:-1]
        self.draw()

    def rows(self, width: int) -> Sequence[Row]:
        """The draws, one below the other, and the question who cuts, in the middle of the
        screen."""
        draws, cut = self._draws, self._cut_rows()
        least = len(cut) + len(draws) * _DRAW_LINES + TRAY_LINES
        room = (self.scroller.outer_size.height - least) // max(1, len(draws))
        sizes = (form for form in PILES if form.lines <= room and form.width < self._cell)
        size = next(sizes, None)
        drawn = (self._drawn_rows(draw, size) for draw in draws)
        return [centred(line, width) for rows in (*drawn, cut) for line in rows][:-1]

    def _cut_rows(self) -> list[Row]:
        if self._cut is None:
            return []
        name, seen = self._cut
        asks = words.WHO_CUTS if self._draws else words.WHO_CUTS_FIRST
        at = row(Bit(words.CUT_AT, "dim"), Bit(self.typed or words.ANYWHERE, "strong"))
        rows = [*balanced(row(Bit(asks.format(name=name), "accent")), _WIDTH), (), at, ()]
        fingerprint = spoken_words.FINGERPRINT.format(seen=seen)
        if self._draws:
            return rows
        purpose = balanced(row(Bit(words.FINGERPRINT_IS_FOR, "dim")), _WIDTH)
        return [*rows, (), row(Bit(fingerprint, "dim")), *purpose, ()]

    def _drawn_rows(self, draw: Sequence[Card], size: CardForm | None) -> list[Row]:
        style, blocks = self.app.card_style, list[list[Row]]()
        drew = [seat for seat, card in enumerate(draw) if card >= 0]
        for seat in drew:
            name = row(seat_name(seat, short_names(self._names, self._cell - 3)[seat], style))
            card = [row(card_bit(draw[seat], style))]
            if size is not None:
                card = picture(draw[seat], style, form=size)
            blocks.append([centred(line, self._cell) for line in (*card, name)])
        ranks = [rank_of(card) if card >= 0 else 99 for card in draw]
        sentence = words.draw_for_deal(short_names(self._names, NAME_CELLS), ranks, drew)
        look = "accent" if draw is self._draws[-1] else "dim"
        cards = beside(blocks, [self._cell] * len(blocks), gap=0)
        return [*cards, (), *wrap(row(Bit(sentence, look)), _WIDTH), ()]
