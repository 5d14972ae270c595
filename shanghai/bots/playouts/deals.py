"""Plays whole rounds from the deal on. Both the deal and the result are rows of numbers."""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from shanghai.bots.playouts import table
from shanghai.bots.playouts.arrays import Numbers, box_of, list_of, zeros
from shanghai.bots.playouts.compact_rules import MAX_SEATS, CompactRules, empty_rules
from shanghai.bots.playouts.compiling import compiled, for_types_of
from shanghai.bots.playouts.reading import MOVE
from shanghai.bots.playouts.rounds import Lists, play_moves_in
from shanghai.bots.playouts.table import CompactTable, copy_table, empty_table
from shanghai.engine.cards import FACE_OF, FACES
from shanghai.engine.seats import by_seat
from shanghai.engine.state import State

_NO_MOVE: Final = -1
_ROOM: Final = 1_000
"""The most numbers of a deal, or of a summary."""
_HEAD: Final = 9
"""How many numbers of a summary come before those of the seats."""
_OF_A_SEAT: Final = 5
"""How many numbers of a summary each seat has."""


class SeatPlayed(NamedTuple):
    """The result of a round for a seat."""

    size: int
    """The cards left in its hand."""
    down: int
    calls: int
    """How many of its calls were granted."""
    chips: int
    fined: int


class Played(NamedTuple):
    """The result of a round that was played."""

    seats: list[SeatPlayed]
    hands: list[list[int]]
    """By seat the faces in its hand."""
    ending: int
    out: int
    chosen: int
    """The number of the contract that was chosen for all seats, or 0."""
    over: int
    """How many turns are over."""
    turns: int
    """How many turns began, by a draw or by taking the top discard."""
    calls: int
    """How many calls were made."""
    declared: int
    """How many discards were declared SHANGHAI."""
    digest: int
    """A hash of all moves."""
    lines: int
    """How many lines the log has."""


class _Player:
    """Plays the rounds of this process one after the other, always at the same tables."""

    def __init__(self) -> None:
        dealt, played = box_of(empty_table()), box_of(empty_table())
        hands, piles = zeros(1, MAX_SEATS, FACES), zeros(1, len(played[0].pile))
        lists: Lists = hands, piles, zeros(1, len(played[0].pile)), zeros(1)
        rows, melds = zeros(1, MOVE), zeros(1, table.MOST_MELDS, table.MELD)
        rows[0, 0] = _NO_MOVE
        self.played: CompactTable = played[0]
        self._numbers, self._summary = zeros(_ROOM), zeros(_ROOM)
        self._deal = box_of(empty_table()), dealt, lists
        self._round = dealt, lists, rows, melds, played
        self._end = played, self._summary
        rules, points = box_of(empty_rules()), zeros(1, 1, MAX_SEATS)
        self._lay_out = for_types_of(lay_out, rules, self._numbers, *self._deal)
        self._play = for_types_of(play_moves_in, rules, *self._round, points)
        self._sum_up = for_types_of(sum_up, rules, *self._end)

    def play(self, rules: Sequence[CompactRules], numbers: Sequence[int], players: int) -> Played:
        """Plays the round of a deal, which `numbers` describe as `_numbers_of` does."""
        self._numbers[: len(numbers)] = numbers
        self._lay_out(rules, self._numbers, *self._deal)
        self._play(rules, *self._round, zeros(1, 1, players))
        self._sum_up(rules, *self._end)
        place = _HEAD + _OF_A_SEAT * players
        head, seats, hands = list_of(self._summary[:place]), list[SeatPlayed](), list[list[int]]()
        for start in range(_HEAD, place, _OF_A_SEAT):
            seats.append(SeatPlayed(*head[start : start + _OF_A_SEAT]))
        for seat in seats:
            hands.append(list_of(self._summary[place : place + seat.size]))
            place += seat.size
        return Played(seats, hands, *head[:_HEAD])


@cache
def _player() -> _Player:
    return _Player()


