"""The table: a game among its places. It knows what each seat is asked, and runs the orders that
the seats send."""

from collections.abc import Callable
from concurrent.futures import Future
from time import monotonic
from typing import Final, NamedTuple

from shanghai.engine import actions
from shanghai.engine.cards import label
from shanghai.engine.events import Dealt, Event, MovesUndone
from shanghai.engine.game import Refused
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase, SeatView, State
from shanghai.engine.undo import UndoRequest
from shanghai.table import places
from shanghai.table.calls import Calls, Clock
from shanghai.table.chance import who_cuts
from shanghai.table.host import Host
from shanghai.table.inbox import Inbox
from shanghai.table.log import TableLog
from shanghai.table.pins import TypedPin
from shanghai.table.places import Order, Place, Reply
from shanghai.table.questions import Questions
from shanghai.table.seating import SeatPlaces
from shanghai.table.undo import Agreement, UndoOffers
from shanghai.words import own_turn, table as words
from shanghai.words.refusals import reason
from shanghai.words.short_names import names_at

_PLAYING: Final = (Phase.DRAW, Phase.PLAY)
_HINT_SECONDS: Final = 1.0

Done = actions.SeatAction | actions.Correct | places.Answer
"""What an order may ask for."""


Judge = Callable[[Done], Done | str]
"""Returns what is done in place of an order, or a sentence why nothing is done."""


class _Pending(NamedTuple):
    """A person's move that waits until others have answered about the card on offer."""

    action: actions.SeatAction
    reply: "Future[Reply]"
    offer: object


