"""The end of the game: who has won, the totals as bars, the figures of the evening, a rematch."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import State
from shanghai.ui import open as opening
from shanghai.ui.kit.command import LAST, Reason, command
from shanghai.ui.kit.frames import block_centred, centred
from shanghai.ui.kit.lines import Bit, Row, row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.open import After
from shanghai.ui.table.chart import chart_rows, podium_rows
from shanghai.ui.table.scorecard import scorecard_rows
from shanghai.ui.table.session.player_help import why_no_review
from shanghai.words import scores

if TYPE_CHECKING:
    from shanghai.ui.table.session.session import Session

_CHART: Final = (8, 22)
"""The lines of the chart, at least and at most."""


class GameOverScreen(ReadingScreen[After]):
    """Winners, totals, bars; gives what is wanted next."""

    DEFAULT_CSS = """
    GameOverScreen.-very-wide VerticalScroll { max-width: 150; }
    """
    HEADING = scores.GAME_OVER_TITLE
    HELP_TEXT = scores.GAME_OVER_HELP
    SETTLE = 0.5

    def __init__(
        self, view: State, hinted: Collection[SeatIndex] = (), session: "Session | None" = None
    ) -> None:
        """Shows the end of the game of a view; with a `session` scores can be corrected."""
        super().__init__()
        self._view = view
        self._hinted = hinted
        self._table = session

    @command("r", "rematch", id="rematch")
    @command("c", "same cards", id="same-cards")
    @command("m,escape,q", "menu", id="menu", place=LAST)
    def action_answer(self, after: After) -> None:
        """Gives what is wanted next."""
        self.dismiss(after)

    @property
    def is_kept(self) -> bool:
        """Whether the game is on disk, so that it can be reviewed."""
        return self._table is not None and self.app.game_kept

    def why_no_review(self) -> Reason | None:
        """Why it may not be reviewed."""
        return why_no_review(self.app)

    @command("v", when=is_kept, may=why_no_review)
    def action_review(self) -> None:
        """Tells what each decision has cost."""
        if self.app.writer is not None:
            self.open(opening.game_review(self.app.writer.path))

    @command("s", id="whole-scorecard")
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
        said = [row(Bit(scores.winners(view), "accent")), *map(row, scores.evening_texts(view))]
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
            rows += wrap(row(Bit(scores.DEAL_CODE, "dim"), writer.terms.code), wide, indent=7)
        if self._table is not None and self._table.opened_seed:
            text = scores.OPENED_SEED.format(
                fingerprint=self._table.fingerprint, seed=self._table.opened_seed
            )
            rows += wrap(row(Bit(scores.CARDS, "dim"), text), wide, indent=7)
        return rows