def play_deal(
    rules_box: Sequence[CompactRules], state: State, chance: int, turn_limit: int
) -> tuple[Played, CompactTable]:
    """Plays a round that was just dealt to its end, or to `turn_limit` turns of each seat.

    The rules are in a box (`box_of`). Returns the result and the table with its log. The next round
    of this process overwrites the table.
    """
    player = _player()
    numbers = _numbers_of(state, chance, turn_limit)
    return player.play(rules_box, numbers, state.players), player.played


def _numbers_of(state: State, chance: int, turn_limit: int) -> list[int]:
    """A deal as numbers: the turn, the dealer and other single numbers, then each seat with its
    hand, then the cards of both piles."""
    limit = state.rules.calls_in(state.round)
    numbers = [state.turn, state.dealer, turn_limit, chance, len(state.stock), len(state.discards)]
    for index, seat in by_seat(state.seats):
        numbers += [limit - state.calls_left(index), seat.chips, len(seat.hand)]
        numbers += [FACE_OF[card] for card in seat.hand]
    numbers += [FACE_OF[card] for card in (*state.stock, *state.discards)]
    return numbers


@compiled
def lay_out(
    rules_box: Sequence[CompactRules],
    numbers: Numbers,
    empty_box: Sequence[CompactTable],
    table_box: Sequence[CompactTable],
    lists: Lists,
) -> None:
    """Sets up a deal, which `numbers` describe, at a table, and writes its cards into `lists` as
    the only world. The rules, an empty table and the table to set up are each in a box."""
    rules, t = rules_box[0], table_box[0]
    copy_table(empty_box[0], t)
    t.turn, t.dealer, t.turn_limit, t.chance = numbers[0], numbers[1], numbers[2], numbers[3]
    t.stock_size, t.pile_size = numbers[4], numbers[5]
    t.live = t.is_logging = 1
    place = 6
    for seat in range(rules.players):
        t.calls_used[seat], t.chips[seat] = numbers[place], numbers[place + 1]
        place += 3
        for index in range(place, place + numbers[place - 1]):
            table.give(rules, t, seat, numbers[index])
        place += t.sizes[seat]
    for index in range(t.stock_size):
        t.stock[t.stock_size - 1 - index] = numbers[place + index]
    place += t.stock_size
    for index in range(t.pile_size):
        t.pile[t.pile_size - 1 - index] = numbers[place + index]
        t.tossers[index] = table.NOBODY
    hands, stocks, piles, chances = lists
    hands[0], stocks[0], piles[0], chances[0] = t.hands, t.stock, t.pile, t.chance


@compiled
def sum_up(
    rules_box: Sequence[CompactRules], table_box: Sequence[CompactTable], summary: Numbers
) -> None:
    """Writes the result of a logged round into `summary`: the numbers of `Played` from `ending` on,
    then those of each seat, then all hands."""
    rules, t = rules_box[0], table_box[0]
    turns = calls = declared = digest = 0
    for index in range(t.logged):
        row = t.log[index]
        kind = row[0]
        turns += kind in (table.A_DRAW, table.A_TAKE)
        calls += kind == table.A_CALL
        declared += row[3] if kind == table.A_DISCARD else 0
        for column in range(len(row) if kind == table.A_MELD else MOVE):
            digest = (digest * 6364136223846793005 + row[column] + 1) & table.MASK
    summary[0], summary[1], summary[2], summary[3] = t.ending, t.out, t.chosen, t.over
    summary[4], summary[5], summary[6], summary[7] = turns, calls, declared, digest
    summary[8] = t.logged
    place = _HEAD
    for seat in range(rules.players):
        summary[place], summary[place + 1] = t.sizes[seat], t.down[seat]
        summary[place + 2], summary[place + 3] = t.calls_made[seat], t.chips[seat]
        summary[place + 4] = t.fined[seat]
        place += _OF_A_SEAT
    for seat in range(rules.players):
        for face in range(FACES):
            for _ in range(t.hands[seat, face]):
                summary[place] = face
                place += 1
