"""The screen for going down: it shows the lay-downs of the solver, or melds made of picked
cards."""

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import Final, NamedTuple

from msgspec import Struct, structs
from textual import work

from shanghai.engine.actions import GoDown, MeldCards
from shanghai.engine.cards import Card, face_of, natural_face, rank_of, suit_of
from shanghai.engine.melds import read_meld, run_starts, suits_of_run
from shanghai.engine.opening import opens_with_taken, rules_to_open_by
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.solver import Lay, lay_downs
from shanghai.engine.state import Kind, Meld, SeatView
from shanghai.engine.wild import is_natural, is_wild
from shanghai.terminal import threads
from shanghai.ui.kit.command import BACK, FIRST, Reason, command, numbered
from shanghai.ui.kit.frames import block_centred, centred, window_frame
from shanghai.ui.kit.lines import Bit, IndexTarget, Row, Target, balanced
from shanghai.ui.kit.pictures import TINY
from shanghai.ui.table import meld_text
from shanghai.ui.table.hand import Hand
from shanghai.ui.table.hand_room import least_table
from shanghai.ui.table.hand_screen import HandCursor, HandScreen
from shanghai.ui.table.log_lines import reason_row
from shanghai.ui.table.option_picker import OptionPicker
from shanghai.ui.table.session import Session
from shanghai.ui.table.table_contents import Block, TableContents
from shanghai.words import own_turn as words, table
from shanghai.words.cards import CardStyle
from shanghai.words.contracts import contract_phrase, lay_down_phrase
from shanghai.words.phrases import kind_word
from shanghai.words.refusals import with_clauses

_MAX_PROPOSALS: Final = 200
_MAX_WIDTH: Final = 110
"""The most cells of the panel."""


def readings(cards: Sequence[Card], rules: Rules) -> list[Meld]:
    """Every meld that can be made of exactly these cards. They differ in the place of a joker
    (ALL-4)."""
    melds: list[Meld] = []
    for arranged in _arrangements(cards, rules):
        meld = read_meld(rules, NOBODY, arranged)
        if isinstance(meld, Meld) and all(_face(meld) != _face(other) for other in melds):
            melds.append(meld)
    return melds


def fault(cards: Sequence[Card], rules: Rules) -> Refusal | None:
    """Why these cards make no meld, in the words of the kind of meld that they are closest to."""
    naturals = [card for card in cards if not is_wild(rules, card)]
    kind = Kind.RUN if len({rank_of(card) for card in naturals}) > 1 else Kind.SET
    ordered = sorted(cards, key=lambda card: (is_wild(rules, card), rank_of(card)))
    bad = read_meld(rules, NOBODY, MeldCards(kind, tuple(ordered)))
    return bad if isinstance(bad, Refusal) else None


def is_mixed(cards: Sequence[Card], rules: Rules) -> bool:
    """Whether the cards cannot be one meld, as they have neither a rank nor a suit in common."""
    naturals = [card for card in cards if not is_wild(rules, card)]
    suits = set(map(suit_of, naturals))
    return len(set(map(rank_of, naturals))) > 1 and not suits_of_run(rules, suits)


def _face(meld: Meld) -> tuple[Kind, int, tuple[int, ...]]:
    return meld.kind, meld.low, tuple(card % 53 for card in meld.cards)


def _arrangements(cards: Sequence[Card], rules: Rules) -> Iterator[MeldCards]:
    naturals = [card for card in cards if not is_wild(rules, card)]
    jokers = [card for card in cards if is_wild(rules, card)]
    if not naturals:
        # All are wild: those of the rank that most of them have are laid as themselves.
        ranks = [rank_of(card) for card in cards if is_natural(rules, card)]
        own = max(ranks, key=ranks.count, default=0)
        naturals = [card for card in jokers if is_natural(rules, card) and rank_of(card) == own]
        jokers = [card for card in jokers if card not in naturals]
    if naturals and len({rank_of(card) for card in naturals}) == 1:
        yield MeldCards(Kind.SET, (*naturals, *jokers))
    if naturals and suits_of_run(rules, {suit_of(card) for card in naturals}):
        yield from _runs(naturals, jokers, rules)


