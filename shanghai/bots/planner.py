"""What a card is good for in a hand, which cards are unseen, and what the others collect."""

from collections import Counter, deque
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple

from shanghai.bots.weights import NEAR, SIMPLE, USUAL, Weights
from shanghai.engine import events
from shanghai.engine.cards import ALL_FACES, JOKER, Card, Face, face_of
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver import best
from shanghai.engine.state import SeatView, Situation
from shanghai.engine.turn import is_playable
from shanghai.engine.wild import is_wild

CLOSE = 2
"""If a hand lacks at most so many cards, chances are counted exactly."""
_CLOSE_RANKS: Final = 2
"""The most ranks between two cards of a suit that go together in a run."""
_SHORTEST_RUN: Final = 3
"""The size of a run if the contract asks for none."""
COMPARED = 3
"""How many harmless cards are compared by their chances."""


class Unseen:
    """Counts the cards that are neither in a hand nor on the table."""

    def __init__(self, view: Situation, hand: Sequence[Card]) -> None:
        pack = view.rules.pack(view.players, view.round)
        self._decks, self._jokers = pack.decks, pack.jokers
        self._seen = Counter(map(face_of, chain(hand, *(meld.cards for meld in view.table))))

    def faces(self) -> list[Face]:
        """The faces of all unseen cards, each as often as there are copies."""
        return [face for face in ALL_FACES for _ in range(self.count(face))]

    @cached_property
    def total(self) -> int:
        """How many cards are unseen."""
        return sum(map(self.count, ALL_FACES))

    def count(self, face: Face) -> int:
        """How many copies of a face are unseen."""
        copies = self._jokers if face == JOKER else self._decks
        return max(0, copies - self._seen[face])


def to_lay(view: SeatView) -> Contract:
    """What the viewer may lay down: its contract, or a further meld once it is down."""
    is_down = view.seats[view.viewer].down
    return view.to_lay(view.viewer) if view.rules.meld_when_down and is_down else view.contract


def left_over(view: SeatView, hand: Sequence[Card]) -> int:
    """How many cards the best lay-down leaves, or all of the hand if there is none. It counts where
    the whole hand must go down at once (GD-19)."""
    lay_down = best(hand, to_lay(view), view.rules)
    return len(lay_down.left) if lay_down else len(hand)


def goes_with(view: Situation, seat: SeatIndex, one: Face, other: Face) -> bool:
    """Whether two cards go together in a meld that a seat may lay. They must be natural, and of one
    rank for a set, or of one suit and at most two ranks apart for a run."""
    if any(is_wild(view.rules, face) for face in (one, other)):
        return False
    if view.seats[seat].down and not view.rules.meld_when_down:
        return False
    asked, apart = view.to_lay(seat), ranks_apart(view.rules, one, other)
    is_near = one // 13 == other // 13 and 0 < apart <= _CLOSE_RANKS
    return bool((asked.run_count and is_near) or (asked.set_count and not apart))


def ranks_apart(rules: Rules, one: Face, other: Face) -> int:
    """How many ranks lie between two natural cards in a run, 0 for the same rank."""
    apart = abs(one % 13 - other % 13)
    if rules.ace == "round":
        return min(apart, 13 - apart)
    if apart and 0 in (one % 13, other % 13) and rules.ace != "low":
        return 13 - apart if rules.ace == "high" else min(apart, 13 - apart)
    return apart


def mates(view: Situation, seat: SeatIndex, cards: Sequence[Card], card: Card) -> list[Card]:
    """The `cards` that go with `card` in a meld that a seat may lay."""
    return [
        each
        for each in cards
        if each != card and goes_with(view, seat, face_of(each), face_of(card))
    ]


def mates_in_one_meld(
    view: Situation, seat: SeatIndex, cards: Sequence[Card], card: Card
) -> list[Card]:
    """The largest group of `cards` that can be in one meld together with `card`."""
    face, rules, contract = face_of(card), view.rules, view.to_lay(seat)
    others = {face_of(each): each for each in mates(view, seat, cards, card)}
    if not rules.repeated_suits or contract.set_suits == "different":
        others.pop(face, None)
    groups = [[each for other, each in others.items() if other % 13 == face % 13]]
    length = max((size for each in contract.options for size in each.runs), default=_SHORTEST_RUN)
    is_end = face % 13 == 0 and rules.ace != "round"
    for before in (0, length - 1) if is_end else range(length):
        run = {(face - before + place) % 13 for place in range(length)} - {face % 13}
        groups.append([each for other, each in others.items() if other % 13 in run])
    return max(groups, key=len)


