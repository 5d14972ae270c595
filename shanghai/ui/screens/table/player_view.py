"""The player's own view: the whole hand, the table, what the contract needs, what has happened."""

from collections.abc import Sequence

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal

from shanghai.engine.actions import Call, Take
from shanghai.engine.calls import callers
from shanghai.engine.cards import Card
from shanghai.engine.melds import places
from shanghai.engine.rules import Contract, Rules
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.solver import Distance, distance
from shanghai.engine.state import Phase
from shanghai.terminal import threads
from shanghai.text.phrases import call_name
from shanghai.text.short_names import name_at
from shanghai.ui import routes
from shanghai.ui.commands.command import Label, Reason
from shanghai.ui.commands.turn import OWN_VIEW
from shanghai.ui.screens.table.player_moves import PlayerMoves
from shanghai.ui.session.calling import seat_words
from shanghai.ui.text.log_lines import at_most, latest_run_on
from shanghai.ui.text.table import (
    RACE_WORDS,
    TABLE_LEGEND,
    TAKES_BACK,
    computers_call_text,
    needs_text,
    offer_text,
    own_title,
    since_text,
    thinking_text,
    toss_text,
    waiting_text,
)
from shanghai.ui.widgets.cards import CardRow
from shanghai.ui.widgets.keybar import KeyBar
from shanghai.ui.widgets.lines import Bit, Lines, Row, cut_row, side_by_side, width, wrap
from shanghai.ui.widgets.meld_text import faces_bits
from shanghai.ui.widgets.sidebar import beside_table, side_cells, side_rows
from shanghai.ui.widgets.table import SHORT, Marks, TableView, pile_pictures, stock_line, table_rows

_TITLE_BESIDES = 20
"""The cells of a title line for its margins and for how far the game is saved."""


