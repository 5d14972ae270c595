"""The settings: each a line, changed at once and kept."""

from msgspec import structs
from textual.app import ComposeResult
from textual.containers import Center

from shanghai.engine.cards import deck_cards
from shanghai.ui.kit.cards import suit_look
from shanghai.ui.kit.command import FIRST, command
from shanghai.ui.kit.lines import Bit, Lines, Row, row, wrap
from shanghai.ui.kit.list_screen import Choice, FormScreen, following
from shanghai.words import settings


class SettingsScreen(FormScreen[None]):
    """The settings of the table; open to all and free of cards, so it may cover any screen."""

    HEADING = settings.say.late("TITLE")
    NAME_CELLS = 20
    WORDS_CELLS = 53
    WITHOUT = ("right", "left")
    CALLS_OPEN = True
    HELP_TEXT = settings.say.late("HELP")
    DEFAULT_CSS = """
    SettingsScreen {
        & Choices, & Lines { width: 56; }
        & Center { margin-top: 0; }
        &.-tall Center { margin-top: 1; }
        &.-tall Choices { width: 62; }
        & #explained { height: 2; margin-top: 1; }
        &.-tall #explained { margin-top: 0; }
        & #cards { display: none; }
        &.-tall #cards { display: block; margin-top: 1; }
    }
    """

    def content(self) -> ComposeResult:
        """The lines, what the marked one does, and a few cards as they now look."""
        yield from super().content()
        with Center(id="cards"):
            yield Lines(id="sample")

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(
            Choice(field, words["name"], settings.values_of(field).get(now, str(now)))
            for field, words in settings.SETTINGS.items()
            for now in (self._now(field),)
        )

    def _now(self, field: str) -> str | int | bool:
        now: str | int | bool = structs.asdict(self.app.settings)[field]
        return now

    def explained(self, id: str) -> list[Row]:
        return wrap(row(Bit(settings.SETTINGS[id]["about"], "dim")), self.WORDS_CELLS)

    def change(self, id: str, by: int) -> None:
        values = [*settings.values_of(id)]
        self.app.change_settings(**{id: following(values, self._now(id), by)})

    @command("enter,space", 1, id="change", place=FIRST)
    @command("right,l", 1, id="next-value")
    @command("left,h", -1, id="value-before")
    def action_change(self, by: int) -> None:
        super().action_change(by)

    def draw(self) -> None:
        super().draw()
        style = self.app.card_style
        by_suit = deck_cards(1, 1)
        line: list[Bit] = [Bit(f"   {settings.CARDS_LOOK}  ", "dim")]
        for card in (by_suit[0], by_suit[25], by_suit[36], by_suit[49], by_suit[52]):
            line += [Bit(f" {style.text(card)} ", f"paper-{suit_look(card)}"), Bit(" ")]
        self.query_one("#sample", Lines).show([row(*line)])
