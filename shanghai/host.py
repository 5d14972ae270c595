"""The host of one game: it shuffles, keeps the log, asks the computer players and nobody else.

Who is first where the first to call has the card (a call by PR-6, a called SHANGHAI by GD-18):
for every fresh top discard the seats that could want it are put into a random order. Computer
players who stand before every person in it call at once; the others wait until the people have
had their chance, that is until a computer on turn is allowed to draw, or the person on turn
passes or draws. So everybody at the table has the same chance of being first. All other calls
wait for the player on turn by the rules, and are made at once.

All chance follows from the seed and the place in the game where it is asked for, and computer
players are asked about a top discard as it came to lie. So a game that is left at any move and
taken up again (`replay`) goes on as if it had never been left.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random, SystemRandom
from time import monotonic

from msgspec import Struct, structs

from shanghai.bots import LEVELS, Bot, Level
from shanghai.bots.simplest import simplest
from shanghai.deals import deal_order, dealer_draws
from shanghai.engine.actions import (
    Action,
    Call,
    CallShanghai,
    Deal,
    Discard,
    Draw,
    DrawForDealer,
    EndTurn,
    HandOver,
    Pass,
    SeatAction,
    Take,
    ThrowIn,
)
from shanghai.engine.calls import callers, is_fresh_top
from shanghai.engine.cards import Card
from shanghai.engine.events import Dealt, Event, TakenBack, seen_by
from shanghai.engine.game import Refused, apply, needs, new_game, refuse
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import Rules
from shanghai.engine.shanghai import shanghai_callers
from shanghai.engine.stalemate import is_counted, is_stalemate
from shanghai.engine.state import Phase, State
from shanghai.engine.view import SeatView, public_view, view_for
from shanghai.taking_back import BackObserver, Moment, Past, TakeBack

Observer = Callable[[State, Action, State, tuple[Event, ...]], None]
"""Told of every applied action: the state before, the action, the state after, the events."""


class Player(Struct, frozen=True):
    """Who sits in a seat: a person, or the level of a computer player."""

    name: str
    bot: str = ""


class Host:
    """One game and everything around it that the engine leaves open: chance, log and players.

    A computer player that fails or answers with a move the rules refuse is replaced, for that
    move, by the simplest legal one; `notes` keeps a line about it that names no card.
    """

    def __init__(
        self,
        rules: Rules,
        players: Sequence[Player],
        seed: int | str | None = None,
        state: State | None = None,
        log: Iterable[Event] = (),
        think: float | None = None,
        levels: Mapping[str, Level] = LEVELS,
    ) -> None:
        """Starts a game, or goes on from `state` with the events so far.

        `seed` is a number or its digits; None draws one. `think` bounds the seconds a computer
        player takes for an answer, None leaves it to the work it does; `levels` are those it may
        be of. ValueError for a player count that the rules do not allow, or an unknown level.
        """
        for player in players:
            if player.bot and player.bot not in levels:
                raise ValueError(f"no computer player is called {player.bot!r}")
        self.seed = SystemRandom().getrandbits(128) if seed is None else seed
        self.players = list(players)
        self._levels = levels
        self.state = new_game(rules, [p.name for p in players]) if state is None else state
        self.log: list[Event] = list(log)
        self.notes: list[str] = []
        self.version = 0
        self.think = think
        self._asked_at = 0.0
        self.on_change: list[Observer] = []
        self.on_take_back: list[BackObserver] = []
        self.past: Past[tuple[State, int, bool]] = Past()
        self._bots: dict[int, Bot] = {}
        self._chances: dict[int, Random] = {}
        for seat in range(len(self.players)):
            self._seat_bot(seat)
        self._decided: tuple[int, SeatAction] | None = None
        self._open_window()

    def view(self, seat: int) -> SeatView:
        """What a seat may see."""
        return view_for(self.state, seat)

    def public(self) -> SeatView:
        """What the whole table may see."""
        return public_view(self.state)

    def refuse(self, action: Action) -> Refusal | None:
        """Why the rules turn an action away now, or None."""
        return refuse(self.state, action)

    def is_bot(self, seat: int) -> bool:
        """Whether a computer player has the seat."""
        return bool(self.players[seat].bot)

    def people(self) -> tuple[int, ...]:
        """The seats that people have."""
        return tuple(i for i, player in enumerate(self.players) if not player.bot)

    def callers(self) -> tuple[int, ...]:
        """The seats that could call the top discard now."""
        return callers(self.state)

    def shanghai_callers(self) -> tuple[int, ...]:
        """The seats that could call SHANGHAI on the top discard now (GD-18)."""
        return shanghai_callers(self.state)

    def do(self, action: Action) -> tuple[Event, ...]:
        """Applies an action with its chance filled in and returns all events; raises `Refused`.

        A person who draws lets the top discard go, so the computer players who waited for that
        person call first; their events come first too.
        """
        why = refuse(self.state, action)
        if why is not None:
            raise Refused(why)
        events: tuple[Event, ...] = ()
        if isinstance(action, Draw) and not self.is_bot(action.seat):
            events = self._late_calls()
            if refuse(self.state, action) is not None:
                return events
        events += self._apply(action)
        if isinstance(action, Discard | EndTurn) and is_stalemate(self.state):
            events += self._throw_in()
        return events

    def draw_for_dealer(self) -> tuple[Event, ...]:
        """Draws a card for each seat; who ties for the lowest draws again (RG-2)."""
        draws = dealer_draws(self.state.rules, self.state.players, self._chance("dealer"))
        return self.do(DrawForDealer(draws))

    def deal(self) -> tuple[Event, ...]:
        """Shuffles the whole pack and deals the next round."""
        further = self.state.phase is Phase.ROUND_OVER
        return self.do(Deal(self._deal_order(self.state.round + further)))

    def _throw_in(self) -> tuple[Event, ...]:
        """Throws in a round that nobody can end any more; it is dealt anew or counted."""
        counted = is_counted(self.state)
        return self._apply(ThrowIn(() if counted else self._deal_order(self.state.round)))

    def _deal_order(self, round: int) -> tuple[Card, ...]:
        """The pack for the next deal of a round, the same whatever course the game has taken."""
        before = sum(isinstance(event, Dealt) and event.round == round for event in self.log)
        return deal_order(self.state.rules, self.state.players, self.seed, round, before)

    def hand_over(self, seat: int, name: str, bot: str = "") -> tuple[Event, ...]:
        """Gives a seat to another person, or to a computer player of a level (ALL-14)."""
        if bot and bot not in self._levels:
            raise ValueError(f"no computer player is called {bot!r}")
        action = HandOver(seat, name)
        why = refuse(self.state, action)
        if why is not None:
            raise Refused(why)
        # Observers find the new player in the seat, and who may want the card is asked anew.
        self.players[seat] = Player(name, bot)
        self._bots.pop(seat, None)
        events = self._apply(action)
        self._seat_bot(seat)
        self._decided = None
        self._forget_wishes()
        return events

    def take_back(self, order: TakeBack) -> TakenBack:
        """Goes back to a moment of this round, as if what came after had never been played."""
        why = self.past.refuse(order, self.state, self.log)
        if why is not None:
            raise Refused(why)
        before = self.state
        moment, event = self.past.back(order, self.log)
        self.state = moment.state
        self.version += 1
        self._fresh, self._fresh_at, self._passed = moment.more
        self._decided = None
        self._forget_wishes()
        for seat in tuple(self._bots):
            self._seat_bot(seat)
        for observer in tuple(self.on_take_back):
            observer(order, before, self.state, event)
        return event

    def replay(self, action: Action, bot: str = "") -> tuple[Event, ...]:
        """Applies an action that was played before, its chance in it, and asks nobody.

        With a seat that is handed over goes the level of the computer player, if one took it.
        """
        if isinstance(action, HandOver):
            return self.hand_over(action.seat, action.name, bot)
        return self._apply(action)

    def bot_action(self, *, draw_ok: bool = True) -> SeatAction | None:
        """What a computer seat wants to do now, to be given to `do`; None: a person is awaited.

        A call comes first, each computer being asked once for each fresh top discard; then,
        where `draw_ok`, the next step of a computer on turn. Asked again before anything has
        changed it answers the same.
        """
        state = self.state
        if state.phase is Phase.DRAW:
            call = self._next_call(late=(draw_ok and self.is_bot(state.turn)) or state.given_up)
            if call is not None:
                return call
        elif state.phase is not Phase.PLAY:
            return None
        if not draw_ok or not self.is_bot(state.turn):
            return None
        if self._decided is None or self._decided[0] != self.version:
            self._decided = (self.version, self._decide(state.turn))
        return self._decided[1]

    def _chance(self, purpose: str) -> Random:
        """Chance for one purpose at this point of the game, the same whoever asked before."""
        return Random(f"{self.seed} {purpose} {self.state.round} {len(self.log)}")

    def _chance_at_top(self, purpose: str) -> str:
        """The seed of chance for one purpose when the present top discard came to lie."""
        return f"{self.seed} {purpose} {self._fresh.round} {self._fresh_at}"

    def _seat_bot(self, seat: int) -> None:
        """Makes the computer player of a seat, if it has one, and tells it what it may know."""
        self._bots.pop(seat, None)
        level = self.players[seat].bot
        if level:
            # Chance is set anew before each question; a maker may draw from it too.
            self._chances[seat] = Random(f"{self.seed} seat {seat}")
            self._bots[seat] = self._levels[level].make(seat, self._chances[seat], self._is_late)
            for event in self.log:
                self._tell(seat, event)

    def _tell(self, seat: int, event: Event) -> None:
        """Shows an event to a computer player, masked for its seat."""
        try:
            self._bots[seat].notice(seen_by(event, seat))
        except Exception as error:
            self._note(seat, f"failed to take note of a move ({type(error).__name__})")

    def _is_late(self) -> bool:
        """Whether the computer player that was asked last should answer now."""
        return self.think is not None and monotonic() - self._asked_at > self.think

    def _note(self, seat: int, what: str) -> None:
        """Keeps a line about a computer player; never with a card in it."""
        player = self.players[seat]
        self.notes.append(f"{player.name} ({player.bot}), round {self.state.round}: {what}")

    def _decide(self, seat: int) -> SeatAction:
        """The next step of a computer on turn, or the simplest legal move in its stead."""
        state = self.state
        asked = f"{self.seed} decide {seat} {state.round} {len(self.log)} {self._passed:d}"
        self._chances[seat].seed(asked)
        self._asked_at = monotonic()
        try:
            action = self._bots[seat].decide(view_for(state, seat))
            if action.seat != seat or refuse(state, action) is not None:
                self._note(seat, f"chose a move that is not allowed ({type(action).__name__})")
            elif isinstance(action, Pass) and self._passed:
                self._note(seat, "passed twice on one card")
            elif isinstance(action, Call | CallShanghai | HandOver):
                self._note(seat, f"chose no move of a turn ({type(action).__name__})")
            else:
                return action
        except Exception as error:
            self._note(seat, f"failed to choose a move ({type(error).__name__})")
        return simplest(state, seat)

    def _open_window(self) -> None:
        """Notes the top discard that lies now, and forgets what was asked about earlier ones."""
        self._fresh, self._fresh_at = self.state, len(self.log)
        self._passed = False
        self._forget_wishes()

    def _forget_wishes(self) -> None:
        """Forgets who wants the top discard, so that it is asked again."""
        self._order: list[int] | None = None
        self._wishes: dict[int, Call | CallShanghai] = {}
        self._quick: frozenset[int] = frozenset()

    def _ask_about_top(self) -> list[int]:
        """Asks each computer that could call the fresh top discard, and draws who is quick."""
        fresh = self._fresh
        may_call = {*callers(fresh), *shanghai_callers(fresh)}
        takes = {fresh.turn} if refuse(fresh, Take(fresh.turn)) is None else set()
        order = sorted(may_call | takes)
        Random(self._chance_at_top("order")).shuffle(order)
        first_person = next((i for i, s in enumerate(order) if not self.is_bot(s)), len(order))
        self._quick = frozenset(order[:first_person])
        for seat in order:
            if seat in may_call and self.is_bot(seat):
                wish = self._ask(seat)
                if wish is not None:
                    self._wishes[seat] = wish
        return order

    def _ask(self, seat: int) -> Call | CallShanghai | None:
        """The call that a computer player makes, None also where it fails."""
        self._chances[seat].seed(self._chance_at_top(f"call {seat}"))
        self._asked_at = monotonic()
        try:
            wish = self._bots[seat].wants_call(view_for(self._fresh, seat))
            if wish is None:
                return None
            is_own_call = isinstance(wish, Call | CallShanghai) and wish.seat == seat
            if is_own_call and refuse(self._fresh, wish) is None:
                return wish
            self._note(seat, "made a call that is not allowed")
        except Exception as error:
            self._note(seat, f"failed to answer about a call ({type(error).__name__})")
        return None

    def _next_call(self, late: bool) -> Call | CallShanghai | None:
        """The next call of a computer that still stands; `late` lets the slower ones speak."""
        if self._order is None:
            self._order = self._ask_about_top()
        for seat in self._order:
            wish = self._wishes.get(seat)
            if wish is None or not (late or seat in self._quick or not self._races(wish)):
                continue
            if refuse(self.state, wish) is None:
                return wish
            del self._wishes[seat]
        return None

    def _races(self, wish: Call | CallShanghai) -> bool:
        """Whether the first to make this call has the card."""
        return isinstance(wish, CallShanghai) or self.state.rules.call_order == "first"

    def _late_calls(self) -> tuple[Event, ...]:
        """Makes the calls of the computer players who waited for a person who now draws."""
        events: tuple[Event, ...] = ()
        while self.state.phase is Phase.DRAW:
            call = self._next_call(late=True)
            if call is None:
                break
            events += self._apply(call)
        return events

    def _apply(self, action: Action) -> tuple[Event, ...]:
        """Fills chance in, applies, logs, and tells the computer players and the observers."""
        before = self.state
        action = self._with_chance(action)
        after, events = apply(before, action)
        window = self._fresh, self._fresh_at, self._passed
        self.past.note(Moment(self.version, before, len(self.log), action, window), after)
        self.state = after
        self.version += 1
        self.log.extend(events)
        if is_fresh_top(before, after, action):
            self._open_window()
        elif isinstance(action, Pass):
            self._passed = True
        for event in events:
            for seat in self._bots:
                self._tell(seat, event)
        for observer in tuple(self.on_change):
            observer(before, action, after, events)
        return events

    def _with_chance(self, action: Action) -> Action:
        """The action with the shuffle and the random pick that it still lacks."""
        if not isinstance(action, Draw | Pass | Call | CallShanghai):
            return action
        need = needs(self.state, action)
        if isinstance(action, CallShanghai):
            if need.pick and action.picked is None:
                return structs.replace(action, picked=self._chance("pick").choice(need.pick))
        elif need.renew and need.shuffled and not action.renewed:
            order = list(need.renew)
            self._chance("stock").shuffle(order)
            return structs.replace(action, renewed=tuple(order))
        return action
