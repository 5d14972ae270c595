"""The log: all that has happened, as one seat or the whole table may see it."""

from collections.abc import Sequence

from shanghai.engine.seats import SeatIndex
from shanghai.ui.kit.command import BACK
from shanghai.ui.kit.lines import Row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.table.log_lines import sentence_row
from shanghai.ui.table.session.session import Session
from shanghai.words import table


class LogScreen(ReadingScreen[None]):
    """All sentences of the game so far, the latest in sight first."""

    MIDDLE = 78
    DEFAULT_CSS = """
    LogScreen VerticalScroll { padding: 1 1; align: center middle; }
    """
    KEYS = (BACK.on("escape,i,enter"),)
    CALLS_OPEN = True
    SHOWS_NO_HAND = True
    HELP_TEXT = table.say.late("LOG_HELP")

    def __init__(self, session: Session, viewer: SeatIndex) -> None:
        super().__init__()
        self._session, self._viewer = session, viewer
        self.HEADING = table.LOG_TITLE.format(game=session.rules.name)
        self.guide = session.guide_for(self)

    def on_mount(self) -> None:
        """Shows the end of the log."""
        # Not before the screen has drawn its lines, for which it waits too.
        self.call_after_refresh(self.call_after_refresh, self.scroller.scroll_end, animate=False)

    def rows(self, wide: int) -> Sequence[Row]:
        """The sentences, the later lines of one indented."""
        told, style = self._session.log.told_with_notes(self._viewer), self.app.card_style
        return [part for said in told for part in wrap(sentence_row(said, style), wide, 2)]
