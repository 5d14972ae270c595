"""A cover over everything: nothing of the game is on it until its key is pressed."""

from typing import Final

from textual.app import ComposeResult
from textual.events import Key as KeyEvent

from shanghai.engine.seats import SeatIndex
from shanghai.ui.commands.over_table import COVERING
from shanghai.ui.kit.command import Label
from shanghai.ui.kit.lines import Bit, Lines, wrap
from shanghai.ui.kit.screen import BaseScreen
from shanghai.words.table import KEY_HERE

COVER_CELLS: Final = 36
"""The cells of a name on a cover, whose longest line holds as much besides."""
_STILL: Final = 0.3
"""Seconds without a key that a deaf cover asks for, so that a held key never uncovers."""


class CoverScreen(BaseScreen[bool]):
    """Covers the table with a sentence; its keys uncover (True), Esc goes back where offered."""

    DEFAULT_CSS = """
    CoverScreen { align: center middle; }
    CoverScreen #words { width: auto; height: auto; content-align: center middle; }
    CoverScreen #called { width: auto; height: auto; margin-top: 1; }
    """
    COMMAND_LIST = COVERING
    HELP_TEXT = "Everything is hidden. The key at the foot of the screen shows it again."
    SETTLE = 0.5
    CALLS_OPEN = True
    is_cover = True

    def __init__(
        self,
        sentence: str,
        key_label: str,
        name: str = "",
        *,
        opener: str = "take-keyboard",
        back: bool = False,
    ) -> None:
        """Covers with a sentence; `name` is whose key it is, where the label holds it.

        `opener` is the id of the command that uncovers; `back` offers a way back instead.
        """
        super().__init__()
        self.name_in_label = name
        self._sentence = sentence
        self.key_label = key_label
        self.offers_way_back = back
        self.opener = opener

    def content(self) -> ComposeResult:
        """The sentence, in the middle of the screen, and what is called meanwhile."""
        lines = self._sentence.replace(KEY_HERE, self.cap(self.opener)).split("\n")
        yield Lines(
            [(Bit(line, "accent" if not at else ""),) for at, line in enumerate(lines)], id="words"
        )
        yield Lines([()], id="called")

    @property
    def why_not_that_key(self) -> str:
        """Which key shows what is hidden; keys that show something elsewhere say so here."""
        name = self.name_in_label
        key = self.cap(self.opener)
        return f"That key shows nothing: {name} presses {key}." if name else ""

    def tell_why_not(self, sentence: str) -> None:
        """Says below the words of the cover which key shows what is hidden."""
        self.show_call(sentence)

    def seat_label(self, seat: SeatIndex) -> Label | None:
        """Nothing where a look is offered: a number pressed twice would be a call."""
        return None if self.offers_way_back else super().seat_label(seat)

    async def on_key(self, event: KeyEvent) -> None:
        """Lets a key that comes too early make the time longer in which none is heard."""
        now = self.now()
        if now < self._deaf_until:
            self._deaf_until = max(self._deaf_until, now + _STILL)

    def show_call(self, said: str) -> None:
        """Says on the cover who has called."""
        called = self.query_one("#called", Lines)
        called.show(wrap((Bit(said, "warn"),), self.across - 4))
        called.refresh(layout=True)

    def action_answer(self, shows: bool) -> None:
        """Uncovers or goes back."""
        if self.app.screen is self:
            self.dismiss(shows)
