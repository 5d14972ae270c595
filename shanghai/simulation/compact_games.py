"""Whole games among hard players at the compact table, in machine code or plain Python. The engine
deals and counts the points. It plays the whole game if a round at the compact table does not
end."""

import contextlib
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec import structs

from shanghai.bots.playouts import table as t
from shanghai.bots.playouts.arrays import Numbers, box_of, zeros
from shanghai.bots.playouts.compact_rules import (
    CompactRules,
    ContractOptions,
    compact_rules_for,
    options_of_all,
    rows_by_seat,
)
from shanghai.bots.playouts.deals import Played, play_deal
from shanghai.bots.playouts.reading import ENDINGS
from shanghai.bots.playouts.rounds import log_of
from shanghai.bots.playouts.table import MASK
from shanghai.bots.unknown import contracts_asked
from shanghai.engine import actions
from shanghai.engine.actions import Deal, DrawForDealer, HostAction, ThrowIn
from shanghai.engine.cards import FACES, Card, Face, copy_of, face_of
from shanghai.engine.events import Event, RoundThrownIn
from shanghai.engine.game import apply, new_game
from shanghai.engine.rules import Rules
from shanghai.engine.scoring import end_round
from shanghai.engine.seats import SeatIndex, next_seat
from shanghai.engine.stalemate import MOST_TURNS, do_throw_in, is_counted
from shanghai.engine.state import End, Ending, Kind, Phase, State
from shanghai.records.recorder import GameRecorder
from shanghai.simulation.games import (
    GameReport,
    RoundReport,
    Task,
    game_seed,
    levels_of_game,
    seated,
    store_record,
)
from shanghai.table.chance import SeededChance, deal_order, with_chance
from shanghai.words import simulation as words

_CHECKED: Final = 100
"""One of so many games is checked: the engine plays it again, move by move."""
_MAX_LINES: Final = 20_000
"""After so many moves a round that is dealt again and again is given up."""
_ENDINGS: Final[Mapping[int, Ending]] = {
    **{number: ending for ending, number in ENDINGS.items()},
    t.ROUND_BLOCKED: Ending.BLOCKED,
}


class _LeftRound(Exception):
    """The compact table has given up a round before its end."""