class Fellows:
    """Counts the fellows of a card: others in the hand that may come into one meld with it."""

    def __init__(self, view: SeatView, hand: Sequence[Card], weights: Weights = SIMPLE) -> None:
        asked = to_lay(view)
        self._sets, self._runs, self._pair = asked.set_count, asked.run_count, weights.pair
        faces = [face_of(card) for card in hand if not is_wild(view.rules, card)]
        self._by_rank = Counter(face % 13 for face in faces)
        self._faces = set(faces)
        self._view, self._weights = view, weights

    def of(self, card: Card) -> float:
        """How many fellows a card of the hand has: the mean over the sets and runs asked for."""
        face = face_of(card)
        same = self._by_rank[face % 13] - (face in self._faces)
        near = len(self._faces & _NEAR_FACES[face])
        sets, runs = self._sets, self._runs
        return (same * sets * self._pair + near * runs) / (sets + runs)

    def value_of(self, card: Card) -> float:
        """The value of a card in points: that of its fellows, and more if a meld takes it."""
        weights = self._weights
        return weights.fellow * self.of(card) + weights.playable * is_playable(self._view, card)


def _near_faces(face: Face) -> frozenset[Face]:
    """The faces of the same suit within NEAR ranks, round the corner too; none for a joker."""
    if face == JOKER:
        return frozenset()
    rank, first = face % 13, face - face % 13
    steps = (step for step in range(-NEAR, NEAR + 1) if step)
    return frozenset(Face(first + (rank + step) % 13) for step in steps)


_NEAR_FACES: Final = tuple(map(_near_faces, ALL_FACES))
"""By face the faces that `_near_faces` gives."""


_REMEMBERED: Final = 8
"""How many of the last cards that a player let go are remembered."""


class Collections:
    """Remembers which cards each seat took and let go in the round."""

    def __init__(self, weights: Weights = USUAL) -> None:
        self._weights = weights
        self._clear()

    def _clear(self) -> None:
        self._taken: dict[SeatIndex, set[Card]] = {}
        self._let_go: dict[SeatIndex, deque[Face]] = {}
        self._on_offer: Card | None = None

    def notice(self, event: events.Event) -> None:
        """Updates what each seat took and let go."""
        match event:
            case events.Dealt():
                self._clear()
                self._on_offer = event.upcard
            case (
                events.DiscardTaken(seat=seat, card=card) | events.CallGranted(seat=seat, card=card)
            ):
                self._taken.setdefault(seat, set()).add(card)
                self._on_offer = None
            case events.Drawn(seat=seat):
                if self._on_offer is not None:
                    self._note_let_go(seat, self._on_offer)
                self._on_offer = None
            case events.Discarded(seat=seat, card=card):
                self._taken.setdefault(seat, set()).discard(card)
                self._note_let_go(seat, card)
                self._on_offer = card
            case events.LaidOff(seat=seat, card=card):
                self._taken.setdefault(seat, set()).discard(card)

    def _note_let_go(self, seat: SeatIndex, card: Card) -> None:
        self._let_go.setdefault(seat, deque(maxlen=_REMEMBERED)).append(face_of(card))

    def taken(self, view: SeatView, seat: SeatIndex) -> list[Face]:
        """The faces of the cards that a seat took or bought in this round and still holds."""
        melded = {card for meld in view.table for card in meld.cards}
        return [face_of(card) for card in sorted(self._taken.get(seat, ())) if card not in melded]

    def of_seat(self, view: SeatView, seat: SeatIndex, unseen: Unseen) -> "SeatCollection":
        """What a seat seems to collect. The seat must not be down."""
        taken, let_go = self.taken(view, seat), frozenset(self._let_go.get(seat, ()))
        share = max(0, len(view.seats[seat].hand) - len(taken)) / max(1, unseen.total)
        contract = view.contract_of(seat)
        asked = contract.set_count, contract.run_count
        return SeatCollection(*asked, taken, let_go, share, unseen, self._weights)


class SeatCollection(NamedTuple):
    """What a seat seems to collect, by the cards that it took and let go."""

    sets: int
    """The sets that its contract asks for."""
    runs: int
    taken: Sequence[Face]
    let_go: frozenset[Face]
    share: float
    """The share of the unseen cards that its hand may hold, from 0 to 1."""
    unseen: Unseen
    weights: Weights

    def wish(self, card: Card) -> float:
        """How much the seat seems to want a natural card. 0 is not at all, 1 almost surely."""
        face, wish = face_of(card), 0.0
        if self.sets:
            wish += self.sets * self._for_set(face)
        if self.runs:
            wish += self.runs * self._for_run(face)
        return wish / (self.sets + self.runs)

    def _for_set(self, face: Face) -> float:
        weights = self.weights
        of_rank = [Face(face % 13 + 13 * suit) for suit in range(4)]
        taken = sum(each in of_rank for each in self.taken)
        fellows = taken + self.share * sum(map(self.unseen.count, of_rank))
        if not self.let_go.isdisjoint(of_rank):
            fellows *= weights.spurned
        return min(weights.most_wanted, fellows / weights.set_filled)

    def _for_run(self, face: Face) -> float:
        weights, fellows = self.weights, 0.0
        for apart in range(-NEAR, NEAR + 1):
            if apart and 0 <= face % 13 + apart < 13:
                near = Face(face + apart)
                part = weights.close if abs(apart) < NEAR else weights.edge
                fellows += part * ((near in self.taken) + self.share * self.unseen.count(near))
        if face in self.taken:
            fellows *= weights.spurned
        if face in self.let_go:
            fellows *= weights.spurned
        return min(weights.most_wanted, fellows / weights.run_filled)