class Table:
    """One game among its places. Only `send` may be called from any thread. All else belongs to the
    thread that drives the table."""

    def __init__(self, host: Host, clock: Clock = monotonic) -> None:
        """A table at which all people are at the keyboard. `clock` measures the grace for calls."""
        self.host = host
        """The game itself, for the driver of the table. Whatever draws the table asks for views."""
        self._viewed: State | None = None
        self._views: dict[SeatIndex, SeatView] = {}
        self.judge: Judge | None = None
        """Decides about each order if not every legal move may be made, as in a lesson."""
        self.seating = SeatPlaces(host)
        self.calls = Calls(host, self.seating, self.view, clock)
        self.log = TableLog(host, self.view)
        self.offers = UndoOffers(host)
        self.inbox = Inbox()
        self.questions = Questions(self)
        self.pins = host.pins
        self.hinted = host.hinted
        self.listeners: list[Callable[[], None]] = []
        """Are called after anything has changed."""
        self.background: Callable[[Callable[[], None]], None] = lambda work: work()
        """Runs long work. A driver may set one that does so in another thread."""
        self.may_hint: Callable[[SeatIndex], bool] = lambda seat: True
        """Whether the settings let a seat ask for hints."""
        self.tells_needs: Callable[[SeatIndex], bool] = lambda seat: True
        """Whether the settings let a seat see what its contract still needs."""
        self.agreement: Agreement | None = None
        """The question whether moves are undone, while it is open."""
        self.ready: set[SeatIndex] = set()
        """The people who have seen the end of the round."""
        self.wanted: set[SeatIndex] = set()
        """The seats for which a device elsewhere asks, until somebody at the keyboard answers."""
        self.keyboard = NOBODY
        """The seat that has the keyboard and whose hand is open. NOBODY while all may look."""
        self.awaits_keyboard = False
        """Whether the only person at the keyboard must confirm before a hand is shown."""
        self.on_seat_left: list[Callable[[SeatIndex], None]] = []
        """Are called at once when the keyboard is taken from a seat."""
        self.has_left = False
        """Whether the players have left the table. The game can be resumed."""
        self.was_stopped = False
        """Whether the players ended the game before its last round."""
        self._pending: dict[SeatIndex, _Pending] = {}
        host.on_change.append(self._note_move)
        host.on_undo.append(self._note_undo)

    # What may be seen

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.host.state.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(seat.name for seat in self.host.state.seats)

    @property
    def short_names(self) -> tuple[str, ...]:
        """The names of the seats, cut to 14 cells, all different."""
        return names_at(self.host.state)

    @property
    def version(self) -> int:
        """Grows with every change of the game."""
        return self.host.version

    @property
    def is_playing(self) -> bool:
        """Whether a round is being played."""
        return self.host.state.phase in _PLAYING

    @property
    def people(self) -> tuple[SeatIndex, ...]:
        """The seats that people have, wherever they play from."""
        return self.host.people()

    @property
    def is_alone(self) -> bool:
        """Whether a single person is at the keyboard, which is then never handed over."""
        return self.seating.is_alone

    def is_bot(self, seat: SeatIndex) -> bool:
        """Whether a computer player has the seat."""
        return self.host.is_bot(seat)

    def level(self, seat: SeatIndex) -> str:
        """The level of the computer player in a seat. Empty for a person."""
        return self.host.players[seat].level

    def view(self, seat: SeatIndex) -> SeatView:
        """What a seat may see now. NOBODY: the whole table. Made once for each state of the
        game."""
        host = self.host
        if self._viewed is not host.state:
            self._viewed, self._views = host.state, {}
        if seat not in self._views:
            self._views[seat] = host.public() if seat == NOBODY else host.view(seat)
        return self._views[seat]

    def public(self) -> SeatView:
        """What the whole table may see now."""
        return self.view(NOBODY)

    def question(self, seat: SeatIndex) -> places.Question | None:
        """The question to a seat now. None if there is none, as for a computer."""
        return self.questions.of(seat)

    def sentence_of(self, why: str | Refusal) -> str:
        """A reason as a sentence. A refusal is put into words."""
        return reason(self.rules, why, self.short_names) if isinstance(why, Refusal) else why

    def why_not(self, action: actions.SeatAction) -> str:
        """Why the rules do not allow an action, as a sentence. Empty if they do."""
        why = self.host.refuse(action)
        return "" if why is None else self.sentence_of(why)

    # The driver

    def step(self) -> bool:
        """Does the next thing: the orders that have come in, else a deal, else a computer's move.
        False if there is nothing to do until people act."""
        if self.run_orders() or self.begin_round():
            return True
        if not self.is_playing or self.agreement is not None:
            return False
        return self.play(self.host.bot_action(computer_may_draw=self.computers_may_draw))

    def run_orders(self) -> bool:
        """Runs the orders that have come in. Returns whether there was one."""
        has_run = False
        while (letter := self.inbox.take()) is not None:
            has_run = True
            order, reply = letter
            # From here on the sender cannot cancel it any more.
            if reply.set_running_or_notify_cancel():
                self._run(order, reply)
        return has_run

    def begin_round(self) -> bool:
        """Draws for the dealer or deals, if people need not be asked first. Whether it did so."""
        host = self.host
        phase = host.state.phase
        if host.awaits_cut and not self.is_bot(who_cuts(host.state, host.is_bot)):
            return False
        if phase is Phase.SEATING:
            host.draw_for_dealer()
        elif phase in (Phase.DEALING, Phase.THROWN_IN) or self.is_round_read:
            host.deal()
        else:
            return False
        self.notify()
        return True

    @property
    def is_round_read(self) -> bool:
        """Whether a round is over, and all people have seen its end."""
        is_over = self.host.state.phase is Phase.ROUND_OVER
        return is_over and self.ready.issuperset(self.people)

    def cut(self, number: int | None = None) -> None:
        """Cuts the cards, None: at a random number. Raises ValueError if that cannot be."""
        self.host.cut_cards(number)
        self.notify()

    def begin_next_round(self) -> None:
        """Deals the next round without asking all people, as somebody at the keyboard wants
        that."""
        self.ready.update(self.people)
        self.begin_round()

    def wait(self) -> None:
        """Waits until an order comes in or the grace for calls is over."""
        self.inbox.wait(self.wakes_in)

    @property
    def wakes_in(self) -> float | None:
        """The seconds after which there is something to do even without an order. None: never."""
        return self.calls.grace_left if self.calls.awaited() else None

    @property
    def computers_may_draw(self) -> bool:
        """Whether a computer may draw: no person is still asked about the card on offer."""
        return not self.calls.is_open and not self.calls.awaited()

    def play(self, action: actions.SeatAction | None) -> bool:
        """Makes the move of a computer, None: there is none. A waiting move of a person is made in
        its place, unless the computer's move is a call. Returns whether a move was made."""
        if not isinstance(action, actions.AnyCall) and self._do_pending():
            return True
        if action is not None:
            self._act(action)
        return action is not None

    def notify(self) -> None:
        """Calls all listeners, as something has changed."""
        for listener in self.listeners:
            listener()

    # Orders

    def send(self, order: Order) -> "Future[Reply]":
        """Takes an order, from any thread. The reply comes once the driver has run the order."""
        return self.inbox.put(order)

    def ask(self, seat: SeatIndex, does: Done) -> str:
        """Runs an order of the keyboard, after all that came before it. Returns why it was refused.

        Empty if it was done, or if it must wait for others: then `note_late_reply` gets the reply.
        """
        reply = self.inbox.put(Order(seat, does, place=Place.KEYBOARD), quietly=True)
        self.run_orders()
        if reply.done():
            return self.sentence_of(reply.result().why)
        reply.add_done_callback(lambda late: self.note_late_reply(late.result()))
        return ""

    def do(self, action: actions.SeatAction | actions.Correct) -> str:
        """Makes a move at the keyboard, as `ask` does."""
        return self.ask(action.seat, action)

    def note_late_reply(self, reply: Reply) -> None:
        """Is called with the reply to an order of the keyboard that had to wait."""

    @property
    def has_pending(self) -> bool:
        """Whether a person's move waits until others have answered."""
        return bool(self._pending)

    def _run(self, order: Order, reply: "Future[Reply]") -> None:
        """Runs an order. Sets its reply, unless that comes at a later time."""
        try:
            answer = self._checked(order) or self._done(order.seat, order.does, reply)
        except Refused as refused:
            answer = Reply("refused", refused.refusal)
        except ValueError as error:
            answer = Reply("refused", str(error))
        if answer is not None:
            reply.set_result(answer)

    def _checked(self, order: Order) -> Reply | None:
        """The reply to an order that cannot be run, as it comes from the wrong place, needs a PIN
        first or is stale. None if it can be run."""
        if not 0 <= order.seat < self.host.state.players:
            return Reply("refused", refusal("no-such-seat", "ALL-1", number=order.seat + 1))
        if not self._may_come_from(order):
            return Reply("refused", refusal("not-from-here", "", seat=order.seat))
        is_elsewhere = self.seating.place(order.seat) is Place.ELSEWHERE
        opens = isinstance(order.does, places.OpenHand | places.MoveTo)
        if is_elsewhere and self.pins.is_locked(order.seat) and not opens:
            return Reply("refused", refusal("pin-first", "", seat=order.seat))
        return Reply("stale") if self.questions.is_stale(order) else None

    def _may_come_from(self, order: Order) -> bool:
        """Whether an order comes from the place of its seat, and is about that seat alone."""
        match order.does:
            case actions.Correct():
                return order.place is Place.KEYBOARD
            case places.GiveSeat() if order.place is Place.KEYBOARD:
                return True
            case places.MoveTo() | places.AskForSeat():
                return True
            case does:
                is_of_seat = not isinstance(does, actions.SeatAction) or does.seat == order.seat
                return is_of_seat and self.seating.place(order.seat) is order.place

    def _done(self, seat: SeatIndex, does: Done, reply: "Future[Reply]") -> Reply | None:
        """Does what an order asks for and returns the reply. None if the reply comes later. Raises
        `Refused` or ValueError if it may not be done."""
        if isinstance(does, actions.SeatAction) and (why := self.host.refuse(does)):
            raise Refused(why)
        if self.judge is not None:
            judged = self.judge(does)
            if isinstance(judged, str):
                return Reply("refused", judged)
            does = judged
        if isinstance(does, actions.HandOver):
            does = places.GiveSeat(does.name)
        if isinstance(does, places.AskHint):
            self._hint(seat, reply)
            return None
        if isinstance(does, actions.Correct):
            self._act(does)
            return Reply()
        if isinstance(does, actions.SeatAction):
            return self._move(does, reply)
        return self._answer(seat, does)

    def _answer(self, seat: SeatIndex, answer: places.Answer) -> Reply:
        """Does what a seat has sent that is no move of the game."""
        match answer:
            case places.LetGo():
                self._check(seat in self.calls.asked(), seat)
                self.calls.let_go(seat)
                self.notify()
            case places.TakeCallBack():
                order = self.offers.call(seat)
                return Reply("refused", words.NO_MOVE_BACK) if order is None else self._undo(order)
            case places.Undo(moves=moves):
                return self._undo_or_ask(seat, moves)
            case places.Agree(agrees=agrees):
                self._check(self.agreement is not None and self.agreement.is_asked(seat), seat)
                self.agree(seat) if agrees else self.decline()
            case places.CutCards(number=number):
                self._check(self._is_asked(seat, "cut"), seat)
                self.cut(number)
            case places.Ready():
                self._check(self._is_asked(seat, "ready"), seat)
                self.ready.add(seat)
                self.notify()
            case places.OpenHand(pin=pin):
                if not self.pins.unlock(seat, pin):
                    return Reply("refused", refusal("wrong-pin", "", seat=seat))
                self.notify()
            case places.MoveTo(place=place):
                self.move_to(seat, place)
            case places.Connected(is_there=is_there):
                self.note_connection(seat, is_there)
            case places.AskForSeat():
                self.wanted.add(seat)
                self.notify()
            case places.GiveSeat(name=name, level=level):
                self.hand_over(seat, name, level)
        return Reply()

    def _is_asked(self, seat: SeatIndex, kind: places.QuestionKind) -> bool:
        question = self.question(seat)
        return question is not None and question.kind == kind

    @staticmethod
    def _check(is_asked: bool, seat: SeatIndex) -> None:
        """Raises `Refused` if the seat is not asked for what it sends."""
        if not is_asked:
            raise Refused(refusal("not-asked", "", seat=seat))

    def _move(self, action: actions.SeatAction, reply: "Future[Reply]") -> Reply | None:
        """Makes a move. Returns None if it must first wait for others' answers about the card on
        offer."""
        if self.agreement is not None:
            raise Refused(refusal("undo-first", "ALL-13"))
        if isinstance(action, actions.AnyCall) and self.calls.time_is_up:
            return Reply("refused", words.TIME_IS_UP)
        if action.seat in self._pending:
            return Reply()
        if self.calls.must_wait(action):
            self._pending[action.seat] = _Pending(action, reply, self.host.state.offer)
            self.notify()
            return None
        if isinstance(action, actions.Draw | actions.Take | actions.Pass):
            self.call_wishes()
        self._act(action)
        return Reply()

    def _do_pending(self) -> bool:
        """Makes a person's move that need not wait any longer, calls before others. Whether one
        was there."""
        ready = [one for one in self._pending.values() if not self.calls.must_wait(one.action)]
        if not ready:
            return False
        pending = min(ready, key=lambda one: not isinstance(one.action, actions.AnyCall))
        seat = pending.action.seat
        del self._pending[seat]
        is_other_card = pending.offer != self.host.state.offer
        if is_other_card and not isinstance(pending.action, actions.Draw):
            pending.reply.set_result(Reply("refused", refusal("too-late", "ALL-9", seat=seat)))
        else:
            order = Order(seat, pending.action, place=self.seating.place(seat))
            self._run(order, pending.reply)
        return True

    def _drop_pending(self) -> None:
        """Makes none of the moves that wait. Their reply is that they are stale."""
        pending, self._pending = self._pending, {}
        for one in pending.values():
            one.reply.set_result(Reply("stale"))

    def _act(self, action: actions.Action) -> None:
        """Applies an action, and takes the keyboard from a seat whose turn is over."""
        was_on_turn = self.host.state.turn == self.keyboard
        self.host.do(action)
        self._follow_turn(was_on_turn)

    def _follow_turn(self, was_on_turn: bool) -> None:
        """Takes the keyboard from a seat whose turn is over. A person alone there keeps it."""
        state = self.host.state
        if self.keyboard != NOBODY and (state.turn != self.keyboard or not self.is_playing):
            if not self.is_alone:
                self.leave_seat()
            elif was_on_turn:
                self.note_turn(self.keyboard)
        self.notify()

    def gives_hints(self, seat: SeatIndex) -> bool:
        """Whether a seat may ask for hints, as its handicap or the settings allow."""
        return self.host.state.seats[seat].handicap.hints or self.may_hint(seat)

    def note_turn(self, seat: SeatIndex) -> None:
        """Notes that a seat has seen all that has happened so far."""
        self.log.note_turn(seat)

    def call_wishes(self) -> bool:
        """Calls for the people who wish for the top discard. Returns whether there was a call."""
        return self.calls.call_wishes(
            lambda call: self.judge is None or not isinstance(self.judge(call), str)
        )

    def _hint(self, seat: SeatIndex, reply: "Future[Reply]") -> None:
        """Replies with a hint once it is computed. Raises an error if the seat may not ask now."""
        from shanghai.table.hints import hint

        if not self.gives_hints(seat):
            raise ValueError(own_turn.NO_HINTS.format(name=self.short_names[seat]))
        self._check(self._is_asked(seat, "turn") or self._is_asked(seat, "call"), seat)
        if not self.host.state.seats[seat].handicap.hints:
            self.hinted.add(seat)
        view, events = self.view(seat), self.log.events_for(seat)

        def work() -> None:
            search = self.host.computers.search
            advice = hint(view, events, label, _HINT_SECONDS, search=search)
            reply.set_result(Reply(hint=advice))

        self.background(work)

    # Undo

    def undo(self, order: UndoRequest) -> str:
        """Undoes moves. Returns why that was refused, empty if it was done."""
        try:
            self._undo(order)
        except Refused as refused:
            return self.sentence_of(refused.refusal)
        return ""

    def _undo(self, order: UndoRequest) -> Reply:
        was_on_turn = self.host.state.turn == self.keyboard
        self.host.take_back(order)
        self._drop_pending()
        self._follow_turn(was_on_turn)
        return Reply()

    def _undo_or_ask(self, seat: SeatIndex, moves: int) -> Reply:
        """Undoes the last move of a seat if it may do so alone, else asks all people. With `moves`
        it asks them whether so many moves of people are undone."""
        order = None if moves else self.offers.own(seat) or self.offers.call(seat)
        if order is not None:
            return self._undo(order)
        if not self.offers.is_possible:
            return Reply("refused", words.NO_MOVE_BACK)
        self.ask_undo(seat, max(moves, 1) - 1)
        return Reply()

    def ask_undo(self, seat: SeatIndex = NOBODY, index: int = 0) -> None:
        """Asks all people whether moves are undone, up to the option `index`. `seat` is the asker,
        NOBODY if no seat has asked."""
        if not self.is_alone:
            self.leave_seat()
        if self.agreement is None:
            self.agreement = Agreement([*self.offers.options()], self.people, seat, index)
        self.notify()

    def agree(self, seat: SeatIndex) -> None:
        """Notes that a seat agrees. Undoes the moves once all people have agreed."""
        if self.agreement is not None and (order := self.agreement.agree(seat)) is not None:
            self.agreement = None
            self.undo(order)
        self.notify()

    def decline(self) -> None:
        """Closes the question about an undo. Nothing is undone."""
        self.agreement = None
        self.notify()

    # Seats and the keyboard

    def move_to(self, seat: SeatIndex, place: Place) -> None:
        """Moves a person to the keyboard or elsewhere and hides all hands. ValueError for a
        computer."""
        if place is not self.seating.place(seat):
            self.seating.move(seat, place)
            self._hide_hands()

    def note_connection(self, seat: SeatIndex, is_there: bool) -> None:
        """Notes whether the device of a seat elsewhere is connected."""
        if self.seating.place(seat) is Place.ELSEWHERE:
            self.seating.note_connection(seat, is_there)
            self.notify()

    def hand_over(self, seat: SeatIndex, name: str, bot: str = "") -> None:
        """Gives a seat to another person or, with `bot`, to a computer player of that level.

        Drops an open question about an undo, and the moves that wait. Hides all hands, except when
        one computer replaces another. Raises `Refused` if the rules forbid it, ValueError for an
        unknown level.
        """
        before, was_bot = self.names[seat], self.is_bot(seat)
        self.host.hand_over(seat, name, bot)
        self.seating.note_hand_over(seat, "" if was_bot else before)
        self.agreement = None
        self._drop_pending()
        if was_bot and bot:
            self.notify()
        else:
            self._hide_hands()

    def _hide_hands(self) -> None:
        """Leaves the keyboard to no seat. No hand is shown until somebody takes it."""
        self.leave_seat()
        self.awaits_keyboard = True

    def pass_keyboard(self) -> SeatIndex:
        """Takes the keyboard from a seat that may not keep it.

        Returns the seat of the only person at the keyboard, who always keeps it. Returns NOBODY if
        there are several, as each of them has it for a turn only.
        """
        people = self.seating.of(Place.KEYBOARD)
        may_keep = self.keyboard in people
        if not self.is_alone:
            is_on_turn = self.host.state.turn == self.keyboard
            may_keep = may_keep and is_on_turn and not self.pins.is_locked(self.keyboard)
            self.awaits_keyboard = False
        if self.keyboard != NOBODY and not may_keep:
            self.leave_seat()
        return people[0] if self.is_alone else NOBODY

    def sit_down(self, seat: SeatIndex) -> None:
        """Gives the keyboard to a seat, so that its hand is shown there."""
        self.awaits_keyboard = False
        if self.keyboard != seat:
            self.keyboard = seat
            self.notify()

    def leave_seat(self) -> None:
        """Takes the keyboard from its seat. What happens after that is new to the seat."""
        if self.keyboard != NOBODY:
            seat, self.keyboard = self.keyboard, NOBODY
            self.note_turn(seat)
            for close in self.on_seat_left:
                close(seat)
        self.notify()

    def let_go(self) -> str:
        """Lets the card on offer go, for all at the keyboard. Returns why that was refused, empty
        if it was done."""
        if self.judge is not None and isinstance(why := self.judge(places.LetGo()), str):
            return why
        self.calls.let_go(*self.seating.of(Place.KEYBOARD))
        self.notify()
        return ""

    def end_calls(self) -> None:
        """Lets nobody call the card on offer any more, as the time for calls is over."""
        self.calls.end_time()
        self.notify()

    def set_pin(self, seat: SeatIndex, typed: TypedPin | None) -> None:
        """Gives a seat a PIN, None for no PIN. Raises ValueError if the digits can be no PIN."""
        self.host.set_pin(seat, typed)
        self.notify()

    def stop(self) -> None:
        """Ends the game: the rounds so far count, and there is no further round."""
        self.host.do(actions.StopGame())
        self.was_stopped = True
        self.notify()

    def leave(self) -> None:
        """Notes that the players leave the table. The game itself stays as it is."""
        self.has_left = True
        self.notify()

    # What the table notes

    def _note_move(
        self, before: State, action: actions.Action, after: State, events: tuple[Event, ...]
    ) -> None:
        self.calls.note_move()
        self.questions.note_move(action)
        for event in events:
            self.calls.wishes.note(event, self.rules)
            if isinstance(event, Dealt):
                self.ready.clear()
                self.log.note_deal()
        self.log.note(before, after, events)
        if not self.is_playing:
            self._drop_pending()
        is_turn_over = before.turn not in (after.turn, NOBODY)
        if is_turn_over and self.seating.place(before.turn) is Place.ELSEWHERE:
            self.note_turn(before.turn)

    def _note_undo(
        self, order: UndoRequest, before: State, after: State, event: MovesUndone
    ) -> None:
        self.calls.note_undo(after, event)
        self.questions.note_undo()
        self.log.note_undo(before)