class _RulesKey:
    """Rules as a key of a cache, equal only to the same object, as it is slow to compare rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _RulesKey) and other.rules is self.rules

    def __hash__(self) -> int:
        return id(self.rules)


Line = list[int]
"""A line of a log of the compact table."""


class _Game:
    """A game at the compact table. Before and after each round it has a state of the engine."""

    def __init__(self, task: Task, number: int) -> None:
        rules = task.rules
        self.recorder = GameRecorder(variant=task.variant) if task.record else None
        self.digest = hashlib.sha256()
        """The SHA-256 of all moves."""
        self.state = new_game(rules, [player.name for player in seated(task.level_ids)])
        self._chance = SeededChance(game_seed(task.seed, number))
        self._events: list[Event] = []
        self._turn_limit = task.most_turns or MOST_TURNS
        self._is_checked = number % _CHECKED == 0
        # Which contract each seat chose follows only from its moves.
        self._is_replayed = bool(task.record) or (rules.is_choice and rules.is_by_player)

    def play(self) -> list[RoundReport]:
        """Plays until the game ends or a round is given up. Returns the rounds before that."""
        self._do(DrawForDealer(()))
        rounds = []
        with contextlib.suppress(_LeftRound):
            while self.state.phase is not Phase.GAME_OVER:
                self._do(Deal(()))
                rounds.append(self._play_round())
        return rounds

    def _do(self, action: HostAction) -> tuple[Event, ...]:
        """Applies an action of the host, with random cards, and returns its events."""
        version = len(self._events)

        def purpose(what: str) -> str:
            return f"{what} {self.state.round} {version}"

        filled = with_chance(self.state, action, self._chance, purpose, self._events)
        before, (self.state, events) = self.state, apply(self.state, filled)
        if self.recorder is not None:
            self.recorder.feed(before, filled, self.state)
        self._events.extend(events)
        return events

    def _play_round(self) -> RoundReport:
        """Plays a round to its end. Deals it again whenever nobody can end it (ALL-11)."""
        deals: list[Played] = []
        thrown_in: list[RoundThrownIn] = []
        while self.state.phase is Phase.DRAW:
            deals.append(self._play_deal())
            if sum(deal.lines for deal in deals) > _MAX_LINES:
                raise _LeftRound
            if self.state.phase is Phase.DRAW:
                thrown_in += self._throw_in()
        state, last = self.state, deals[-1]
        result = state.results[-1]
        return RoundReport(
            round=state.round,
            turns=sum(deal.turns for deal in deals),
            ending=result.ending.value,
            points=result.points,
            first=next_seat(state.dealer, state.players),
            down=tuple(bool(seat.down) for seat in last.seats),
            thrown_in=sum(not each.counted for each in thrown_in),
            counted=any(each.counted for each in thrown_in),
            calls=sum(deal.calls for deal in deals),
            granted=sum(seat.calls for deal in deals for seat in deal.seats),
            declared=sum(deal.declared for deal in deals),
            cards=tuple(seat.size for seat in last.seats),
        )

    def _play_deal(self) -> Played:
        """Plays one deal to its end. If nobody can end it, or it takes too many turns, the phase of
        the state stays DRAW. Raises _LeftRound if the deal is given up."""
        dealt = self.state
        seed = _seed_of(self._chance, f"play {dealt.round} {len(self._events)}")
        played, table = play_deal(_compact_rules(dealt), dealt, seed, self._turn_limit)
        is_short = played.over < MOST_TURNS * dealt.players
        if played.ending == t.ROUND_LONG and is_short:
            raise _LeftRound
        self.digest.update(b"%d " % played.digest)
        # Who is out while the others have their last turns follows only from the moves.
        is_last_turn = played.ending == t.ROUND_LONG and any(not each.size for each in played.seats)
        if self._is_replayed or self._is_checked or is_last_turn:
            self.state = self._replayed(log_of(table))
        if not (self._is_replayed or is_last_turn):
            after = _after(dealt, played)
            if self._is_checked and _outcome(after) != _outcome(self.state):
                raise RuntimeError(words.PLAYED_DIFFERENTLY(round=dealt.round))
            if not self._is_checked or after.phase is not Phase.DRAW:
                self.state = after
        return played

    def _throw_in(self) -> list[RoundThrownIn]:
        """Ends a round that nobody can end: by the rules its hands count, or it is dealt again."""
        if self._is_replayed or self._is_checked:
            events = self._do(ThrowIn(()))
        else:
            # The state has no melds, by which the engine would see that nobody can end the round.
            is_again = not is_counted(self.state)
            order = (
                deal_order(self.state, self._chance, self.state.round, self._events)
                if is_again
                else ()
            )
            self.state, events = do_throw_in(self.state, ThrowIn(order))
            self._events.extend(events)
        return [each for each in events if isinstance(each, RoundThrownIn)]

    def _replayed(self, lines: Sequence[Line]) -> State:
        """The state after the moves of a log. Raises if the engine does not allow one."""
        state = self.state
        for move in actions_of(lines):
            before, action = state, action_of(state, *move)
            state = apply(before, action)[0]
            if self.recorder is not None:
                self.recorder.feed(before, action, state)
        return state


def play_compact(task: Task, number: int) -> GameReport | None:
    """Plays a game. None if the compact table gave up a round although the task has no limit."""
    game = _Game(task, number)
    rounds = game.play()
    is_finished = game.state.phase is Phase.GAME_OVER
    if not is_finished and not task.most_turns:
        return None
    if game.recorder is not None and is_finished:
        store_record(task, number, game.recorder)
    return GameReport(
        number=number,
        levels=levels_of_game(task.level_ids, number),
        rounds=tuple(rounds),
        scores=tuple(seat.score for seat in game.state.seats),
        winners=game.state.winners,
        replaced=0,
        finished=is_finished,
        digest=game.digest.hexdigest(),
    )


def _seed_of(chance: SeededChance, purpose: str) -> int:
    """A seed for the random numbers of the compact table."""
    digest = hashlib.sha256(f"{chance.key} {purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "big") & MASK


@lru_cache(1_024)
def _compact_rules_for(
    rules: _RulesKey,
    round_number: int,
    players: int,
    numbers: tuple[tuple[int, ...], ...],
    options: ContractOptions | None = None,
) -> tuple[Sequence[CompactRules], Mapping[str, Numbers]]:
    """`compact_rules_for` with a cache: the rules in a box, and `rows_by_seat` of them."""
    compact = compact_rules_for(rules.rules, round_number, players, numbers, options)
    if compact is None:
        raise _LeftRound
    return box_of(compact), rows_by_seat(compact)


@lru_cache(64)
def _options_of_all(rules: _RulesKey) -> ContractOptions | None:
    return options_of_all(rules.rules)


def _compact_rules(state: State) -> Sequence[CompactRules]:
    """The rules of the current round for the compact table, in a box."""
    rules, key, numbers = state.rules, _RulesKey(state.rules), tuple(contracts_asked(state))
    options = _options_of_all(key) if rules.contracts_by == "player" else None
    if options is None:
        box, rows = _compact_rules_for(key, state.round, state.players, numbers)
    else:
        first = tuple((1,) for _ in range(state.players))
        box, rows = _compact_rules_for(key, state.round, state.players, first, options)
        options.choose(rows, numbers)
    if rules.is_by_player:
        ends = [seat.met + 1 >= len(rules.contracts) for seat in state.seats]
        rows["ends"][: state.players] = ends
    return box


def _after(state: State, played: Played) -> State:
    """The state after a deal, with the points counted if the round has ended. It lacks melds and
    piles, and its cards are any copies of the faces."""
    copies, seats = [0] * FACES, []
    for seat, seat_result, faces in zip(state.seats, played.seats, played.hands, strict=True):
        hand = []
        for face in faces:
            hand.append(copy_of(Face(face), copies[face]))
            copies[face] += 1
        seats.append(
            structs.replace(
                seat,
                hand=tuple(hand),
                down=bool(seat_result.down),
                calls_used=seat_result.calls,
                chips=seat_result.chips,
                fined=seat_result.fined,
            )
        )
    contracts = state.played
    if state.rules.contracts_by == "first" and any(seat.down for seat in seats):
        # Nobody chooses the last contract, as no other one is left.
        contracts = (*contracts, played.chosen or state.contract_number_of(state.turn))
    after = structs.replace(state, seats=tuple(seats), played=contracts, turns=played.over)
    if played.ending in (t.ROUND_STALE, t.ROUND_LONG):
        return after
    return end_round(after, SeatIndex(played.out), _ENDINGS[played.ending])[0]


def _outcome(state: State) -> object:
    """The parts of a state that must agree when a deal is checked. Copies of a face are alike."""
    hands = [sorted(map(face_of, seat.hand)) for seat in state.seats]
    seats = [structs.replace(seat, hand=()) for seat in state.seats]
    return state.phase, hands, seats, state.results, state.played


def actions_of(lines: Sequence[Line]) -> Iterator[tuple[Line, Sequence[Line], list[int]]]:
    """Yields the actions of a log, each with its melds and the faces of a stock renewed before."""
    renewed: list[int] = []
    index = 0
    while index < len(lines):
        line, index = lines[index], index + 1
        if line[0] == t.A_RENEWAL:
            renewed.append(line[2])
            continue
        last = index + (line[3] if line[0] == t.A_DOWN else 0)
        yield line, lines[index:last], renewed
        index, renewed = last, []


def action_of(
    state: State, line: Line, melds: Sequence[Line], renewed: Sequence[int]
) -> actions.SeatAction:
    """A line of a log as an action of the engine. Any cards of the right faces are taken."""
    kind, number, face, meld, end, *_ = line
    seat = SeatIndex(number)
    hand = list(state.seats[seat].hand)
    order: tuple[Card, ...] = ()
    if len(renewed) > 1 and state.rules.recycle == "shuffle":
        pile = list(state.discards[2 if state.calls or kind == t.A_CALL else 1 :])
        order = tuple(_take(pile, each) for each in renewed)
    match kind:
        case t.A_DRAW:
            return actions.Draw(seat, order)
        case t.A_TAKE:
            return actions.Take(seat)
        case t.A_PASS:
            return actions.Pass(seat, order)
        case t.A_CALL:
            return actions.Call(seat, state.rules.call_word, order)
        case t.A_SWAP:
            return actions.Swap(seat, _take(hand, face), meld)
        case t.A_DOWN:
            return actions.GoDown(seat, tuple(_meld_cards(row, hand) for row in melds))
        case t.A_LAY:
            return actions.LayOff(seat, _take(hand, face), meld, _end(end))
        case t.A_DISCARD:
            return actions.Discard(seat, _take(hand, face, state.taken), bool(meld))
        case t.A_END:
            return actions.EndTurn(seat)
    raise AssertionError(kind)


def _take(cards: list[Card], face: int, last: Card | None = None) -> Card:
    """Removes a card of a face from `cards` and returns it: `last` only if no other is there."""
    card_taken = min(
        (card for card in cards if card % FACES == face), key=lambda card: card == last
    )
    cards.remove(card_taken)
    return card_taken


def _end(number: int) -> End | None:
    return {1: End.LOW, 2: End.HIGH}.get(number)


def _meld_cards(line: Line, hand: list[Card]) -> actions.MeldCards:
    """A meld of a log as cards, which are removed from `hand`."""
    row = zeros(t.MELD)
    row[:] = line[1:]
    if row[t.IS_RUN]:
        places = [t.spot(int(row[t.LOW]) + step) for step in range(row[t.SIZE])]
        faces = [t.face_at(row, place) for place in places]
    else:
        faces = [
            suit * 13 + row[t.LOW] - 1 for suit in range(4) for _ in range(row[t.NATURALS + suit])
        ] + [t.wild_at(row, i) for i in range(row[t.JOKERS])]
    kind = Kind.RUN if row[t.IS_RUN] else Kind.SET
    return actions.MeldCards(kind, tuple(_take(hand, face) for face in faces))
