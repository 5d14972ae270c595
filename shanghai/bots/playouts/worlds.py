"""Worlds: tables that fit all that a seat has seen, the hidden cards drawn as they may well lie."""

from typing import Final, NamedTuple

import numpy as np

from shanghai.bots.planner import Unseen
from shanghai.bots.playouts.actions import can_lay, is_all_in
from shanghai.bots.playouts.compiling import compiled, make_code_of
from shanghai.bots.playouts.law import MOST_SEATS, Law, Numbers
from shanghai.bots.playouts.policy import fellows
from shanghai.bots.playouts.reading import read_state
from shanghai.bots.playouts.shape import FAR, build, shortage, sort_hand
from shanghai.bots.playouts.table import MASK, Table, below, shuffle
from shanghai.bots.weights import USUAL
from shanghai.engine import events
from shanghai.engine.cards import HIDDEN, Card, Face, face_of
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.state import SeatView


class Memory:
    """Remembers a round from the events that a seat may see (ALL-13)."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forgets everything, as for a new round."""
        self.turns: dict[SeatIndex, int] = {}
        """The turns that each seat has begun."""
        self.let_go: dict[SeatIndex, list[tuple[Face, int]]] = {}
        """What each seat discarded or left, each with the turn of the round in which it did."""
        self._held: dict[SeatIndex, set[Card]] = {}
        self._pile: list[Card] = []
        self._is_on_offer = False

    @property
    def turn(self) -> int:
        """The turns of all seats together."""
        return sum(self.turns.values())

    def notice(self, event: events.Event) -> None:
        """Takes note of an event of the round."""
        match event:
            case events.Dealt(upcard=upcard):
                self.clear()
                self._lay(upcard)
            case events.Drawn(seat=seat):
                if self._is_on_offer and self._pile:
                    self._note_let_go(seat, self._pile[-1])
                self._is_on_offer = False
                self._begin_turn(seat)
            case events.Passed(seat=seat, card=card):
                self._note_let_go(seat, card)
            case events.DiscardTaken(seat=seat, card=card):
                self._begin_turn(seat)
                self._hold(seat, self._off_pile(card))
            case events.CallGranted(seat=seat, card=card):
                self._hold(seat, self._off_pile(card))
            case events.JokerSwapped(seat=seat, card=card, joker=joker):
                self._lose(seat, card)
                self._hold(seat, joker)
            case events.LaidOff(seat=seat, card=card):
                self._lose(seat, card)
            case events.Discarded(seat=seat, card=card):
                self._lose(seat, card)
                self._note_let_go(seat, card)
                self._lay(card)
            case events.ShanghaiCalled(seat=seat, tosser=tosser, card=card, picked=picked):
                self._off_pile(card)
                if event.given:
                    self._lose(seat, picked)
                    self._hold(tosser, picked)
                if event.back:
                    self._hold(tosser, card)
            case _:
                pass

    def held(self, view: SeatView, seat: SeatIndex) -> list[Card]:
        """The cards that another seat is known to hold."""
        laid = {card for meld in view.table for card in meld.cards}
        return sorted(card for card in self._held.get(seat, ()) if card not in laid)

    def pile(self, view: SeatView) -> list[Card]:
        """The discards, the top one last; HIDDEN those that were not seen to come."""
        count = len(view.discards)
        seen = self._pile[-count:] if count else []
        if view.top is not None and (not seen or seen[-1] != view.top):
            seen = [view.top]
        return [HIDDEN] * (count - len(seen)) + seen

    def _begin_turn(self, seat: SeatIndex) -> None:
        self.turns[seat] = self.turns.get(seat, 0) + 1

    def _note_let_go(self, seat: SeatIndex, card: Card) -> None:
        self.let_go.setdefault(seat, []).append((face_of(card), self.turn))

    def _hold(self, seat: SeatIndex, card: Card) -> None:
        if card != HIDDEN:
            self._held.setdefault(seat, set()).add(card)

    def _lose(self, seat: SeatIndex, card: Card) -> None:
        self._held.get(seat, set()).discard(card)

    def _lay(self, card: Card) -> None:
        self._pile.append(card)
        self._is_on_offer = True

    def _off_pile(self, card: Card) -> Card:
        if self._pile:
            self._pile.pop()
        self._is_on_offer = False
        return card


_KEPT: Final = 1.1
"""Cards a turn of which a seat that is not down has kept the better ones; with it hands lack as
much for their contract as those of the hard player do, turn by turn."""
_MOST_KEPT: Final = 18
_TRIES: Final = 4
"""Times a card or hand is drawn again that its holder would hardly have kept."""


class Worlds(NamedTuple):
    """Some worlds for one view: the table as seen, and by world what is hidden there."""

    seat: SeatIndex
    table: Table
    hands: Numbers
    """By world, seat and face the cards in hand, int64."""
    stocks: Numbers
    """By world the stock, the next card last, int64."""
    piles: Numbers
    """By world the discards, the top one last, int64."""
    chances: Numbers
    """By world the seed of what chance decides later, int64."""

    def __len__(self) -> int:
        return len(self.chances)


Lists = tuple[Numbers, ...]
"""What is hidden in some worlds, in the order of `Worlds`."""
Seen = tuple[Table, Numbers, Numbers, Numbers, Numbers]
"""What `read_view` gives."""


def worlds(law: Law, view: SeatView, memory: Memory, count: int, seed: int) -> Worlds:
    """Worlds, `count` of them, that fit what the viewer sees and remembers, by nothing that is
    hidden; the same seed, the same worlds."""
    return worlds_for(law, view.viewer, read_view(view, memory), count, seed)


