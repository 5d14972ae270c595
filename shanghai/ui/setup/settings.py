"""The screen of the settings. Each change is applied and stored at once."""

from functools import cached_property

from msgspec import structs

from shanghai.engine.cards import deck_cards
from shanghai.ui.kit.cards import suit_look
from shanghai.ui.kit.command import FIRST, command
from shanghai.ui.kit.keybar import KeyBar
from shanghai.ui.kit.lines import Bit, Lines, Row, balanced, row
from shanghai.ui.kit.list_screen import Choice, FormScreen, following
from shanghai.ui.kit.screen import TALL_FROM
from shanghai.ui.table.seat_keys import SeatKeys
from shanghai.words import settings


class SettingsScreen(FormScreen[None]):
    """The settings of the table. It shows nobody's cards, so it may cover any screen."""

    HEADING = settings.say.late("TITLE")
    NAME_CELLS = 20
    WORDS_CELLS = 64
    BELOW = ("sample", "explained")
    WITHOUT = ("right", "left")
    seats = cached_property(SeatKeys)
    SHOWS_NO_HAND = False
    HELP_TEXT = settings.say.late("HELP")
    DEFAULT_CSS = """
    SettingsScreen {
        & Choices, & Lines { width: 68; }
        & Center { margin-top: 0; }
        &.-tall Center { margin-top: 1; }
        &.-tall Choices { width: 74; }
        & #explained { height: 2; }
        &.-low #sample { display: none; }
    }
    """

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The settings with their values in words."""
        now = structs.asdict(self.app.settings)
        return tuple(
            Choice(
                field,
                settings.SETTINGS[field]["name"],
                settings.values_of(field).get(now[field], str(now[field])),
                group=settings.group_of(field),
            )
            for fields in settings.GROUPS.values()
            for field in fields
        )

    def explained(self, id: str) -> list[Row]:
        """What the marked setting does."""
        return balanced((Bit(settings.SETTINGS[id]["about"], "dim"),), self.WORDS_CELLS)

    def change(self, id: str, by: int) -> None:
        """Changes a setting to its next value, or with -1 to the one before."""
        values, now = [*settings.values_of(id)], structs.asdict(self.app.settings)[id]
        self.app.change_settings(**{id: following(values, now, by)})

    @command("enter,space", 1, id="change", place=FIRST)
    @command("right,l", 1, id="next-value")
    @command("left,h", -1, id="value-before")
    def action_change(self, by: int) -> None:
        """Changes the marked setting to its next value, or with -1 to the one before."""
        super().action_change(by)

    def refresh_keys(self) -> None:
        """Draws the key bar. Hides the sample of cards if the bar needs its line."""
        super().refresh_keys()
        is_low = self.app.size.height < TALL_FROM and self.query_one(KeyBar).lines > 1
        self.set_class(is_low, "-low")

    def draw(self) -> None:
        """Draws the settings, the text about the marked one, and a sample of cards."""
        super().draw()
        style, by_suit = self.app.card_style, deck_cards(1, 1)
        line = [Bit(f"   {settings.CARDS_LOOK}  ", "dim")]
        for card in (by_suit[0], by_suit[25], by_suit[36], by_suit[49], by_suit[52]):
            line += [Bit(f" {style.text(card)} ", f"paper-{suit_look(card)}"), Bit(" ")]
        self.query_one("#sample", Lines).show([row(*line)])
