"""A cover over everything: nothing of the game is on it until its key is pressed."""

from typing import Final

from textual.app import ComposeResult

from shanghai.ui.screens.base import HELP_KEY, BaseScreen
from shanghai.ui.widgets.keybar import Key
from shanghai.ui.widgets.lines import Bit, Lines

COVER_CELLS: Final = 36
"""The cells of a name on a cover, whose longest line holds as much besides."""


class CoverScreen(BaseScreen[bool]):
    """Covers the table with a sentence; `m` uncovers (True), Esc goes back where offered."""

    DEFAULT_CSS = """
    CoverScreen { align: center middle; }
    CoverScreen #words { width: auto; height: auto; content-align: center middle; }
    """
    HELP_TEXT = "Everything is hidden. The key at the foot of the screen shows it again."
    SETTLE = 0.5
    CALLS_OPEN = True
    is_cover = True

    def __init__(
        self, sentence: str, key_label: str, name: str = "", *, back: bool = False
    ) -> None:
        """Covers with a sentence; `name` is whose key it is, where the label holds it."""
        super().__init__()
        self._name_in_label = name
        self._sentence = sentence
        self._key_label = key_label
        self._back = back

    def content(self) -> ComposeResult:
        """The sentence, in the middle of the screen."""
        lines = self._sentence.split("\n")
        yield Lines(
            [(Bit(line, "accent" if not at else ""),) for at, line in enumerate(lines)], id="words"
        )

    def keys(self) -> tuple[Key, ...]:
        """The key that uncovers, and the way back."""
        shows = Key("m", self._key_label, "answer(True)", name=self._name_in_label)
        back = (Key("escape", "Back", "answer(False)"),) if self._back else ()
        return (shows, *back, HELP_KEY)

    def seat_keys(self) -> tuple[Key, ...]:
        """None where a look is offered: a number pressed twice would be a call."""
        return () if self._back else super().seat_keys()

    def action_answer(self, shows: bool) -> None:
        """Uncovers or goes back."""
        if self.app.screen is self:
            self.dismiss(shows)
