"""The handicap of one seat: each part a line, changed by the arrows."""

from typing import Final

from msgspec import structs
from textual.app import ComposeResult
from textual.containers import Center

from shanghai.engine.handicap import MOST_CALLS, MOST_CARDS, MOST_POINTS, NO_HANDICAP, Handicap
from shanghai.ui.commands.players import HANDICAP_PARTS
from shanghai.ui.kit.choices import Choice, Choices
from shanghai.ui.kit.lines import Bit, Lines, row, wrap
from shanghai.ui.kit.screen import BaseScreen
from shanghai.words.cells import cut_text
from shanghai.words.handicaps import handicap_words

_PARTS: Final[dict[str, tuple[str, tuple[int, ...], str]]] = {
    "calls": (
        "More calls",
        tuple(range(MOST_CALLS + 1)),
        "How many calls more this seat has in each round with calls.",
    ),
    "points": (
        "Points off a round",
        tuple(range(0, MOST_POINTS + 1, 5)),
        "How many points are taken off after each round, below zero too.",
    ),
    "cards": (
        "Cards dealt",
        tuple(range(-MOST_CARDS, MOST_CARDS + 1)),
        "How many cards more or fewer this seat is dealt; never too few for the contract.",
    ),
    "hints": (
        "Free hints",
        (0, 1),
        "Hints even where the table plays without, and not marked on the scorecard.",
    ),
}
"""Each part: its name, its values and what it does."""
_WORDS: Final = 61
"""The cells of a line of words below the parts."""


class HandicapScreen(BaseScreen[Handicap]):
    """Asks what one seat has beside the rules; answers with its handicap, None for the way back."""

    COMMAND_LIST = HANDICAP_PARTS
    HELP_TEXT = (
        "What this seat is given, so that all have a chance. Choose a line, then left and right "
        "for another value; {accept-handicap} keeps it, {no-handicap} takes all of it away. It "
        "belongs to the seat for the whole game, stands on the scorecard, and is kept with the "
        "game."
    )
    DEFAULT_CSS = """
    HandicapScreen {
        align: center middle;
        & Center { height: auto; margin-top: 1; }
        & Choices { width: 64; height: auto; }
        &.-tall Choices { width: 70; }
        & #explained { width: 64; height: 6; }
    }
    """

    def __init__(self, name: str, handicap: Handicap = NO_HANDICAP) -> None:
        super().__init__()
        self._player = name
        self.handicap = handicap

    def heading(self) -> str:
        """Whose handicap it is."""
        return f"Handicap of {cut_text(self._player, 30)}"

    def content(self) -> ComposeResult:
        """The parts, and what they come to."""
        with Center():
            yield Choices(self._choices(), name_width=22)
        with Center():
            yield Lines(id="explained")

    def on_mount(self) -> None:
        """Says what the marked part does."""
        self.draw()

    def draw(self) -> None:
        """Draws the parts, what the marked one does, and the whole in words."""
        parts = self.query_one(Choices)
        parts.replace(self._choices())
        words = handicap_words(self.handicap) or "no handicap"
        explained = wrap(row(Bit(_PARTS[parts.current.id][2], "dim")), _WORDS)
        rows = [*explained, *[()] * (3 - len(explained))]
        rows += wrap(row(Bit(f"Now: {words}.", "accent")), _WORDS)
        self.query_one("#explained", Lines).show([(Bit("   "), *line) for line in rows])
        self.refresh_keys()

    def on_choices_moved(self) -> None:
        """Says what the part does that is marked now."""
        self.draw()

    def on_choices_chosen(self, message: Choices.Chosen) -> None:
        """A click takes the next value."""
        message.stop()
        self.action_change(1)

    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self.query_one(Choices).move(by)

    def action_change(self, by: int) -> None:
        """Takes the next value of the marked part, or the one before."""
        part = self.query_one(Choices).current.id
        values = _PARTS[part][1]
        at = values.index(self._value(part)) if self._value(part) in values else 0
        value = values[(at + by) % len(values)]
        self.handicap = structs.replace(
            self.handicap, **{part: bool(value) if part == "hints" else value}
        )
        self.draw()

    def action_clear(self) -> None:
        """Takes the whole handicap away."""
        self.handicap = NO_HANDICAP
        self.draw()

    def action_accept(self) -> None:
        """Gives the handicap."""
        self.dismiss(self.handicap)

    def _value(self, part: str) -> int:
        return int(getattr(self.handicap, part))

    def _choices(self) -> tuple[Choice, ...]:
        return tuple(Choice(part, _PARTS[part][0], self._words(part)) for part in _PARTS)

    def _words(self, part: str) -> str:
        value = self._value(part)
        if part == "hints":
            return "yes" if value else "no"
        if part == "cards":
            way = "more" if value > 0 else "fewer"
            return f"{abs(value)} {way}" if value else "as many as all"
        return str(value or "none")
