"""The choice of the rules: each variant with what makes it different, and its house rules.

Files of one's own stand below the shipped variants; one that cannot be played says why.
"""

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll

from shanghai.engine.evening import rounds_from, with_rounds
from shanghai.engine.rules import Rules
from shanghai.ui import open as opening
from shanghai.ui.kit.command import Reason, command, numbered
from shanghai.ui.kit.lines import Bit, Lines, Row, pad, row, wrap
from shanghai.ui.kit.list_screen import BlockScreen
from shanghai.ui.options import HouseChoice
from shanghai.ui.setup.rules import brief_rows, contract_rows
from shanghai.variants.library import OWN_FOLDER
from shanghai.variants.loader import Offer
from shanghai.words import setup
from shanghai.words.sanitize import sanitize
from shanghai.words.setup import variant_facts, variant_fault


class VariantScreen(BlockScreen[Rules]):
    """Offers the variants; gives the rules chosen, house rules included, or None."""

    HEADING = setup.WHICH_RULES
    GAP = 1
    HELP_TEXT = setup.VARIANTS_HELP
    DEFAULT_CSS = """
    VariantScreen {
        & Horizontal { height: 1fr; align: center top; }
        & #list { width: 1fr; max-width: 76; }
        & #side { display: none; width: 1fr; max-width: 84; padding: 1 2; border-left: vkey $line;
            scrollbar-gutter: auto; }
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
        self.at = ids.index(marked) if marked in ids else 0
        self._chosen: dict[int, tuple[int, ...]] = {}
        self._rounds: dict[int, tuple[int, ...]] = {}
        """The rounds that are played, where not all of them are."""

    def content(self) -> ComposeResult:
        """The list, and beside it where there is room the marked variant in full."""
        with Horizontal():
            with VerticalScroll(id="list", can_focus=False):
                yield Lines(id="blocks")
            with VerticalScroll(id="side", can_focus=False):
                yield Lines(id="details")

    @property
    def help_text(self) -> str:
        """What the help says, and where files of one's own belong."""
        folder = sanitize(str(self.app.folder), 200)
        return f"{super().help_text}\n{setup.OWN_FILES.format(folder=folder, name=OWN_FOLDER)}"

    @property
    def _others(self) -> list[Rules]:
        """The other variants that can be played, the next ones first."""
        rest = (*self._rules[self.at + 1 :], *self._rules[: self.at])
        return [rules for rules in rest if rules is not None]

    @property
    def _comparable(self) -> list[Rules]:
        """What to compare the marked variant with: also itself, without its house rules."""
        rules, plain = self._rules[self.at], self._offers[self.at].rules
        return self._others + ([plain] if plain is not None and plain != rules else [])

    @property
    def scroller(self) -> VerticalScroll:
        """The list."""
        return self.query_one("#list", VerticalScroll)

    @property
    def count(self) -> int:
        """How many variants are offered."""
        return len(self._offers)

    def draw(self) -> None:
        """Draws list and details."""
        details = self.query_one("#details", Lines)
        details.show(self._details(max(30, details.size.width)))
        super().draw()

    def block(self, index: int, mark: str, wide: int) -> list[Row]:
        """One variant of the list: name, facts and what makes it different."""
        offer, rules = self._offers[index], self._rules[index]
        plain = self.app.is_ascii
        name_look = "cursor" if mark.strip() else "strong"
        changed, picked = len(self._chosen.get(index, ())), self._rounds.get(index, ())
        extra = setup.WITH_RULES_TAKEN(count=changed) if changed else ""
        if rules is not None and len(picked) not in (0, len(rules.contracts)):
            extra += setup.rounds_picked(rules, picked)
        title = rules.name if rules else offer.file
        name = pad(row(Bit(f" {mark} {title}{extra}", name_look)), wide, name_look)
        if rules is None:
            about = wrap(
                row("   ", Bit(variant_fault(offer.fault, offer.faults), "warn")), wide, indent=3
            )
        else:
            facts = variant_facts(rules, plain, offer.file, len(picked))
            about = [row(Bit(f"   {facts}", "dim"))]
            about += wrap(row("   ", rules.summary), wide, indent=3)
        return [name, *about]

    def _details(self, wide: int) -> list[Row]:
        offer, rules = self._offers[self.at], self._rules[self.at]
        plain = offer.rules
        if rules is None or plain is None:
            return [
                *wrap(row(variant_fault(offer.fault, offer.faults)), wide),
                (),
                row(Bit(setup.FILES_ARE_READ_AGAIN, "dim")),
            ]
        rows = [row(Bit(rules.name, "accent")), *wrap(row(Bit(rules.text, "dim")), wide), ()]
        rows += [*brief_rows(rules, wide), (), *contract_rows(rules)]
        chosen = self._chosen.get(self.at, ())
        if chosen:
            rows += [(), row(Bit(setup.TABLE_HOUSE_RULES, "accent"))]
            for index in chosen:
                rule = plain.house_rules[index]
                rows += wrap(row(f"- {rule.name}: {rule.sentence}"), wide, indent=2)
        return rows

    def clicked(self, index: int) -> None:
        """A click marks a variant, a click on the marked one takes it."""
        was_marked, self.at = index == self.at, index
        if was_marked:
            self.action_play_these()
        else:
            self.draw()

    def is_offered(self, index: int) -> bool:
        """Whether there is a variant of a number, counted from 0."""
        return index < len(self._offers)

    @numbered(range(9), said="variant-number", when=is_offered, shown=False)
    def action_take(self, index: int) -> None:
        """Marks a variant by its number."""
        self.at = index
        self.draw()

    def why_not_playable(self) -> Reason | None:
        """Why the marked variant cannot be played."""
        offer = self._offers[self.at]
        return None if offer.rules is not None else variant_fault(offer.fault, offer.faults)

    @command("enter,space", may=why_not_playable)
    def action_play_these(self) -> None:
        """Takes the marked variant with the house rules chosen for it."""
        if (rules := self._rules[self.at]) is not None:
            self.dismiss(with_rounds(rules, self._rounds.get(self.at, rounds_from(rules, 1))))

    def why_no_house_rules(self) -> Reason | None:
        """Why no house rules are offered."""
        rules = self._offers[self.at].rules
        if rules is not None and not rules.house_rules:
            return setup.NO_HOUSE_RULES
        return self.why_not_playable()

    @command("h", may=why_no_house_rules)
    def action_house_rules(self) -> None:
        """Offers the house rules of the marked variant."""
        at = self.at
        rules = self._offers[at].rules
        if rules is None:
            return

        def took(choice: HouseChoice) -> None:
            self._rules[at], self._chosen[at] = choice.rules, choice.chosen
            self._rounds.pop(at, None)
            self.draw()

        self.open_then(opening.house_rules(rules, self._chosen.get(at, ())), took)

    @command("e", may=why_not_playable)
    def action_evening(self) -> None:
        """Asks how long the evening is to be."""
        at, rules = self.at, self._rules[self.at]
        if rules is None:
            return

        def took(rounds: tuple[int, ...]) -> None:
            self._rounds[at] = rounds
            self.draw()

        self.open_then(opening.evening_rounds(rules, self._rounds.get(at, ())), took)

    @command("l", may=why_not_playable)
    async def action_learn(self) -> None:
        """Teaches the marked variant, as it is without house rules."""
        offer = self._offers[self.at]
        if offer.rules is not None:
            await self.run_action(f"app.learn({offer.rules.id!r})")

    @command(
        "c",
        may=lambda self: (
            self.why_not_playable() or (None if self._comparable else setup.NO_OTHER_RULES)
        ),
    )
    def action_compare(self) -> None:
        """Shows what differs from the other variants, or from itself without its house rules."""
        rules, others = self._rules[self.at], self._comparable
        if rules is not None and others:
            self.open(opening.compare(rules, others))

    @command("r", id="rules-in-full", may=why_not_playable)
    def action_read(self) -> None:
        """Shows its rules in full, the others a key away."""
        if (rules := self._rules[self.at]) is not None:
            self.open(opening.rules_pages(rules, self._others))

    @command("m", when=lambda self: self._more is not None)
    def action_more_games(self) -> None:
        """Opens the second list, and takes what is chosen there."""
        if self._more is not None:
            self.open_then(opening.more_games(self._more()), self.dismiss)

    @command("w", may=why_not_playable)
    def action_workshop(self) -> None:
        """Opens the workshop on the marked variant; what is saved there joins the list."""
        if (rules := self._offers[self.at].rules) is not None:
            self.open_then(opening.workshop(rules), self._took_own)

    def _took_own(self, rules: Rules) -> None:
        offer = Offer(f"{rules.id}.yaml", rules)
        self._offers = (*self._offers, offer)
        self._rules.append(rules)
        self.at = len(self._rules) - 1
        self.draw()


class MoreGamesScreen(VariantScreen):
    """The second list: published games beyond the four."""

    HEADING = setup.MORE_GAMES
    HELP_TEXT = setup.MORE_GAMES_HELP
