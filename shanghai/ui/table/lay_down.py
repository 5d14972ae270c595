"""Going down: the solver's lay-downs one after the other, or melds staged from picked cards."""

from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

from textual import work
from textual.app import ComposeResult

from shanghai.engine.actions import GoDown
from shanghai.engine.cards import Card
from shanghai.engine.scoring import hand_points
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver import Lay, distance, lay_downs
from shanghai.engine.state import Meld
from shanghai.engine.view import SeatView
from shanghai.terminal import threads
from shanghai.ui import open as opening
from shanghai.ui.kit.command import FIRST, LAST, Reason, command, numbered
from shanghai.ui.kit.frames import centred, window_frame
from shanghai.ui.kit.lines import Bit, Lines, Row, width, wrap
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.felt import Setting, TableView, least_lines
from shanghai.ui.table.hand_screen import HandCursor, HandScreen
from shanghai.ui.table.log_lines import reason_row
from shanghai.ui.table.meld_text import Writer, fan_bits, flow, long_bits, raised
from shanghai.ui.table.player_view import is_of_own_view
from shanghai.ui.table.session.draft import Draft, fault, is_mixed, readings, staged
from shanghai.ui.table.session.hand import Hand
from shanghai.ui.table.session.options import MeldOption
from shanghai.ui.table.session.player_help import has_help
from shanghai.ui.table.session.session import Session
from shanghai.words import table as words
from shanghai.words.cards import CardStyle
from shanghai.words.contracts import contract_phrase
from shanghai.words.refusals import with_clauses
from shanghai.words.table import JOKER_PLACE, kind_word, stands_for_text

MOST_PROPOSALS = 200
_MOST_WIDE = 110
"""The cells of the widest panel."""


class LayDownPanel(NamedTuple):
    """The contract, the melds (as fans and as strips), and what is left and lacks."""

    contract: Row
    melds: tuple[tuple[Row, Row], ...]
    foot: tuple[Row, ...]


class _Level(NamedTuple):
    """How melds are drawn: the lines of paper of each, 0 for a strip, and blank lines between."""

    tall: int
    blank: int


_LEVELS = (_Level(3, 1), _Level(2, 0), _Level(1, 0), _Level(0, 1), _Level(0, 0))


def panel_blocks(panel: LayDownPanel, style: CardStyle) -> tuple[Callable[[int], list[Row]], ...]:
    """The ways to draw a panel, the largest first."""

    def of_level(level: _Level) -> Callable[[int], list[Row]]:
        return lambda wide: _drawn(panel, style, level, wide)

    levels = [level for level in _LEVELS if not (level.tall and style.ascii)]
    return tuple(map(of_level, levels))


def _drawn(panel: LayDownPanel, style: CardStyle, level: _Level, wide: int) -> list[Row]:
    """The panel in the middle of `wide` cells."""
    outer = min(wide, _MOST_WIDE)
    inner = outer - 4
    melds = [fan if level.tall > 1 else strip for fan, strip in panel.melds]
    rows: list[Row] = []
    for line in flow(melds, inner):
        rows += raised(line, level.tall) if level.tall else [line]
    blank: list[Row] = [()] * level.blank
    foot = [part for line in panel.foot for part in wrap(line, inner)]
    body = [centred(line, inner) for line in (panel.contract, *blank)]
    body += [*_middle(rows, inner), *blank, *(centred(line, inner) for line in foot)]
    frame = window_frame(body, outer, style, words.GOING_DOWN)
    return [centred(line, wide) for line in frame]


