"""The log: all that has happened, as one seat or the whole table may see it."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from shanghai.engine.seats import SeatIndex
from shanghai.engine.view import SeatView
from shanghai.ui.kit.command import LAST, command
from shanghai.ui.kit.lines import Lines
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.table.log_lines import sentence_rows
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.table_screen import TableScreen
from shanghai.words.table import LOG_HELP, LOG_TITLE

_MOST_WIDE: Final = 112
"""The cells of the log at most, its margins included."""


class LogScreen(TableScreen[None]):
    """All sentences of the game so far, the latest in sight first."""

    DEFAULT_CSS = """
    LogScreen { align: center top; }
    LogScreen #scroll { height: 1fr; max-width: 112; padding: 1 1; }
    """
    CALLS_OPEN = True
    SHOWS_NO_HAND = True
    HELP_TEXT = LOG_HELP

    def __init__(self, session: Session, viewer: SeatIndex) -> None:
        super().__init__(session)
        self._viewer = viewer

    @property
    def view(self) -> SeatView:
        """The view whose log it is."""
        return self.session.public() if self._viewer < 0 else self.session.view(self._viewer)

    def heading(self) -> str:
        """That this is the log, and of which game."""
        return self.plain(LOG_TITLE.format(game=self.view.rules.name))

    def content(self) -> ComposeResult:
        """The sentences, to be scrolled."""
        with VerticalScroll(id="scroll", can_focus=False):
            yield Lines(id="log")

    def on_mount(self) -> None:
        """Shows the end of the log."""
        self.query_one("#scroll").scroll_end(animate=False)

    def redraw(self) -> None:
        """Writes the log for the present width."""
        wide = max(40, min(_MOST_WIDE, self.across) - 4)
        told = self.session.log.told_with_notes(self._viewer)
        self.query_one("#log", Lines).show(sentence_rows(told, self.card_style, wide))

    def tell_why_not(self, sentence: str) -> None:
        """Says why a key does nothing in the title, as there is no line above the keys."""
        BaseScreen.tell_why_not(self, sentence)

    @command("up,k", -1, id="log-up", cap="↑↓")
    @command("down,j", 1, id="log-down", shown=False)
    @command("pageup", -15, id="log-page-up", said="log-page", cap="PgUp PgDn")
    @command("pagedown,space", 15, id="log-page-down", said="page-down", shown=False)
    @command("home", -100000, id="log-top", said="to-top", shown=False)
    @command("end", 100000, id="log-bottom", said="to-bottom", shown=False)
    def action_scroll(self, by: int) -> None:
        """Scrolls by a number of lines, up where it is negative."""
        self.query_one("#scroll").scroll_relative(y=by, animate=False)

    @command("escape,i,enter", id="back", place=LAST)
    def action_back(self) -> None:
        """Goes back to the table."""
        self.dismiss(None)
