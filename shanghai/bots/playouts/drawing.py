"""Worlds: tables that agree with all that a seat has seen, with random cards where it sees none."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from shanghai.bots.memory import Memory
from shanghai.bots.planner import Unseen
from shanghai.bots.playouts.arrays import Numbers, zeros
from shanghai.bots.playouts.compact_rules import MAX_SEATS, CompactRules
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.going_down import is_all_in
from shanghai.bots.playouts.places import can_lay
from shanghai.bots.playouts.policy import fellows
from shanghai.bots.playouts.reading import read_state
from shanghai.bots.playouts.rounds import Lists
from shanghai.bots.playouts.shape import TOO_MANY, build, count_hand, shortage
from shanghai.bots.playouts.table import MASK, CompactTable, below, shuffle
from shanghai.bots.weights import USUAL
from shanghai.engine.cards import FACES, HIDDEN, face_of
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


def worlds_for(
    rules: CompactRules, viewer: SeatIndex, seen: Seen, count: int, seed: int, mixed: int = 0
) -> Worlds:
    """Makes `count` worlds that agree with what a seat has seen: `seen` comes from `read_view`. The
    lowest `mixed` discards are shuffled."""
    base, pile, pool, hidden, chosen = seen
    most = len(base.stock)
    hands, chances = zeros(count, MAX_SEATS, FACES), zeros(count)
    stocks, piles = zeros(count, most), zeros(count, most)
    for world in range(count):
        hands[world][:] = base.hands
        piles[world][: len(pile)] = pile
    base.chance = seed & MASK
    drawn = Worlds(viewer, base, hands, stocks, piles, chances)
    draw_worlds(rules, base, viewer, pool.copy(), hidden, chosen, drawn[2:])
    if mixed > 1:
        mix_piles(base, piles, mixed)
    return drawn


def read_view(view: SeatView, memory: Memory) -> Seen:
    """The table as the viewer sees it, the faces of its discards (-1: unknown), those of all unseen
    cards, and by seat how many cards are hidden and how many others it has not kept."""
    # All players are taken to keep cards as the hard player does.
    base = read_state(view, USUAL)
    base.stock[:], base.turns, base.fate = zeros(len(base.stock)), memory.turn, 1
    discards = memory.pile(view)
    pile = _row_of([-1 if card == HIDDEN else face_of(card) for card in discards])
    seen = [card for card in discards if card != HIDDEN]
    hidden, chosen = zeros(MAX_SEATS), zeros(MAX_SEATS)
    hands, known, spurned = base.hands, base.known, base.spurned
    for number, seat in by_seat(view.seats):
        if number == view.viewer:
            seen += seat.hand
            continue
        hands[number] = zeros(FACES)
        cards = memory.known_cards(view, number)[: len(seat.hand)]
        for card in cards:
            hands[number, face_of(card)] += 1
        seen += cards
        known[number] = hands[number]
        hidden[number] = len(seat.hand) - len(cards)
        chosen[number] = min(_MAX_CHOSEN, round(_CHOSEN_A_TURN * memory.turns[number]))
        for face, turn in memory.let_go.get(number, ()):
            spurned[number, face] = turn + 1
    return base, pile, _row_of(Unseen(view, seen).faces()), hidden, chosen


def _row_of(numbers: Sequence[int]) -> Numbers:
    row: Numbers = zeros(len(numbers))
    row[:] = numbers
    return row


@compiled
def draw_worlds(
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
            cards = hidden[seat], extra
            for _ in range(_TRIES):
                trial = hands[world, seat].copy()
                left_after = _deal_hand(rules, base, seat, pool, left, cards, trial)
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
def mix_piles(t: CompactTable, piles: Numbers, count: int) -> None:
    """Shuffles the lowest `count` discards of each world."""
    for world in range(len(piles)):
        shuffle(t, piles[world], count)


@compiled
def _deal_hand(
    rules: CompactRules,
    t: CompactTable,
    seat: int,
    pool: Numbers,
    start: int,
    cards: tuple[int, int],
    hand: Numbers,
) -> int:
    """Deals a seat cards from the end of the first `start` of the pool: those that are hidden, and
    extra ones (`cards`). It puts as many of the least useful back. Returns how many cards the pool
    has left."""
    (hidden, extra), left = cards, start
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
