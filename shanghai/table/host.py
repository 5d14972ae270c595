"""The host of one game: it shuffles, keeps the log and asks the computer players. All chance
follows from the seed."""

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
    """What the reader of a saved game knows of it apart from its state and its events."""

    window: CallWindow
    """The call window of the last top discard."""
    version: int = 0
    """The number of changes so far: each move, cut, undo and change of a PIN is one."""
    undo_history: UndoHistory[CallWindow] = field(default_factory=UndoHistory)
    """The moments of this round to which an undo can go back."""
    notes: list[Note] = []
    hinted: set[SeatIndex] = set()
    """The seats that asked for a hint."""
    cuts: tuple[int, ...] = ()
    pins: dict[SeatIndex, PinHash] = {}
    """The PIN of each seat that has one."""


Observer = Callable[[State, actions.Action, State, tuple[Event, ...]], None]
"""Is called after every applied action: state before, action, state after, events."""
CutObserver = Callable[[SeatIndex, int], None]
"""Is called after each cut: who cut, and at which number."""


class Host:
    """One game with its chance, log and players.

    If the answer of a computer is late, fails or is refused, the simplest legal move takes its
    place. `notes` then gets a sentence that names no card. It also has those about PINs.
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

        `seed` is where the cards come from, or only the seed of all chance. None draws a seed.
        `limit` is for how many seconds a computer player of another package may think. None means
        10 s, or 2 s longer than its own time. Raises ValueError for players that the rules or the
        levels do not allow.
        """
        ids, levels = with_makers([cast(str | BotMaker, each.bot) for each in players], levels)
        for level in ids:
            if level and level not in levels:
                raise ValueError(_no_such_level(level))
        self.card_source = seed if isinstance(seed, chance.CardSource) else chance.CardSource(seed)
        """Where the cards come from. It does not have a seed that is drawn here."""
        known_seed = self.card_source.seed
        self.seed = SystemRandom().getrandbits(128) if known_seed is None else known_seed
        self.cuts: tuple[int, ...] = ()
        self.commitment = ""
        """The SHA-256 of the first line of the game's file, once there is one."""
        make_chance = chance.HashedChance if self.card_source.is_fair else chance.SeededChance
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
        self.undo_history: UndoHistory[CallWindow] = UndoHistory()
        self.computers = BotPool(levels, limit)
        for seat in self.state.seat_numbers:
            self._seat_bot(seat)
        self._decided: tuple[int, actions.SeatAction] | None = None
        self.window = self._in_order(CallWindow(self.state, 0, 0))
        """Who may want the top discard, and what each of them has answered."""

    def resume_from(self, resumption: Resumption, log: Iterable[Event]) -> None:
        """Goes on with a saved game: takes over its events and what else is known of it."""
        self.log = list(log)
        if resumption.cuts:
            self._follow_cuts(resumption.cuts)
        self.version = resumption.version
        self.undo_history = resumption.undo_history
        self.computers.notes = resumption.notes
        self.hinted = resumption.hinted
        self.pins.resume(resumption.pins)
        self.window = self._in_order(resumption.window)

    @property
    def notes(self) -> list[Note]:
        """Sentences about computer players and PINs, for everybody. They never name a card."""
        return self.computers.notes

    def view(self, seat: SeatIndex) -> SeatView:
        """What a seat may see of the game now."""
        return view_for(self.state, seat)

    def public(self) -> SeatView:
        """What the whole table may see of the game now."""
        return public_view(self.state)

    def refuse(self, action: actions.Action) -> Refusal | None:
        """Why the rules do not allow an action now. None if they do."""
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
        """The people who may call SHANGHAI now (GD-18). Unless `tells_who_may`, these are all
        who may try: they see for themselves whether the card fits."""
        seats = shanghai_callers(self.state) if tells_who_may else shanghai_triers(self.state)
        return tuple(seat for seat in seats if not self.is_bot(seat))

    def do(self, action: actions.Action) -> tuple[Event, ...]:
        """Applies an action and returns all events. Makes waiting calls before a person's draw.

        Computers may have waited until that person lets the top discard go. The draw itself is
        left out if their calls forbid it or uncover a card that a computer may want. Only the
        events tell the caller so. Chance fills in all cards. Raises `Refused`.
        """
        if why := refuse(self.state, action):
            raise Refused(why)
        calls: tuple[Event, ...] = ()
        if isinstance(action, actions.Draw) and not self.is_bot(action.seat):
            calls = self._make_waiting_calls()
        if calls and (self.has_unasked_computer or refuse(self.state, action) is not None):
            return calls
        return (*calls, *self._apply(action), *self._end_stalemate(action))

    def _end_stalemate(self, action: actions.Action) -> tuple[Event, ...]:
        """Ends the round if the turn that ended with this action leads nowhere (ALL-11). By the
        rules the hands then count, or the round is dealt again."""
        is_turn_over = isinstance(action, actions.Discard | actions.EndTurn)
        if is_turn_over and (is_stalemate(self.state) or is_too_long(self.state)):
            return self._apply(self.with_chance(actions.ThrowIn()))
        return ()

    def draw_for_dealer(self) -> tuple[Event, ...]:
        """Draws a card for each seat. Those who tie for the lowest draw again (RG-2)."""
        self._cut_if_due()
        return self.do(self.with_chance(actions.DrawForDealer(())))

    @property
    def fingerprint(self) -> str:
        """The hash by which the game commits to its cards before the first one is seen. It has 64
        hex digits. Empty in a game with known cards, which nobody cuts."""
        if not self.card_source.is_fair:
            return ""
        return self.commitment or self.card_source.root or chance.hash_of(self.seed)

    @property
    def awaits_cut(self) -> bool:
        """Whether somebody is to cut the cards now, before the draw or before the first deal."""
        return self._is_cut_due and not self.card_source.cuts

    @property
    def _is_cut_due(self) -> bool:
        """Whether the cards must be cut before the game goes on, at whatever number."""
        cards = self.card_source
        due = chance.cuts_due(self.state.phase, cards.root, is_cut_twice=cards.is_cut_twice)
        return cards.is_fair and len(self.cuts) < due

    def _cut_if_due(self) -> None:
        """Cuts the cards if that is due: at the known number of the card source, or a drawn one."""
        if self._is_cut_due:
            known = self.card_source.cuts
            self.cut_cards(known[len(self.cuts)] if known else None)

    def cut_cards(self, number: int | None = None) -> int:
        """Cuts the cards at a number, None for a drawn one. Returns the number. Raises ValueError
        if no cut is due or the number is too large."""
        if not self._is_cut_due:
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
        """Makes all further chance follow from the seed, the root of the source and the cuts."""
        self.cuts = cuts
        self.chance = chance.HashedChance(chance.cut_key(self.seed, self.card_source.root, cuts))
        for seat in self.state.seat_numbers:
            self._seat_bot(seat)

    def deal(self) -> tuple[Event, ...]:
        """Shuffles the whole pack and deals the next round, after a cut that is still due."""
        self._cut_if_due()
        return self.do(self.with_chance(actions.Deal(())))

    def hand_over(self, seat: SeatIndex, name: str, bot: str = "") -> tuple[Event, ...]:
        """Gives a seat to another person, or to a computer player of the level `bot` (ALL-14).
        Raises `Refused` if the rules forbid it, ValueError for an unknown level."""
        if bot and bot not in self.computers.levels:
            raise ValueError(_no_such_level(bot))
        if why := refuse(self.state, action := actions.HandOver(seat, name)):
            raise Refused(why)
        if seat in self.pins:
            self.set_pin(seat, None)
        # Before the action, so that its observers see the new player in the seat.
        self.players[seat] = Player(name, bot, self.state.seats[seat].handicap)
        self._seat_bot(seat)
        events = self._apply(action)
        self._reopen_window(self.window, self.window.let_go - {seat})
        return events

    def set_pin(self, seat: SeatIndex, typed: TypedPin | None) -> None:
        """Gives a seat another PIN, None for no PIN, and adds a note about it. Raises ValueError if
        the typed digits can be no PIN."""
        pin = typed.hashed() if typed is not None else None
        self.pins.keep(seat, pin)
        self.version += 1
        sentence = words.PIN_SET if pin is not None else words.PIN_GONE
        self.notes.append(Note(len(self.log), sentence.format(name=self.state.seats[seat].name)))
        for observer in tuple(self.pins.on_change):
            observer(seat, pin)

    def take_back(self, order: UndoRequest) -> MovesUndone:
        """Undoes moves: goes back to a moment of this round. Raises `Refused` if it may not."""
        if why := self.undo_history.refuse(order, self.state, self.log):
            raise Refused(why)
        before = self.state
        moment, event = self.undo_history.rewind_log(order, self.log)
        self.computers.notes = [Note(min(n.at, moment.event_count), n.text) for n in self.notes]
        self.computers.tried = [one for one in self.computers.tried if one.at <= moment.event_count]
        self.state = moment.state
        self.version += 1
        for seat in self.state.seat_numbers:
            self._seat_bot(seat)
        self._reopen_window(moment.host_state)
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
        """Applies a move of a saved game without asking anybody. `bot`, `notes` and `hinted` are
        those of its `MoveEntry` in the journal."""
        self.hinted.update(hinted)
        self.notes.extend(Note(len(self.log), text) for text in notes)
        if isinstance(action, actions.HandOver):
            return self.hand_over(action.seat, action.name, bot)
        return self._apply(action)

    def bot_action(self, *, computer_may_draw: bool = True) -> actions.SeatAction | None:
        """What a computer wants to do now. None: a person must act first.

        Calls come first: each computer is asked once about each fresh top discard. Then comes the
        next step of a computer on turn, if `computer_may_draw`. If nothing has happened since the
        last time, the answer is the same.
        """
        state = self.state
        if state.phase is Phase.DRAW:
            after_people = (computer_may_draw and self.is_bot(state.turn)) or state.given_up
            call = self.next_call(after_people=after_people)
            if call is not None:
                return call
        elif state.phase is not Phase.PLAY:
            return None
        return self.next_step() if computer_may_draw else None

    def next_step(self) -> actions.SeatAction | None:
        """The next step of the computer on turn, whatever others may call. None if a person is on
        turn. A computer decides once for each version of the game."""
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
    def has_unasked_computer(self) -> bool:
        """Whether a computer player that may call the top discard has not been asked yet."""
        if self.state.phase is not Phase.DRAW:
            return False
        window = self.window
        return any(seat not in window.wishes for seat in window.asked)

    def close(self) -> None:
        """Ends the processes of computer players; they start again if the game goes on."""
        self.computers.close()

    def abandon_answer(self) -> None:
        """Stops waiting for a computer's answer. A call is left out, a move is the simplest one.
        The thread that waits for the answer gets the error `Abandoned`."""
        asked = self.computers.give_up(len(self.log))
        if asked is not None and asked.is_call:
            self.window.wishes[asked.seat] = None
        elif asked is not None:
            self._decided = self.version, simplest(self.state, asked.seat)

    def _purpose(self, what: str) -> str:
        """A text that makes chance differ at each point of the game, for the same key."""
        if self.card_source.is_fair:
            return f"{what} {self.version + 1}"
        return f"{what} {self.state.round} {len(self.log)}"

    def with_chance(self, action: actions.Action) -> actions.Action:
        """The action with the cards that chance gives it at this point of the game."""
        return chance.with_chance(self.state, action, self.chance, self._purpose, self.log)

    def _seat_bot(self, seat: SeatIndex) -> None:
        """Seats a new computer player with a random source of its own, or nobody for a person."""
        player = self.players[seat]
        self.computers.seat(seat, player.name, player.level, f"{self.chance.key} seat {seat}")

    def _reopen_window(
        self, window: CallWindow, let_go: frozenset[SeatIndex] = frozenset()
    ) -> None:
        """Asks everybody about the top discard again, except the people in `let_go`. Forgets the
        next step that a computer has decided on."""
        self._decided = None
        self.window = self._in_order(window.reopened(len(self.log), let_go))

    def _in_order(self, window: CallWindow) -> CallWindow:
        return window.ordered(self.chance.key, self.is_bot)

    def ask_for_wishes(self) -> Mapping[SeatIndex, actions.AnyCall | None]:
        """Asks each computer player that was not asked yet whether it calls the top discard. The
        answers are kept in the window. Returns those of all, None where one does not call."""
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

    def next_call(self, after_people: bool) -> actions.AnyCall | None:
        """The next call of a computer that is still legal. None if there is none.

        If the first to speak wins, a computer that speaks after a person in the drawn order calls
        only with `after_people`, when they have had their time.
        """
        window, wishes = self.window, self.ask_for_wishes()
        for seat in window.order:
            wish = wishes.get(seat)
            is_race = not isinstance(wish, actions.Call) or self.state.rules.call_order == "first"
            if wish is None or (is_race and not after_people and seat not in window.quick):
                continue
            if refuse(self.state, wish) is None:
                return wish
            window.wishes[seat] = None
        return None

    def _make_waiting_calls(self) -> tuple[Event, ...]:
        """Makes the calls of the computer players that have waited for people. Stops early if a
        call uncovers a card about which a computer must be asked first."""
        events: tuple[Event, ...] = ()
        while self.state.phase is Phase.DRAW:
            call = self.next_call(after_people=True)
            if call is None:
                break
            events += self._apply(call)
            if self.has_unasked_computer:
                break
        return events

    def _apply(self, action: actions.Action) -> tuple[Event, ...]:
        """Applies an action with its cards of chance, logs it and calls all observers."""
        before = self.state
        action = self.with_chance(action)
        after, events = apply(before, action)
        moment = Moment(self.version, before, len(self.log), action, self.window)
        self.undo_history.note(moment, after)
        self.state = after
        self.version += 1
        self.log.extend(events)
        window = self.window.after(before, action, after, len(self.log))
        self.window = self._in_order(window) if window.fresh is after else window
        self.computers.game_went_on(is_dealt=isinstance(action, actions.Deal))
        for observer in tuple(self.on_change):
            observer(before, action, after, events)
        return events
