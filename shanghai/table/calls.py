"""Calls for the card on offer: which people may call it, who is asked, for whom a draw waits, and
the calls that the game makes for people by their wishes."""

from collections.abc import Callable
from random import choice

from shanghai.engine import actions
from shanghai.engine.cards import label
from shanghai.engine.events import CallMade, MovesUndone
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase, SeatView, State
from shanghai.engine.supply import holds_first_right, priority
from shanghai.table.host import Host
from shanghai.table.places import Place
from shanghai.table.seating import SeatPlaces
from shanghai.table.wishes import Needs, Wishes
from shanghai.words import table as words
from shanghai.words.short_names import names_at

Clock = Callable[[], float]
"""Gives the seconds since some fixed moment."""


class Calls:
    """The calls of people for the top discard of one host. A person who lets it go answers for that
    seat alone, and may still call it until the next draw."""

    def __init__(
        self, host: Host, seating: SeatPlaces, view: Callable[[SeatIndex], SeatView], clock: Clock
    ) -> None:
        self._host = host
        self._seating = seating
        self._view = view
        self._clock = clock
        self.grace: float | None = 0.0
        """The seconds for which a draw waits for people who may still call. None: until all have
        answered."""
        self.needs = Needs()
        self.wishes = Wishes(self.needs)
        self.tells_shanghai = False
        """Whether the table is told that the card just tossed fits a meld."""
        self.offer_mode = "always"
        """When a person alone at the keyboard is asked about a card: always, where it helps
        (`helps`), or never."""
        self._silent_in: int | None = None
        self.time_is_up = False
        """Whether the clock for calls has run down for the card on offer."""
        self._undone: set[tuple[object, int]] = set()
        self._since = clock()
        self._fresh = host.window.fresh
        self.number = 0
        """Counts the cards that have come on offer."""

    def able(self) -> tuple[SeatIndex, ...]:
        """The people who may call the top discard now."""
        return () if self.time_is_up else self._host.may_call()

    def able_shanghai(self) -> tuple[SeatIndex, ...]:
        """The people who may call SHANGHAI now. If this table does not say that the card fits,
        these are all who may try."""
        return () if self.time_is_up else self._host.may_call_shanghai(self.tells_shanghai)

    def asked(self) -> tuple[SeatIndex, ...]:
        """The people who are asked about the card on offer: they may call it or call SHANGHAI. A
        person who has called it is asked no more, but at the keyboard still about SHANGHAI."""
        state = self._host.state
        if state.phase is not Phase.DRAW:
            return ()
        able = {*self.able(), *self.able_shanghai()} - self._host.window.let_go
        has_answered = {
            seat for seat in state.calls if self._seating.place(seat) is Place.ELSEWHERE
        }
        return tuple(sorted(able - has_answered))

    def let_go(self, *seats: SeatIndex) -> None:
        """Notes that these people let the card on offer go."""
        self._host.window = self._host.window.without(*seats)

    @property
    def is_open(self) -> bool:
        """Whether people at the keyboard are asked about the card on offer."""
        keyboard = self._seating.of(Place.KEYBOARD)
        if not any(seat in keyboard for seat in self.asked()):
            return False
        if self._seating.is_alone and (self.is_silent or self.offer_mode != "always"):
            return self._is_worth_asking(keyboard[0])
        return True

    def _is_worth_asking(self, seat: SeatIndex) -> bool:
        """Whether a person who does not want to hear of each card is asked about this one."""
        if self.offer_mode == "never":
            return False
        # A silent person is still asked about cards that fit a meld.
        if seat in self._host.may_call_shanghai(tells_who_may=True):
            return True
        return seat in self.able() and not self.is_silent and self.needs.is_helped(self._view(seat))

    @property
    def is_silent(self) -> bool:
        """Whether the only person at the keyboard is asked about no more cards of this round."""
        return self._seating.is_alone and self._silent_in == self._host.state.round

    def be_silent(self, silent: bool) -> None:
        """Sets whether the only person at the keyboard is asked about no more cards this round."""
        self._silent_in = self._host.state.round if silent else None

    def end_time(self) -> None:
        """Lets nobody call the card on offer any more."""
        self.time_is_up = True
        self.let_go(*self._host.people())

    # For whom a draw waits

    def awaited(self) -> tuple[SeatIndex, ...]:
        """The people for whom a draw waits, as they may still call. Nobody once the grace is over.

        The game waits for people at the keyboard only if the player on turn is elsewhere. Else they
        have answered before a hand is shown there."""
        if not self._seating.has_elsewhere or self.grace_left == 0:
            return ()
        turn = self._host.state.turn
        waits_for = {*self._seating.of(Place.ELSEWHERE)} - self._seating.unconnected
        if self._seating.place(turn) is Place.ELSEWHERE:
            waits_for |= {*self._seating.of(Place.KEYBOARD)}
        return tuple(seat for seat in self.asked() if seat in waits_for and seat != turn)

    @property
    def grace_left(self) -> float | None:
        """The seconds for which a draw still waits. None: until all have answered."""
        if self.grace is None:
            return None
        return max(0.0, self._since + self.grace - self._clock())

    def must_wait(self, action: actions.Action) -> bool:
        """Whether a person's move must wait for the answers of others about the card on offer. A
        call waits for those of computers, a draw also for those of people."""
        if self._host.state.phase is not Phase.DRAW:
            return False
        match action:
            case actions.Take() if holds_first_right(self._host.state) or self._is_race:
                return self._host.has_unasked_computer
            case actions.Draw() | actions.Take() | actions.Pass():
                return self._host.has_unasked_computer or bool(self.awaited())
            case _:
                return isinstance(action, actions.AnyCall) and self._host.has_unasked_computer

    @property
    def _is_race(self) -> bool:
        """Whether the first to want the card has it (PR-6)."""
        return self._host.state.rules.call_order == "first"

    # Why not

    def why_not(self, seat: SeatIndex) -> str | Refusal | None:
        """Why a seat may not call for the top discard at the keyboard. None if it may."""
        state = self._host.state
        if seat >= state.players:
            return words.NO_SEAT_CALLS.format(number=seat + 1)
        if self._seating.place(seat) is Place.ELSEWHERE:
            return refusal("not-from-here", "", seat=seat)
        if seat in self.able():
            return None
        name = names_at(state)[seat]
        if self._host.is_bot(seat):
            return words.COMPUTERS_CALL.format(name=name)
        if self.time_is_up:
            return words.TIME_IS_UP
        refused = self._host.refuse(actions.Call(seat, state.rules.call_word))
        return refused or words.LET_BY.format(name=name)

    def why_no_shanghai(self) -> str | Refusal:
        """Why no person may call SHANGHAI on the top discard now (GD-18)."""
        people, view = self._host.people(), self._view(NOBODY)
        if not people:
            return words.NOBODY_ELSE
        if self.time_is_up:
            return words.TIME_IS_UP
        tosser = view.tossers[0] if view.tossers else NOBODY
        seat = next((seat for seat in people if seat != tosser), tosser)
        if view.tossed and view.phase is Phase.DRAW and view.top is not None and seat != tosser:
            fits = words.FITS_NO_MELD if view.table else words.NO_MELD_FOR
            return fits(card=label(view.top))
        return self._host.refuse(actions.CallShanghai(seat, 0)) or words.NOBODY_MAY_CALL

    def able_before(self) -> tuple[SeatIndex, ...]:
        """The people who may still call and who come before all who have called."""
        view = self._view(NOBODY)
        if not view.calls or self._is_race:
            return ()
        order = priority(view)
        first = min(order.index(seat) for seat in view.calls)
        able = self.able()
        return tuple(seat for seat in order[:first] if seat in able)

    # Wishes

    def wishing(self) -> list[SeatView]:
        """The views of the people who may call now and have noted a wish.

        Those whose call on this card was undone are left out.
        """
        offer = self._host.state.offer
        able = [seat for seat in self.able() if (offer, seat) not in self._undone]
        return [self._view(seat) for seat in able if self.wishes.of(seat).count]

    def call_wishes(self, may: Callable[[actions.Call], bool]) -> bool:
        """Calls for the seats that wish for the top discard, in a random order. Returns whether it
        made a call. `may` says whether a call is allowed."""
        has_called, word = False, self._host.state.rules.call_word
        while wanting := [
            view.viewer
            for view in self.wishing()
            if self.wishes.wants(view) and may(actions.Call(view.viewer, word))
        ]:
            seat = choice(wanting)
            self.wishes.note_call(seat)
            self._host.do(actions.Call(seat, word))
            has_called = True
        return has_called

    # What the table notes

    def note_move(self) -> None:
        """Starts the grace again if a card has come on offer."""
        if self._host.window.fresh is not self._fresh:
            self._begin()

    def note_undo(self, after: State, event: MovesUndone) -> None:
        """Starts the grace again. Notes the calls that were undone, which no wish makes again."""
        self._undone |= {(after.offer, e.seat) for e in event.events if isinstance(e, CallMade)}
        self._begin()

    def _begin(self) -> None:
        self._fresh, self._since = self._host.window.fresh, self._clock()
        self.time_is_up = False
        self.number += 1
