"""The choice of the rules: each variant with what makes it different, and its house rules.

Files of one's own stand below the shipped variants; one that cannot be played says why.
"""

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize

from shanghai.engine.evening import rounds_from, with_rounds
from shanghai.engine.rules import Rules
from shanghai.ui import routes
from shanghai.ui.commands.setup import VARIANTS
from shanghai.ui.kit.lines import Bit, Lines, Row, pad, row, wrap
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.setup.rules import brief_rows, contract_rows
from shanghai.ui.table.session.options import HouseChoice
from shanghai.variants.library import OWN_FOLDER
from shanghai.variants.offers import Offer
from shanghai.words.phrases import counted, plural
from shanghai.words.sanitize import sanitize
from shanghai.words.setup import FILES_ARE_READ_AGAIN, variant_facts, variant_fault


class VariantScreen(BaseScreen[Rules]):
    """Offers the variants; gives the rules chosen, house rules included, or None."""

    HEADING = "New game: which rules?"
    COMMAND_LIST = VARIANTS
    HELP_TEXT = (
        "The ways to play, each with its players and its length. {play-these} takes the marked "
        "one as it stands; {house-rules} first offers the house rules that belong to it. "
        "{rules-in-full} shows its rules in full, {compare} what differs from another one, and "
        "{learn} teaches it in a first round. {more-games} opens a second list, of published "
        "games, and {workshop} the workshop, where any rule can be changed."
    )
    DEFAULT_CSS = """
    VariantScreen {
        & Horizontal { height: 1fr; align: center top; }
        & #list { width: 1fr; max-width: 76; height: 1fr; padding: 1 1; align: center middle;
            scrollbar-gutter: stable; }
        & #side { display: none; width: 1fr; max-width: 84; height: 1fr; padding: 1 2;
            align: center middle; border-left: vkey $line; }
        &.-wide #side { display: block; }
    }
    .-ascii VariantScreen #side { border-left: ascii $line; }
    """

    def __init__(
        self,
        offers: Sequence[Offer],
        marked: str = "",
        more: Callable[[], Sequence[Offer]] | None = None,
    ) -> None:
        """Offers variants, the one of an id marked; `more` gives those of a second list."""
        super().__init__()
        self._more = more
        self._offers = tuple(offers)
        self._rules = [offer.rules for offer in offers]
        ids = [rules.id if rules else None for rules in self._rules]
        self._at = ids.index(marked) if marked in ids else 0
        self._chosen: dict[int, tuple[int, ...]] = {}
        self._rounds: dict[int, tuple[int, ...]] = {}
        """The rounds that are played, where not all of them are."""

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
        """Breaks the lines again."""
        self.call_after_refresh(self.draw)

    @property
    def help_text(self) -> str:
        """What the help says, and where files of one's own belong."""
        folder = sanitize(str(getattr(self.app, "folder", "")), 200)
        own = f"Variant files of your own are offered here when they lie in {folder}/{OWN_FOLDER}."
        return f"{super().help_text}\n{own}"

    @property
    def is_playable(self) -> bool:
        """Whether the marked variant can be played."""
        return self._offers[self._at].rules is not None

    @property
    def has_house_rules(self) -> bool:
        """Whether it offers house rules."""
        rules = self._offers[self._at].rules
        return rules is not None and bool(rules.house_rules)

    @property
    def has_lesson(self) -> bool:
        """Whether there is a lesson of it."""
        return self.is_playable

    @property
    def is_comparable(self) -> bool:
        """Whether there is another one to compare it with."""
        return self.is_playable and bool(self._comparable)

    @property
    def has_more(self) -> bool:
        """Whether there is a second list."""
        return self._more is not None

    def is_offered(self, index: int) -> bool:
        """Whether there is a variant of a number, counted from 0."""
        return index < len(self._offers)

    @property
    def _others(self) -> list[Rules]:
        """The other variants that can be played, the next ones first."""
        rest = (*self._rules[self._at + 1 :], *self._rules[: self._at])
        return [rules for rules in rest if rules is not None]

    @property
    def _comparable(self) -> list[Rules]:
        """What to compare the marked variant with: also itself, without its house rules."""
        rules, plain = self._rules[self._at], self._offers[self._at].rules
        return self._others + ([plain] if plain is not None and plain != rules else [])

    def draw(self) -> None:
        """Draws list and details."""
        lines = self.query_one("#variants", Lines)
        blocks: list[Row] = []
        first = 0
        for index in range(len(self._rules)):
            if index == self._at:
                first = len(blocks)
            blocks += self._block(index, max(30, lines.size.width))
        lines.show(blocks[:-1])
        scroll = self.query_one("#list", VerticalScroll)
        if not first - scroll.scroll_y <= scroll.size.height - 5 or first < scroll.scroll_y:
            scroll.scroll_to(y=max(0, first - 1), animate=False)
        details = self.query_one("#details", Lines)
        details.show(self._details(max(30, details.size.width)))
        self.refresh_keys()

    def _block(self, index: int, wide: int) -> list[Row]:
        """One variant of the list: name, facts and what makes it different."""
        offer, rules = self._offers[index], self._rules[index]
        marked = index == self._at
        plain = bool(getattr(self.app, "is_ascii", False))
        mark = (">" if plain else "▸") if marked else " "
        name_look = "cursor" if marked else "strong"
        changed = len(self._chosen.get(index, ()))
        extra = f"  with {counted(changed, 'house rule')}" if changed else ""
        if rules is not None and len(self._rounds.get(index, ())) not in (0, len(rules.contracts)):
            numbers = ", ".join(map(str, self._rounds[index]))
            extra += f"  {plural(rules.words.round, rules.words)} {numbers}"
        title = rules.name if rules else offer.file
        name = pad(row(Bit(f" {mark} {title}{extra}", name_look)), wide, name_look)
        if rules is None:
            about = wrap(row("   ", Bit(variant_fault(offer), "warn")), wide, indent=3)
        else:
            facts = variant_facts(rules, plain, offer.file, len(self._rounds.get(index, ())))
            about = [row(Bit(f"   {facts}", "dim"))]
            about += wrap(row("   ", rules.summary), wide, indent=3)
        block = [name, *about]
        targeted = [tuple(bit._replace(target=index) for bit in pad(line, wide)) for line in block]
        return [*targeted, ()]

    def _details(self, wide: int) -> list[Row]:
        """The marked variant in full, as far as a glance goes."""
        offer, rules = self._offers[self._at], self._rules[self._at]
        plain = offer.rules
        if rules is None or plain is None:
            return [
                *wrap(row(variant_fault(offer)), wide),
                (),
                row(Bit(FILES_ARE_READ_AGAIN, "dim")),
            ]
        rows = [row(Bit(rules.name, "accent")), *wrap(row(Bit(rules.text, "dim")), wide), ()]
        rows += [*brief_rows(rules, wide), (), *contract_rows(rules)]
        chosen = self._chosen.get(self._at, ())
        if chosen:
            rows += [(), row(Bit("House rules of this table", "accent"))]
            for index in chosen:
                rule = plain.house_rules[index]
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
        self._at = (self._at + by) % len(self._offers)
        self.draw()

    def action_take(self, index: int) -> None:
        """Marks a variant by its number."""
        self._at = index
        self.draw()

    def action_choose(self) -> None:
        """Takes the marked variant with the house rules chosen for it."""
        if (rules := self._rules[self._at]) is not None:
            self.dismiss(with_rounds(rules, self._rounds.get(self._at, rounds_from(rules, 1))))

    def action_evening(self) -> None:
        """Asks how long the evening is to be."""
        at, rules = self._at, self._rules[self._at]
        if rules is None:
            return

        def took(rounds: tuple[int, ...] | None) -> None:
            if rounds is not None:
                self._rounds[at] = rounds
                self.draw()

        self.open(routes.EveningRounds(rules, self._rounds.get(at, ())), took)

    def action_more_games(self) -> None:
        """Opens the second list, and takes what is chosen there."""
        if self._more is not None:
            self.open(routes.MoreGames(self._more()), self._took_more)

    def _took_more(self, rules: Rules | None) -> None:
        if rules is not None:
            self.dismiss(rules)

    def action_workshop(self) -> None:
        """Opens the workshop on the marked variant; what is saved there joins the list."""
        if (rules := self._offers[self._at].rules) is not None:
            self.open(routes.Workshop(rules), self._took_own)

    def _took_own(self, rules: Rules | None) -> None:
        if rules is None:
            return
        offer = Offer(f"{rules.id}.yaml", rules)
        self._offers = (*self._offers, offer)
        self._rules.append(rules)
        self._at = len(self._rules) - 1
        self.draw()

    def action_read(self) -> None:
        """Shows its rules in full, the others a key away."""
        if (rules := self._rules[self._at]) is not None:
            self.open(routes.RulesPages(rules, self._others))

    def action_compare(self) -> None:
        """Shows what differs from the other variants, or from itself without its house rules."""
        rules, others = self._rules[self._at], self._comparable
        if rules is not None and others:
            self.open(routes.Compare(rules, others))

    async def action_learn(self) -> None:
        """Teaches the marked variant, as it is without house rules."""
        offer = self._offers[self._at]
        if offer.rules is not None:
            await self.run_action(f"app.learn({offer.rules.id!r})")

    def action_house_rules(self) -> None:
        """Offers the house rules of the marked variant."""
        at = self._at
        rules = self._offers[at].rules
        if rules is None:
            return

        def took(choice: HouseChoice | None) -> None:
            if choice is not None:
                self._rules[at] = choice.rules
                self._rounds.pop(at, None)
                self._chosen[at] = choice.chosen
                self.draw()

        self.open(routes.HouseRules(rules, self._chosen.get(at, ())), took)


class MoreGamesScreen(VariantScreen):
    """The second list: published games beyond the four."""

    HEADING = "New game: more games"
    HELP_TEXT = (
        "Published games of the same family, each with its source named on its rules page. "
        "{play-these} takes the marked one; {house-rules} offers its house rules, {rules-in-full} "
        "shows its rules in full, {compare} what differs from another one, and {learn} teaches it "
        "in a first round made from its rules."
    )
