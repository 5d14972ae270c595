"""The player's own view: the whole hand, the table, what the contract needs, what has happened."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key as KeyEvent
from textual.screen import Screen

from shanghai.engine.actions import SeatAction, Take
from shanghai.engine.calls import callers
from shanghai.engine.cards import Card
from shanghai.engine.melds import places
from shanghai.engine.refusal import refusal
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase
from shanghai.ui import open as opening
from shanghai.ui.kit.command import Keymap, Label, Reason, command
from shanghai.ui.kit.lines import Bit, Lines, Row, cut_row, wrap
from shanghai.ui.kit.pictures import SMALL
from shanghai.ui.kit.screen import TableBelow
from shanghai.ui.table.call_window import (
    CallClock,
    CallWindow,
    Cap,
    PanelKeys,
    call_panel,
    command_cap,
)
from shanghai.ui.table.card_row import CardRow, grid_for
from shanghai.ui.table.cover import OPENS_HAND
from shanghai.ui.table.felt import Setting, TableView, least_lines
from shanghai.ui.table.hand_screen import ContractNeeds, HandCursor, HandScreen, Hinter
from shanghai.ui.table.log_lines import latest_run_on, reason_row
from shanghai.ui.table.piles import table_setting
from shanghai.ui.table.player_moves import PlayerMoves
from shanghai.ui.table.seat_frames import Marks
from shanghai.ui.table.session.calls import callers_before, table_below
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.sidebar import Wings, beside_table, side_cells, side_rows, tells_beside
from shanghai.ui.table.table_screen import CLOCK, HAND, SEATS, TableKeys
from shanghai.words import table as words
from shanghai.words.phrases import call_name
from shanghai.words.short_names import name_at

_TITLE_BESIDES: Final = 12
"""The cells of a title line for its margins and for how far the game is saved."""


class PlayerScreen(HandScreen[None]):
    """One seat's view and moves; it exists only while its holder is at the keyboard."""

    PARTS = {  # noqa: RUF012
        "clock": CallClock,
        "hinter": Hinter,
        "moves": PlayerMoves,
        "cursor": HandCursor,
        "needs": ContractNeeds,
        "table_keys": TableKeys,
    }
    KEYS = SEATS
    TAKES_CALLS = True
    is_own = True
    HELP_TEXT = words.OWN_HELP

    _least: tuple[object, int] | None = None

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session, seat)
        self.moves = PlayerMoves(self)
        self.needs = ContractNeeds(self, self.draw_table)
        self.table_keys = TableKeys(self)
        self._hears_hand_over_key = False
        self._before: tuple[Phase, frozenset[Card]] = self.view.phase, frozenset(self.hand.cards)

    async def on_key(self, event: KeyEvent) -> None:
        """Turns away the key that hands the keyboard over until another one was pressed.

        A player who presses it twice in haste has picked no card.
        """
        if event.key in OPENS_HAND.split(",") and not self._hears_hand_over_key:
            event.stop()
            event.prevent_default()
        else:
            self._hears_hand_over_key = True

    def cover(self, cover: Screen[bool]) -> None:
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
        return self.plain(words.own_title(self.view, self.seat, self.across - _TITLE_BESIDES))

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
        if len(self.session.people) == 1:
            is_asked = self.is_offered or view.turn == self.seat
            self.ring((self.session.offer, view.turn) if is_asked else None)
        self._draw_side()
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
        self.banner.follow(self, self.redraw)
        aside = self.wings(self._since_words())
        setting = self._setting(window, aside)
        key = (window, self.needs.row(), self.banner.shown, self.wings_key(aside))
        self.query_one("#table", TableView).update(setting, key)

    def _setting(self, window: CallWindow | None = None, aside: Wings | None = None) -> Setting:
        marks = Marks(self._takers(), frozenset(callers_before(self.session)))
        race = words.FIRST_HAS_IT.format(key=self.cap("take")) if self._is_race() else ""
        return table_setting(
            self.session,
            self.view,
            self.card_style,
            marks,
            self.banner.shown or window,
            aside,
            self._notes,
            [(Bit(race, "accent"),)] if race else [],
        )

    def _caps(self) -> list[Cap]:
        """The keys that stand in the window while this seat is asked."""
        caps = [command_cap(self, "no-call", words.LET_IT_GO)]
        if self.session.shanghai_callers():
            caps.append(command_cap(self, "shanghai", "SHANGHAI"))
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
        if self.is_offered:
            prompt = words.offer_text(view, self.seat)
        else:
            may_take = not self.session.why_not(Take(self.seat))
            prompt = words.turn_text(view, self.seat, may_take=may_take)
        rows = [reason_row(prompt, style, self.session.short_names, "strong")]
        if view.calls and not self.is_offered:
            waiting = words.waiting_text(view, callers_before(self.session))
            rows += wrap((Bit(waiting, "warn"),), wide)
        needs = self.needs.row()
        return [*rows, cut_row(needs, wide, style.mark)] if needs else rows

    def idle_words(self) -> list[Row]:
        """What has happened since the last turn, where there is no column for it."""
        told = self.session.seen.since_last_turn(self.seat)
        if tells_beside(self.app.size) or not told:
            return []
        since = (Bit(self._since_words(), "dim"),)
        return latest_run_on(since, told, self.card_style, self.across - 2, 2)

    def _since_words(self) -> str:
        has_played = self.session.seen.has_played(self.seat)
        return words.since_text(name_at(self.view, self.seat), has_played)

    def _draw_side(self) -> None:
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

    def after_seats(self) -> None:
        """Draws what has changed, if the seat is still this player's."""
        self.moves.after_move()

    # -- keys --

    @property
    def has_digits(self) -> bool:
        """Whether the digits go to ranks: after the draw no card is on offer."""
        return self.view.turn == self.seat and self.view.phase is Phase.PLAY

    @property
    def why_no_hint(self) -> Reason | None:
        """Why no hint is given at this moment."""
        is_due = self.view.turn == self.seat or self.is_offered
        return None if is_due else words.HINT_WHEN

    @property
    def table_below(self) -> TableBelow:
        """The table, for what lies over it."""
        return table_below(self.session, self.card_style)

    def seat_label(self, seat: SeatIndex) -> Label | None:
        """What the number of a seat does now: it calls, or takes its call back."""
        view, session = self.view, self.session
        if seat >= view.players:
            return None
        if view.turn == self.seat and view.phase is Phase.DRAW:
            if session.back.call(seat) is not None:
                return Label(*words.seat_label(view, seat, words.TAKES_BACK))
            may = seat in session.callers()
        else:
            may = seat == self.seat and self.is_offered
        return Label(*words.seat_label(view, seat, call_name(view.rules))) if may else None

    def why_no_seat(self, seat: SeatIndex) -> Reason | None:
        """Why a seat does not call for the top discard now."""
        session = self.session
        can_unsay = seat < self.view.players and session.back.call(seat) is not None
        return None if can_unsay else session.why_no_call(seat)

    def action_seat(self, seat: SeatIndex) -> None:
        """Calls for a seat whose holder said so aloud, or takes that call back."""
        self.moves.call(seat)

    @property
    def asks_no_more(self) -> bool:
        """Whether a person among computers may end the questions about calls, or ask again."""
        session = self.session
        if session.is_silent:
            return not self.moves.is_playing
        return self.is_offered and len(session.people) == 1 and not session.is_lesson

    @property
    def silence_label(self) -> str:
        """What the key does to the questions."""
        return words.silence_label(self.session.is_silent)

    @command(
        "0",
        id="no-more-calls",
        label=silence_label,
        when=asks_no_more,
        may=words.NO_QUESTIONS,
        place=CLOCK,
    )
    def action_silence(self) -> None:
        """Is asked about no more cards of the round, or again."""
        silent = not self.session.is_silent
        self.session.be_silent(silent)
        self.redraw()
        word = self.view.rules.words.round
        told = words.NO_MORE_QUESTIONS.format(word=word, key=self.cap("no-more-calls"))
        self.say(told if silent else "", "dim")

    @property
    def wishes_label(self) -> str:
        """The wishes, and how many there are."""
        return words.wishes_label(self.session.wishes.of(self.seat).count)

    @property
    def why_no_wish(self) -> Reason | None:
        """Why nothing is wished for: no call is left, or being down ends one's calls."""
        view, seat = self.view, self.seat
        if view.calls_left(seat) <= 0:
            limit = view.call_limit(seat)
            return refusal("no-calls-left", "call_limit", seat=seat, limit=limit)
        if view.seats[seat].down and not view.rules.call_when_down:
            return refusal("down-no-call", "call_when_down", seat=seat)
        return None

    @command("f", label=wishes_label, may=why_no_wish, place=HAND)
    def action_wishes(self) -> None:
        """Opens the wishes of this seat."""
        self.open(opening.wishes(self.session, self.seat, self.needs.helps))


def is_of_own_view(key: str, keymap: Keymap) -> bool:
    """Whether a key does something by a name in the own view, so that others say why not here."""
    found = PlayerScreen.COMMAND_TABLE.with_keys(keymap).for_key(key)
    return any(command.label or command.label_text for command in found)
