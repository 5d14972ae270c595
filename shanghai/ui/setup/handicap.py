"""The handicap of one seat: each part a line, changed by the arrows."""

from typing import Final

from msgspec import structs

from shanghai.engine.handicap import MOST_CALLS, MOST_CARDS, MOST_POINTS, NO_HANDICAP, Handicap
from shanghai.ui.kit.command import FIRST, command
from shanghai.ui.kit.lines import Bit, Row, row, wrap
from shanghai.ui.kit.list_screen import Choice, FormScreen, following
from shanghai.words import setup
from shanghai.words.cells import cut_text
from shanghai.words.handicaps import handicap_words

_VALUES: Final[dict[str, tuple[int, ...]]] = {
    "calls": tuple(range(MOST_CALLS + 1)),
    "points": tuple(range(0, MOST_POINTS + 1, 5)),
    "cards": tuple(range(-MOST_CARDS, MOST_CARDS + 1)),
    "hints": (0, 1),
}
"""The values of each part of a handicap."""


class HandicapScreen(FormScreen[Handicap]):
    """Asks what one seat has beside the rules; answers with its handicap, None for the way back."""

    HELP_TEXT = setup.HANDICAP_HELP
    DEFAULT_CSS = """
    HandicapScreen #explained { height: 6; }
    """

    def __init__(self, name: str, handicap: Handicap = NO_HANDICAP) -> None:
        super().__init__()
        self.HEADING = setup.HANDICAP_TITLE.format(player=cut_text(name, 30))
        self.handicap = handicap

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The parts with their values."""
        return tuple(
            Choice(part, name, setup.handicap_value(part, self._value(part)))
            for part, (name, _) in setup.HANDICAP_PARTS.items()
        )

    def explained(self, id: str) -> list[Row]:
        """What the marked part does, and the whole in words."""
        said = wrap(row(Bit(setup.HANDICAP_PARTS[id][1], "dim")), self.WORDS_CELLS)
        now = setup.HANDICAP_NOW.format(words=handicap_words(self.handicap) or setup.NO_HANDICAP)
        return [*said, *[()] * (3 - len(said)), *wrap(row(Bit(now, "accent")), self.WORDS_CELLS)]

    def change(self, id: str, by: int) -> None:
        """Takes the next value of a part, or the one before."""
        value = following(_VALUES[id], self._value(id), by)
        self.handicap = structs.replace(
            self.handicap, **{id: bool(value) if id == "hints" else value}
        )

    @command("enter,g", id="accept-handicap", place=FIRST)
    def action_accept(self) -> None:
        """Gives the handicap."""
        self.dismiss(self.handicap)

    @command("x", id="no-handicap")
    def action_clear(self) -> None:
        """Takes the whole handicap away."""
        self.handicap = NO_HANDICAP
        self.draw()

    def _value(self, part: str) -> int:
        return int(structs.asdict(self.handicap)[part])
