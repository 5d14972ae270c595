"""The screens that ask for the rules of a game: variant, house rules, and the rounds to play."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll

from shanghai.engine.evening import first_rounds, rounds_from, short_rounds, with_rounds
from shanghai.engine.rules import Rules
from shanghai.storage.saves import StoreError, saved_games
from shanghai.ui import screens
from shanghai.ui.kit.command import BACK_Q, FIRST, Reason, command, numbered
from shanghai.ui.kit.lines import Bit, Lines, Row, balanced, pad, row, wrap, wrap_text
from shanghai.ui.kit.list_screen import BlockScreen
from shanghai.ui.setup.rules import brief_rows, contract_rows
from shanghai.variants.house_rules import with_chosen
from shanghai.variants.library import own_folder
from shanghai.variants.loader import Agreed, Offer, place_of, summary_and_text
from shanghai.words import setup
from shanghai.words.contracts import contract_text
from shanghai.words.games import of_game
from shanghai.yamlio.reader import Faults

if TYPE_CHECKING:
    from shanghai.ledger.ledger import Pace


class VariantScreen(BlockScreen[Rules]):
    """Offers the variants. Answers with the chosen rules, house rules included, or None."""

    SHOWS_NO_HAND = True
    HEADING = setup.say.late("WHICH_RULES")
    GAP = 1
    MIDDLE = 150
    has_tray = False
    HELP_TEXT = setup.say.late("VARIANTS_HELP")
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
        agreed: dict[str, Agreed] | None = None,
        asks_evening: bool = False,
    ) -> None:
        """Offers variants, with the one of the id `marked` marked. `more` gives the second list.

        `agreed` keeps the house rules and rounds that were chosen for each. With `asks_evening` the
        length of the evening is asked too.
        """
        super().__init__()
        self._more = more
        self._offers, self.count = tuple(offers), len(offers)
        self.at = place_of(offers, marked) or 0
        self._agreed = {} if agreed is None else agreed
        self._asks_evening = asks_evening

    def heading(self) -> str:
        """The question. In the first game of all it names a variant for beginners."""
        first = self._offers[0].rules if self._asks_evening and self._more is not None else None
        return (
            self.HEADING if first is None else setup.WHICH_FIRST.format(rules=of_game(first.name))
        )

    def content(self) -> ComposeResult:
        """The list of variants and, if there is room, all about the marked one next to it."""
        with Horizontal():
            yield VerticalScroll(Lines(id="blocks"), id="list", can_focus=False)
            yield VerticalScroll(Lines(id="details"), id="side", can_focus=False)

    @property
    def help_text(self) -> str:
        """The help, with the folder for the player's own variant files."""
        return f"{super().help_text}\n{setup.OWN_FILES.format(folder=own_folder(self.app.folder))}"

    def _agreed_on(self, index: int) -> Agreed | None:
        """What was chosen for a variant, or its plain rules. None if it cannot be read."""
        offer = self._offers[index]
        if offer.rules is None:
            return None
        agreed = self._agreed.get(offer.key)
        # The file may have changed in the meantime.
        is_same = agreed is not None and agreed.plain == offer.rules
        return agreed if is_same else Agreed(offer.rules, offer.rules)

    def _agree(self, agreed: Agreed) -> None:
        self._agreed[self._offers[self.at].key] = agreed
        self.draw()

    @property
    def _others(self) -> list[Offer]:
        """The other variants with the house rules chosen for them, first those after the marked
        one."""
        others = [*self._offers[self.at + 1 :], *self._offers[: self.at]]
        places = (*range(self.at + 1, self.count), *range(self.at))
        for position, index in enumerate(places):
            if others[position].key in self._agreed and (agreed := self._agreed_on(index)):
                others[position] = Offer(agreed.rules)
        return others

    @property
    def _plain(self) -> list[Offer]:
        """The marked variant without house rules, if some were chosen for it. Else empty."""
        agreed = self._agreed_on(self.at)
        is_changed = agreed is not None and agreed.plain != agreed.rules
        return [Offer(agreed.plain)] if agreed and is_changed else []

    @property
    def scroller(self) -> VerticalScroll:
        """The list."""
        return self.query_one("#list", VerticalScroll)

    def draw_mark(self) -> None:
        """Draws list and details."""
        details = self.query_one("#details", Lines)
        details.show(self._details(max(30, details.size.width)))
        super().draw_mark()

    def block(self, index: int, mark: str, width: int) -> list[Row]:
        """The rows of a variant in the list: name, facts and what makes it different."""
        offer, agreed = self._offers[index], self._agreed_on(index)
        name_look = "cursor" if mark.strip() else "strong"
        title = of_game(agreed.rules.name) if agreed else offer.file
        if agreed and agreed.house_rules:
            title += setup.WITH_RULES_TAKEN(count=len(agreed.house_rules))
        if agreed and len(agreed.rounds) not in (0, len(agreed.rules.contracts)):
            title += setup.ROUNDS_PICKED(agreed.rules, numbers=[*map(str, agreed.rounds)])
        name = pad(row(Bit(f" {mark} {title}", name_look)), width, name_look)
        if agreed is None:
            fault = row("   ", Bit(setup.variant_fault(offer.fault, offer.faults), "warn"))
            about = wrap(fault, width, indent=3)
        else:
            rules, plain = agreed.rules, self.app.is_ascii
            facts = setup.variant_facts(rules, plain, offer.file, len(agreed.rounds))
            summary = wrap(row("   ", summary_and_text(rules)[0]), width, indent=3)
            about = [row(Bit(f"   {facts}", "dim")), *summary]
        return [name, *about]

    def _details(self, width: int) -> list[Row]:
        offer, agreed = self._offers[self.at], self._agreed_on(self.at)
        if agreed is None:
            fault = wrap(row(setup.variant_fault(offer.fault, offer.faults)), width)
            return [*fault, (), row(Bit(setup.FILES_ARE_READ_AGAIN, "dim"))]
        rules = agreed.rules
        rows = [row(Bit(of_game(rules.name), "accent"))]
        rows += balanced((Bit(summary_and_text(rules)[1], "dim"),), width)
        rows += [(), *brief_rows(rules, width), (), *contract_rows(rules)]
        if agreed.house_rules:
            rows += [(), row(Bit(setup.TABLE_HOUSE_RULES, "accent"))]
            for index in agreed.house_rules:
                rule = agreed.plain.house_rules[index]
                rows += wrap_text(f"- {of_game(rule.name)}: {of_game(rule.sentence)}", width, "", 2)
        return rows

    def click_block(self, index: int) -> None:
        """Marks a clicked variant. A click on the marked one chooses it."""
        was_marked, self.at = index == self.at, index
        if was_marked:
            self.action_play_these()
        else:
            self.draw()

    @numbered(
        range(9), message="variant-number", when=lambda self, at: at < self.count, shown=False
    )
    def action_take(self, index: int) -> None:
        """Marks a variant by its number."""
        self.at = index
        self.draw()

    def why_not_playable(self) -> Reason | None:
        """Why the marked variant cannot be played."""
        offer = self._offers[self.at]
        return None if offer.rules is not None else setup.variant_fault(offer.fault, offer.faults)

    @command("enter,space", why_not=why_not_playable)
    def action_play_these(self) -> None:
        """Answers with the marked variant and what was chosen for it. Asks for rounds if needed."""
        if (agreed := self._agreed_on(self.at)) is None:
            return
        rules, rounds = agreed.rules, agreed.rounds
        if not rounds and self._asks_evening and self._short():
            self._ask_evening(agreed, first_rounds(rules), self.action_play_these)
        else:
            self.dismiss(with_rounds(rules, rounds or rounds_from(rules, 1)))

    def _short(self) -> tuple[int, ...]:
        """The rounds of a short evening of the marked variant. Empty if that is no shorter."""
        if (rules := self._offers[self.at].rules) is None:
            return ()
        short = first_rounds(rules) if self._asks_evening else short_rounds(rules)
        return short if len(short) < len(rules.contracts) else ()

    def _is_short(self) -> bool:
        agreed = self._agreed_on(self.at)
        return agreed is not None and bool(agreed.rounds) and agreed.rounds == self._short()

    @command(
        "s",
        id="shorter",
        label=lambda self: setup.WHOLE_GAME if self._is_short() else setup.SHORT_EVENING,
        why_not=lambda self: self.why_not_playable() or (None if self._short() else setup.IS_SHORT),
    )
    def action_shorten(self) -> None:
        """Switches the marked variant between a short evening and the whole game."""
        if (agreed := self._agreed_on(self.at)) is not None:
            rounds = rounds_from(agreed.rules, 1) if self._is_short() else self._short()
            self._agree(structs.replace(agreed, rounds=rounds))

    def why_no_house_rules(self) -> Reason | None:
        """Why no house rules can be chosen for the marked variant."""
        rules = self._offers[self.at].rules
        if rules is not None and not rules.house_rules:
            return setup.NO_HOUSE_RULES
        return self.why_not_playable()

    @command("h", why_not=why_no_house_rules)
    def action_house_rules(self) -> None:
        """Offers the house rules of the marked variant."""
        if (agreed := self._agreed_on(self.at)) is not None:
            self.app.open_then(
                HouseRulesScreen(agreed.plain, agreed.house_rules),
                lambda choice: self._agree(Agreed(agreed.plain, *choice)),
            )

    @command("e", why_not=why_not_playable)
    def action_evening(self) -> None:
        """Asks which rounds of the marked variant are to be played."""
        if (agreed := self._agreed_on(self.at)) is not None:
            self._ask_evening(agreed, agreed.rounds)

    def _ask_evening(
        self, agreed: Agreed, rounds: Sequence[int], then: Callable[[], object] = lambda: None
    ) -> None:
        """Asks which rounds are to be played, with these `rounds` picked at first. Then calls
        `then`."""

        def took(picked: tuple[int, ...]) -> None:
            self._agree(structs.replace(agreed, rounds=picked))
            then()

        self.app.open_then(screens.EveningScreen(agreed.rules, rounds, self._short()), took)

    @command("l", why_not=why_not_playable)
    async def action_learn(self) -> None:
        """Begins the lesson of the marked variant, without house rules."""
        offer = self._offers[self.at]
        if offer.rules is not None:
            await self.run_action(f"app.learn({offer.rules.id!r})")

    def why_not_comparable(self) -> Reason | None:
        """Why there is nothing to compare the marked variant with."""
        marked = self._offers[self.at]
        others = (offer for offer in self._offers if offer is not marked)
        if self._plain or any(offer.rules is not None for offer in others):
            return self.why_not_playable()
        return self.why_not_playable() or setup.NO_OTHER_RULES

    @command("c", why_not=why_not_comparable)
    def action_compare(self) -> None:
        """Compares the marked variant with the others, and with itself without house rules."""
        if (agreed := self._agreed_on(self.at)) is not None:
            self.app.open(screens.CompareScreen(agreed.rules, [*self._others, *self._plain]))

    @command("r", id="rules-in-full", why_not=why_not_playable)
    def action_read(self) -> None:
        """Opens the rules page of the marked variant."""
        if (agreed := self._agreed_on(self.at)) is not None:
            self.app.open(screens.RulesScreen(agreed.rules, self._others))

    @command("m", when=lambda self: self._more is not None)
    def action_more_games(self) -> None:
        """Opens the second list. Its answer is the answer of this screen too."""
        if self._more is not None:
            more = MoreGamesScreen(self._more(), "", None, self._agreed, self._asks_evening)
            self.app.open_then(more, self.dismiss)

    @command("w", why_not=why_not_playable)
    def action_workshop(self) -> None:
        """Opens the workshop on the marked variant. A variant saved there is added to the list."""
        if (rules := self._offers[self.at].rules) is not None:
            self.app.open_then(screens.WorkshopScreen(rules), self._took_own)

    def _took_own(self, rules: Rules) -> None:
        self._offers = (*self._offers, Offer(rules, Path(f"{rules.id}.yaml")))
        self.at, self.count = self.count, self.count + 1
        self.draw()


