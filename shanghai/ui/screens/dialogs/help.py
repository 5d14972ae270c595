"""The help for whatever screen was shown: what it is for, its keys, and how a turn goes."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Self

from msgspec import Struct
from textual.screen import Screen

from shanghai.ui.screens.base import BaseScreen
from shanghai.ui.screens.dialogs.reading import ReadingScreen
from shanghai.ui.text.setup import EVERYWHERE_HELP, TURN_HELP
from shanghai.ui.widgets.keybar import Key, cap_of
from shanghai.ui.widgets.lines import Bit, Row, row, wrap


class HelpTopic(Struct, frozen=True):
    """What the help says of one screen."""

    heading: str
    text: str
    keys: tuple[Key, ...]


class HelpScreen(ReadingScreen[None]):
    """The help; it covers the screen below it whole, for a hand may lie there."""

    HEADING = "Help"
    CALLS_OPEN = True
    SHOWS_NO_HAND = True

    def __init__(self, topic: HelpTopic) -> None:
        super().__init__()
        self.topic = topic

    @classmethod
    def of(cls, screen: Screen[object]) -> Self:
        """The help for a screen as it now stands."""
        if isinstance(screen, BaseScreen):
            return cls(HelpTopic(screen.heading(), screen.help_text, screen.legal_keys()))
        return cls(HelpTopic("", "", ()))

    def heading(self) -> str:
        """Help, and for what."""
        return f"Help: {self.topic.heading}" if self.topic.heading else "Help"

    def keys(self) -> tuple[Key, ...]:
        """Scrolling and the way back."""
        return (
            *self.scroll_keys(),
            Key("escape", "Back", "dismiss", also=("q", "enter", "question_mark", "f1")),
        )

    def rows(self, wide: int) -> Sequence[Row]:
        """The text of the screen, its keys, and what holds everywhere."""
        plain = bool(getattr(self.app, "is_ascii", False))
        rows: list[Row] = []
        for line in self.topic.text.split("\n"):
            rows += wrap(row(line), wide)
        keys = [
            (cap_of(key, plain) + _others(key), key.label)
            for key in self.topic.keys
            if key.shown and key.label
        ]
        if keys:
            rows += [(), row(Bit("Keys here", "accent")), *_table(keys)]
        # A page in a browser cannot be put to sleep.
        unknown = {"Ctrl+Z"} if self.app.is_web else set()
        everywhere = [line for line in EVERYWHERE_HELP if line[0] not in unknown]
        rows += [(), row(Bit("Keys everywhere", "accent")), *_table(everywhere)]
        headings = {TURN_HELP[0], *(after for before, after in _pairs(TURN_HELP) if not before)}
        rows.append(())
        for line in TURN_HELP:
            rows += wrap(row(Bit(line, "accent" if line in headings else "")), wide)
        return rows


def _pairs(lines: Sequence[str]) -> Sequence[tuple[str, str]]:
    return list(pairwise(lines))


def _others(key: Key) -> str:
    letters = [name for name in key.also if len(name) == 1]
    return f" or {letters[0]}" if letters else ""


def _table(lines: Sequence[tuple[str, str]]) -> list[Row]:
    wide = max(12, *(len(name) for name, _ in lines))
    return [row(Bit(f"  {name.ljust(wide)}  ", "strong"), label) for name, label in lines]
