"""Splits the points of a round into the deal, the stock, and the moves of each seat, by how the
expected points changed with each of them.

The expected points are the mean of play-outs with all hands as they were, and a random order of the
stock. Before and after a move the stocks are the same. A move that the players of the play-outs
would have made themselves changes nothing, and so it needs no play-outs.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from msgspec import structs

from shanghai.bots.memory import Memory
from shanghai.bots.playouts.arrays import IS_PLAIN, box_of, zeros
from shanghai.bots.playouts.compact_rules import MAX_SEATS, CompactRules, compact_rules_of
from shanghai.bots.playouts.reading import MOVE, read_moves, read_state
from shanghai.bots.playouts.rounds import Lists, play_moves_in, plays_so
from shanghai.bots.playouts.table import MELD, MOST_MELDS, CompactTable, copy_table, empty_table
from shanghai.bots.weights import USUAL
from shanghai.engine.actions import Draw, SeatAction, Take
from shanghai.engine.cards import FACE_OF, FACES, Card, face_of
from shanghai.engine.events import CallGranted, RoundEnded
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.seen import view_for
from shanghai.engine.state import Phase, State
from shanghai.review.compact_trials import MOST_TURNS
from shanghai.review.decisions import Bought, RoundLuck
from shanghai.storage.journal import Journal, Step, opened_course
from shanghai.words.moves import Move

_WORLDS: Final = 160
"""How many play-outs give the expected points of a moment at most, in machine code."""
_FEW_WORLDS: Final = 40
"""The same in plain Python, which is some hundred times as slow."""
_LEAST_WORLDS: Final = 8
"""How many do at least, however long the round is. Then the play-outs end earlier."""
_WORK: Final = 400_000
"""About the most work of the play-outs of a round, in machine code. That of a usual turn is 1."""
_LITTLE_WORK: Final = 80_000
"""The same in plain Python."""
_TRIED: Final = 8
"""In so many other deals the work of one play-out is measured first."""
_USUAL_TURNS: Final = 10
"""A play-out takes some so many turns of each seat."""
_DEALS: Final = 2
"""How many times as many play-outs give the expected points before the deal."""
_NO_MOVE: Final = -1

Means = list[float]
"""By seat the expected points."""


class World(NamedTuple):
    """All cards of a round: the hands by seat, then both piles, the top card first."""

    hands: Sequence[Sequence[Card]]
    stock: Sequence[Card]
    discards: Sequence[Card]


def luck_of(read: Journal, round: int) -> RoundLuck | None:
    """The parts of the points of a round. None if it has not ended, or if the play-outs do not know
    its rules."""
    steps = opened_course(read)
    own = [
        at
        for at, step in enumerate(steps)
        if step.before.round == round and step.before.phase in (Phase.DRAW, Phase.PLAY)
    ]
    ended = [
        event
        for at in own
        for event in steps[at].events
        if isinstance(event, RoundEnded) and event.round == round
    ]
    if not ended or compact_rules_of(steps[own[0]].before) is None:
        return None
    return _Course(steps, own, ended[-1].points).luck()


class _Course:
    """Goes through a round and adds up how each move changed the expected points."""

    def __init__(self, steps: Sequence[Step], own: Sequence[int], points: Sequence[int]) -> None:
        self._steps, self._own = steps, own
        first = steps[own[0]].before
        # Without handicaps, as the play-outs know none.
        self._points = [
            float(one + seat.handicap.points) for one, seat in zip(points, first.seats, strict=True)
        ]
        self._memory = Memory()
        self._round, self._seats = first.round, first.players
        self._stock, self._deal = self._none(), self._none()
        self._moves = [self._none() for _ in range(self._seats)]
        self._bought: dict[SeatIndex, tuple[int, Means]] = {}
        self._base, self._scratch = empty_table(), empty_table()
        self._most_turns, self._work = MOST_TURNS, 0
        self._go_to(first)
        self._mean_of(first, _redealt(first, _TRIED))
        worlds, self._most_turns = _extent(len(own), self._work / _TRIED)
        cards = first.rules.cards(first.players, first.round)
        self._places = [_places(cards, f"{self._round} {world}") for world in range(worlds)]

    def _none(self) -> Means:
        return [0.0] * self._seats

    def luck(self) -> RoundLuck:
        """The parts of the points, by going through the round from its deal to its end."""
        if self._own[0]:
            self._hear(self._steps[self._own[0] - 1])
        first = self._steps[self._own[0]].before
        self._go_to(first)
        dealt = self._value(first)
        expected = self._mean_of(first, _redealt(first, _DEALS * self._worlds))
        _add(self._deal, dealt, expected)
        before = dealt
        for place, at in enumerate(self._own):
            before = self._through(at, before, is_last=place == len(self._own) - 1)
        return RoundLuck(
            self._round,
            tuple(expected),
            tuple(self._deal),
            tuple(self._stock),
            tuple(map(tuple, self._moves)),
            tuple(
                Bought(seat, count, tuple(points)) for seat, (count, points) in self._bought.items()
            ),
        )

    @property
    def _worlds(self) -> int:
        return len(self._places)

    def _through(self, at: int, before: Means, *, is_last: bool) -> Means:
        """Adds up what the move at index `at` changed, and returns the expected points after it.
        Moves of a seat in a row that turn up no card count as one."""
        step = self._steps[at]
        state, action = step.before, step.action
        if not isinstance(action, SeatAction):
            # The round is dealt again.
            self._hear(step)
            self._go_to(step.after)
            after = self._points if is_last else self._value(step.after)
            _add(self._deal, after, before)
            return after
        moved = self._moves[action.seat]
        turns_up = not is_last and len(step.after.stock) != len(state.stock)
        is_taken = isinstance(action, Take)
        if not (is_last or turns_up or is_taken) and self._goes_on(at):
            self._hear(step)
            return before
        let_go = self._value(state, action.seat, Draw(action.seat)) if is_taken else before
        is_usual = not is_last and self._is_usual(step)
        if turns_up:
            chosen = before if is_usual else self._value(state, action.seat, action)
            _add(moved, chosen, before)
            self._note_bought(step, chosen)
            before = chosen
        self._hear(step)
        if is_last:
            after = self._points
        else:
            self._go_to(step.after)
            after = before if is_usual and not turns_up else self._value(step.after)
        _add(self._stock if turns_up else moved, after, before)
        if is_taken:
            self._note(action.seat, after, let_go)
        return after

    def _is_usual(self, step: Step) -> bool:
        """Whether the players of the play-outs would have done by themselves what was done since
        the last moment with a value, up to the end of a step."""
        after = read_state(step.after, USUAL)
        tables = box_of(self._table), box_of(after), box_of(self._scratch)
        return bool(plays_so(box_of(self._rules_of(step.before)), *tables))

    def _goes_on(self, at: int) -> bool:
        """Whether the next move is of the same seat and turns up no card."""
        one, other = self._steps[at].action, self._steps[at + 1].action
        if not (isinstance(one, SeatAction) and isinstance(other, SeatAction)):
            return False
        return one.seat == other.seat and not isinstance(other, Draw | Take)

    def _note_bought(self, step: Step, chosen: Means) -> None:
        for event in step.events:
            if isinstance(event, CallGranted):
                calls = tuple(seat for seat in step.before.calls if seat != event.seat)
                without = structs.replace(step.before, calls=calls)
                self._note(event.seat, chosen, self._value(without, event.seat, None))

    def _note(self, seat: SeatIndex, bought: Means, let_go: Means) -> None:
        count, points = self._bought.get(seat, (0, self._none()))
        _add(points, bought, let_go)
        self._bought[seat] = count + 1, points

    def _go_to(self, state: State) -> None:
        """Makes a state the one up to which the parts of the points are added up."""
        self._state, self._table = state, self._table_of(state)

    def _hear(self, step: Step) -> None:
        for event in step.events:
            self._memory.notice(event)

    def _value(self, state: State, seat: SeatIndex | None = None, move: Move = None) -> Means:
        """The expected points in a state, or after a move of `seat` in it."""
        hands = [seat.hand for seat in state.seats]
        worlds = [
            World(hands, sorted(state.stock, key=places.__getitem__), state.discards)
            for places in self._places
        ]
        return self._mean_of(state, worlds, seat, move)

    def _mean_of(
        self,
        state: State,
        worlds: Sequence[World],
        seat: SeatIndex | None = None,
        move: Move = None,
    ) -> Means:
        """By seat the mean of the points at the end of the round in some worlds, from a state or
        after a move of `seat` in it."""
        rules, table = self._rules_of(state), self._base
        copy_table(self._table if state is self._state else self._table_of(state), table)
        rows, melds = zeros(1, MOVE), zeros(1, MOST_MELDS, MELD)
        rows[0, 0] = _NO_MOVE
        if seat is not None:
            rows, melds = read_moves(view_for(state, seat), [move])
        points = zeros(len(worlds), 1, state.players)
        lists = _lists_of(worlds, len(table.stock))
        boxes = box_of(rules), box_of(table), box_of(self._scratch)
        self._work += play_moves_in(boxes[0], boxes[1], lists, rows, melds, boxes[2], points)
        return [fmean(int(world[0][number]) for world in points) for number in state.seat_numbers]

    def _table_of(self, state: State) -> CompactTable:
        """The compact table of a state, with what all seats have seen in the round so far."""
        table, memory = read_state(state, USUAL), self._memory
        table.turns, table.turn_limit = memory.turn, self._most_turns
        for number, _ in by_seat(state.seats):
            for card in memory.known_cards(state, number):
                table.known[number, face_of(card)] += 1
            for face, turn in dict(memory.let_go.get(number, ())).items():
                table.spurned[number, face] = turn + 1
        return table

    @staticmethod
    def _rules_of(state: State) -> CompactRules:
        rules = compact_rules_of(state)
        # Known for the whole round, as `luck_of` has looked.
        assert rules is not None
        return rules


def _extent(moves: int, work: float) -> tuple[int, int]:
    """How many play-outs give the expected points of a moment in a round of so many moves, and
    after how many turns of each seat they end. `work` is that of a play-out from the deal."""
    most, limit = (_FEW_WORLDS, _LITTLE_WORK) if IS_PLAIN else (_WORLDS, _WORK)
    worlds = limit / (moves * max(1.0, work))
    if worlds >= _LEAST_WORLDS:
        return min(most, int(worlds)), MOST_TURNS
    # Fewer play-outs would say little, so that they end earlier.
    return min(most, _LEAST_WORLDS), max(1, int(_USUAL_TURNS * worlds / _LEAST_WORLDS))


def _places(cards: Sequence[Card], seed: str) -> Mapping[Card, int]:
    """A random place for each card of the pack, by which the stock of a world is ordered."""
    order = list(cards)
    Random(seed).shuffle(order)
    return {card: place for place, card in enumerate(order)}


def _redealt(state: State, count: int) -> list[World]:
    """Random other deals of the same cards."""
    sizes = [len(seat.hand) for seat in state.seats]
    cards = [card for seat in state.seats for card in seat.hand]
    cards += [*state.discards, *state.stock]
    worlds = []
    for number in range(count):
        order = iter(_places(cards, f"{state.round} deal {number}"))
        hands = [list(islice(order, size)) for size in sizes]
        discards = list(islice(order, len(state.discards)))
        worlds.append(World(hands, list(order), discards))
    return worlds


def _lists_of(worlds: Sequence[World], most: int) -> Lists:
    """Worlds in the form of the play-outs. `most` is the room for a pile."""
    count = len(worlds)
    hands, stocks = zeros(count, MAX_SEATS, FACES), zeros(count, most)
    piles, chances = zeros(count, most), zeros(count)
    for number, world in enumerate(worlds):
        stocks[number][: len(world.stock)] = [FACE_OF[card] for card in reversed(world.stock)]
        before = worlds[number - 1]
        if number and (before.hands, before.discards) == (world.hands, world.discards):
            hands[number], piles[number] = hands[number - 1], piles[number - 1]
        else:
            for seat, hand in enumerate(world.hands):
                for card in hand:
                    hands[number][seat][FACE_OF[card]] += 1
            piles[number][: len(world.discards)] = [FACE_OF[card] for card in world.discards[::-1]]
        chances[number] = number
    return hands, stocks, piles, chances


def _add(sums: Means, after: Sequence[float], before: Sequence[float]) -> None:
    """Adds to each number of `sums` how much it changed from `before` to `after`."""
    for seat, pair in enumerate(zip(after, before, strict=True)):
        sums[seat] += pair[0] - pair[1]
