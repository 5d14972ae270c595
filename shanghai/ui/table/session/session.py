"""The session between the screens and the host: views, questions and moves, never the state."""

import asyncio
from collections.abc import Callable
from functools import partial
from random import choice
from typing import TYPE_CHECKING, Any, ClassVar, Final

from shanghai.engine import actions
from shanghai.engine.cards import label
from shanghai.engine.events import CallMade, Dealt, Event, MovesUndone, RoundThrownIn
from shanghai.engine.game import Refused
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase, SeatView, State
from shanghai.engine.supply import priority
from shanghai.engine.undo import UndoRequest
from shanghai.table.host import Host, UndoOffers
from shanghai.table.pins import TypedPin
from shanghai.ui.table.session.hand import Hand, loose_melds
from shanghai.ui.table.session.log import TableLog
from shanghai.ui.table.session.wishes import Needs, Wishes
from shanghai.words import computers, table as words
from shanghai.words.events import tell
from shanghai.words.refusals import reason
from shanghai.words.short_names import NAME_CELLS, names_at
from shanghai.words.spoken import spoken

if TYPE_CHECKING:
    from textual.screen import Screen

    from shanghai.ui.kit.screen import Guide

_PLAYING: Final = (Phase.DRAW, Phase.PLAY)


class Session:
    """A game as its screens know it; `changed` is set when the loop has something to look at."""

    is_lesson: ClassVar[bool] = False
    """Whether a lesson is played, of which nothing is kept."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.changed = asyncio.Event()
        self.pins = host.pins
        self.has_left = False
        """Whether the players have left the game, which stays as it is."""
        self.asked_undo: SeatIndex | None = None
        """Who asks the table to take moves back, NOBODY where none in particular does."""
        self.awaits_keyboard = False
        """Whether the keyboard is handed to the person that is left before a hand is shown."""
        self.to_tell: list[str] = []
        """The sentences that the game loop is to tell the whole table."""
        self.held: actions.SeatAction | None = None
        """A person's move that waits until the computers have said what they want."""
        self.on_seat_left: list[Callable[[SeatIndex], None]] = []
        """What is done at once when the holder of an own view gives the keyboard away."""
        self.was_stopped = False
        """Whether the game was counted before its last round."""
        self.at = NOBODY
        """The seat whose own view is open; NOBODY while the public screen is up."""
        self._viewed: State | None = None
        self._views: dict[SeatIndex, SeatView] = {}
        self._hands: dict[SeatIndex, Hand] = {}
        self.hinted = host.hinted
        self.needs = Needs()
        self.wishes = Wishes(self.needs)
        self.back = UndoOffers(host)
        self.tells_shanghai = False
        """Whether the table is told that the card just tossed fits a meld."""
        self.offer_mode = "always"
        """When one person alone is asked about a card: always, where it helps, or never."""
        self.expired_offer: object = None
        """The card on offer for which the clock has run down."""
        self._unsaid: set[tuple[object, int]] = set()
        self._closed: object = None
        self.is_hurried = False
        """Whether the computers play at once for this turn."""
        self._silent_in: int | None = None
        self.log = TableLog(host, self.view)
        host.on_change.append(self._note_states)
        host.on_undo.append(self._note_take_back)
        self._former: dict[SeatIndex, str] = {}

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._host.state.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(seat.name for seat in self._host.state.seats)

    @property
    def short_names(self) -> tuple[str, ...]:
        """The names of the seats as they stand in sentences."""
        return names_at(self._host.state)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the cards as it is read aloud, "" where nobody cuts."""
        return spoken(self._host.fingerprint)

    @property
    def opened_seed(self) -> str:
        """The fingerprint with the seed and the cut once the game is over, "" before, or uncut."""
        host = self._host
        if not host.cuts or host.state.phase is not Phase.GAME_OVER:
            return ""
        cuts = [*map(str, host.cuts)]
        return words.OPENED_SEED(fingerprint=self.fingerprint, seed=host.seed, cuts=cuts)

    @property
    def version(self) -> int:
        """Grows with every change of the game."""
        return self._host.version

    @property
    def people(self) -> tuple[SeatIndex, ...]:
        """The seats that people have."""
        return self._host.people()

    def is_bot(self, seat: SeatIndex) -> bool:
        """Whether a computer player has the seat."""
        return self._host.is_bot(seat)

    def level(self, seat: SeatIndex) -> str:
        """The level of the computer player in a seat, empty for a person."""
        return self._host.players[seat].bot

    def former(self, seat: SeatIndex) -> str:
        """The person who had a seat before it was handed over, if that name is free."""
        name = self._former.get(seat, "")
        return "" if name in self.names else name

    def public(self) -> SeatView:
        """What the whole table may see, made once for each state of the game."""
        return self.view(NOBODY)

    def view(self, seat: SeatIndex) -> SeatView:
        """What a seat may see, made once for each state of the game; NOBODY: the whole table."""
        host = self._host
        if self._viewed is not host.state:
            self._viewed, self._views = host.state, {}
        if seat not in self._views:
            self._views[seat] = host.public() if seat == NOBODY else host.view(seat)
        return self._views[seat]

    def callers(self) -> tuple[SeatIndex, ...]:
        """The people who may call the top discard now."""
        return () if self.time_is_up else self._host.may_call()

    def shanghai_callers(self) -> tuple[SeatIndex, ...]:
        """The people who may call SHANGHAI on the top discard now, or who may try where untold."""
        return () if self.time_is_up else self._host.may_call_shanghai(self.tells_shanghai)

    def guide_for(self, screen: "Screen[Any]") -> "Guide | None":
        """What tells a learner what to do on a screen of this table; only in a lesson."""
        return None

    def hand(self, seat: SeatIndex) -> Hand:
        """The hand of a seat as its holder arranged it, with the cards it has now."""
        hand = self._hands.setdefault(seat, Hand())
        view = self.view(seat)
        hand.hold(view.seats[seat].hand, partial(loose_melds, contract=view.contract))
        return hand

    def why_not(self, action: actions.SeatAction) -> str:
        """Why the rules turn an action away, as a sentence; empty where it is legal."""
        found = self._host.refuse(action)
        return "" if found is None else self.sentence_of(found)

    def sentence_of(self, why: str | Refusal) -> str:
        """A reason as a sentence, a refusal in the words of the rules."""
        return reason(self.rules, why, self.short_names) if isinstance(why, Refusal) else why

    def do(self, action: actions.SeatAction | actions.Correct) -> str:
        """Does an action after all calls that are wished for; empty, or why it was refused."""
        if self._host.is_asking and isinstance(
            action, actions.Draw | actions.Take | actions.Pass | actions.AnyCall
        ):
            self.held = self.held or action
            self.changed.set()
            return ""
        if isinstance(action, actions.Draw | actions.Take | actions.Pass):
            self.call_wishes()
        return self._moved(partial(self._host.do, action))

    def _moved(self, act: Callable[[], object]) -> str:
        """Lets the host act, and the keyboard go on; empty, or why it was refused."""
        was_on_turn = self._host.state.turn == self.at
        try:
            act()
        except Refused as refused:
            return self.sentence_of(refused.refusal)
        state = self._host.state
        if self.at != NOBODY and (state.turn != self.at or state.phase not in _PLAYING):
            if len(self.people) > 1:
                self.leave_seat()
            elif was_on_turn:  # A person alone keeps the view open, with what a call brings.
                self._note_turn(self.at)
        self.changed.set()
        return ""

    def hand_over(self, seat: SeatIndex, name: str, bot: str = "") -> str:
        """Gives a seat to a person or a computer; empty, or why not. All hands are hidden then."""
        before, was_bot = self.names[seat], self.is_bot(seat)
        if refused := self._moved(partial(self._host.hand_over, seat, name, bot)):
            return refused
        if not was_bot:
            self._former[seat] = before
        if not (was_bot and bot):
            self.leave_seat()
            self.awaits_keyboard = True
        self.held = None
        return ""

    def stop(self) -> None:
        """Counts the game as it stands, with no further round."""
        self._host.do(actions.StopGame())
        self.was_stopped = True

    def leave(self) -> None:
        """Ends the evening at this table; the game itself stays as it is."""
        self.has_left = True
        self.changed.set()

    def set_pin(self, seat: SeatIndex, typed: TypedPin | None) -> None:
        """Gives a seat a PIN, ValueError where that can be none; None takes it away, aloud."""
        self._host.keep_pin(seat, typed)
        if typed is None:
            self.to_tell.append(computers.PIN_GONE.format(name=self.names[seat]))
        self.changed.set()

    def sit_down(self, seat: SeatIndex) -> None:
        """Opens the own view of a seat."""
        self.at = seat
        self.changed.set()

    def leave_seat(self) -> None:
        """Closes the own view that is open; what happens from now on is new to that seat."""
        if self.at != NOBODY:
            seat, self.at = self.at, NOBODY
            self._note_turn(seat)
            for close in self.on_seat_left:
                close(seat)
        self.changed.set()

    def _note_turn(self, seat: SeatIndex) -> None:
        self.hand(seat).unpick()
        self.log.note_turn(seat)

    def close_window(self) -> None:
        """Notes that nobody at the keyboard wants the card on offer (any more)."""
        self._closed = self._host.state.offer
        self.changed.set()

    def why_no_call(self, seat: SeatIndex) -> str | Refusal | None:
        """Why a seat does not call for the top discard, None if it may."""
        if seat >= len(self.names):
            return words.NO_SEAT_CALLS.format(number=seat + 1)
        if seat in self.callers():
            return None
        name = self.short_names[seat]
        if self.is_bot(seat):
            return words.COMPUTERS_CALL.format(name=name)
        if self.time_is_up:
            return words.TIME_IS_UP
        refused = self._host.refuse(actions.Call(seat, self.rules.call_word))
        return refused or words.LET_BY.format(name=name)

    def why_no_shanghai(self) -> str | Refusal:
        """Why no person may call SHANGHAI on the top discard now (GD-18)."""
        view = self.public()
        if not self.people:
            return words.NOBODY_ELSE
        if self.time_is_up:
            return words.TIME_IS_UP
        tosser = view.tossers[0] if view.tossers else NOBODY
        seats = [seat for seat in self.people if seat != tosser] or list(self.people)
        if view.tossed and view.phase is Phase.DRAW and view.top is not None and seats[0] != tosser:
            said = words.FITS_NO_MELD if view.table else words.NO_MELD_FOR
            return said(card=label(view.top))
        return self._host.refuse(actions.CallShanghai(seats[0], 0)) or words.NOBODY_MAY_CALL

    def callers_before(self) -> tuple[SeatIndex, ...]:
        """The people who may still call and would come before every call that waits."""
        view = self.public()
        if not view.calls or view.rules.call_order == "first":
            return ()
        order = priority(view)
        first = min(order.index(seat) for seat in view.calls)
        able = self.callers()
        return tuple(seat for seat in order[:first] if seat in able)

    @property
    def time_is_up(self) -> bool:
        """Whether the clock for calls has run down for the card on offer."""
        return self.expired_offer == self._host.state.offer

    @property
    def is_silent(self) -> bool:
        """Whether the one person at the table wants to be asked about no card of this round."""
        return len(self.people) == 1 and self._silent_in == self._host.state.round

    def be_silent(self, silent: bool) -> None:
        """Asks the one person at the table about no more cards of this round, or again."""
        self._silent_in = self._host.state.round if silent else None
        self.changed.set()

    def hurry(self) -> None:
        """Lets the computers play at once until the turn is a person's again."""
        self.is_hurried = True
        self.changed.set()

    def window_open(self) -> bool:
        """Whether people may call the top discard and have not let it go."""
        state = self._host.state
        if state.phase is not Phase.DRAW or self._closed == state.offer:
            return False
        if len(self.people) == 1 and (self.is_silent or self.offer_mode != "always"):
            if self.offer_mode == "never":
                return False
            # Who wants to hear of no more cards still hears of those that fit a meld.
            fits = bool(self._host.may_call_shanghai(is_told=True))
            may_help = bool(self.callers()) and not self.is_silent
            return fits or (may_help and self.needs.is_helped(self.view(self.people[0])))
        return bool(self.callers() or self.shanghai_callers())

    def wishing(self) -> list[SeatView]:
        """The views of the people who may call now and have a wish."""
        offer = self._host.state.offer
        able = [seat for seat in self.callers() if (offer, seat) not in self._unsaid]
        return [self.view(seat) for seat in able if self.wishes.of(seat).count]

    def call_wishes(self) -> bool:
        """Calls for the seats that wish for the top discard, in chance order; whether one does."""
        made = False
        while wanting := [v.viewer for v in self.wishing() if self.wishes.wants(v)]:
            seat = choice(wanting)
            self.wishes.note_call(seat)
            self._host.do(actions.Call(seat, self.rules.call_word))
            made = True
        return made

    def take_back(self, order: UndoRequest) -> str:
        """Takes moves back; empty, or why that was refused."""
        refused = self._moved(partial(self._host.take_back, order))
        self.held = self.held if refused else None
        return refused

    def ask_undo(self, seat: SeatIndex = NOBODY) -> None:
        """Lets a seat, or nobody in particular, ask all to undo, while the keyboard goes round."""
        if len(self.people) > 1:
            self.leave_seat()
        if self.asked_undo is None:
            self.asked_undo = seat
        self.changed.set()

    def _note_take_back(
        self, order: UndoRequest, before: State, after: State, event: MovesUndone
    ) -> None:
        """Forgets the moves that were undone; those who had seen them are told of the change."""
        self.log.note_undo(before)
        self._closed = None
        # A wish would call for that card again at once.
        self._unsaid |= {(after.offer, e.seat) for e in event.events if isinstance(e, CallMade)}

    def _note_states(
        self, before: State, action: actions.Action, after: State, events: tuple[Event, ...]
    ) -> None:
        for event in events:
            self.wishes.note(event, self.rules)
            if isinstance(event, Dealt):
                self.log.note_deal()
            elif isinstance(event, RoundThrownIn):
                self.to_tell.append(tell(event, after, NOBODY, room=NAME_CELLS))
                self.changed.set()
        self.log.note(before, after, events)
