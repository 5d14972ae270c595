"""Two variants side by side: only the rules in which they differ."""

from collections.abc import Sequence

from shanghai.engine.rules import Rules
from shanghai.ui.kit.command import CLOSE, command
from shanghai.ui.kit.frames import beside
from shanghai.ui.kit.lines import Bit, Row, row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.variants.house_rules import is_changed
from shanghai.words import setup
from shanghai.words.rulebook import differences, differing_sentences, with_origin

_LABELS = 20
"""The cells for what a row is about."""
_GAP = 2


class CompareScreen(ReadingScreen[None]):
    """What differs between a variant and one of others; they are turned over, and may swap."""

    HEADING = setup.say.late("WHAT_DIFFERS")
    KEYS = (CLOSE.on("escape,q,enter,c"),)
    HELP_TEXT = setup.say.late("COMPARE_HELP")
    MIDDLE = 112

    def __init__(self, first: Rules, others: Sequence[Rules]) -> None:
        """Compares the first with each of the others, of which there is at least one."""
        super().__init__()
        self._first = first
        self._others = list(others)
        self._at = 0
        self.is_in_full = False

    @property
    def has_several(self) -> bool:
        """Whether there is more than one variant to compare with."""
        return len(self._others) > 1

    @command("right,l", 1, id="another", when=has_several, cap="←→")
    @command("left,h", -1, id="one-before", said="left", when=has_several, shown=False)
    def action_turn(self, by: int) -> None:
        """Puts another variant beside the first."""
        self._at = (self._at + by) % len(self._others)
        self.draw_from_top()

    @command("tab")
    def action_swap(self) -> None:
        """Lets the two change places."""
        self._first, self._others[self._at] = self._others[self._at], self._first
        self.draw()

    @command("f", label=lambda self: setup.IN_SHORT if self.is_in_full else setup.IN_FULL)
    def action_form(self) -> None:
        """Turns from short words to sentences, or back."""
        self.is_in_full = not self.is_in_full
        self.draw_from_top()

    def rows(self, wide: int) -> Sequence[Row]:
        """The two names, then a row for each difference."""
        other = self._others[self._at]
        if self.is_in_full:
            return sentence_rows(self._first, other, wide)
        return difference_rows(self._first, other, wide)


def difference_rows(a: Rules, b: Rules, wide: int) -> list[Row]:
    """What differs in short: what it is about, and beside it the two values."""
    each = (wide - _LABELS - 2 * _GAP) // 2
    names = (("", ""), (_title(a), "accent"), (_title(b), "accent"))
    rows = [*_columns(names, (_LABELS, each, each))]
    rows.append(())
    found = differences(a, b)
    for rule in found:
        first = with_origin(a, rule.key, rule.first)
        second = with_origin(b, rule.key, rule.second)
        cells = ((rule.title, "dim"), (first, ""), (second, ""))
        rows += _columns(cells, (_LABELS, each, each))
    return rows if found else [*rows, row(setup.NO_DIFFERENCE)]


def sentence_rows(a: Rules, b: Rules, wide: int) -> list[Row]:
    """What differs in the sentences of the rules page, under its headings."""
    each = (wide - _GAP) // 2
    rows = [*_columns(((_title(a), "accent"), (_title(b), "accent")), (each, each))]
    before = ""
    found = differing_sentences(a, b)
    for heading, first, second in found:
        rows += [(), row(Bit(heading, "strong"))] if heading != before else [()]
        before = heading
        rows += _columns(((first or "-", ""), (second or "-", "")), (each, each))
    return rows if found else [*rows, (), row(setup.NO_DIFFERENCE)]


def _title(rules: Rules) -> str:
    """The name of a variant, and whether rules of the table lie over it."""
    return setup.WITH_HOUSE_RULES.format(rules=rules.name) if is_changed(rules) else rules.name


def _columns(cells: Sequence[tuple[str, str]], wides: Sequence[int]) -> list[Row]:
    """Texts with their looks side by side, each wrapped to its own width."""
    blocks = [
        wrap(row(Bit(text, look)), wide) for (text, look), wide in zip(cells, wides, strict=True)
    ]
    return beside(blocks, wides, _GAP)