class MoreGamesScreen(VariantScreen):
    """The second list: published games beyond the four shipped variants."""

    HEADING = setup.say.late("MORE_GAMES")
    HELP_TEXT = setup.say.late("MORE_GAMES_HELP")


class HouseRulesScreen(BlockScreen[tuple[Rules, tuple[int, ...]]]):
    """Offers the house rules of a variant. Answers with the changed rules and the indexes of the
    chosen house rules."""

    SHOWS_NO_HAND = True
    KEYS = (BACK_Q.on("escape,q", action="back"),)
    HELP_TEXT = setup.say.late("HOUSE_RULES_HELP")

    def __init__(self, rules: Rules, chosen: Collection[int] = ()) -> None:
        super().__init__()
        self.HEADING = setup.HOUSE_RULES_TITLE.format(rules=of_game(rules.name))
        self._plain, self.count = rules, len(rules.house_rules)
        self._chosen, self._before = set(chosen), set(chosen)
        self._fault = ""
        self._asked = ""
        """The question before unsaved choices are lost."""

    def block(self, index: int, mark: str, width: int) -> list[Row]:
        """The rows of a house rule: whether it is chosen, its name and its sentence."""
        rule, look = self._plain.house_rules[index], "cursor" if mark.strip() else "strong"
        box = "[x]" if index in self._chosen else "[ ]"
        head = pad(row(Bit(f"{mark}{box} {of_game(rule.name)}", look)), width, look)
        return [head, *wrap_text(f"     {of_game(rule.sentence)}", width, indent=5)]

    def below(self, width: int) -> list[Row]:
        """The question before choices are lost, or which house rules cannot go together."""
        message = self._asked or self._fault
        return [(), *wrap_text(message, width, "warn")] if message else []

    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self._asked = ""
        super().action_move(by)

    @command("space", id="take-or-leave")
    def action_choose_marked(self) -> None:
        """Chooses the marked house rule, or leaves it out. Others of the same rule are left out."""
        rules = self._plain.house_rules
        if self.at in self._chosen:
            self._chosen.discard(self.at)
        else:
            keys = set(rules[self.at].set)
            self._chosen = {at for at in self._chosen if not keys & set(rules[at].set)} | {self.at}
        self._judge()

    @command("enter,a", why_not=lambda self: self._fault or None)
    def action_accept(self) -> None:
        """Answers with the changed rules and the chosen house rules."""
        self.dismiss((self._changed(), tuple(sorted(self._chosen))))

    @command(
        "x",
        id="leave-all",
        why_not=lambda self: None if self._chosen else setup.NO_HOUSE_RULE_TAKEN,
    )
    def action_clear(self) -> None:
        """Leaves out all house rules."""
        self._chosen.clear()
        self._judge()

    def action_back(self) -> None:
        """Goes back with the house rules as they were. Asks first if choices would be lost."""
        if self._chosen == self._before or self._asked:
            self.dismiss(None)
            return
        accept, back = self.keys.cap("accept"), self.keys.cap("back")
        self._asked = setup.ASK_TO_LEAVE_RULES.format(accept=accept, back=back)
        self.draw()
        self.scroller.scroll_end(animate=False)

    def _judge(self) -> None:
        self._fault = self._asked = ""
        try:
            self._changed()
        except Faults as faults:
            self._fault = setup.NOT_TOGETHER.format(why=faults.faults[0].message)
        self.draw()

    def _changed(self) -> Rules:
        """The rules with the chosen house rules. Raises Faults if these do not go together."""
        chosen = [self._plain.house_rules[index] for index in sorted(self._chosen)]
        return with_chosen(self._plain, chosen)


