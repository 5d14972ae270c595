"""The help for a screen: what the screen is for, its keys, and how a turn goes."""

from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from shanghai.ui.kit.command import BACK, EVERYWHERE, SUSPEND, cap_of
from shanghai.ui.kit.lines import Bit, Row, pad, row, side_by_side, wrap, wrap_text
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.table.seat_keys import SeatKeys
from shanghai.words import setup
from shanghai.words.cells import cell_width
from shanghai.words.grammar import listed
from shanghai.words.rulebook.turn import HEADINGS, turn_help


class HelpScreen(ReadingScreen[None]):
    """The help. It covers the screen below it, as that may show a hand."""

    HEADING = setup.say.late("HELP")
    KEYS = (BACK.on("escape,q,enter,question_mark,f1"),)
    WITHOUT = ("help",)
    seats = cached_property(SeatKeys)
    SHOWS_NO_HAND = True

    def __init__(self, title: str, text: str, keys: Sequence[tuple[str, str, str]]) -> None:
        super().__init__()
        self.HEADING = setup.HELP_FOR.format(screen=title) if title else setup.HELP
        self._text = text
        self._keys = tuple(keys)

    def rows(self, width: int) -> Sequence[Row]:
        """The text about the screen, its keys, the keys that work everywhere, and a turn."""
        lines = self._text.split("\n")
        # The table of signs comes after the keys, as people look for the keys first.
        indented = (index for index, line in enumerate(lines) if line[:1] == " ")
        signs = next(indented, len(lines) + 1) - 1
        paragraphs = [wrap(row(line), width, 4 if line[:1] == " " else 0) for line in lines]
        rows = [*chain(*paragraphs[:signs])]
        if self._keys:
            rows += [(), row(Bit(setup.KEYS_HERE, "accent")), *_table(self._keys, width)]
        rows += [(), *chain(*paragraphs[signs:])] if paragraphs[signs:] else []
        # A page in a browser cannot be suspended.
        known = [command for command in EVERYWHERE if command is not SUSPEND or not self.app.is_web]
        everywhere = [(listed([*map(cap_of, c.names)], "or"), "", c.help_text) for c in known]
        everywhere.append((setup.MOUSE, "", setup.MOUSE_NOTE))
        rows += [(), row(Bit(setup.KEYS_EVERYWHERE, "accent")), *_table(everywhere, width)]
        table = self.seats.table
        view = None if table is None else table.screen.session.public()
        turn = turn_help(None) if view is None else turn_help(view.rules, max(1, view.round))
        for part, paragraph in turn.items():
            rows += [(), row(Bit(HEADINGS[part], "accent")), *wrap(row(paragraph), width)]
        return rows


def _table(lines: Sequence[tuple[str, str, str]], width: int) -> list[Row]:
    """Rows of three columns: keys, their labels, and what they do."""
    caps = max(8, *(cell_width(cap) for cap, _, _ in lines))
    words = max(cell_width(label) for _, label, _ in lines)
    label_column = words + 2 if words else 0
    rows: list[Row] = []
    for cap, label, does in lines:
        left = (pad(row(Bit(f"  {cap}", "strong")), caps + 4), pad(row(label), label_column))
        explained = wrap_text(does, max(20, width - caps - words - 6), "dim" if label else "")
        rows += side_by_side([(*left[0], *left[1])], explained, 0)
    return rows
