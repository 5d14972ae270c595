"""The settings: each a line, changed at once and kept."""

from typing import Any, Final

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import Center

from shanghai.engine.cards import deck_cards
from shanghai.ui.commands.dialogs import SETTING
from shanghai.ui.screens.base import BaseScreen
from shanghai.ui.widgets.choices import Choice, Choices
from shanghai.ui.widgets.lines import Bit, Lines, Row, row


class Setting(Struct, frozen=True):
    """A setting: the field of `Settings`, its name, and its values with their words."""

    field: str
    name: str
    values: tuple[tuple[Any, str], ...]


_YES_NO: Final = ((False, "no"), (True, "yes"))
SETTINGS: Final = (
    Setting(
        "theme",
        "Look",
        (
            ("baize", "green baize, dark"),
            ("daylight", "daylight, light"),
            ("contrast", "high contrast"),
        ),
    ),
    Setting("suits", "Suits", (("glyphs", "signs"), ("letters", "letters S H D C"))),
    Setting("four_colours", "Four-colour deck", _YES_NO),
    Setting(
        "cards",
        "Large cards",
        (("auto", "where they fit"), ("on", "whenever possible"), ("off", "never")),
    ),
    Setting("ascii", "Plain ASCII only", _YES_NO),
    Setting("animation", "Animation", ((True, "yes"), (False, "no"))),
    Setting(
        "pace",
        "Computers play",
        (
            ("slow", "slowly"),
            ("normal", "at an easy pace"),
            ("fast", "fast"),
            ("at once", "at once"),
        ),
    ),
    Setting(
        "think",
        "Computers think",
        (("short", "0.2 s a move"), ("medium", "0.5 s a move"), ("long", "1 s a move")),
    ),
    Setting("hints", "Hints", _YES_NO),
    Setting(
        "discard_twice",
        "Discard",
        ((True, "asked for twice, unless picked"), (False, "at once")),
    ),
    Setting(
        "tell_shanghai",
        "Card for SHANGHAI",
        ((True, "shown to all"), (False, "for whoever notices it")),
    ),
    Setting(
        "call_offers",
        "Alone, a call asks",
        (("always", "every time"), ("helps", "only when it helps"), ("never", "never")),
    ),
    Setting("bell", "Bell, turn and call", _YES_NO),
    Setting(
        "call_seconds",
        "Clock for calls",
        ((0, "none"), (5, "5 seconds"), (10, "10 seconds"), (20, "20 seconds")),
    ),
)


class SettingsScreen(BaseScreen[None]):
    """The settings of the table; open to all and free of cards, so it may cover any screen."""

    HEADING = "Settings"
    COMMAND_LIST = SETTING
    CALLS_OPEN = True
    HELP_TEXT = (
        "Choose a line, then {change} or the right arrow for the next value, the left arrow for "
        "the one before. Every change holds at once and is kept for the next evening."
    )
    DEFAULT_CSS = """
    SettingsScreen {
        & Center { height: auto; margin-top: 1; }
        & Choices { width: 56; height: 13; }
        & Lines { width: 56; height: auto; }
    }
    """

    def content(self) -> ComposeResult:
        """The lines, and a few cards as they now look."""
        with Center():
            yield Choices(self._choices(), name_width=20)
        with Center():
            yield Lines(id="sample")

    def on_mount(self) -> None:
        """Draws the sample."""
        self._draw_sample()

    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self.query_one(Choices).move(by)

    def action_change(self, by: int) -> None:
        """Takes the next or the last value of the marked setting."""
        setting = SETTINGS[self.query_one(Choices).at]
        values = [value for value, _ in setting.values]
        now = getattr(self._kept, setting.field)
        at = values.index(now) if now in values else 0
        self._app.change_settings(**{setting.field: values[(at + by) % len(values)]})
        self.query_one(Choices).replace(self._choices())
        self._draw_sample()
        self.refresh_keys()

    def on_choices_chosen(self, message: Choices.Chosen) -> None:
        """A click takes the next value."""
        message.stop()
        self.action_change(1)

    @property
    def _app(self) -> Any:  # noqa: ANN401
        return self.app

    @property
    def _kept(self) -> Any:  # noqa: ANN401
        return self._app.settings

    def _choices(self) -> tuple[Choice, ...]:
        lines = []
        for setting in SETTINGS:
            now = getattr(self._kept, setting.field)
            words = dict(setting.values).get(now, str(now))
            lines.append(Choice(setting.field, setting.name, words))
        return tuple(lines)

    def _draw_sample(self) -> None:
        from shanghai.ui.widgets.cards import suit_look

        style = self._app.card_style
        by_suit = deck_cards(1, 1)
        line: list[Bit] = [Bit("   Cards look like this  ", "dim")]
        for card in (by_suit[0], by_suit[25], by_suit[36], by_suit[49], by_suit[52]):
            line += [Bit(f" {style.text(card)} ", f"paper-{suit_look(card)}"), Bit(" ")]
        sample: Row = row(*line)
        self.query_one("#sample", Lines).show([(), sample])