_MAX_TABLES = 3


class EveningScreen(BlockScreen[tuple[int, ...]]):
    """Asks which rounds are to be played. Answers with their numbers from 1."""

    SHOWS_NO_HAND = True
    HELP_TEXT = setup.say.late("EVENING_HELP")
    DEFAULT_CSS = """
    EveningScreen VerticalScroll { max-width: 80; padding: 1 4; scrollbar-gutter: auto; }
    """

    def __init__(self, rules: Rules, picked: Sequence[int] = (), short: Sequence[int] = ()) -> None:
        """`picked` are the rounds at first, all if empty. `short` are those of a short evening, the
        usual ones if empty."""
        super().__init__()
        self._short = short or short_rounds(rules)
        self.HEADING = setup.HOW_LONG.format(rules=of_game(rules.name))
        self._rules, self.count = rules, len(rules.contracts)
        self.picked = set(picked) or set(rounds_from(rules, 1))
        self._paces: list[Pace] = []
        """How long rounds took in earlier games. Empty while the ledger is being read."""

    async def read(self) -> None:
        """Reads from the ledger, in another thread, how long rounds took in earlier games."""
        from shanghai.ledger.ledger import paces

        with suppress(StoreError):
            saved = await asyncio.to_thread(saved_games, self.app.folder, summaries=True)
            self._paces = paces(saved.summaries, self._rules.id)
        self.draw()

    def block(self, index: int, mark: str, width: int) -> list[Row]:
        """The row of a round: whether it is picked, its number and its contract."""
        look = "cursor" if mark.strip() else ""
        box = "[x]" if index + 1 in self.picked else "[ ]"
        label = f"{mark}{box} {setup.ROUND_NUMBER(self._rules, number=index + 1)}"
        contract = Bit(contract_text(self._rules, index + 1), look)
        return [pad(row(Bit(f"{label:<18}", look), contract), width, look)]

    def below(self, width: int) -> list[Row]:
        """How long the evening will be: an estimate, or as measured in earlier games."""
        rules, count = self._rules, len(self.picked)
        length = setup.duration(rules.minutes * count // len(rules.contracts))
        sentences = [(setup.OWN_ESTIMATE(rules, count=count, length=length), "accent")]
        if self._paces:
            sentences = [(setup.AS_MEASURED(rules, count=count), "")]
        for pace in self._paces[:_MAX_TABLES]:
            facts = pace.people, pace.computers, pace.games, pace.minutes * count
            sentences.append((setup.measured_time(*facts), "accent"))
        return [(), *(line for text, look in sentences for line in wrap_text(text, width, look))]

    @command("space", id="pick-round")
    def action_choose_marked(self) -> None:
        """Picks the marked round, or leaves it out."""
        self.picked ^= {self.at + 1}
        self.draw()

    @command("w", "whole", id="whole-game")
    @command("s", "short", id="short-evening")
    @command("f", "from", id="from-here")
    def action_pick(self, what: str) -> None:
        """Picks the whole game, a short evening, or the rounds from the marked one on."""
        rules = self._rules
        rounds = {"short": self._short, "from": rounds_from(rules, self.at + 1)}
        self.picked = set(rounds.get(what, rounds_from(rules, 1)))
        self.draw()

    @command(
        "enter,a",
        id="accept-evening",
        why_not=lambda self: None if self.picked else setup.PICK_A_ROUND(self._rules),
        place=FIRST,
    )
    def action_accept(self) -> None:
        """Answers with the picked rounds."""
        self.dismiss(tuple(sorted(self.picked)))
