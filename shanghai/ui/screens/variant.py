"""The choice of the rules: each variant with what makes it different, and its house rules."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize

from shanghai.engine.rules import Rules
from shanghai.ui.screens.base import HELP_KEY, BaseScreen
from shanghai.ui.screens.rules import RulesScreen, brief_rows, contract_rows
from shanghai.ui.widgets.keybar import Key
from shanghai.ui.widgets.lines import Bit, Lines, Row, pad, row, wrap
from shanghai.ui.words import counted, variant_facts


class VariantScreen(BaseScreen[Rules]):
    """Offers the variants; gives the rules chosen, house rules included, or None."""

    HEADING = "New game: which rules?"
    HELP_TEXT = (
        "The four ways to play, each with its players and its length. Enter takes the marked one "
        "as it stands; H first offers the house rules that belong to it; R shows its rules in full."
    )
    DEFAULT_CSS = """
    VariantScreen {
        & Horizontal { height: 1fr; align: center top; }
        & #list { width: 1fr; max-width: 76; height: 1fr; padding: 1 1; }
        & #side { display: none; width: 1fr; max-width: 84; height: 1fr; padding: 1 2;
            border-left: vkey $line; }
        &.-wide #side { display: block; }
    }
    .-ascii VariantScreen #side { border-left: ascii $line; }
    """

    def __init__(self, variants: Sequence[Rules], marked: str = "") -> None:
        super().__init__()
        self._plain = tuple(variants)
        self._rules = list(variants)
        ids = [rules.id for rules in variants]
        self._at = ids.index(marked) if marked in ids else 0
        self._chosen: dict[int, tuple[int, ...]] = {}

    def content(self) -> ComposeResult:
        """The list, and beside it where there is room the marked variant in full."""
        with Horizontal():
            with VerticalScroll(id="list", can_focus=False):
                yield Lines(id="variants")
            with VerticalScroll(id="side", can_focus=False):
                yield Lines(id="details")

    def on_mount(self) -> None:
        """Draws the list once its width is known."""
        self.call_after_refresh(self.draw)

    def on_resize(self, event: Resize) -> None:
        """Breaks the lines anew."""
        self.call_after_refresh(self.draw)

    def keys(self) -> tuple[Key, ...]:
        """Choose, house rules, rules, back."""
        return (
            Key("down", "Move", "move(1)", also=("j", "tab"), cap="↑↓"),
            Key("up", "", "move(-1)", also=("k", "shift+tab"), shown=False),
            Key("enter", "Play these", "choose", also=("space",)),
            Key("h", "House rules", "house_rules", bool(self._marked.house_rules)),
            Key("r", "Rules in full", "read"),
            HELP_KEY,
            Key("escape", "Back", "dismiss", also=("q",)),
            *(Key(str(n + 1), "", f"take({n})", shown=False) for n in range(len(self._plain))),
        )

    @property
    def _marked(self) -> Rules:
        return self._plain[self._at]

    def draw(self) -> None:
        """Draws list and details."""
        if not self.is_attached:
            return
        lines = self.query_one("#variants", Lines)
        blocks: list[Row] = []
        first = 0
        for index in range(len(self._rules)):
            if index == self._at:
                first = len(blocks)
            blocks += self._block(index, max(30, lines.size.width))
        lines.show(blocks)
        scroll = self.query_one("#list", VerticalScroll)
        if not first - scroll.scroll_y <= scroll.size.height - 5 or first < scroll.scroll_y:
            scroll.scroll_to(y=max(0, first - 1), animate=False)
        details = self.query_one("#details", Lines)
        details.show(self._details(max(30, details.size.width)))
        self.refresh_keys()

    def _block(self, index: int, wide: int) -> list[Row]:
        """One variant of the list: name, facts and what makes it different."""
        rules, marked = self._rules[index], index == self._at
        plain = bool(getattr(self.app, "is_ascii", False))
        mark = (">" if plain else "▸") if marked else " "
        name_look = "cursor" if marked else "strong"
        changed = len(self._chosen.get(index, ()))
        extra = f"  with {counted(changed, 'house rule')}" if changed else ""
        name = pad(row(Bit(f" {mark} {rules.name}{extra}", name_look)), wide, name_look)
        facts = row(Bit(f"   {variant_facts(rules, plain)}", "dim"))
        summary = wrap(row("   ", rules.summary), wide, indent=3)
        block = [name, facts, *summary]
        targeted = [tuple(bit._replace(target=index) for bit in pad(line, wide)) for line in block]
        return [*targeted, ()]

    def _details(self, wide: int) -> list[Row]:
        """The marked variant in full, as far as a glance goes."""
        rules = self._rules[self._at]
        rows = [row(Bit(rules.name, "accent")), *wrap(row(Bit(rules.text, "dim")), wide), ()]
        rows += [*brief_rows(rules, wide), (), *contract_rows(rules)]
        chosen = self._chosen.get(self._at, ())
        if chosen:
            rows += [(), row(Bit("House rules of this table", "accent"))]
            for index in chosen:
                rule = self._marked.house_rules[index]
                rows += wrap(row(f"- {rule.name}: {rule.sentence}"), wide, indent=2)
        return rows

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """A click marks a variant, a click on the marked one takes it."""
        if isinstance(message.target, int):
            message.stop()
            if message.target == self._at:
                self.action_choose()
            else:
                self._at = message.target
                self.draw()

    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self._at = (self._at + by) % len(self._plain)
        self.draw()

    def action_take(self, index: int) -> None:
        """Marks a variant by its number."""
        self._at = index
        self.draw()

    def action_choose(self) -> None:
        """Takes the marked variant with the house rules chosen for it."""
        self.dismiss(self._rules[self._at])

    def action_read(self) -> None:
        """Shows its rules in full, the others a key away."""
        rest = (*self._rules[self._at + 1 :], *self._rules[: self._at])
        self.app.push_screen(RulesScreen(self._rules[self._at], *rest))

    def action_house_rules(self) -> None:
        """Offers the house rules of the marked variant."""
        from shanghai.ui.screens.house import HouseChoice, HouseScreen

        at = self._at

        def took(choice: HouseChoice | None) -> None:
            if choice is not None:
                self._rules[at] = choice.rules
                self._chosen[at] = choice.chosen
                self.draw()

        self.app.push_screen(HouseScreen(self._plain[at], self._chosen.get(at, ())), took)
