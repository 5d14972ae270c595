"""The house rules that a variant offers, to be taken or left before a game."""

from collections.abc import Collection

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Resize

from shanghai.engine.rules import Rules
from shanghai.ui.commands.setup import HOUSE_RULES
from shanghai.ui.kit.lines import Bit, Lines, Row, pad, row, wrap
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.table.session.options import HouseChoice
from shanghai.variants.house_rules import with_chosen
from shanghai.yamlio.reader import Faults


class HouseRulesScreen(BaseScreen[HouseChoice]):
    """Offers the house rules; two that set the same rule shut each other out."""

    COMMAND_LIST = HOUSE_RULES
    HELP_TEXT = (
        "The choices that this variant leaves to the table. {take-or-leave} takes one or leaves "
        "it; where two settle the same rule, taking one leaves the other. {accept} keeps what is "
        "marked, {back} leaves the house rules as they were."
    )
    DEFAULT_CSS = """
    HouseRulesScreen {
        align: center top;
        & VerticalScroll {
            width: 100%; max-width: 90; height: 1fr; padding: 1 1; align: center middle;
            scrollbar-gutter: stable;
        }
    }
    """

    def __init__(self, rules: Rules, chosen: Collection[int] = ()) -> None:
        super().__init__()
        self._plain = rules
        self._chosen = set(chosen)
        self._at = 0
        self._fault = ""
        self._before = set(chosen)
        self._asked = ""
        """What is asked before what was marked is lost."""

    def heading(self) -> str:
        """The variant whose rules these are."""
        return f"House rules: {self._plain.name}"

    def content(self) -> ComposeResult:
        """The list."""
        with VerticalScroll(can_focus=False):
            yield Lines()

    def on_mount(self) -> None:
        """Draws the list once its width is known."""
        self.call_after_refresh(self.draw)

    def on_resize(self, event: Resize) -> None:
        """Breaks the lines again."""
        self.call_after_refresh(self.draw)

    @property
    def has_fault(self) -> bool:
        """Whether what is chosen does not go together."""
        return bool(self._fault)

    @property
    def has_chosen(self) -> bool:
        """Whether any house rule is chosen."""
        return bool(self._chosen)

    def draw(self) -> None:
        """Draws the list with its marks."""
        lines = self.query_one(Lines)
        wide = max(30, lines.size.width)
        arrow = ">" if getattr(self.app, "is_ascii", False) else "▸"
        rows: list[Row] = []
        first = 0
        for index, rule in enumerate(self._plain.house_rules):
            if index == self._at:
                first = len(rows)
            look = "cursor" if index == self._at else "strong"
            mark = arrow if index == self._at else " "
            box = "[x]" if index in self._chosen else "[ ]"
            block = [pad(row(Bit(f"{mark}{box} {rule.name}", look)), wide, look)]
            block += wrap(row(Bit(f"     {rule.sentence}", "")), wide, indent=5)
            rows += [tuple(b._replace(target=index) for b in pad(line, wide)) for line in block]
        if said := self._asked or self._fault:
            rows += [(), *wrap(row(Bit(said, "warn")), wide)]
        lines.show(rows)
        scroll = self.query_one(VerticalScroll)
        if first < scroll.scroll_y or first + 3 > scroll.scroll_y + scroll.size.height:
            scroll.scroll_to(y=max(0, first - 2), animate=False)
        self.refresh_keys()

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """A click takes or leaves a house rule."""
        if isinstance(message.target, int):
            message.stop()
            self._at = message.target
            self.action_turn_over()

    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self._asked = ""
        self._at = (self._at + by) % len(self._plain.house_rules)
        self.draw()

    def action_turn_over(self) -> None:
        """Takes the marked house rule, or leaves it."""
        if self._at in self._chosen:
            self._chosen.discard(self._at)
        else:
            keys = set(self._plain.house_rules[self._at].set)
            self._chosen = {
                other
                for other in self._chosen
                if not keys & set(self._plain.house_rules[other].set)
            } | {self._at}
        self._judge()

    def action_clear(self) -> None:
        """Leaves them all."""
        self._chosen.clear()
        self._judge()

    def action_back(self) -> None:
        """Leaves the house rules as they were, asking first where that loses what was marked."""
        if self._chosen == self._before or self._asked:
            self.dismiss(None)
            return
        keys = self.cap("accept"), self.cap("back")
        self._asked = f"{keys[0]} keeps what is marked; {keys[1]} again leaves it all as it was."
        self.draw()
        self.query_one(VerticalScroll).scroll_end(animate=False)

    def action_accept(self) -> None:
        """Gives the rules with what is taken."""
        rules = self._changed()
        if rules is not None:
            self.dismiss(HouseChoice(rules, tuple(sorted(self._chosen))))

    def _judge(self) -> None:
        """Sees whether what is taken goes together, and draws."""
        self._fault = self._asked = ""
        self._changed()
        self.draw()

    def _changed(self) -> Rules | None:
        """The rules with what is taken; None, and a fault to show, where it does not go."""
        chosen = [self._plain.house_rules[index] for index in sorted(self._chosen)]
        try:
            return with_chosen(self._plain, chosen)
        except Faults as faults:
            self._fault = f"These do not go together: {faults.faults[0].message}."
            return None
