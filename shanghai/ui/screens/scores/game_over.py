"""The end of the game: who has won, the totals as bars, the figures of the evening, a rematch."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Ending, State
from shanghai.text import scores
from shanghai.text.phrases import counted
from shanghai.text.short_names import names_at
from shanghai.ui import routes
from shanghai.ui.commands.scores import GAME_OVER
from shanghai.ui.routes import After
from shanghai.ui.screens.dialogs.reading import ReadingScreen
from shanghai.ui.widgets.chart import chart_rows
from shanghai.ui.widgets.lines import Bit, Row, row, wrap
from shanghai.ui.widgets.scorecard import scorecard_rows

if TYPE_CHECKING:
    from shanghai.ui.session.session import Session


class GameOverScreen(ReadingScreen[After]):
    """Winners, totals, bars; gives what is wanted next."""

    HEADING = "The game is over"
    COMMAND_LIST = GAME_OVER
    HELP_TEXT = (
        "The lowest total has won. Each bar is a total, each stripe in it a round. r plays again "
        "with the same seats, c with the very same cards, m goes to the menu."
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

    def action_scorecard(self) -> None:
        """Shows the whole scorecard."""

        def looked(_: None) -> None:
            if self._table is not None:
                self._view = self._table.public()
                self.draw()

        self.open(routes.Scorecard(self._view, self._hinted, self._table), looked)

    def rows(self, wide: int) -> Sequence[Row]:
        """Winners, bars and figures."""
        plain = bool(getattr(self.app, "is_ascii", False))
        view = self._view
        if not view.results:
            return [row(scores.standing(view))]
        rows = [*wrap(row(Bit(scores.winners(view), "accent")), wide), ()]
        rows += [*chart_rows(view, wide, plain), (), *figure_rows(view, wide)]
        if self.has_class("-tall"):
            rows += [(), *scorecard_rows(view, wide, ascii_only=plain, hinted=self._hinted)]
        return [*rows, *self._seed_rows(wide)]

    def _seed_rows(self, wide: int) -> list[Row]:
        """The seed, which is opened now, below its fingerprint."""
        if self._table is None or not self._table.opened_seed:
            return []
        text = f"{self._table.fingerprint}, opened: {self._table.opened_seed}"
        return [(), *wrap(row(Bit("Cards         ", "dim"), text), wide, indent=14)]


def figure_rows(view: State, wide: int) -> list[Row]:
    """The figures of the evening: rounds won, blind ones, the dearest and the cheapest hands."""
    word = view.rules.words.round
    rows = [row(Bit("Figures of the evening", "accent"))]
    names = names_at(view)
    won = [sum(1 for r in view.results if r.out == seat) for seat in range(view.players)]
    said = [
        f"{names[seat]} {counted(won[seat], word)}"
        for seat in sorted(range(view.players), key=lambda seat: -won[seat])
        if won[seat]
    ]
    rows += wrap(row(Bit("Went out      ", "dim"), ", ".join(said) or "nobody"), wide, indent=14)
    blind = [
        f"{names[r.out]} in {word} {r.round}"
        for r in view.results
        if r.ending in (Ending.BLIND, Ending.CLEAN_BLIND)
    ]
    if blind:
        text = f"{', '.join(blind)} ({scores.IN_ONE_TURN})"
        rows += wrap(row(Bit("Out blind     ", "dim"), text), wide, indent=14)
    dearest, seat, number = max(
        (points, -seat, r.round) for r in view.results for seat, points in enumerate(r.points)
    )
    text = f"{names[-seat]}, {counted(dearest, 'point')} in {word} {number}"
    rows += wrap(row(Bit("Heaviest hand ", "dim"), text), wide, indent=14)
    blocked = sum(1 for r in view.results if r.ending is Ending.BLOCKED)
    if blocked:
        rows.append(row(Bit("Blocked       ", "dim"), counted(blocked, word)))
    return rows
