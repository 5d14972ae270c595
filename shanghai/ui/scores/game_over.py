"""The end of the game: who has won, the totals as bars, the figures of the evening, a rematch."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import State
from shanghai.ui import open as opening
from shanghai.ui.commands.scores import GAME_OVER
from shanghai.ui.kit.frames import block_centred, centred
from shanghai.ui.kit.lines import Bit, Row, row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.open import After
from shanghai.ui.table.chart import chart_rows, podium_rows
from shanghai.ui.table.scorecard import scorecard_rows
from shanghai.ui.table.session.player_help import why_no_review
from shanghai.words import scores
from shanghai.words.evening import evening_texts

if TYPE_CHECKING:
    from shanghai.ui.table.session.session import Session

_CHART: Final = (8, 22)
"""The lines of the chart, at least and at most."""


class GameOverScreen(ReadingScreen[After]):
    """Winners, totals, bars; gives what is wanted next."""

    DEFAULT_CSS = """
    GameOverScreen.-very-wide VerticalScroll { max-width: 150; }
    """
    HEADING = "The game is over"
    COMMAND_LIST = GAME_OVER
    HELP_TEXT = (
        "The winner stands highest. Each line in the chart is a seat over the rounds. r plays "
        "again with the same seats, c with the very same cards, m goes to the menu."
    )
    SETTLE = 0.5

    def __init__(
        self, view: State, hinted: Collection[SeatIndex] = (), session: "Session | None" = None
    ) -> None:
        """Shows the end of the game of a view; with a `session` scores can be corrected."""
        super().__init__()
        self._view = view
        self._hinted = hinted
        self._table = session

    def action_answer(self, after: After) -> None:
        """Gives what is wanted next."""
        self.dismiss(after)

    @property
    def is_kept(self) -> bool:
        """Whether the game is on disk, so that it can be reviewed."""
        return self._table is not None and self.app.game_kept

    @property
    def why_no_review(self) -> str:
        """Why it may not be reviewed; empty where it may."""
        return why_no_review(self.app)

    def action_review(self) -> None:
        """Tells what each decision has cost."""
        if self.app.writer is not None:
            self.open(opening.game_review(self.app.writer.path))

    def action_scorecard(self) -> None:
        """Shows the whole scorecard."""

        def looked(_: None) -> None:
            if self._table is not None:
                self._view = self._table.public()
                self.draw()

        self.open(opening.scorecard(self._view, self._hinted, self._table), looked)

    def rows(self, wide: int) -> Sequence[Row]:
        """The podium, the chart, the evening in words, and the scorecard where there is room."""
        style = self.app.card_style
        view, high = self._view, self.size.height - 4
        if not view.results:
            return [row(scores.standing(view))]
        said = [row(Bit(scores.winners(view), "accent")), *map(row, evening_texts(view))]
        tonight = scores.series_text(view, self.app.won_before)
        said += [row(Bit(tonight, "strong"))] if tonight else []
        words = [part for line in said for part in wrap(line, wide)]
        podium = podium_rows(view, wide, style)
        card: list[Row] = []
        if self.has_class("-tall"):
            card = scorecard_rows(view, wide, ascii_only=style.ascii, hinted=self._hinted)
        seed = self._seed_rows(wide)
        room = high - len(podium) - len(words) - len(card) - len(seed) - 3
        chart = chart_rows(view, wide, max(_CHART[0], min(_CHART[1], room)), style)
        centre = [centred(line, wide) for line in words]
        parts = [podium, centre, chart, block_centred(card, wide), seed]
        return [line for part in parts if part for line in (*part, ())][:-1]

    def _seed_rows(self, wide: int) -> list[Row]:
        """The deal code, and the seed, which is opened now, below its fingerprint."""
        rows: list[Row] = []
        writer = self.app.writer
        if writer is not None and writer.terms.code:
            rows += wrap(row(Bit("Deal code  ", "dim"), writer.terms.code), wide, indent=7)
        if self._table is not None and self._table.opened_seed:
            text = f"{self._table.fingerprint}, opened: {self._table.opened_seed}"
            rows += wrap(row(Bit("Cards  ", "dim"), text), wide, indent=7)
        return rows
