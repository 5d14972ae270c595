"""The settings: each a line, changed at once and kept."""

from typing import Any, Final

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import Center

from shanghai.engine.cards import deck_cards
from shanghai.ui.commands.dialogs import SETTING
from shanghai.ui.kit.choices import Choice, Choices
from shanghai.ui.kit.lines import Bit, Lines, Row, row, wrap
from shanghai.ui.kit.screen import BaseScreen


class Setting(Struct, frozen=True):
    """A setting: the field of `Settings`, its name, its values with their words, what it does."""

    field: str
    name: str
    values: tuple[tuple[Any, str], ...]
    explained: str


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
        "The colours of every screen.",
    ),
    Setting(
        "suits",
        "Suits",
        (("glyphs", "signs"), ("letters", "letters S H D C")),
        "How the suits stand on cards and in sentences.",
    ),
    Setting(
        "four_colours",
        "Four-colour deck",
        _YES_NO,
        "Diamonds blue and clubs green, so that no two suits are alike.",
    ),
    Setting(
        "cards",
        "Large cards",
        (("auto", "where they fit"), ("on", "whenever possible"), ("off", "never")),
        "Whether the hand is drawn with large cards.",
    ),
    Setting(
        "ascii",
        "Plain ASCII only",
        _YES_NO,
        "For terminals that draw no other signs.",
    ),
    Setting(
        "animation",
        "Animation",
        ((True, "yes"), (False, "no")),
        "Whether cards are seen to move; no key ever waits for that.",
    ),
    Setting(
        "pace",
        "Computers play",
        (
            ("slow", "slowly"),
            ("normal", "at an easy pace"),
            ("fast", "fast"),
            ("at once", "at once"),
        ),
        "How long each move of a computer stays to be seen.",
    ),
    Setting(
        "think",
        "Computers think",
        (("short", "0.2 s a move"), ("medium", "0.5 s a move"), ("long", "1 s a move")),
        "The longest time that a computer takes for a move.",
    ),
    Setting(
        "hints",
        "Hints",
        _YES_NO,
        "Whether a player may ask what a strong player would do.",
    ),
    Setting(
        "discard_twice",
        "Discard",
        ((True, "asked for twice, unless picked"), (False, "at once")),
        "Whether the key for the discard is pressed twice.",
    ),
    Setting(
        "tell_shanghai",
        "Card for SHANGHAI",
        ((True, "shown to all"), (False, "for whoever notices it")),
        "Whether the table is told that a tossed card fits a meld.",
    ),
    Setting(
        "call_offers",
        "Alone, a call asks",
        (("always", "every time"), ("helps", "only when it helps"), ("never", "never")),
        "Alone with computers: which tossed cards the game stops for.",
    ),
    Setting(
        "bell",
        "Bell, turn and call",
        _YES_NO,
        "Whether the terminal rings for a call and for a turn.",
    ),
    Setting(
        "review",
        "Review",
        ((True, "offered after a game"), (False, "no, as for children")),
        "Whether the end of a game leads to what each decision has cost.",
    ),
    Setting(
        "remarks",
        "Remarks",
        _YES_NO,
        "Whether Mia, Walter and the others say something now and then.",
    ),
    Setting(
        "call_seconds",
        "Clock for calls",
        ((0, "none"), (5, "5 seconds"), (10, "10 seconds"), (20, "20 seconds")),
        "After this time a card is called no more, whether a person or a computer draws next.",
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
        align: center middle;
        & Center { height: auto; margin-top: 1; }
        & Lines { width: 56; height: auto; }
        &.-tall Choices { width: 62; }
        & #explained { height: 2; }
    }
    """

    def content(self) -> ComposeResult:
        """The lines, and a few cards as they now look."""
        with Center():
            yield Choices(self._choices(), name_width=20)
        with Center():
            yield Lines(id="explained")
        with Center():
            yield Lines(id="sample")

    def on_mount(self) -> None:
        """Draws the sample, and what the marked setting does."""
        self._draw_sample()
        self._explain()

    def on_choices_moved(self) -> None:
        """Tells what the setting does that is marked now."""
        self._explain()

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

    def _explain(self) -> None:
        setting = SETTINGS[self.query_one(Choices).at]
        lines = self.query_one("#explained", Lines)
        words = wrap(row(Bit(setting.explained, "dim")), 53)
        lines.show([(Bit("   "), *line) for line in words])

    def _draw_sample(self) -> None:
        from shanghai.ui.kit.cards import suit_look

        style = self._app.card_style
        by_suit = deck_cards(1, 1)
        line: list[Bit] = [Bit("   Cards look like this  ", "dim")]
        for card in (by_suit[0], by_suit[25], by_suit[36], by_suit[49], by_suit[52]):
            line += [Bit(f" {style.text(card)} ", f"paper-{suit_look(card)}"), Bit(" ")]
        sample: Row = row(*line)
        self.query_one("#sample", Lines).show([sample])