class PlayerScreen(PlayerMoves):
    """One seat's view and moves; it exists only while its holder is at the keyboard."""

    DEFAULT_CSS = """
    PlayerScreen {
        & #felt { height: 1fr; }
        & #side { display: none; width: 40; margin: 0 1 0 0; }
        &.-wide #side { display: block; }
        &.-very-wide #side { width: 64; }
        & KeyBar { min-height: 2; }
        &.-very-wide KeyBar { min-height: 1; }
    }
    """
    COMMAND_LIST = OWN_VIEW
    HELP_TEXT = (
        "Draw or take first; then go down, lay off and exchange as the rules allow; a discard "
        "ends the turn. The arrows move along the hand; after the draw {rank-a} is for aces, 2 to "
        "9 for their ranks and {rank-10} for tens, and {rank-jqk} always for jacks, queens and "
        "kings. Comma and full stop move a card within the hand, {needs} shows or hides what is "
        "still needed, {seats} hands the seat to somebody else. {undo} takes the last move back as "
        "long as nothing hidden was shown since; after that it asks the table. {wishes} marks "
        "cards to be called for when they are tossed. Against computers alone {no-more-calls} ends "
        "the questions about cards on offer for this round."
        f"\n{TABLE_LEGEND}"
    )

    _distance: tuple[tuple[Card, ...], int, Distance] | None = None
    _least: tuple[object, int] | None = None

    def content(self) -> ComposeResult:
        """The table, the piles with what is to be known, the hand, and a line for refusals."""
        with Horizontal(id="felt"):
            yield TableView(id="table")
            yield Lines(id="side")
        yield Lines(id="middle")
        yield CardRow(id="hand")
        yield Lines([()], id="status")

    def heading(self) -> str:
        """Whose hand it is, the round and its contract."""
        return self.plain(own_title(self.view, self.seat, self.app.size.width - _TITLE_BESIDES))

    def on_mount(self) -> None:
        """Draws everything."""
        if len(self.session.people) > 1:
            self.deafen(0.3)
        self.redraw()

    @property
    def is_tall(self) -> bool:
        """Whether there is room for the piles as pictures."""
        return self.app.size.height >= 32

    def redraw(self) -> None:
        """Draws everything that may have changed."""
        view = self.view
        if view.phase in (Phase.ROUND_OVER, Phase.GAME_OVER) or not self.is_attached:
            return
        self.hand = self.session.hand(self.seat)
        self.forget_hint()
        self.refresh_heading()
        self.draw_table()
        self.draw_hand()
        self.refresh_keys()
        self.draw_middle()
        self.draw_side()
        self.move()
        self.find_needs()

    # -- drawing --

    def draw_table(self) -> None:
        """Draws the table, the melds lit that take the picked card."""
        self.query_one("#table", TableView).update(
            self.view, self.card_style, Marks(self._takers(), frozenset(self.session.before()))
        )

    def _takers(self) -> frozenset[int]:
        """The melds that take the one picked card of a player who may lay off."""
        view, picked = self.view, self.hand.picked
        if len(picked) != 1 or view.phase is not Phase.PLAY or not view.seats[self.seat].down:
            return frozenset()
        return frozenset(
            i for i, meld in enumerate(view.table) if places(view.rules, meld, picked[0])
        )

    def after_hand_change(self) -> None:
        """Draws what follows from a change of picks."""
        self.draw_hand()
        self.draw_table()
        self.refresh_keys()

    def hand_room(self) -> int:
        """The lines that the hand may take beside a table in its short form."""
        size, asked = self.app.size, (self.view, self.app.size, self.card_style)
        if self._least is None or self._least[0] != asked:
            wide = size.width - 2 - beside_table(size.width)
            least = len(table_rows(self.view, wide, 1000, self.card_style, first=SHORT))
            self._least = asked, least
        least = self._least[1]
        return max(4, size.height - 5 - self.guide_lines - (7 if self.is_tall else 4) - least)

    def draw_middle(self) -> None:
        """Draws the piles and beside or below them what is to be known."""
        view, style = self.view, self.card_style
        wide = self.app.size.width - 2
        if self.is_tall:
            pictures = pile_pictures(view, style)
            words = [(Bit(self._toss_words(), "dim"),), (), *self._notes(wide - 20, 4)]
            rows = side_by_side(pictures, words, 3)
        else:
            room = self._middle_room()
            rows = [stock_line(view, style, self._toss_words(), wide), *self._notes(wide, room - 1)]
            rows += [()] * (room - len(rows))
        self.query_one("#middle", Lines).show(rows)

    def _middle_room(self) -> int:
        """The lines of piles and notes: four, or fewer where the hand and the keys take more."""
        table = 1 + self.view.players
        hand = len(self.query_one("#hand", CardRow).rows)
        foot = max(1, len(self.said)) + self._key_lines()
        left = self.app.size.height - 1 - self.guide_lines - table - hand - foot
        return max(2, min(4, left))

    def say(self, sentence: str = "", look: str = "warn") -> None:
        """Puts a sentence on the line above the keys, which may take a line from the notes."""
        before = len(self.said)
        super().say(sentence, look)
        if len(self.said) != before:
            self.draw_middle()
            self.draw_side()

    def _toss_words(self) -> str:
        """How the top discard lies; that it is a race, or who thinks, where that fits beside it."""
        view, wide = self.view, self.app.size.width - 2
        said, more = toss_text(view), ""
        if self._is_race():
            more = RACE_WORDS
        elif view.turn != NOBODY and self.session.is_bot(view.turn) and not self.is_offered:
            more = thinking_text(name_at(view, view.turn))
        both = ". ".join(filter(None, (said, more)))
        return both if width(stock_line(view, self.card_style, both, wide)) <= wide else said

    def _is_race(self) -> bool:
        """Whether a computer may call the card before this seat takes it (PR-6)."""
        view = self.view
        if view.turn != self.seat or view.rules.call_order != "first":
            return False
        rivals = any(self.session.is_bot(seat) for seat in callers(view))
        return rivals and not self.session.why_not(Take(self.seat))

    def _notes(self, wide: int, high: int) -> list[Row]:
        """The offer, what is needed, and what has happened since the last turn, by urgency."""
        view, style = self.view, self.card_style
        rows: list[Row] = []
        if self.is_offered:
            rows += wrap((Bit(offer_text(view, self.seat), "accent"),), wide)
        if view.calls:
            rows += wrap((Bit(waiting_text(view, self.session.before()), "warn"),), wide)
        needs = self._needs_row()
        if needs:
            rows += [cut_row(needs, wide, style.mark)] if high < 4 else wrap(needs, wide)
        if not side_cells(self.app.size.width):
            told = self.session.seen.since_last_turn(self.seat)
            if told:
                since = (Bit(self._since_words(), "dim"),)
                rows += latest_run_on(since, told, style, wide, high - len(rows))
        return at_most(rows, wide, high, style)

    def _felt_room(self) -> int:
        """The lines of the table, which may not yet have taken the size that they will have."""
        besides = sum(len(self.query_one(f"#{name}", Lines).rows) for name in ("middle", "hand"))
        besides += max(1, len(self.said)) + self._key_lines()
        return max(4, self.app.size.height - 1 - self.guide_lines - besides)

    def _key_lines(self) -> int:
        return max(1 if self.has_class("-very-wide") else 2, self.query_one(KeyBar).lines)

    def _since_words(self) -> str:
        return since_text(name_at(self.view, self.seat), self.session.seen.has_played(self.seat))

    def draw_side(self) -> None:
        """Draws the scores and what has happened beside the table, where there is room."""
        wide = side_cells(self.app.size.width)
        if wide:
            high = self._felt_room()
            head, style = self._since_words(), self.card_style
            rows = side_rows(self.view, self.session, head, style, wide - 2, high)
            self.query_one("#side", Lines).show(rows)

    # -- what the contract still needs --

    def _needs_row(self) -> Row:
        view, known = self.view, self._distance
        if self.hides_needs or view.seats[self.seat].down:
            return ()
        if known is None or known[1] != view.round:
            return ()
        found = known[2]
        may = view.turn == self.seat and view.phase is Phase.PLAY and not view.all_in
        said = Bit(needs_text(found, may_go_down=may), "good" if not found.short else "")
        return (said, *faces_bits(found.helps, self.card_style))

    def find_needs(self) -> None:
        """Asks the solver what the hand lacks, if that is to be shown and not known yet."""
        view = self.view
        held = tuple(sorted(view.seats[self.seat].hand))
        known = self._distance
        if self.hides_needs or view.seats[self.seat].down:
            return
        if known is None or known[0] != held or known[1] != view.round:
            self.ask_solver(held, view.contract, view.rules, view.round)

    @work(exclusive=True, group="needs")
    async def ask_solver(
        self, held: Sequence[Card], contract: Contract, rules: Rules, round: int
    ) -> None:
        """Asks the solver beside the screen's own thread, then draws its answer."""
        found = await threads.in_thread(distance, held, contract, rules)
        self._distance = (tuple(held), round, found)
        if self.is_attached and self.app.screen is self:
            self.draw_middle()

    def action_wishes(self) -> None:
        """Opens the wishes of this seat."""
        known = self._distance
        shown = known is not None and not self.hides_needs
        helps = known[2].helps if known is not None and shown else frozenset()
        self.open(routes.Wishes(self.session, self.seat, helps))

    # -- keys --

    @property
    def is_offered(self) -> bool:
        """Whether this seat, out of turn, is asked about the card on offer."""
        session = self.session
        if self.view.turn == self.seat or not session.window_open():
            return False
        return self.seat in session.callers() or self.seat in session.shanghai_callers()

    @property
    def has_digits(self) -> bool:
        """Whether the digits go to ranks: after the draw no card is on offer."""
        return self.view.turn == self.seat and self.view.phase is Phase.PLAY

    def why_no_hint(self) -> Reason | None:
        """Why no hint is given now."""
        if self.view.turn == self.seat or self.is_offered:
            return super().why_no_hint()
        return "A hint is for the own turn, and for a card on offer."

    def seat_label(self, seat: SeatIndex) -> Label | None:
        """What the number of a seat does now: it calls, or takes its call back."""
        view, session = self.view, self.session
        if view.turn == self.seat and view.phase is Phase.DRAW:
            if session.back.call(seat) is not None:
                return Label(*seat_words(view, seat, TAKES_BACK))
            may = seat in session.callers()
        else:
            may = seat == self.seat and self.is_offered
        return Label(*seat_words(view, seat, call_name(view.rules))) if may else None

    def why_no_seat(self, seat: SeatIndex) -> Reason | None:
        """Why a seat does not call for the top discard now."""
        session = self.session
        if seat >= self.view.players:
            return ""
        if session.back.call(seat) is not None or seat in session.callers():
            return None
        name = session.short_names[seat]
        if session.is_bot(seat):
            return computers_call_text(name)
        refused = session.refuse(Call(seat, session.rules.call_word))
        return refused or f"{name} has let this card go by."

    def action_silence(self) -> None:
        """Is asked about no more cards of the round, or again."""
        self.action_be_silent(not self.session.is_silent)

    def action_be_silent(self, silent: bool) -> None:
        """Is asked about no more cards of the round, or again."""
        self.session.be_silent(silent)
        self.redraw()
        word = self.view.rules.words.round
        key = self.cap("no-more-calls")
        told = f"No more questions about calls in this {word}; {key} asks again."
        self.say(told if silent else "", "dim")