def _runs(naturals: Sequence[Card], jokers: Sequence[Card], rules: Rules) -> Iterator[MeldCards]:
    size = len(naturals) + len(jokers)
    by_rank = {rank_of(card): card for card in naturals}
    if len(by_rank) < len(naturals):
        return
    for low in reversed(run_starts(rules, size)):
        spare = list(jokers)
        row: list[Card] = []
        for place in range(low, low + size):
            natural = by_rank.get((place - 1) % 13 + 1)
            if natural is not None:
                row.append(natural)
            elif spare:
                face = natural_face(suit_of(naturals[0]), place)
                own = [card for card in spare if face_of(card) == face]
                row.append(spare.pop(spare.index(own[0]) if own else 0))
            else:
                break
        if len(row) == size and len(set(row)) == size:
            yield MeldCards(Kind.RUN, tuple(row))


class Draft(Struct, frozen=True):
    """Melds that are laid out to go down. None of them is on the table yet."""

    melds: tuple[Meld, ...] = ()

    @property
    def cards(self) -> frozenset[Card]:
        """The cards in all melds."""
        return frozenset(card for meld in self.melds for card in meld.cards)

    @property
    def meld_cards(self) -> tuple[MeldCards, ...]:
        """The melds as the move would lay them."""
        return tuple(MeldCards(meld.kind, meld.cards) for meld in self.melds)

    def lacking(self, contract: Contract) -> Contract:
        """The melds of the contract that are still to be laid out. None of a kind that has
        enough."""
        if contract.alternatives:
            lacking = [self.lacking(option) for option in contract.options]
            fitting = [each for each in lacking if each.size]
            return min(fitting, key=lambda each: each.size, default=Contract())
        sets, runs = contract.sets, contract.runs
        set_sizes = [len(meld.cards) for meld in self.melds if meld.kind is Kind.SET]
        run_sizes = [len(meld.cards) for meld in self.melds if meld.kind is Kind.RUN]
        is_over = len(set_sizes) > len(sets) or len(run_sizes) > len(runs)
        if is_over and not contract.points:
            return Contract()
        sets, runs = _unmet(sets, set_sizes), _unmet(runs, run_sizes)
        return structs.replace(contract, sets=sets, runs=runs, points=0)

    def turned(self, index: int, rules: Rules) -> "Draft":
        """The draft with one meld read in another way: a joker in it has its next possible
        place."""
        options = readings(self.melds[index].cards, rules)
        now = _face(self.melds[index])
        at = next((i for i, option in enumerate(options) if _face(option) == now), 0)
        turned = options[(at + 1) % len(options)] if options else self.melds[index]
        return Draft((*self.melds[:index], turned, *self.melds[index + 1 :]))


def _unmet(least: Sequence[int], sizes: Sequence[int]) -> tuple[int, ...]:
    """The least sizes of melds that are still to be laid out. Each meld counts for the largest size
    that it can meet."""
    left = sorted(least)
    for size in sorted(sizes, reverse=True):
        met = [one for one in left if one <= size]
        if left:
            left.remove(max(met, default=left[0]))
    return tuple(left)


_LEVELS: Final = ((TINY.lines, 1), (3, 0), (1, 1), (1, 0))
"""The layouts of the melds: the lines of each (as cards, raised paper or paper), and the blank
lines between them."""


_PANEL: Final = 9
"""The lines of title, keys, and the panel's frame and words."""
_MAX_HAND: Final = 10
"""The most lines of the hand, so that there is room to draw the melds as cards."""


