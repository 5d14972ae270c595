"""The host of one game: it shuffles, keeps the log and asks computers, all chance by the seed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import SystemRandom
from typing import cast

from msgspec import Struct, field, structs

from shanghai.bots.levels import LEVELS, Level, with_makers
from shanghai.bots.pool import BotPool, Note, simplest
from shanghai.bots.protocol import BotMaker
from shanghai.bots.runner import KnownEvents
from shanghai.engine import actions
from shanghai.engine.calls import callers
from shanghai.engine.events import Event, MovesUndone
from shanghai.engine.game import Refused, apply, new_game, refuse
from shanghai.engine.handicap import Player as Player
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.seen import public_view, view_for
from shanghai.engine.shanghai import shanghai_callers, shanghai_triers
from shanghai.engine.stalemate import is_stalemate, is_too_long
from shanghai.engine.state import Phase, SeatView, State
from shanghai.engine.undo import Moment, UndoHistory, UndoObserver, UndoRequest
from shanghai.table import chance
from shanghai.table.pins import PinHash, SeatPins, TypedPin
from shanghai.table.window import CallWindow
from shanghai.words import commands, computers as words
from shanghai.words.grammar import listed


def _no_such_level(level: str) -> str:
    known = listed([*LEVELS.offered()], ",")
    return commands.NO_COMPUTER.format(level=level, known=known, meant="")


class Resumption(Struct):
    """What a reader knows of a game apart from its state and its events."""

    window: CallWindow
    """The call window of the last top discard."""
    version: int = 0
    """How many moves, cuts and undone moves there were."""
    past: UndoHistory[CallWindow] = field(default_factory=UndoHistory)
    """The moments of this round that can be gone back to."""
    notes: list[Note] = []
    hinted: set[SeatIndex] = set()
    """The seats that asked for a hint."""
    cuts: tuple[int, ...] = ()
    pins: dict[SeatIndex, PinHash] = {}
    """The seats that have a PIN."""


Observer = Callable[[State, actions.Action, State, tuple[Event, ...]], None]
"""Told of every applied action: the state before, the action, the state after, the events."""
CutObserver = Callable[[SeatIndex, int], None]
"""Told of the cut: who cut, and at which number."""


class Host:
    """One game with its chance, log and players.

    An answer of a computer that is late, fails or is refused is replaced by the simplest legal
    move, with a line in `notes` that names no card.
    """

    def __init__(
        self,
        rules: Rules,
        players: Sequence[Player],
        seed: int | str | chance.CardSource | None = None,
        state: State | None = None,
        levels: Mapping[str, Level] = LEVELS,
        limit: float | None = None,
    ) -> None:
        """Starts a game, or goes on from `state`.

        `seed` is where the cards come from, or the seed of all chance alone; None draws one. A
        computer player of another package is waited for `limit` seconds, None for 10 s (or 2 s
        longer than it is to think). ValueError for players that rules or levels do not take.
        """
        ids, levels = with_makers([cast(str | BotMaker, each.bot) for each in players], levels)
        for level in ids:
            if level and level not in levels:
                raise ValueError(_no_such_level(level))
        self.cards = seed if isinstance(seed, chance.CardSource) else chance.CardSource(seed)
        """Where the cards come from; a seed that is drawn is not in it."""
        self.seed = SystemRandom().getrandbits(128) if self.cards.seed is None else self.cards.seed
        self.cuts: tuple[int, ...] = ()
        self.commitment = ""
        """The SHA-256 of the first line of the game's file, once there is one."""
        make_chance = chance.HashedChance if self.cards.is_fair else chance.SeededChance
        self.chance: chance.Chance = make_chance(str(self.seed))
        self.players = [
            structs.replace(player, bot=level) for player, level in zip(players, ids, strict=True)
        ]
        seats = [p.name for p in players], [p.handicap for p in players]
        self.state = state or new_game(rules, *seats)
        self.log: list[Event] = []
        self.hinted: set[SeatIndex] = set()
        self.version = 0
        self.on_change: list[Observer] = []
        self.on_undo: list[UndoObserver] = []
        self.on_cut: list[CutObserver] = []
        self.pins = SeatPins()
        self.past: UndoHistory[CallWindow] = UndoHistory()
        self.computers = BotPool(levels, limit)
        for seat in self.state.seat_numbers:
            self._seat_bot(seat)
        self._decided: tuple[int, actions.SeatAction] | None = None
        self.window = self._in_order(CallWindow(self.state, 0, 0))
        """Who may want the top discard, and who has answered."""

    def take_up(self, resumption: Resumption, log: Iterable[Event]) -> None:
        """Takes over the events so far, and what else a reader knows of the game."""
        self.log = list(log)
        if resumption.cuts:
            self._follow_cuts(resumption.cuts)
        self.version = resumption.version
        self.past = resumption.past
        self.computers.notes = resumption.notes
        self.hinted = resumption.hinted
        self.pins.resume(resumption.pins)
        self.window = self._in_order(resumption.window)

    @property
    def notes(self) -> list[Note]:
        """What there was to say of the computer players, never with a card in it."""
        return self.computers.notes

    def view(self, seat: SeatIndex) -> SeatView:
        """What a seat may see."""
        return view_for(self.state, seat)

    def public(self) -> SeatView:
        """What the whole table may see."""
        return public_view(self.state)

    def refuse(self, action: actions.Action) -> Refusal | None:
        """Why the rules turn an action away now, or None."""
        return refuse(self.state, action)

    def is_bot(self, seat: SeatIndex) -> bool:
        """Whether a computer player has the seat."""
        return bool(self.players[seat].bot)

    def people(self) -> tuple[SeatIndex, ...]:
        """The seats that people have."""
        return tuple(i for i, player in by_seat(self.players) if not player.bot)

    def may_call(self) -> tuple[SeatIndex, ...]:
        """The people who may call the top discard now."""
        return tuple(seat for seat in callers(self.state) if not self.is_bot(seat))

    def may_call_shanghai(self, tells_who_may: bool) -> tuple[SeatIndex, ...]:
        """The people who may call SHANGHAI now (GD-18), or who may try where nobody says it."""
        seats = shanghai_callers(self.state) if tells_who_may else shanghai_triers(self.state)
        return tuple(seat for seat in seats if not self.is_bot(seat))

    def do(self, action: actions.Action) -> tuple[Event, ...]:
        """Applies an action, after chance has filled in its cards, and returns all events.

        A person who draws lets the top discard go. Computers that waited for that call before the
        draw. If a call uncovers a card that a computer may want, the draw is not done yet. Raises
        `Refused`.
        """
        if why := refuse(self.state, action):
            raise Refused(why)
        events: tuple[Event, ...] = ()
        if isinstance(action, actions.Draw) and not self.is_bot(action.seat):
            events = self._late_calls()
            if (events and self.is_asking) or refuse(self.state, action) is not None:
                return events
        events += self._apply(action)
        if isinstance(action, actions.Discard | actions.EndTurn) and (
            is_stalemate(self.state) or is_too_long(self.state)
        ):
            # Its hands count, or it is dealt again (ALL-11).
            events += self._apply(self.with_chance(actions.ThrowIn()))
        return events

    def draw_for_dealer(self) -> tuple[Event, ...]:
        """Draws a card for each seat; who ties for the lowest draws again (RG-2)."""
        self._cut_unasked()
        return self.do(self.with_chance(actions.DrawForDealer(())))

    @property
    def fingerprint(self) -> str:
        """What the game commits to before the first card, 64 hex digits; "" where nobody cuts."""
        if not self.cards.is_fair:
            return ""
        return self.commitment or self.cards.root or chance.hash_of(self.seed)

    @property
    def awaits_cut(self) -> bool:
        """Whether somebody is to cut the cards now, before the draw or before the first deal."""
        return self._is_uncut and not self.cards.cuts

    @property
    def _is_uncut(self) -> bool:
        cards = self.cards
        due = chance.cuts_due(self.state.phase, cards.root, is_cut_twice=cards.is_cut_twice)
        return cards.is_fair and len(self.cuts) < due

    def _cut_unasked(self) -> None:
        """Cuts where nobody has: at a number that is known, or at one that is drawn."""
        if self._is_uncut:
            known = self.cards.cuts
            self.cut_cards(known[len(self.cuts)] if known else None)

    def cut_cards(self, number: int | None = None) -> int:
        """Cuts the cards at a number, or a drawn one; ValueError where that cannot be."""
        if not self._is_uncut:
            raise ValueError(words.NOT_TO_BE_CUT)
        cut = SystemRandom().randrange(chance.MOST_CUT) if number is None else number
        if not 0 <= cut < chance.MOST_CUT:
            raise ValueError(words.CUT_TOO_LARGE)
        self._follow_cuts((*self.cuts, cut))
        self.version += 1
        for observer in tuple(self.on_cut):
            observer(chance.who_cuts(self.state, self.is_bot), cut)
        return cut

    def _follow_cuts(self, cuts: tuple[int, ...]) -> None:
        """Makes all further chance follow from the seed, the root and the cuts."""
        self.cuts = cuts
        self.chance = chance.HashedChance(chance.cut_key(self.seed, self.cards.root, cuts))
        for seat in self.state.seat_numbers:
            self._seat_bot(seat)

    def deal(self) -> tuple[Event, ...]:
        """Shuffles the whole pack and deals the next round; cuts first where nobody has."""
        self._cut_unasked()
        return self.do(self.with_chance(actions.Deal(())))

    def hand_over(self, seat: SeatIndex, name: str, bot: str = "") -> tuple[Event, ...]:
        """Gives a seat to another person, or to a computer player of a level (ALL-14)."""
        if bot and bot not in self.computers.levels:
            raise ValueError(_no_such_level(bot))
        if why := refuse(self.state, action := actions.HandOver(seat, name)):
            raise Refused(why)
        if seat in self.pins:
            self.keep_pin(seat, None)
        # Observers find the new player in the seat, and who may want the card is asked again.
        self.players[seat] = Player(name, bot, self.state.seats[seat].handicap)
        self._seat_bot(seat)
        events = self._apply(action)
        self._ask_again(self.window, self.window.let_go - {seat})
        return events

    def keep_pin(self, seat: SeatIndex, typed: TypedPin | None) -> None:
        """Gives a seat another PIN, or none, as the log says; ValueError for what can be no PIN."""
        pin = typed.hashed() if typed is not None else None
        self.pins.keep(seat, pin)
        self.version += 1
        sentence = words.PIN_SET if pin is not None else words.PIN_GONE
        self.notes.append(Note(len(self.log), sentence.format(name=self.state.seats[seat].name)))
        for observer in tuple(self.pins.on_change):
            observer(seat, pin)

    def take_back(self, order: UndoRequest) -> MovesUndone:
        """Goes back to a moment of this round, as if what came after had never been played."""
        if why := self.past.refuse(order, self.state, self.log):
            raise Refused(why)
        before = self.state
        moment, event = self.past.rewind_log(order, self.log)
        self.computers.notes = [Note(min(n.at, moment.event_count), n.text) for n in self.notes]
        self.computers.tried = [one for one in self.computers.tried if one.at <= moment.event_count]
        self.state = moment.state
        self.version += 1
        for seat in self.state.seat_numbers:
            self._seat_bot(seat)
        self._ask_again(moment.host_state)
        for observer in tuple(self.on_undo):
            observer(order, before, self.state, event)
        return event

    def replay(
        self,
        action: actions.Action,
        bot: str = "",
        notes: Sequence[str] = (),
        hinted: Iterable[SeatIndex] = (),
    ) -> tuple[Event, ...]:
        """Applies a move of a saved game without asking anybody; the facts are as in `Moved`."""
        self.hinted.update(hinted)
        self.notes.extend(Note(len(self.log), text) for text in notes)
        if isinstance(action, actions.HandOver):
            return self.hand_over(action.seat, action.name, bot)
        return self._apply(action)

    def bot_action(self, *, draw_ok: bool = True) -> actions.SeatAction | None:
        """What a computer wants to do now, the same if asked again; None: a person is awaited. A
        call comes first, each computer being asked once for each fresh top discard, then, where
        `draw_ok`, the next step of one on turn."""
        state = self.state
        if state.phase is Phase.DRAW:
            call = self.next_call(late=(draw_ok and self.is_bot(state.turn)) or state.given_up)
            if call is not None:
                return call
        elif state.phase is not Phase.PLAY:
            return None
        return self.next_step() if draw_ok else None

    def next_step(self) -> actions.SeatAction | None:
        """The next step of a computer on turn, whatever calls there may be; None: a person's."""
        state, version, decided = self.state, self.version, self._decided
        if not self.is_bot(state.turn):
            return None
        if decided is None or decided[0] != version:
            passed, event_count = self.window.passed, len(self.log)
            key = f"{self.chance.key} decide {state.turn} {state.round} {event_count} {passed:d}"
            move = self.computers.move(state, self.log, key, has_passed=passed)
            self._decided = decided = version, move
        return decided[1]

    @property
    def is_asking(self) -> bool:
        """Whether a computer player that may call the top discard has not been asked yet."""
        if self.state.phase is not Phase.DRAW:
            return False
        window = self.window
        return any(seat not in window.wishes for seat in window.asked)

    def close(self) -> None:
        """Ends the processes of computer players; they start again if the game goes on."""
        self.computers.close()

    def give_up(self) -> None:
        """Goes on without the awaited answer; where it should come, `Abandoned` is raised."""
        asked = self.computers.give_up(len(self.log))
        if asked is not None and asked.is_call:
            self.window.wishes[asked.seat] = None
        elif asked is not None:
            self._decided = self.version, simplest(self.state, asked.seat)

    def _purpose(self, what: str) -> str:
        if self.cards.is_fair:
            return f"{what} {self.version + 1}"
        return f"{what} {self.state.round} {len(self.log)}"

    def with_chance(self, action: actions.Action) -> actions.Action:
        """The action with the cards that chance gives it at this point of the game."""
        return chance.with_chance(self.state, action, self.chance, self._purpose, self.log)

    def _seat_bot(self, seat: SeatIndex) -> None:
        player = self.players[seat]
        self.computers.seat(seat, player.name, player.level, f"{self.chance.key} seat {seat}")

    def _ask_again(self, window: CallWindow, let_go: frozenset[SeatIndex] = frozenset()) -> None:
        """Forgets what computers want and have decided, and the answers of people. Only the people
        in `let_go` have still let the card go."""
        self._decided = None
        self.window = self._in_order(window.reopened(len(self.log), let_go))

    def _in_order(self, window: CallWindow) -> CallWindow:
        return window.ordered(self.chance.key, self.is_bot)

    def wishes(self) -> Mapping[SeatIndex, actions.AnyCall | None]:
        """What each computer player that may call the top discard calls, asked where it was not."""
        window = self.window
        for seat in window.asked:
            if seat not in window.wishes and window is self.window:
                key = f"{self.chance.key} call {seat} {window.fresh.round} {window.event_count}"
                window.wishes[seat] = self.computers.wish(
                    window.fresh,
                    seat,
                    KnownEvents(self.log, window.known_events),
                    key,
                    len(window.asked),
                    window.event_count,
                )
        return window.wishes

    def next_call(self, late: bool) -> actions.AnyCall | None:
        """The next call of a computer that is still possible; None if there is none. Where the
        first to speak wins, a computer that is slower than a person calls only with `late`."""
        window, wishes = self.window, self.wishes()
        for seat in window.order:
            wish = wishes.get(seat)
            races = not isinstance(wish, actions.Call) or self.state.rules.call_order == "first"
            if wish is None or (races and not late and seat not in window.quick):
                continue
            if refuse(self.state, wish) is None:
                return wish
            window.wishes[seat] = None
        return None

    def _late_calls(self) -> tuple[Event, ...]:
        """Makes the calls of the computer players who waited for a person who now draws."""
        events: tuple[Event, ...] = ()
        while self.state.phase is Phase.DRAW:
            call = self.next_call(late=True)
            if call is None:
                break
            events += self._apply(call)
            if self.is_asking:
                break
        return events

    def _apply(self, action: actions.Action) -> tuple[Event, ...]:
        """Fills chance in, applies, logs, and tells the computer players and the observers."""
        before = self.state
        action = self.with_chance(action)
        after, events = apply(before, action)
        self.past.note(Moment(self.version, before, len(self.log), action, self.window), after)
        self.state = after
        self.version += 1
        self.log.extend(events)
        window = self.window.after(before, action, after, len(self.log))
        self.window = self._in_order(window) if window.fresh is after else window
        self.computers.game_went_on(is_dealt=isinstance(action, actions.Deal))
        for observer in tuple(self.on_change):
            observer(before, action, after, events)
        return events
