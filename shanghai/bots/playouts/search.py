"""Worlds: tables that agree with all that a seat has seen, with random cards where it sees none.
Moves are compared in the same worlds, in each of which the round is played to its end."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shanghai.bots.memory import Memory
from shanghai.bots.planner import Unseen
from shanghai.bots.playouts.arrays import Numbers, box_of
from shanghai.bots.playouts.compact_rules import MAX_SEATS, CompactRules, empty_rules
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.deals import lay_out, sum_up
from shanghai.bots.playouts.going_down import is_all_in
from shanghai.bots.playouts.numba_code import make_code_of
from shanghai.bots.playouts.places import can_lay
from shanghai.bots.playouts.policy import fellows
from shanghai.bots.playouts.reading import read_moves, read_state
from shanghai.bots.playouts.rounds import Lists, play_moves_in
from shanghai.bots.playouts.shape import TOO_MANY, build, count_hand, count_hands, shortage
from shanghai.bots.playouts.table import MASK, CompactTable, below, copy_table, empty_table, shuffle
from shanghai.bots.weights import USUAL
from shanghai.engine.actions import SeatAction
from shanghai.engine.cards import HIDDEN, face_of
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.state import SeatView

_CHOSEN_A_TURN: Final = 1.1
"""How many cards a turn a seat that is not down has seen and not kept. With this rate its random
hands lack as much for the contract as those of the hard player, turn by turn."""
_MAX_CHOSEN: Final = 18
_TRIES: Final = 4
"""How often a card or hand is drawn again that its player would hardly have kept."""


class Worlds(NamedTuple):
    """Some worlds for one view: the table as the seat sees it, and by world the hidden cards."""

    seat: SeatIndex
    table: CompactTable
    hands: Numbers
    """By world, seat and face the number of cards in hand."""
    stocks: Numbers
    """By world the stock, the next card last."""
    piles: Numbers
    """By world the discards, the top one last."""
    chances: Numbers
    """By world the seed of the later random numbers."""

    def __len__(self) -> int:
        return len(self.chances)


Seen = tuple[CompactTable, Numbers, Numbers, Numbers, Numbers]
"""What `read_view` returns."""


def worlds(rules: CompactRules, view: SeatView, memory: Memory, count: int, seed: int) -> Worlds:
    """Makes `count` worlds that agree with what the viewer sees and remembers. They do not depend
    on hidden cards, and the same seed gives the same worlds."""
    return worlds_for(rules, view.viewer, read_view(view, memory), count, seed)


def worlds_for(rules: CompactRules, viewer: SeatIndex, seen: Seen, count: int, seed: int) -> Worlds:
    """Makes `count` worlds that agree with what a seat has seen: `seen` comes from `read_view`."""
    base, pile, pool, hidden, chosen = seen
    pool = pool.copy()
    hands = np.zeros((count, MAX_SEATS, 53), np.int64)
    hands[:] = base.hands
    stocks = np.zeros((count, len(base.stock)), np.int64)
    piles = np.zeros((count, len(base.stock)), np.int64)
    piles[:, : len(pile)] = pile
    chances = np.zeros(count, np.int64)
    base.chance = seed & MASK
    drawn = Worlds(viewer, base, hands, stocks, piles, chances)
    _draw_worlds(rules, base, viewer, pool, hidden, chosen, drawn[2:])
    return drawn


def read_view(view: SeatView, memory: Memory) -> Seen:
    """The table as the viewer sees it, the faces of its discards (-1: unknown), those of all unseen
    cards, and by seat how many cards are hidden and how many others it has not kept."""
    # All players are taken to keep cards as the hard player does.
    base = read_state(view, USUAL)
    base.stock[:], base.turns, base.fate = 0, memory.turn, 1
    discards = memory.pile(view)
    pile = np.array([-1 if card == HIDDEN else face_of(card) for card in discards], np.int64)
    seen = [card for card in discards if card != HIDDEN]
    hidden, chosen = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
    hands, known, spurned = base.hands, base.known, base.spurned
    for number, seat in by_seat(view.seats):
        if number == view.viewer:
            seen += seat.hand
            continue
        hands[number] = 0
        cards = memory.known_cards(view, number)[: len(seat.hand)]
        for card in cards:
            hands[number, face_of(card)] += 1
        seen += cards
        known[number] = hands[number]
        hidden[number] = len(seat.hand) - len(cards)
        chosen[number] = min(_MAX_CHOSEN, round(_CHOSEN_A_TURN * memory.turns[number]))
        for face, turn in memory.let_go.get(number, ()):
            spurned[number, face] = turn + 1
    return base, pile, np.array(Unseen(view, seen).faces(), np.int64), hidden, chosen


@compiled
def _draw_worlds(
    rules: CompactRules,
    base: CompactTable,
    viewer: int,
    pool: Numbers,
    hidden: Numbers,
    chosen: Numbers,
    lists: Lists,
) -> None:
    """Fills `lists` with random cards of the `pool`, world by world."""
    hands, stocks, piles, chances = lists
    for world in range(len(chances)):
        left = len(pool)
        for seat in range(rules.players):
            if seat == viewer:
                continue
            shuffle(base, pool, left)
            extra = 0 if base.down[seat] else min(chosen[seat], max(0, left - hidden[seat] - 20))
            for _ in range(_TRIES):
                trial = hands[world, seat].copy()
                left_after = _deal_hand(rules, base, seat, pool[:left], hidden[seat], extra, trial)
                base.wilds[seat] = count_hand(rules.wild, trial, base.suits[seat])
                lays_all = is_all_in(rules, base, seat)
                if base.down[seat] or shortage(rules, base, seat, 1, base.trial, lays_all, 0) > 0:
                    break
            hands[world, seat] = trial
            left = left_after
        shuffle(base, pool, left)
        for i in range(base.pile_size):
            if piles[world, i] < 0 and left:
                left -= 1
                piles[world, i] = pool[left]
        for i in range(base.stock_size):
            stocks[world, i] = pool[i]
        chances[world] = below(base, 1 << 28) << 30 | below(base, 1 << 28)


@compiled
def _deal_hand(
    rules: CompactRules,
    t: CompactTable,
    seat: int,
    pool: Numbers,
    hidden: int,
    extra: int,
    hand: Numbers,
) -> int:
    """Deals a seat `hidden + extra` cards from the end of the pool, and puts the `extra` least
    useful ones back. Returns how many cards the pool has left."""
    start = left = len(pool)
    for _ in range(hidden + extra):
        for _ in range(_TRIES):
            if not _is_unlikely(rules, t, seat, pool[left - 1]) or below(t, 4) == 0:
                break
            j = below(t, left)
            pool[left - 1], pool[j] = pool[j], pool[left - 1]
        left -= 1
        hand[pool[left]] += 1
    for _ in range(extra):
        face = _least_useful(rules, t, seat, hand, t.known[seat])
        hand[face] -= 1
        for i in range(left, start):
            if pool[i] == face:
                pool[i], pool[left] = pool[left], pool[i]
                break
        left += 1
    return left


@compiled
def _is_unlikely(rules: CompactRules, t: CompactTable, seat: int, face: int) -> bool:
    """Whether a seat would hardly hold a face: it could have laid it off, or it has lately let a
    similar card go."""
    if rules.wild[face]:
        return False
    if t.down[seat]:
        return can_lay(rules, t, seat, face)
    recent = max(0, t.turns - 4 * rules.players)
    if rules.want_runs[seat] == 0:
        for other in range(face % 13, 52, 13):
            if t.spurned[seat, other] > recent:
                return True
    return t.spurned[seat, face] > recent


@compiled
def _least_useful(
    rules: CompactRules, t: CompactTable, seat: int, hand: Numbers, known: Numbers
) -> int:
    """The face that a hand needs least, of those not known to be in it. The seat is not down."""
    t.wilds[seat] = count_hand(rules.wild, hand, t.suits[seat])
    lays_all = is_all_in(rules, t, seat) and rules.asks_points == 1
    shortage(rules, t, seat, TOO_MANY, t.trial, lays_all, 0)
    build(rules, t, seat, hand, t.trial, t.built, t.left)
    weights, suits, low, chosen = t.weights, t.suits[seat], 1e9, -1
    for face in range(53):
        if hand[face] <= known[face]:
            continue
        is_joker = rules.wild[face]
        worth = weights.joker if is_joker else weights.fellow * fellows(rules, t, seat, suits, face)
        if t.left[face] <= 0:
            worth += weights.step
        if not is_joker:
            worth -= weights.point * rules.points[face]
        if worth < low:
            low, chosen = worth, face
    return chosen


class Judgement(NamedTuple):
    """What each move costs, in points of a round more than the first move."""

    means: NDArray[np.float64]
    """By move the mean over all worlds. Below 0 the move is better than the first one."""
    errors: NDArray[np.float64]
    """By move the standard error of that mean."""


def play_moves(
    rules: CompactRules, view: SeatView, moves: Sequence[SeatAction | None], worlds: Worlds
) -> Numbers:
    """By world, move and seat the points at the end of the round. None as a move is no call."""
    rows, melds = read_moves(view, moves)
    points = np.zeros((len(worlds), len(moves), rules.players), np.int64)
    parts = np.array_split(np.arange(len(worlds)), min(_Cores.count, len(worlds)))

    def play(number: int) -> None:
        part = slice(parts[number][0], parts[number][-1] + 1)
        while len(_Cores.tables) <= number:
            _Cores.tables.append((empty_table(), empty_table()))
        base, scratch = _Cores.tables[number]
        copy_table(worlds.table, base)
        lists = tuple(each[part] for each in worlds[2:])
        play_moves_in(
            box_of(rules), box_of(base), lists, rows, melds, box_of(scratch), points[part]
        )

    if _Cores.pool is None:
        play(0)
    else:
        list(_Cores.pool.map(play, range(len(parts))))
    return points


class _Cores:
    """The threads that play rounds out. Each has a table of the world, and one to play at."""

    count = 1
    pool: ThreadPoolExecutor | None = None
    tables: Final[list[tuple[CompactTable, CompactTable]]] = []


def use_cores(count: int) -> None:
    """Plays rounds out in `count` threads from now on. The results stay the same."""
    _Cores.count = max(1, count)
    _Cores.pool = ThreadPoolExecutor(count) if count > 1 else None


def make_code() -> None:
    """Makes the machine code of worlds and play-outs, or loads it if it is stored."""
    rules, table, row = empty_rules(), empty_table(), np.zeros(1, np.int64)
    rows, grids = row.reshape(1, 1), row.reshape(1, 1, 1)
    lists = grids, rows, rows, row
    make_code_of(_draw_worlds, (rules, table, 0, row, row, row, lists))
    make_code_of(copy_table, (table, table))
    make_code_of(count_hands, (rules.wild, table, 0))
    in_box, in_boxes = box_of(rules), (box_of(table), box_of(table))
    make_code_of(play_moves_in, (in_box, in_boxes[0], lists, rows, grids, in_boxes[1], grids))
    make_code_of(lay_out, (in_box, row, *in_boxes, lists))
    make_code_of(sum_up, (in_box, in_boxes[0], row))


def costs(points: Numbers, seat: int, sides: int) -> NDArray[np.float64]:
    """By world and move the points of a seat's side less the mean of the other sides (HR-15).

    `sides` is the number of sides, or of seats if all play alone.
    """
    own = points[:, :, seat % sides :: sides].sum(axis=2)
    leads: NDArray[np.float64] = own - (points.sum(axis=2) - own) / (sides - 1)
    return leads


def judged(cost: NDArray[np.float64]) -> Judgement:
    """What each move costs more than the first one on average, with its standard error.

    `cost` is by world and move. From one world alone the errors are infinite.
    """
    paired = cost - cost[:, :1]
    count = len(paired)
    errors = (
        paired.std(axis=0, ddof=1) / np.sqrt(count) if count > 1 else np.full(cost.shape[1], np.inf)
    )
    return Judgement(paired.mean(axis=0), errors)