def _middle(rows: list[Row], inner: int) -> list[Row]:
    """The melds in the middle, all lines by the same margin."""
    margin = Bit(" " * max(0, (inner - max(map(width, rows), default=0)) // 2))
    return [(margin, *line) for line in rows]


class LayDownScreen(HandScreen[GoDown | None]):
    """Lays melds out on one's own side of the table; Enter lays them down for good."""

    PARTS = {"cursor": HandCursor}  # noqa: RUF012
    HELP_TEXT = words.LAY_DOWN_HELP

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session, seat)
        self.full = session.view(seat).seats[seat].hand
        self.hand = Hand("suit", self.hand.cards)
        self.staged = Draft()
        self.proposals: list[Lay] = []
        self.at = -1
        self._least: tuple[object, int] | None = None

    def content(self) -> ComposeResult:
        """The table with the melds laid out on it, and the hand without them."""
        yield TableView(id="table")
        yield CardRow(id="hand")
        yield Lines([()], id="status")

    def on_mount(self) -> None:
        """Starts with the best lay-down, or with melds of the picked cards."""
        self.redraw()
        self.find_lay_downs()

    @work(exclusive=True, group="lay-downs")
    async def find_lay_downs(self) -> None:
        """Asks the solver, off the screen's own thread, and shows the best lay-down."""
        view, hand = self.view, self.full
        self.proposals = await threads.in_thread(_proposals, view, hand)
        if self.proposals and not self.staged.melds:
            self._propose(0)
        elif not self.proposals and view.seats[self.seat].down:
            self.say(words.NO_FURTHER_MELD)
        elif not self.proposals:
            self.say(words.cannot_go_down_text(await self._short()))

    async def _short(self) -> int:
        """How many cards the contract lacks, where the player is to know."""
        view = self.view
        if not has_help(self.app, "needs", self.session.names[self.seat]):
            return 0
        found = await threads.in_thread(distance, self.full, view.to_lay(view.viewer), view.rules)
        return found.short

    def _propose(self, at: int) -> None:
        self.at = at
        self.staged = staged(self.proposals[at].melds, self.view.rules)
        self.say()
        self.redraw()

    def hand_room(self) -> int:
        """The lines that the hand may take below the table with what is laid out on it."""
        size = self.app.size
        if self._least is None or self._least[0] != (size, self.card_style):
            setting = Setting(self.view, self.card_style, own=_no_notes)
            self._least = (size, self.card_style), least_lines(setting, self.across)
        laid = 7 + len(self.staged.melds)
        return max(4, min(9, size.height - 5 - self.guide_lines - self._least[1] - laid))

    def redraw(self) -> None:
        """Draws the melds laid out and the rest of the hand."""
        rest = [card for card in self.full if card not in self.staged.cards]
        self.hand.hold(rest)
        self.after_hand_change()
        table = self.query_one("#table", TableView)
        panel = self._panel(rest)
        middle, aside = panel_blocks(panel, self.card_style), self.wings()
        setting = Setting(self.view, self.card_style, middle=middle, own=_no_notes, wings=aside)
        table.update(setting, (panel, self.wings_key(aside)))

    def _panel(self, rest: list[Card]) -> LayDownPanel:
        """What is laid out, and the words around it."""
        view, rules = self.view, self.view.rules
        melds = tuple(
            (self._meld_row(index, meld, fan_bits), self._meld_row(index, meld, long_bits))
            for index, meld in enumerate(self.staged.melds)
        )
        contract: Row = (
            Bit(words.THE_CONTRACT, "accent"),
            Bit(contract_phrase(rules, view.to_lay(view.viewer)), "strong"),
        )
        if not melds:
            nothing: Row = (Bit(words.NOTHING_YET.format(key=self.cap("new-meld")), "dim"),)
            melds = ((nothing, nothing),)
        points = hand_points(rules, rest)
        left = words.left_text(len(rest), points)
        which = (
            words.WHICH_LAY_DOWN.format(number=self.at + 1, count=len(self.proposals))
            if self.at >= 0
            else ""
        )
        foot = ((Bit(left), Bit(which, "dim")), *self._what_lacks())
        return LayDownPanel(contract, melds, foot)

    def _what_lacks(self) -> list[Row]:
        """What is still to be laid out, or why what is laid out may not be laid down."""
        lacking = self.staged.lacking(self.view.to_lay(self.seat))
        if not self.staged.melds:
            return []
        if lacking.size:
            still = words.STILL_TO_LAY.format(contract=contract_phrase(self.view.rules, lacking))
            return self.fit_lines((Bit(still, "dim"),), 3)
        why = self.session.why_not(self._action())
        text = reason_row(why, self.card_style, self.session.short_names)
        return self.fit_lines(text, 3) if why else []

    def _meld_row(self, index: int, meld: Meld, write: Writer) -> Row:
        target = ("staged", index)
        word = kind_word(self.view.rules, meld)
        row: Row = (
            Bit(f" {index + 1} ", "strong", target),
            Bit(f"{word} ", "dim", target),
            *write(meld, self.card_style, "", target),
        )
        note = stands_for_text(meld, self.card_style)
        turn = words.NUMBER_MOVES_IT.format(number=index + 1) if self._moves(meld) else ""
        return (*row, Bit(f" {note}{turn} " if note else " ", "dim", target))

    def _action(self) -> GoDown:
        return GoDown(self.seat, self.staged.laid)

    def _moves(self, meld: Meld) -> bool:
        movable = meld.is_run and meld.wild_count > 0
        return movable and len(readings(meld.cards, self.view.rules)) > 1

    # -- keys --

    def why_no_key(self, key: str) -> Reason | None:
        """That a key of a turn is for the table."""
        if not is_of_own_view(key, self.app.keymap):
            return None
        return words.AT_THE_TABLE_ONLY.format(lay=self.cap("lay-down"), back=self.cap("back"))

    @property
    def why_nothing_laid(self) -> Reason | None:
        """Why there is nothing to lay down or to take back."""
        if self.staged.melds:
            return None
        return words.NOTHING_LAID.format(pick=self.cap("pick"), lay=self.cap("new-meld"))

    @command("enter", id="lay-down", may=why_nothing_laid, place=FIRST)
    def action_lay(self) -> None:
        """Lays the melds down, or says why they cannot be."""
        why = self.session.why_not(self._action())
        if why:
            self.say(why)
        else:
            self.dismiss(self._action())

    def why_not_next(self, by: int) -> Reason | None:
        """Why no other lay-down is shown."""
        return None if self.proposals else words.NO_PROPOSAL

    @command("tab", 1, id="next-lay-down", may=why_not_next, place=FIRST)
    @command("shift+tab", -1, id="last-lay-down", may=why_not_next, shown=False, place=FIRST)
    def action_next(self, by: int) -> None:
        """Shows another lay-down."""
        self._propose((self.at + by) % len(self.proposals))

    @property
    def why_no_pick(self) -> Reason | None:
        """Why no card is picked."""
        return None if self.hand.cards else words.NO_CARD_LEFT

    @command("space", may=why_no_pick)
    def action_pick(self) -> None:
        """Picks the card under the cursor or puts it back."""
        self.cursor.action_pick()

    @property
    def why_no_new_meld(self) -> Reason | None:
        """Why no meld is laid out."""
        if self.hand.picked:
            return None
        return words.PICK_FIRST.format(pick=self.cap("pick"), lay=self.cap("new-meld"))

    @command("n", may=why_no_new_meld)
    def action_new_meld(self) -> None:
        """Makes a meld of the picked cards, asking for a joker's place where there is a choice."""
        rules, picked = self.view.rules, self.hand.picked
        ways = readings(picked, rules)
        if not ways:
            self.say(self._why_no_meld())
        elif len(ways) == 1:
            self._stage(ways[0])
        else:
            self._ask_way(ways)

    def _why_no_meld(self) -> str:
        """Why the picked cards make no meld."""
        rules, picked = self.view.rules, self.hand.picked
        if is_mixed(picked, self.view.rules):
            said = words.no_meld_text(picked, (rules.words.set, rules.words.run), self.card_style)
            return with_clauses(said, rules, "ALL-3")
        return self.session.sentence_of(fault(picked, rules) or words.NO_MELD)

    def _ask_way(self, ways: list[Meld]) -> None:
        options = [
            MeldOption(
                at + 1,
                (
                    Bit(f"{at + 1}  "),
                    Bit(f"{kind_word(self.view.rules, meld)} ", "dim"),
                    *long_bits(meld, self.card_style),
                    Bit(f"  {stands_for_text(meld, self.card_style)}", "dim"),
                ),
            )
            for at, meld in enumerate(ways)
        ]

        def answered(chosen: MeldOption | None) -> None:
            if chosen is not None:
                self._stage(ways[chosen.number - 1])

        title = (Bit(JOKER_PLACE, "strong"),)
        self.open(opening.choose(self.session, self.view, title, options), answered)

    def _stage(self, meld: Meld) -> None:
        self.at = -1
        self.staged = self.staged.with_meld(meld)
        self.hand.unpick()
        self.say()
        self.redraw()

    @command("backspace", id="undo-meld", may=why_nothing_laid)
    def action_undo(self) -> None:
        """Takes the last meld back into the hand."""
        self.at = -1
        self.staged = self.staged.without(len(self.staged.melds) - 1)
        self.redraw()

    @command("u", id="clear-melds", may=why_nothing_laid)
    def action_clear(self) -> None:
        """Takes all melds back into the hand."""
        self.at = -1
        self.staged = Draft()
        self.redraw()

    def moves_joker(self, index: int) -> bool:
        """Whether a joker of a meld may stand elsewhere too, so that its number moves it."""
        return index < len(self.staged.melds) and self._moves(self.staged.melds[index])

    def why_stays(self, index: int) -> Reason | None:
        """Why no joker of a meld is moved."""
        return None if self.moves_joker(index) else words.NO_JOKER_MOVES.format(number=index + 1)

    @numbered(range(9), said="move-joker", when=moves_joker, may=why_stays, shown=False)
    def action_turn(self, index: int) -> None:
        """Moves the jokers of a meld to the next place that they may stand for."""
        self.at = -1
        self.staged = self.staged.turned(index, self.view.rules)
        self.redraw()

    @command("escape", id="back", label=words.NOT_NOW, place=LAST)
    def action_back(self) -> None:
        """Goes back with everything in hand."""
        self.dismiss(None)

    def clicked(self, target: object) -> None:
        """Takes a clicked meld back into the hand."""
        match target:
            case ("staged", int(index)) if index < len(self.staged.melds):
                self.at = -1
                self.staged = self.staged.without(index)
                self.redraw()


def _proposals(view: SeatView, hand: tuple[Card, ...]) -> list[Lay]:
    all_in = view.all_in and not view.seats[view.viewer].down
    found = lay_downs(hand, view.to_lay(view.viewer), view.rules, all_in=all_in)
    return list(islice(found, MOST_PROPOSALS))


def _no_notes(_: int) -> list[Row]:
    """What the own seat is told while its melds are laid out: nothing."""
    return []