class LayDownPanel(NamedTuple):
    """The panel with the contract, the melds (as cards or as strips), what is left, and what
    lacks."""

    contract: Row
    melds: tuple[tuple[list[Row], Row], ...]
    foot: tuple[Row, ...]

    def blocks(self, style: CardStyle) -> tuple[Block, ...]:
        """The blocks that can draw it, the largest first."""
        levels = (level for level in _LEVELS if not (level[0] > 1 and style.ascii))
        return tuple(partial(self._drawn, style, *level) for level in levels)

    def _drawn(self, style: CardStyle, tall: int, gap: int, width: int) -> list[Row]:
        outer = min(width, _MAX_WIDTH)
        inner = outer - 4
        forms = [
            cards if tall == TINY.lines else meld_text.raised(strip) if tall > 1 else [strip]
            for cards, strip in self.melds
        ]
        rows = meld_text.flow_blocks(forms, inner)
        blank: list[Row] = [()] * gap
        foot = [part for line in self.foot for part in balanced(line, inner)]
        body = [centred(line, inner) for line in (self.contract, *blank)]
        body += [*block_centred(rows, inner), *blank, *(centred(line, inner) for line in foot)]
        return [centred(line, width) for line in window_frame(body, outer, style, words.GOING_DOWN)]


class LayDownScreen(HandScreen[GoDown]):
    """Lays melds out on the player's side of the table. Answers with the move that lays them
    down."""

    picker = cached_property(OptionPicker)
    cursor = cached_property(HandCursor)
    KEYS = (BACK.on("escape", label=words.late("NOT_NOW")),)
    HELP_TEXT = words.late("LAY_DOWN_HELP")

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session, seat)
        self.full = session.view(seat).seats[seat].hand
        self.hand = Hand("suit", self.hand.cards)
        self.staged = Draft()
        self.proposals: list[Lay] = []
        self.at = -1

    def on_mount(self) -> None:
        """Begins with melds of the picked cards, or with the best lay-down."""
        self.find_lay_downs()

    @work(exclusive=True, group="lay-downs")
    async def find_lay_downs(self) -> None:
        """Asks the solver in another thread, and shows the best lay-down."""
        view, hand = self.view, self.full
        self.proposals = await threads.in_thread(_proposals, view, hand)
        if self.proposals and not self.staged.melds:
            self._propose(0)
        elif not self.proposals and view.seats[self.seat].down:
            self.say(words.NO_FURTHER_MELD)
        elif not self.proposals:
            if has_needs := self.app.settings.has_help("needs", self.player_name):
                await threads.in_thread(self.session.calls.needs.ask, view)
            needs = self.session.calls.needs.of(view) if has_needs else None
            short = needs.short if needs is not None else 0
            self.say(words.CANNOT_GO_DOWN(short=short, is_known=bool(short)))

    def _propose(self, at: int) -> None:
        read = (read_meld(self.view.rules, NOBODY, cards) for cards in self.proposals[at].melds)
        self.at, self.staged = at, Draft(tuple(meld for meld in read if isinstance(meld, Meld)))
        self.say()
        self.redraw()

    def hand_room(self) -> int:
        """The number of lines that the hand may take below the laid out melds."""
        taken = _PANEL + max(1, len(self.staged.melds)) + self.guide_lines
        room = self.app.size.height - taken - least_table(self, self.seat, lambda _: [])
        return max(4, min(_MAX_HAND, room))

    def redraw(self) -> None:
        """Draws the laid out melds and the rest of the hand."""
        rest = [card for card in self.full if card not in self.staged.cards]
        self.hand.hold(rest)
        self.after_hand_change()
        panel, style = self._panel(rest), self.app.card_style
        self.show_table(
            TableContents(self.view, style, middle=panel.blocks(style), own=lambda _: []), panel
        )
        self.draw_side()

    def _panel(self, rest: list[Card]) -> LayDownPanel:
        view, rules = self.view, self.view.rules
        melds = tuple(self._meld_forms(index, meld) for index, meld in enumerate(self.staged.melds))
        asked = Bit(lay_down_phrase(view, view.viewer), "strong")
        contract: Row = (Bit(words.THE_CONTRACT, "accent"), asked)
        if not melds:
            nothing: Row = (Bit(words.NOTHING_YET.format(key=self.keys.cap("new-meld")), "dim"),)
            melds = (([nothing], nothing),)
        points = sum(rules.face_points(face_of(card)) for card in rest)
        left: Row = (Bit(words.LEFT(cards=len(rest), points=points)),)
        if self.at >= 0 and len(self.proposals) > 1:
            which = words.WHICH_LAY_DOWN.format(number=self.at + 1, count=len(self.proposals))
            left = (*left, Bit(which, "dim"))
        return LayDownPanel(contract, melds, (left, *self._what_lacks()))

    def _what_lacks(self) -> list[Row]:
        lacking = self.staged.lacking(self.view.to_lay(self.seat))
        if not self.staged.melds:
            return []
        if lacking.size:
            phrase = contract_phrase(self.view.rules, lacking)
            return self.fit_lines((Bit(words.STILL_TO_LAY_OUT.format(contract=phrase), "dim"),), 3)
        why = self.session.why_not(self._action())
        text = reason_row(why, self.app.card_style, self.session.short_names)
        return self.fit_lines(text, 3) if why else []

    def _meld_forms(self, index: int, meld: Meld) -> tuple[list[Row], Row]:
        target, style = IndexTarget(index), self.app.card_style
        word = kind_word(self.view.rules, meld)
        note = table.stands_for_text(self.view.rules, meld, style)
        turn = words.MOVES_IT.format(number=index + 1) if self._moves(meld) else ""
        before = (Bit(f" {index + 1} ", "strong", target), Bit(f"{word} ", "dim", target))
        after = (Bit(f" {note}{turn} " if note else " ", "dim", target),)
        strip = (*before, *meld_text.long_bits(meld, style, target), *after)
        cards = meld_text.card_rows(meld, style, TINY, target)
        return meld_text.between(before, cards, after), strip

    def _action(self) -> GoDown:
        return GoDown(self.seat, self.staged.meld_cards)

    def _moves(self, meld: Meld) -> bool:
        movable = meld.is_run and meld.wild_count > 0
        return movable and len(readings(meld.cards, self.view.rules)) > 1

    def why_no_turn_key(self) -> Reason:
        """Says that keys of a turn work on the table's screen, and how to get there."""
        can_lay = bool(self.staged.melds) and not self.session.why_not(self._action())
        lay, back = self.keys.cap("lay-down"), self.keys.cap("back")
        return words.AT_TABLE(can_lay=can_lay, lay=lay, back=back)

    def _why_no_melds(self) -> Reason | None:
        pick, lay = self.keys.cap("pick"), self.keys.cap("new-meld")
        return None if self.staged.melds else words.NO_MELD_STAGED.format(pick=pick, lay=lay)

    @command("enter", id="lay-down", why_not=_why_no_melds, place=FIRST)
    def action_lay(self) -> None:
        """Answers with the move that lays the melds down. Says why if it is not allowed."""
        if why := self.session.why_not(self._action()):
            self.say(why)
        else:
            self.dismiss(self._action())

    def _why_not_next(self, _: int) -> Reason | None:
        if self.at >= 0 and len(self.proposals) == 1:
            return words.ONE_PROPOSAL
        return None if self.proposals else words.NO_PROPOSAL

    @command("tab", 1, id="next-lay-down", why_not=_why_not_next, place=FIRST)
    @command("shift+tab", -1, id="last-lay-down", why_not=_why_not_next, shown=False, place=FIRST)
    def action_next(self, by: int) -> None:
        """Shows the next lay-down, or with -1 the one before."""
        self._propose((self.at + by) % len(self.proposals))

    @command("space", why_not=lambda screen: None if screen.hand.cards else words.NO_CARD_LEFT)
    def action_pick(self) -> None:
        """Picks the card under the cursor or puts it back."""
        self.cursor.action_pick()

    def _why_no_new_meld(self) -> Reason | None:
        pick, lay = self.keys.cap("pick"), self.keys.cap("new-meld")
        return None if self.hand.picked else words.PICK_FIRST.format(pick=pick, lay=lay)

    @command("n", why_not=_why_no_new_meld)
    def action_new_meld(self) -> None:
        """Makes a meld of the picked cards. Asks for the place of a joker if it has several."""
        rules, picked = self.view.rules, self.hand.picked
        options = readings(picked, rules)
        if len(options) > 1:
            self._ask_reading(options)
        elif options:
            self._stage(options[0])
        elif is_mixed(picked, rules):
            sentence = words.NO_MELD_OF(rules, cards=self.app.card_style.texts(picked))
            self.say(with_clauses(sentence, rules, "ALL-3"))
        else:
            self.say(self.session.sentence_of(fault(picked, rules) or words.NO_MELD))

    def _ask_reading(self, melds: list[Meld]) -> None:
        options, style = list[meld_text.MeldOption](), self.app.card_style
        for number, meld in enumerate(melds, 1):
            kind = Bit(f"{kind_word(self.view.rules, meld)} ", "dim")
            note = Bit(f"  {table.stands_for_text(self.view.rules, meld, style)}", "dim")
            text = (Bit(f"{number}: "), kind, *meld_text.long_bits(meld, style), note)
            options.append(meld_text.MeldOption(number, text))
        title = (Bit(table.JOKER_PLACE, "strong"), Bit(" "))
        self.picker.ask(title, options, lambda chosen: self._stage(melds[chosen.number - 1]))

    def _stage(self, meld: Meld) -> None:
        self.hand.unpick()
        self.say()
        self._restage(Draft((*self.staged.melds, meld)))

    def _restage(self, draft: Draft) -> None:
        self.at, self.staged = -1, draft
        self.redraw()

    @command("backspace", id="undo-meld", why_not=_why_no_melds)
    def action_undo(self) -> None:
        """Puts the last meld back into the hand."""
        self._restage(Draft(self.staged.melds[:-1]))

    @command("u", id="clear-melds", why_not=_why_no_melds)
    def action_clear(self) -> None:
        """Puts all melds back into the hand."""
        self._restage(Draft())

    def _moves_joker(self, index: int) -> bool:
        """Whether the number of a meld moves a joker in it, as that has other places."""
        staged = self.staged.melds
        return index < len(staged) and self._moves(staged[index]) and not self.picker.is_open

    def _why_stays(self, index: int) -> Reason | None:
        if self._moves_joker(index):
            return None
        return words.NO_JOKER_MOVES(self.view.rules, number=index + 1)

    @numbered(range(9), message="move-joker", when=_moves_joker, why_not=_why_stays, shown=False)
    def action_turn(self, index: int) -> None:
        """Moves the jokers of a meld to their next possible places."""
        self._restage(self.staged.turned(index, self.view.rules))

    def clicked(self, target: Target) -> None:
        """Picks a clicked card. Puts a clicked meld back into the hand."""
        super().clicked(target)
        match target:
            case IndexTarget(index) if index < len(self.staged.melds):
                melds = self.staged.melds
                self._restage(Draft(melds[:index] + melds[index + 1 :]))


def _proposals(view: SeatView, hand: tuple[Card, ...]) -> list[Lay]:
    all_in = view.all_in and not view.seats[view.viewer].down
    rules = rules_to_open_by(view)
    proposals = lay_downs(hand, view.to_lay(view.viewer), rules, all_in=all_in)
    first = islice(proposals, _MAX_PROPOSALS)
    return [lay for lay in first if opens_with_taken(view, lay.melds)]
