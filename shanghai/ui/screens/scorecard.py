"""The scorecard as a screen of its own."""

from collections.abc import Collection, Sequence

from shanghai.engine.state import State
from shanghai.ui.screens.base import HELP_KEY
from shanghai.ui.screens.reading import ReadingScreen
from shanghai.ui.widgets.keybar import Key
from shanghai.ui.widgets.lines import Row
from shanghai.ui.widgets.scorecard import scorecard_rows


class ScorecardScreen(ReadingScreen[None]):
    """The rounds played with their points, the totals, and the contracts ahead."""

    HEADING = "Scorecard"
    HELP_TEXT = (
        "A line for each round: the points of each player, and beside them the total so far. "
        "The lowest total leads and is marked with a star."
    )
    DEFAULT_CSS = """
    ScorecardScreen VerticalScroll { padding: 1 1 0 1; }
    """

    def __init__(self, view: State, hinted: Collection[int] = ()) -> None:
        super().__init__()
        self._view = view
        self._hinted = hinted

    def heading(self) -> str:
        """The variant beside the title."""
        return f"Scorecard: {self._view.rules.name}"

    def keys(self) -> tuple[Key, ...]:
        """Scrolling and back."""
        back = Key("escape", "Back", "dismiss", also=("q", "enter"))
        return (*self.scroll_keys(), HELP_KEY, back)

    def rows(self, wide: int) -> Sequence[Row]:
        """The scorecard."""
        plain = bool(getattr(self.app, "is_ascii", False))
        return scorecard_rows(self._view, wide, ascii_only=plain, hinted=self._hinted)
