"""The player's own view: the whole hand, the table, what the contract needs, what has happened."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key as KeyEvent

from shanghai.engine.actions import Call, SeatAction, Take
from shanghai.engine.calls import callers
from shanghai.engine.cards import Card
from shanghai.engine.melds import places
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase
from shanghai.ui import routes
from shanghai.ui.commands.over_table import UNCOVER
from shanghai.ui.commands.public import HAND_OVER
from shanghai.ui.commands.turn import OWN_VIEW
from shanghai.ui.kit.command import Label, Reason
from shanghai.ui.kit.lines import Bit, Lines, Row, cut_row, wrap
from shanghai.ui.kit.pictures import SMALL
from shanghai.ui.table.call_panel import PanelKeys, call_panel
from shanghai.ui.table.call_window import CallWindow, Cap
from shanghai.ui.table.card_row import CardRow, grid_for
from shanghai.ui.table.felt import Setting, TableView, least_lines
from shanghai.ui.table.hand_screen import HandScreen
from shanghai.ui.table.log_lines import latest_run_on, reason_row
from shanghai.ui.table.needs import ContractNeeds
from shanghai.ui.table.player_moves import PlayerMoves
from shanghai.ui.table.seat_frames import Marks
from shanghai.ui.table.session.calling import callers_before, seat_words
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.sidebar import Wings, beside_table, side_cells, side_rows, tells_beside
from shanghai.ui.table.table_setting import own_setting
from shanghai.words.phrases import call_name
from shanghai.words.short_names import name_at
from shanghai.words.table import (
    TABLE_LEGEND,
    TAKES_BACK,
    computers_call_text,
    offer_text,
    own_title,
    race_text,
    since_text,
    turn_text,
    waiting_text,
)

HAND_OVER_KEYS: Final = frozenset((*HAND_OVER.names, *UNCOVER.names))
"""The keys after which a hand comes into sight."""
_TITLE_BESIDES: Final = 12
"""The cells of a title line for its margins and for how far the game is saved."""


class PlayerScreen(HandScreen[None]):
    """One seat's view and moves; it exists only while its holder is at the keyboard."""

    PARTS = {"moves": PlayerMoves, "needs": ContractNeeds}  # noqa: RUF012
    COMMAND_LIST = OWN_VIEW
    TAKES_CALLS = True
    is_own = True
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

    _least: tuple[object, int] | None = None

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session, seat)
        self.moves = PlayerMoves(self)
        self.needs = ContractNeeds(self, self.draw_table)
        self._hears_hand_over_key = False
        self._before: tuple[Phase, frozenset[Card]] = self.view.phase, frozenset(self.hand.cards)

    async def on_key(self, event: KeyEvent) -> None:
        """Turns away the key that hands the keyboard over until another one was pressed.

        A player who presses it twice in haste has picked no card.
        """
        if event.key in HAND_OVER_KEYS and not self._hears_hand_over_key:
            event.stop()
            event.prevent_default()
        else:
            self._hears_hand_over_key = True

    def cover(self, cover: routes.Cover) -> None:
        """Puts a cover over everything; the key that lifts it answers nothing here at first."""
        self._hears_hand_over_key = False
        super().cover(cover)

    def content(self) -> ComposeResult:
        """The table with the piles and what is to be known, the hand, a line for refusals."""
        with Horizontal(id="felt"):
            yield TableView(id="table")
            yield Lines(id="side")
        yield CardRow(id="hand")
        yield Lines([()], id="status")

    def heading(self) -> str:
        """Whose hand it is, the round and its contract."""
        return self.plain(own_title(self.view, self.seat, self.across - _TITLE_BESIDES))

    def on_mount(self) -> None:
        """Draws everything."""
        if len(self.session.people) > 1:
            self.deafen(0.3)
        self.redraw()

    def redraw(self) -> None:
        """Draws everything that may have changed."""
        view = self.view
        if view.phase in (Phase.ROUND_OVER, Phase.GAME_OVER):
            return
        self.hand = self.session.hand(self.seat)
        self._point_at_draw()
        self.hinter.forget()
        self.forget_stale_refusal()
        self.refresh_heading()
        self.draw_hand()
        self.draw_table()
        self.refresh_keys()
        if len(self.session.people) == 1:
            is_asked = self.is_offered or view.turn == self.seat
            self.ring((self.session.offer, view.turn) if is_asked else None)
        self.draw_side()
        self.move()
        self.needs.find()

    def _point_at_draw(self) -> None:
        """Puts the cursor on the card that was just drawn or taken."""
        (phase, held), view = self._before, self.view
        new = [card for card in self.hand.cards if card not in held]
        if view.turn == self.seat and (phase, view.phase) == (Phase.DRAW, Phase.PLAY) and new:
            self.hand.point(new[0])
        self._before = view.phase, frozenset(self.hand.cards)

    # -- drawing --

    def draw_table(self) -> None:
        """Draws the table, the melds lit that take the picked card."""
        window = None
        if self.is_offered:
            keys = PanelKeys(shanghai=self.cap("shanghai"))
            window = call_panel(self.session, self.card_style, keys, self._caps(), self.clock.row)
        self.banner.follow(self)
        aside = self.wings(self._since_words())
        setting = self._setting(window, aside)
        key = (window, self.needs.row(), self.banner.shown, self.wings_key(aside))
        self.query_one("#table", TableView).update(setting, key)

    def _setting(self, window: CallWindow | None = None, aside: Wings | None = None) -> Setting:
        marks = Marks(self._takers(), frozenset(callers_before(self.session)))
        race = [(Bit(race_text(self.cap("take")), "accent"),)] if self._is_race() else []
        return own_setting(
            self.session,
            self.view,
            self.card_style,
            marks,
            self._notes,
            window,
            race,
            self.banner.shown,
            aside,
        )

    def _caps(self) -> list[Cap]:
        """The keys that stand in the window while this seat is asked."""
        caps = [self.button("no-call", "let it go")]
        if self.session.shanghai_callers():
            caps.append(self.button("shanghai", "SHANGHAI"))
        return caps

    def draw_clock(self) -> None:
        """Draws the bar of the clock in the window."""
        self.draw_table()

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
        """The lines that the hand may take beside a table in strips, or in its shortest form."""
        size, asked = self.app.size, (self.view, self.app.size, self.card_style)
        if self._least is None or self._least[0] != asked:
            least = least_lines(self._setting(), self.across - beside_table(size))
            self._least = asked, least + 1
        room = size.height - 5 - self.guide_lines
        count, large = len(self.hand.cards), self.card_style.large
        for table in (2 * self.view.players + SMALL.high, self._least[1]):
            if grid_for(count, self.across, room - table, large).large:
                return room - table
        return max(4, room - self._least[1])

    def _is_race(self) -> bool:
        """Whether a computer may call the card before this seat takes it (PR-6)."""
        view = self.view
        if view.turn != self.seat or view.rules.call_order != "first":
            return False
        rivals = any(self.session.is_bot(seat) for seat in callers(view))
        return rivals and not self.session.why_not(Take(self.seat))

    def _notes(self, wide: int) -> list[Row]:
        """What is to be done, who has called, and what is needed, by urgency."""
        view, style = self.view, self.card_style
        rows = [reason_row(self._prompt(), style, self.session.short_names, "strong")]
        if view.calls and not self.is_offered:
            rows += wrap((Bit(waiting_text(view, callers_before(self.session)), "warn"),), wide)
        needs = self.needs.row()
        if needs:
            rows.append(cut_row(needs, wide, style.mark))
        return rows

    def _prompt(self) -> str:
        """What the moment asks of this seat."""
        view = self.view
        if self.is_offered:
            return offer_text(view, self.seat)
        return turn_text(view, self.seat, may_take=not self.session.why_not(Take(self.seat)))

    def idle_words(self) -> list[Row]:
        """What has happened since the last turn, where there is no column for it."""
        told = self.session.seen.since_last_turn(self.seat)
        if tells_beside(self.app.size) or not told:
            return []
        since = (Bit(self._since_words(), "dim"),)
        return latest_run_on(since, told, self.card_style, self.across - 2, 2)

    def _since_words(self) -> str:
        return since_text(name_at(self.view, self.seat), self.session.seen.has_played(self.seat))

    def draw_side(self) -> None:
        """Draws the scores and what has happened beside the table, where there is room."""
        wide = side_cells(self.app.size)
        if wide:
            high, head = self.felt_lines(), self._since_words()
            rows = side_rows(self.view, self.session, self.card_style, wide, high, head=head)
            self.query_one("#side", Lines).show(rows)
        self.show_idle_words()

    def draw_hand(self) -> None:
        """Draws the hand; another card under the cursor takes back what waits for a second key."""
        self.moves.forget_if_moved()
        super().draw_hand()

    def follow_hint(self, action: SeatAction | None) -> None:
        """Does what a hint has said; None lets the card on offer go by."""
        if action is None:
            self.moves.action_no_call()
        else:
            self.moves.do(action)

    def clicked(self, target: object) -> None:
        """Answers a click on the table, or on a key of the window."""
        match target:
            case ("command", str(id)):
                self.press_soon(id)
            case _:
                self.moves.clicked(target)

    def action_wishes(self) -> None:
        """Opens the wishes of this seat."""
        self.open(routes.Wishes(self.session, self.seat, self.needs.helps))

    def after_seats(self) -> None:
        """Draws what has changed, if the seat is still this player's."""
        self.moves.after_move()

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
        if seat >= view.players:
            return None
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
