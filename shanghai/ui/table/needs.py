"""What a hand lacks for its contract, in a row: ready melds, missing cards, and cards that help."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from shanghai.engine.seats import NOBODY
from shanghai.engine.solver import Distance
from shanghai.engine.state import Phase, SeatView
from shanghai.table.grouping import MeldDraft
from shanghai.terminal import threads
from shanghai.ui.kit.cards import suit_look
from shanghai.ui.kit.command import Part, Reason, command
from shanghai.ui.kit.lines import Bit, Row, row_width
from shanghai.ui.table.hand_screen import HandScreen
from shanghai.ui.table.meld_text import helps_bits
from shanghai.ui.table.table_screen import HAND
from shanghai.words import puzzles, scores, table as words
from shanghai.words.cards import CardStyle
from shanghai.words.grammar import table_words


class ContractNeeds(Part[HandScreen[Any]]):
    """Asks the solver what the hand lacks until the player is down, and draws the table at its
    answer."""

    @property
    def is_hidden(self) -> bool:
        """Whether the player does not want to see what the contract still lacks, or may not."""
        has_help = self.screen.app.settings.has_help("needs", self.screen.player_name)
        return not (has_help and self.screen.session.has_hints)

    @property
    def shown(self) -> Distance | None:
        """What the hand lacks. None if it is not known, or the player does not see it."""
        return None if self.is_hidden else self.screen.session.calls.needs.of(self.screen.view)

    @property
    def lacks_cards(self) -> bool:
        """Whether the player sees that the hand does not have the contract yet."""
        return self.shown is not None and self.shown.short > 0

    @property
    def may_go_on(self) -> bool:
        """Whether the hand is known to have the contract, or the player does not see its needs."""
        return self.is_hidden or (self.shown is not None and self.shown.short == 0)

    @property
    def why_no_needs(self) -> Reason | None:
        """Why the needs of the contract cannot be seen here. None if they can."""
        return None if self.screen.session.has_hints else puzzles.NO_HINT

    @command("w", shown=False, place=HAND, why_not=why_no_needs)
    def action_needs(self) -> None:
        """Switches whether the needs of the contract are shown."""
        self.screen.app.toggle_name("no_needs", self.screen.player_name)
        self.screen.redraw()

    def row(self, room: int) -> Row:
        """The melds of the contract with what they lack, and the faces that help, in `room` cells.

        Words take the place of melds that are too alike or too wide, and of too many faces. Empty
        if the player does not see the needs.
        """
        screen, view = self.screen, self.screen.view
        distance = self.shown
        if distance is None or view.seats[screen.seat].down:
            return ()
        is_draw, is_own = view.phase is Phase.DRAW, screen.own_seat != NOBODY
        may = view.turn == screen.seat and (is_draw or view.phase is Phase.PLAY) and not view.all_in
        key = screen.keys.cap("go-down") if may and is_own else ""
        sentence = Bit(
            words.needs_text(distance, key, is_draw=is_draw),
            "good" if not distance.short and is_own else "",
        )
        style = screen.app.card_style
        brief = words.HOLDS_BRIEFLY(key=key, is_draw=is_draw)
        help_rows: list[Row] = [(Bit(" "), sentence), (Bit(f" {brief}", sentence.look),)]
        if distance.short:
            many = Bit(scores.MANY_CARDS_HELP, "strong")
            help_rows = [helps_bits(distance.helps, style), (many,)]
        drafts = screen.session.calls.needs.melds_of(view)
        named = table_words(view.rules)
        names = str(named["set"]), str(named["run"])
        for help_row in help_rows if drafts else ():
            line = fitting_row(drafts, names, style, room - row_width(help_row) - 1)
            if line:
                return (*line, Bit(" "), *help_row)
        rows = ((sentence, *help_row) for help_row in help_rows if distance.short)
        return next((each for each in rows if row_width(each) <= room), (sentence,))

    def ask_if_unknown(self) -> None:
        """Asks the solver what the hand lacks, if the player sees that and it is not known yet."""
        if not self.is_hidden and self.screen.session.calls.needs.are_unknown(self.screen.view):
            # Not a coroutine yet: a screen that goes before it begins would leave that unused.
            ask: Callable[[], Awaitable[None]] = partial(self._ask_solver, self.screen.view)
            self.screen.run_worker(ask, exclusive=True, group="needs")

    async def _ask_solver(self, view: SeatView) -> None:
        await threads.in_thread(self.screen.session.calls.needs.ask, view)
        if self.screen.is_on_top:
            self.screen.draw_table()
            self.screen.refresh_keys()


def fitting_row(
    drafts: Sequence[MeldDraft], names: tuple[str, str], style: CardStyle, room: int
) -> Row:
    """The melds in one row of at most `room` cells, with the words for set and run if they fit.
    Empty if even the cards alone are wider."""
    for labels, apart in ((names, True), (("", ""), True), (("", ""), False)):
        line = _drafts_row(drafts, labels, style, apart=apart)
        if row_width(line) <= room:
            return line
    return ()


def _drafts_row(
    drafts: Sequence[MeldDraft], labels: tuple[str, str], style: CardStyle, *, apart: bool
) -> Row:
    bits: list[Bit] = []
    numbers = {False: 0, True: 0}
    for draft in drafts:
        numbers[draft.is_run] += 1
        label = labels[draft.is_run]
        has_several = sum(other.is_run == draft.is_run for other in drafts) > 1
        number = f" {numbers[draft.is_run]}" if has_several else ""
        bits += [Bit("  ")] if bits else []
        bits += [Bit(f"{label}{number} ", "dim")] if label else []
        bits += _cards_of(draft, style, apart=apart)
    return tuple(bits)


def _cards_of(draft: MeldDraft, style: CardStyle, *, apart: bool) -> list[Bit]:
    """The cards of a meld on paper, with a gap for each missing one. A tick if none is missing."""
    gap = "__" if style.ascii else "▁▁"
    bits: list[Bit] = []
    follows_card = False
    for card in draft.cards:
        if card is None:
            bits += [Bit(" ", "paper")] if follows_card and apart else []
            bits.append(Bit(f" {gap}" if bits else gap, "accent"))
            follows_card = False
            continue
        if bits and not follows_card:
            bits.append(Bit(" "))
        space = " " if apart else ""
        bits.append(Bit(space + style.text(card), f"paper-{suit_look(card)}"))
        follows_card = True
    if follows_card and apart:
        bits.append(Bit(" ", "paper"))
    if not draft.missing:
        bits.append(Bit(f" {style.tick}", "good"))
    return bits
