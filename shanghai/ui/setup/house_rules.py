"""The house rules that a variant offers, to be taken or left before a game."""

from collections.abc import Collection

from shanghai.engine.rules import Rules
from shanghai.ui.kit.command import BACK_Q, command
from shanghai.ui.kit.lines import Bit, Row, pad, row, wrap
from shanghai.ui.kit.list_screen import BlockScreen
from shanghai.ui.options import HouseChoice
from shanghai.variants.house_rules import with_chosen
from shanghai.words import setup
from shanghai.yamlio.reader import Faults


class HouseRulesScreen(BlockScreen[HouseChoice]):
    """Offers the house rules; two that set the same rule shut each other out."""

    KEYS = (BACK_Q.on("escape,q", action="back"),)
    HELP_TEXT = setup.HOUSE_RULES_HELP

    def __init__(self, rules: Rules, chosen: Collection[int] = ()) -> None:
        super().__init__()
        self.HEADING = setup.HOUSE_RULES_TITLE.format(rules=rules.name)
        self._plain = rules
        self._chosen = set(chosen)
        self._fault = ""
        self._before = set(chosen)
        self._asked = ""
        """What is asked before what was marked is lost."""

    @property
    def count(self) -> int:
        """How many house rules there are."""
        return len(self._plain.house_rules)

    def block(self, index: int, mark: str, wide: int) -> list[Row]:
        """A house rule: whether it is taken, its name and its sentence."""
        rule, look = self._plain.house_rules[index], "cursor" if mark.strip() else "strong"
        box = "[x]" if index in self._chosen else "[ ]"
        head = pad(row(Bit(f"{mark}{box} {rule.name}", look)), wide, look)
        return [head, *wrap(row(Bit(f"     {rule.sentence}", "")), wide, indent=5)]

    def below(self, wide: int) -> list[Row]:
        """What is asked, or what does not go together."""
        said = self._asked or self._fault
        return [(), *wrap(row(Bit(said, "warn")), wide)] if said else []

    def choose_marked(self) -> None:
        """A click takes or leaves a house rule."""
        self.action_take_or_leave()

    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self._asked = ""
        super().action_move(by)

    @command("space")
    def action_take_or_leave(self) -> None:
        """Takes the marked house rule, or leaves it."""
        rules = self._plain.house_rules
        if self.at in self._chosen:
            self._chosen.discard(self.at)
        else:
            keys = set(rules[self.at].set)
            self._chosen = {at for at in self._chosen if not keys & set(rules[at].set)} | {self.at}
        self._judge()

    @command("enter,a", may=lambda self: self._fault or None)
    def action_accept(self) -> None:
        """Gives the rules with what is taken."""
        rules = self._changed()
        if rules is not None:
            self.dismiss(HouseChoice(rules, tuple(sorted(self._chosen))))

    @command(
        "x", id="leave-all", may=lambda self: None if self._chosen else setup.NO_HOUSE_RULE_TAKEN
    )
    def action_clear(self) -> None:
        """Leaves them all."""
        self._chosen.clear()
        self._judge()

    def action_back(self) -> None:
        """Leaves the house rules as they were, asking first where that loses what was marked."""
        if self._chosen == self._before or self._asked:
            self.dismiss(None)
            return
        self._asked = setup.ASK_TO_LEAVE_RULES.format(
            accept=self.cap("accept"), back=self.cap("back")
        )
        self.draw()
        self.scroller.scroll_end(animate=False)

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
            self._fault = setup.NOT_TOGETHER.format(why=faults.faults[0].message)
            return None