def worlds_for(law: Law, viewer: SeatIndex, seen: Seen, count: int, seed: int) -> Worlds:
    """Worlds, `count` of them, that fit what a seat has seen, as `read_view` has it."""
    base, pile, pool, hidden, kept = seen
    pool = pool.copy()
    hands = np.zeros((count, MOST_SEATS, 53), np.int64)
    hands[:] = base.hands
    stocks = np.zeros((count, len(base.stock)), np.int64)
    piles = np.zeros((count, len(base.stock)), np.int64)
    piles[:, : len(pile)] = pile
    chances = np.zeros(count, np.int64)
    base.chance = seed & MASK
    found = Worlds(viewer, base, hands, stocks, piles, chances)
    _draw_worlds(law, base, viewer, pool, hidden, kept, found[2:])
    return found


def make_worlds_code(law: Law, table: Table, one: Numbers, lists: Lists) -> None:
    """Has the machine code that draws worlds made, or loaded where it is kept."""
    make_code_of(_draw_worlds, (law, table, 0, one, one, one, lists))


def read_view(view: SeatView, memory: Memory) -> Seen:
    """The table as seen, its pile (-1: unknown), cards not seen, by seat those hidden and kept."""
    # Others keep cards as the hard player does.
    base = read_state(view, USUAL)
    base.stock[:], base.turns = 0, memory.turn
    discards = memory.pile(view)
    pile = np.array([-1 if card == HIDDEN else face_of(card) for card in discards], np.int64)
    seen = [card for card in discards if card != HIDDEN]
    hidden, kept = np.zeros(MOST_SEATS, np.int64), np.zeros(MOST_SEATS, np.int64)
    hands, known, spurned = base.hands, base.known, base.spurned
    for number, seat in by_seat(view.seats):
        if number == view.viewer:
            seen += seat.hand
            continue
        hands[number] = 0
        held = memory.held(view, number)[: len(seat.hand)]
        for card in held:
            hands[number, face_of(card)] += 1
        seen += held
        known[number] = hands[number]
        hidden[number] = len(seat.hand) - len(held)
        kept[number] = min(_MOST_KEPT, round(_KEPT * memory.turns.get(number, 0)))
        for face, turn in memory.let_go.get(number, ()):
            spurned[number, face] = turn + 1
    return base, pile, np.array(Unseen(view, seen).faces(), np.int64), hidden, kept


@compiled
def _draw_worlds(
    law: Law, base: Table, viewer: int, pool: Numbers, hidden: Numbers, kept: Numbers, lists: Lists
) -> None:
    hands, stocks, piles, chances = lists
    for world in range(len(chances)):
        left = len(pool)
        for seat in range(law.players):
            if seat == viewer:
                continue
            shuffle(base, pool, left)
            more = 0 if base.down[seat] else min(kept[seat], max(0, left - hidden[seat] - 20))
            for _ in range(_TRIES):
                trial = hands[world, seat].copy()
                after = _deal_hand(law, base, seat, pool, left, hidden[seat], more, trial)
                base.wilds[seat] = sort_hand(law.wild, trial, base.suits[seat])
                whole = is_all_in(law, base, seat)
                if base.down[seat] or shortage(law, base, seat, 1, base.trial, whole, 0) > 0:
                    break
            hands[world, seat] = trial
            left = after
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
    law: Law, t: Table, seat: int, pool: Numbers, left: int, hidden: int, more: int, hand: Numbers
) -> int:
    """Deals a seat `hidden` and `more` cards off the end of the pool, and puts back the `more` that
    it would keep least; returns how many the pool has left."""
    start = left
    for _ in range(hidden + more):
        for _ in range(_TRIES):
            if not _is_unlikely(law, t, seat, pool[left - 1]) or below(t, 4) == 0:
                break
            j = below(t, left)
            pool[left - 1], pool[j] = pool[j], pool[left - 1]
        left -= 1
        hand[pool[left]] += 1
    for _ in range(more):
        face = _least_kept(law, t, seat, hand, t.known[seat])
        hand[face] -= 1
        for i in range(left, start):
            if pool[i] == face:
                pool[i], pool[left] = pool[left], pool[i]
                break
        left += 1
    return left


@compiled
def _is_unlikely(law: Law, t: Table, seat: int, face: int) -> bool:
    """Whether a seat has hardly kept a card: it could lay it off, or it let its like go."""
    if law.wild[face]:
        return False
    if t.down[seat]:
        return can_lay(law, t, seat, face)
    recent = max(0, t.turns - 4 * law.players)
    if law.want_runs[seat] == 0:
        for other in range(face % 13, 52, 13):
            if t.spurned[seat, other] > recent:
                return True
    return t.spurned[seat, face] > recent


@compiled
def _least_kept(law: Law, t: Table, seat: int, hand: Numbers, known: Numbers) -> int:
    """The card of a hand that is not down that serves it least; none that it is known to hold."""
    t.wilds[seat] = sort_hand(law.wild, hand, t.suits[seat])
    whole = is_all_in(law, t, seat) and law.asks_points == 1
    shortage(law, t, seat, FAR, t.trial, whole, 0)
    build(law, t, seat, hand, t.trial, t.built, t.left)
    weights, suits, low, chosen = t.weights, t.suits[seat], 1e9, -1
    for face in range(53):
        if hand[face] <= known[face]:
            continue
        is_joker = law.wild[face]
        worth = weights.joker if is_joker else weights.fellow * fellows(law, t, seat, suits, face)
        if t.left[face] <= 0:
            worth += weights.step
        if not is_joker:
            worth -= weights.point * law.points[face]
        if worth < low:
            low, chosen = worth, face
    return chosen
