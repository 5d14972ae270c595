"""The screen of the log of a game."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from shanghai.engine.seats import SeatIndex
from shanghai.table.log import marked
from shanghai.ui.kit.command import BACK
from shanghai.ui.kit.lines import Lines, Row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.table.log_lines import sentence_row
from shanghai.ui.table.seat_keys import SeatKeys
from shanghai.ui.table.session import Session
from shanghai.words import table
from shanghai.words.games import of_game
from shanghai.words.short_names import NAME_CELLS

_ENTRIES: Final = 200
"""How many entries are added to the page when its top is reached."""


class LogScreen(ReadingScreen[None]):
    """Shows all sentences of the game so far, scrolled to the latest ones."""

    MIDDLE = 78
    DEFAULT_CSS = "LogScreen VerticalScroll { padding: 1 1; }"
    KEYS = (BACK.on("escape,i,enter"),)
    seats = cached_property(SeatKeys)
    SHOWS_NO_HAND = True
    HELP_TEXT = table.say.late("LOG_HELP")

    def __init__(self, session: Session, viewer: SeatIndex) -> None:
        super().__init__()
        self._session, self._viewer = session, viewer
        self._more = 0
        """How many more entries the page has than those that fill it twice. They are added by
        scrolling up."""
        self._end: int | None = None
        """The entry before which the page ends, after its beginning was asked for. None: it has the
        latest ones."""
        self.HEADING = table.LOG_TITLE.format(game=of_game(session.rules.name))
        self.guide = session.guide_for(self)

    def on_mount(self) -> None:
        """Scrolls to the end of the log once its lines are drawn."""
        self.call_after_refresh(self.call_after_refresh, self.scroller.scroll_end, animate=False)
        self.watch(self.scroller, "scroll_y", self._scrolled, init=False)

    def _scrolled(self, y: float) -> None:
        """Adds earlier entries when the top of the page is reached, or later ones at its end."""
        if self._end is not None and y >= self.scroller.max_scroll_y:
            self._end += _ENTRIES
            if self._end > self._session.log.event_count:
                self._more, self._end = self._end, None
            self.draw()
        if y == 0 and self._first > 0:
            line_count = len(self._lines.rows)
            self._more += _ENTRIES
            self.draw()
            added = len(self._lines.rows) - line_count
            self.call_after_refresh(self.scroller.scroll_to, y=added, animate=False)

    @property
    def _first(self) -> int:
        """The index of the first entry on the page."""
        usual = self._session.log.event_count - 2 * self.app.size.height - self._more
        return max(0, usual) if self._end is None else 0

    @property
    def _lines(self) -> Lines:
        return self.query_one("VerticalScroll > Lines", Lines)

    def action_scroll_to_end(self, side: int) -> None:
        """Scrolls to the first sentence of the game, or to the last one."""
        if side < 0 and self._first > 0:
            self._end = 2 * self.app.size.height
            # Before the page is shorter, so that its end is not taken to be reached.
            self.scroller.scroll_to(y=0, animate=False, immediate=True)
            self.draw()
        elif side > 0 and self._end is not None:
            self._more, self._end = 0, None
            self.draw()
            self.call_after_refresh(self.scroller.scroll_end, animate=False)
        super().action_scroll_to_end(side)

    def rows(self, width: int) -> Sequence[Row]:
        """The sentences. Further lines of a sentence are indented."""
        sentences = self._session.log.sentences(
            self._viewer, self._first, marked, NAME_CELLS, self._end
        )
        rows = (sentence_row(sentence, self.app.card_style) for sentence in sentences)
        return [part for row in rows for part in wrap(row, width, 2)]
