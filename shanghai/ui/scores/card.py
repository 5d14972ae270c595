"""The scorecard as a screen of its own."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import State
from shanghai.ui import open as opening
from shanghai.ui.kit.command import Reason, command
from shanghai.ui.kit.everywhere import CLOSE
from shanghai.ui.kit.frames import block_centred
from shanghai.ui.kit.lines import Row
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.table.chart import chart_rows
from shanghai.ui.table.scorecard import scorecard_rows
from shanghai.words import scores

if TYPE_CHECKING:
    from shanghai.ui.table.session.session import Session


_CHART: Final = (6, 20)
"""The lines of the chart, at least and at most."""
_BESIDES: Final = 4
"""The lines of the title, of a margin, and of keys in two lines."""


class ScorecardScreen(ReadingScreen[None]):
    """The rounds played with their points, the totals, and the contracts ahead."""

    KEYS = (CLOSE,)
    CALLS_OPEN = True
    SHOWS_NO_HAND = True
    HELP_TEXT = scores.SCORECARD_HELP
    DEFAULT_CSS = """
    ScorecardScreen VerticalScroll { padding: 1 1 0 1; }
    """

    def __init__(
        self, view: State, hinted: Collection[SeatIndex] = (), session: "Session | None" = None
    ) -> None:
        """Shows the scores of a view; with the `session` of a game they can be corrected."""
        super().__init__()
        self._view = view
        self._hinted = hinted
        self._table = session
        if session is not None:
            self.guide = session.guide_for(self)

    def heading(self) -> str:
        """The variant beside the title."""
        return scores.SCORECARD_TITLE.format(rules=self._view.rules)

    @property
    def has_session(self) -> bool:
        """Whether it is the scorecard of a game that is played, so that scores can be corrected."""
        return self._table is not None

    def why_no_correct(self) -> Reason | None:
        """Why no score can be corrected yet."""
        return None if self._view.results else scores.NO_ROUND_SCORED

    @command("c", when=has_session, may=why_no_correct)
    def action_correct(self) -> None:
        """Lets a score be corrected, then shows the scores that hold now."""
        if self._table is not None:
            self.open(opening.correct(self._table), self._corrected)

    def _corrected(self, _: None) -> None:
        if self._table is not None:
            self._view = self._table.public()
            self.draw()

    def rows(self, wide: int) -> Sequence[Row]:
        """The scorecard, and below it the totals as a chart where that has room in sight."""
        style = self.app.card_style
        card = scorecard_rows(self._view, wide, ascii_only=style.ascii, hinted=self._hinted)
        room = min(_CHART[1], self.app.size.height - _BESIDES - len(card) - 1)
        if not self._view.results or room < _CHART[0]:
            return block_centred(card, wide)
        chart = chart_rows(self._view, wide, room, style)
        return [*block_centred(card, wide), (), *block_centred(chart, wide)]
