"""The player's own view: the hand, the table, and what has happened."""

from functools import cached_property, partial
from typing import Final

from textual.screen import Screen

from shanghai.engine.actions import Call, Draw, LayOff, SeatAction, Swap, Take
from shanghai.engine.calls import callers, refuse_spent
from shanghai.engine.cards import Card, Face
from shanghai.engine.legal import legal
from shanghai.engine.refusal import refusal
from shanghai.engine.scoring import points_if_lost
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase
from shanghai.ui.kit.command import Label, Reason, command
from shanghai.ui.kit.keybar import Key
from shanghai.ui.kit.lines import Bit, Row, Target, cut_row, row_width
from shanghai.ui.table.first_evening import FirstEvening
from shanghai.ui.table.hand_room import hand_room, least_table
from shanghai.ui.table.hand_screen import HandCursor, HandScreen, Hinter
from shanghai.ui.table.log_lines import latest_run_on, reason_row
from shanghai.ui.table.meld_text import spots
from shanghai.ui.table.middle import call_window
from shanghai.ui.table.needs import ContractNeeds
from shanghai.ui.table.option_picker import OptionPicker
from shanghai.ui.table.player_moves import PlayerMoves
from shanghai.ui.table.seat_keys import TableSeats
from shanghai.ui.table.session import Session
from shanghai.ui.table.table_contents import COMES_BEFORE, LitPile, Marks
from shanghai.ui.table.table_keys import TableKeys
from shanghai.ui.table.table_screen import CLOCK, HAND, SHOW_HAND_KEYS
from shanghai.ui.table.wishes import WishScreen
from shanghai.words import own_turn, table as words
from shanghai.words.phrases import call_name
from shanghai.words.short_names import name_at

_TITLE_BESIDES: Final = 17
"""The cells of the title line for its margins and the sign of saving."""


class OwnSeats(TableSeats):
    """The numbers of seats as keys in the own view: each calls, or takes that call back."""

    screen: "PlayerScreen"

    def label(self, seat: SeatIndex) -> Label | None:
        """The words of a seat's number: it calls, or takes its call back. None: it does nothing."""
        screen, view, session = self.screen, self.screen.view, self.screen.session
        if seat >= view.players or screen.picker.is_open:
            return None
        may, does = seat == screen.seat and screen.is_offered, "call"
        if view.turn == screen.seat and view.phase is Phase.DRAW:
            may = seat in session.calls.able()
            if session.offers.call(seat) is not None:
                may, does = True, "back"
        return Label(*words.seat_label(view, seat, does)) if may else None

    def why_not(self, seat: SeatIndex) -> Reason | None:
        """Why a seat may not call for the top discard now. None if it may."""
        session = self.screen.session
        can_undo = seat < self.screen.view.players and session.offers.call(seat) is not None
        return None if can_undo else session.calls.why_not(seat)

    def make_call(self, call: Call) -> None:
        """Calls for a seat, and says how the call can be taken back."""
        screen, session, seat = self.screen, self.screen.session, call.seat
        version = session.version
        done = screen.moves.do(call)
        is_announced = session.keyboard == screen.seat == screen.view.turn
        if done and session.version != version and is_announced:
            key = str(seat + 1) if session.offers.call(seat) is not None else ""
            sentence = words.CALL_BACK if key else words.CALLED
            name = session.short_names[seat]
            screen.say(sentence.format(name=name, call=call_name(session.rules), key=key), "accent")


class PlayerScreen(HandScreen[None]):
    """The view and moves of one seat. It exists only while the player has the keyboard."""

    hinter = cached_property(Hinter)
    moves = cached_property(PlayerMoves)
    picker = cached_property(OptionPicker)
    cursor = cached_property(HandCursor)
    needs = cached_property(ContractNeeds)
    table_keys = cached_property(TableKeys)
    seats = cached_property(OwnSeats)
    first_evening = cached_property(FirstEvening)
    TAKES_CALLS = True
    TELLS_DIGITS = True
    HELP_TEXT = words.say.late("OWN_HELP")

    _hears_hand_over_key = False
    _least: tuple[object, int] = (None, 0)
    """What the shortest form of the table depends on, and its lines."""

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session, seat)
        self.own_seat = seat
        self._may: frozenset[type[SeatAction]] = frozenset()
        """The kinds of legal moves, without going down."""
        self._before: tuple[Phase, frozenset[Card]] = self.view.phase, frozenset(self.hand.cards)

    def ignores_key(self, key: str) -> bool:
        """Whether a key does nothing now. The keys that open a hand do nothing until another key
        was pressed."""
        if key in SHOW_HAND_KEYS.split(",") and not self._hears_hand_over_key:
            return True
        self._hears_hand_over_key = True
        return super().ignores_key(key)

    def cover(self, cover: Screen[bool]) -> None:
        """Puts a cover over everything. The key that lifts the cover does nothing on this screen
        until another key was pressed."""
        self._hears_hand_over_key = False
        super().cover(cover)

    def heading(self) -> str:
        """The title: the player, the round and its contract."""
        return words.own_title(self.view, self.seat, self.across - _TITLE_BESIDES)

    def redraw(self) -> None:
        """Draws everything that may have changed."""
        view = self.view
        if view.phase in (Phase.ROUND_OVER, Phase.GAME_OVER):
            return
        self.motion.note(self.session.version)
        self.hand = self.session.hand(self.seat)
        self._point_at_draw()
        self._may = frozenset(map(type, legal(view, 0)))
        self.hinter.forget()
        if self._refused_in != self._turn:
            # It held in that turn.
            self.forget_refusal()
        self.refresh_heading()
        self.after_hand_change()
        if self.session.is_alone:
            is_asked = self.is_offered or view.turn == self.seat
            self.ring((view.offer, view.turn) if is_asked else None)
        self.draw_side(self._since)
        self.animate_changes()
        self.needs.ask_if_unknown()
        self.first_evening.offer_all_keys()

    def bar_keys(self) -> tuple[Key, ...]:
        """The keys of the bar, only a few on a first evening."""
        if self.first_evening.is_on and not self.picker.is_open:
            return self.first_evening.keys()
        return super().bar_keys()

    def _point_at_draw(self) -> None:
        (phase, old_cards), view = self._before, self.view
        new = [card for card in self.hand.cards if card not in old_cards]
        if view.turn == self.seat and (phase, view.phase) == (Phase.DRAW, Phase.PLAY) and new:
            self.hand.point(new[0])
        self._before = view.phase, frozenset(self.hand.cards)

    def draw_table(self) -> None:
        """Draws the table. If the player is down, melds that take the only picked card light up."""
        session, view, picked = self.session, self.view, self.hand.picked
        window = like = None
        if session.is_alone:
            end = "no-call", words.LET_IT_GO
            draw = partial(call_window, session, self.app.card_style, self.keys.cap, end)
            like = draw((), whole=True)._replace(is_over_hand=True)
            window = draw(self.clock.row)._replace(is_over_hand=True) if self.is_offered else None
        self.banner.follow(self, self.redraw)
        may_lay = view.phase is Phase.PLAY and view.seats[self.seat].down and len(picked) == 1
        takers = frozenset(at for at, _ in spots(view, picked[0])) if may_lay else frozenset[int]()
        takers, window = self.picker.lit or takers, self.picker.window or window
        text = words.FIRST_HAS_IT.format(key=self.keys.cap("take"))
        race = [(Bit(text, "accent"),)] if self._is_race() else []
        hinted = self.hinter.action
        if isinstance(hinted, LayOff | Swap):
            takers |= {hinted.meld}
        before = frozenset(session.calls.able_before())
        marks = Marks(takers, before, self.picker.chosen, lit_pile=_pile_of(hinted))
        key = (window, self.needs.row(self.across), self.banner.shown)
        self.show_table(
            self.table_contents(marks, window, self._notes, race, like), key, self._since
        )

    def after_hand_change(self) -> None:
        """Draws what depends on the picked cards, after they have changed."""
        self.draw_hand()
        self.draw_table()

    def hand_room(self) -> int:
        """The lines that the hand may take below a table in strips, or else in its shortest
        form."""
        asked = self.view, self.app.size, self.app.card_style
        if self._least[0] != asked:
            self._least = asked, least_table(self, self.seat, self._notes)
        return hand_room(self, self.seat, self._least[1])

    def _is_race(self) -> bool:
        """Whether a computer may call the card before this seat takes it (PR-6)."""
        view = self.view
        if view.turn != self.seat or view.rules.call_order != "first":
            return False
        rivals = any(self.session.is_bot(seat) for seat in callers(view))
        return rivals and not self.session.why_not(Take(self.seat))

    def _notes(self, width: int) -> list[Row]:
        """Notes on what to do now, the points of the hand, and who has called or what is needed.

        They have two lines until the player has melds, and then one line next to them, so that
        nothing moves during a turn.
        """
        view, style = self.view, self.app.card_style
        if self.is_offered:
            prompt = words.offer_text(view, self.seat)
        else:
            prompt = words.turn_text(view, self.seat, self._may, is_short=self.needs.lacks_cards)
        line = reason_row(prompt, style, self.session.short_names, "strong")
        more = self.needs.row(width)
        if view.calls and not self.is_offered:
            more = (
                Bit(
                    words.waiting_text(view, self.session.calls.able_before(), COMES_BEFORE), "warn"
                ),
            )
            if view.turn == self.seat and not self.session.why_not(Take(self.seat)):
                takes_first = words.TAKES_FIRST.format(
                    take=self.keys.cap("take"), draw=self.keys.cap("draw")
                )
                more = (*more, Bit(f" {takes_first}", "warn"))
        rest = [cut_row(more, width, style.mark)]
        if view.seats[self.seat].down:
            line, rest = cut_row((*line, Bit("  "), *more), width, style.mark) if more else line, []
        if not any(seat.down for seat in view.seats):
            # The round cannot end soon, and the figure would only worry.
            return [line, *rest]
        points = points_if_lost(view, self.seat)
        counted = *line, Bit(f" {own_turn.IN_HAND(points=points)}", "dim")
        return [counted if row_width(counted) <= width else line, *rest]

    def idle_rows(self) -> list[Row]:
        """What has happened since the last turn, if there is no column for the log."""
        events = self.session.log.since_last_turn(self.seat)
        if self.has_log_in_sight or not events:
            return []
        return latest_run_on(
            (Bit(self._since, "dim"),), events, self.app.card_style, self.across - 2, 2
        )

    @property
    def _since(self) -> str:
        has_played = self.session.log.has_played(self.seat)
        since = words.SINCE.format(name=name_at(self.view, self.seat))
        return since if has_played else words.SO_FAR

    def draw_hand(self) -> None:
        """Draws the hand. A move of the cursor to another card ends what waits for a second
        press."""
        self.moves.forget_if_moved()
        super().draw_hand()

    def follow_hint(self, action: SeatAction | None) -> None:
        """Does what a hint has said; None lets the card on offer go by."""
        if action is None:
            self.moves.action_no_call()
        else:
            self.moves.do(action)

    def clicked(self, target: Target) -> None:
        """Handles a click on the hand, on the table, or on a key of the window."""
        super().clicked(target)
        self.moves.clicked(target)

    @property
    def has_digits(self) -> bool:
        """Whether digits move to ranks, as they do after the draw, when no card is on offer."""
        is_own = self.view.turn == self.seat and self.view.phase is Phase.PLAY
        return is_own and not self.picker.is_open

    @property
    def why_no_hint(self) -> Reason | None:
        """Why no hint is given at this moment."""
        is_due = self.view.turn == self.seat or self.is_offered
        return None if is_due else own_turn.HINT_WHEN

    def _asks_no_more(self) -> bool:
        """Whether this person plays among computers and may end or resume the questions about
        calls."""
        session = self.session
        if session.calls.is_silent:
            return not self.has_digits
        return self.is_offered and session.is_alone and not session.is_lesson

    @command(
        "0",
        id="no-more-calls",
        label=lambda view: (
            own_turn.ASK_AGAIN if view.session.calls.is_silent else own_turn.NO_MORE_CALLS
        ),
        when=_asks_no_more,
        why_not=own_turn.late("NO_QUESTIONS"),
        place=CLOCK,
    )
    def action_silence(self) -> None:
        """Switches whether the player is asked about cards on offer in this round."""
        silent = not self.session.calls.is_silent
        self.session.be_silent(silent)
        self.redraw()
        sentence = own_turn.SILENT(self.view.rules, key=self.keys.cap("no-more-calls"))
        self.say(sentence if silent else "", "dim")

    def _why_no_wish(self) -> Reason | None:
        view, seat = self.view, self.seat
        if spent := refuse_spent(view, seat):
            return spent
        if view.seats[seat].down and not view.rules.call_when_down:
            return refusal("down-no-call", "call_when_down", seat=seat)
        return None

    @command(
        "f",
        label=lambda view: (
            own_turn.WISHES_MADE.format(count=count)
            if (count := view.session.calls.wishes.of(view.seat).count)
            else own_turn.WISHES
        ),
        why_not=_why_no_wish,
        place=HAND,
    )
    def action_wishes(self) -> None:
        """Opens the wishes of this seat."""
        helps = self.needs.shown.helps if self.needs.shown else frozenset[Face]()
        self.app.open(WishScreen(self.session, self.seat, helps))


def _pile_of(hinted: SeatAction | None) -> LitPile:
    """The pile from which a hint says to draw."""
    match hinted:
        case Draw():
            return "stock"
        case Take():
            return "discards"
        case _:
            return ""
