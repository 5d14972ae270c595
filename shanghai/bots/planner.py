"""What a hand lacks for its contract, and which card it can best do without."""

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Sequence, Set
from functools import cached_property, partial
from random import Random
from typing import Final

from shanghai.bots.weights import EVEN, NEAR, SIMPLE, Weights
from shanghai.engine.cards import ALL_FACES, FACE_OF, JOKER, Card, Face, face_of
from shanghai.engine.events import (
    CallGranted,
    Dealt,
    Discarded,
    DiscardTaken,
    Drawn,
    Event,
    LaidOff,
)
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver import best, distance, guess_shortage
from shanghai.engine.turn import is_playable
from shanghai.engine.view import SeatView
from shanghai.engine.wild import is_wild

CLOSE = 2
"""Cards short at which chances are counted exactly."""
COMPARED = 3
"""How many equally harmless cards are compared by their chances."""
_FORESEEN = 24
"""How many of the unseen cards are looked at where other cards than jokers are wild."""
_ORDERS, _FEW_ORDERS = 8, 2
"""How many orders of the unseen cards are looked at, and where melds must be worth points."""


class Planner:
    """Answers of the solver for one round and one seat, each asked once."""

    def __init__(self) -> None:
        self._short: dict[tuple[Face, ...], int] = {}

    def short(self, view: SeatView, hand: Sequence[Card]) -> int:
        """How many cards a hand is short of going down."""
        key = tuple(sorted([FACE_OF[card] for card in hand]))
        if key not in self._short:
            self._short[key] = guess_shortage(hand, _to_lay(view), view.rules)
        return self._short[key]

    def helps(self, view: SeatView, hand: Sequence[Card], face: Face) -> bool:
        """Whether one more card of a face brings the hand nearer."""
        short = self.short(view, hand)
        if not short:
            return False
        return guess_shortage((*hand, face), _to_lay(view), view.rules, short) < short

    def by_harm(self, view: SeatView, hand: Sequence[Card]) -> list[Card]:
        """The cards of a hand, the one whose loss harms the way to the contract least first."""
        one_of_each = {face_of(card): card for card in hand}
        rated = sorted(one_of_each.values(), key=lambda card: self._idle(view, hand, card))
        first = rated[0]
        if use_of(view, hand, first) or is_wild(view.rules, first):
            first = self._least_harm(view, hand, rated)
        return [first, *(card for card in hand if card != first)]

    def by_prospect(
        self,
        view: SeatView,
        hand: Sequence[Card],
        tossed: Set[Face],
        random: Random,
        *,
        keeps_wild: bool = True,
    ) -> list[Card]:
        """The cards of a hand, first the one without which the contract comes soonest.

        The unseen cards come in some orders, the same for each card, those `tossed` of late first,
        as others hold on to the rest: a plan may wait for what will never come.
        """
        contract, rules, unseen = _to_lay(view), view.rules, Unseen(view, hand).faces()
        is_slow = any(option.points for option in contract.options)
        orders = [
            sorted(random.sample(unseen, len(unseen)), key=lambda face: face not in tossed)
            for _ in range(_FEW_ORDERS if is_slow else _ORDERS)
        ]
        if rules.other_wild or is_slow:
            orders = [order[:_FORESEEN] for order in orders]
        late: dict[Face, int] = {}
        for card in hand:
            if face_of(card) in late or (keeps_wild and is_wild(view.rules, card)):
                continue
            rest = [held for held in hand if held != card]

            def holds(order: list[Face], count: int, rest: list[Card] = rest) -> bool:
                return not guess_shortage((*rest, *order[:count]), contract, rules, 1)

            late[face_of(card)] = sum(
                bisect_left(range(len(order) + 1), True, key=partial(holds, order))
                for order in orders
            )
        return sorted(
            hand,
            key=lambda card: (
                keeps_wild and is_wild(view.rules, card),
                late.get(face_of(card), 0),
                use_of(view, hand, card),
                random.random(),
            ),
        )

    def any_order(
        self, view: SeatView, hand: Sequence[Card], random: Random, *, keeps_wild: bool = True
    ) -> list[Card]:
        """The cards of a hand in a random order, wild ones last where they are kept."""
        cards = random.sample(list(hand), len(hand))
        return sorted(cards, key=lambda card: keeps_wild and is_wild(view.rules, card))

    def _idle(self, view: SeatView, hand: Sequence[Card], card: Card) -> tuple[float, int]:
        """How much a card seems to serve, without a search: fellows, then few points."""
        points = view.rules.face_points(face_of(card))
        if is_wild(view.rules, card):
            return SIMPLE.joker, card
        return serves(view, hand, card, SIMPLE) - points * SIMPLE.point, card

    def _least_harm(self, view: SeatView, hand: Sequence[Card], rated: list[Card]) -> Card:
        """The card to throw of those that leave the hand no further from its contract."""
        rests = {card: tuple(held for held in hand if held != card) for card in rated}
        short = self.short(view, hand)
        contract, rules = _to_lay(view), view.rules
        harmless = [
            card
            for card in rated
            if guess_shortage(rests[card], contract, rules, short + 1) <= short
        ] or rated
        if view.all_in and not short:
            return min(harmless, key=lambda card: left_over(view, rests[card]))
        if len(harmless) == 1 or not 0 < short <= CLOSE:
            return harmless[0]
        unseen = Unseen(view, hand)
        return max(
            harmless[:COMPARED],
            key=lambda card: (
                self.chances(view, rests[card], unseen) - 40 * is_wild(view.rules, card)
            ),
        )

    def chances(self, view: SeatView, hand: Sequence[Card], unseen: "Unseen") -> int:
        """How many unseen cards would bring the hand nearer."""
        contract = _to_lay(view)
        if any(option.points for option in contract.options):
            return 0
        return sum(map(unseen.count, distance(hand, contract, view.rules).helps))


class Unseen:
    """How many copies of a face are neither in the hand nor on the table."""

    def __init__(self, view: SeatView, hand: Sequence[Card]) -> None:
        pack = view.rules.pack(view.players, view.round)
        self._decks, self._jokers = pack.decks, pack.jokers
        self._seen: dict[Face, int] = {}
        for cards in (hand, *(meld.cards for meld in view.table)):
            for card in cards:
                face = face_of(card)
                self._seen[face] = self._seen.get(face, 0) + 1

    def faces(self) -> list[Face]:
        """The face of each card not seen yet."""
        return [face for face in ALL_FACES for _ in range(self.count(face))]

    @cached_property
    def total(self) -> int:
        """How many cards are not seen yet."""
        return sum(map(self.count, ALL_FACES))

    def count(self, face: Face) -> int:
        """The copies not seen yet."""
        copies = self._jokers if face == JOKER else self._decks
        return max(0, copies - self._seen.get(face, 0))


def _to_lay(view: SeatView) -> Contract:
    """What the viewer may lay down: the contract, or once down a further meld."""
    return view.to_lay(view.viewer) if view.rules.meld_when_down else view.contract


def left_over(view: SeatView, hand: Sequence[Card]) -> int:
    """How many cards the best lay-down would leave, where all of the hand must go (GD-19)."""
    found = best(hand, _to_lay(view), view.rules)
    return len(found.left) if found else len(hand)


def serves(view: SeatView, hand: Sequence[Card], card: Card, weights: Weights) -> float:
    """What a natural card seems to serve, without a search: its fellows, or that it can be laid."""
    fellows = weights.fellow * use_of(view, hand, card, weights)
    return fellows + weights.playable * is_playable(view, card)


def use_of(view: SeatView, hand: Sequence[Card], card: Card, weights: Weights = SIMPLE) -> float:
    """How many fellows a natural card has in the hand, for the sets and runs of the contract."""
    face = face_of(card)
    rank, suit = face % 13, face // 13
    same, near = 0, set()
    for other in hand:
        theirs = face_of(other)
        if other == card or is_wild(view.rules, other):
            continue
        if theirs % 13 == rank:
            same += 1
        if theirs // 13 == suit and theirs != face:
            apart = abs(theirs % 13 - rank)
            if min(apart, 13 - apart) <= NEAR:
                near.add(theirs)
    asked = _to_lay(view)
    sets, runs = asked.set_count, asked.run_count
    return (same * sets * weights.pair + len(near) * runs) / (sets + runs)


_REMEMBERED: Final = 8
"""How many of the cards that a player let go last are remembered."""


class Collections:
    """Remembers of the round which cards each seat took and let go."""

    def __init__(self, weights: Weights = EVEN) -> None:
        self._weights = weights
        self._clear()

    def _clear(self) -> None:
        self._taken: dict[SeatIndex, set[Card]] = {}
        self._let_go: dict[SeatIndex, deque[Face]] = {}
        self._on_offer: Card | None = None

    def notice(self, event: Event) -> None:
        """Takes note of an event of the round."""
        match event:
            case Dealt():
                self._clear()
                self._on_offer = event.upcard
            case DiscardTaken(seat=seat, card=card) | CallGranted(seat=seat, card=card):
                self._taken.setdefault(seat, set()).add(card)
                self._on_offer = None
            case Drawn(seat=seat):
                if self._on_offer is not None:
                    self._note_let_go(seat, self._on_offer)
                self._on_offer = None
            case Discarded(seat=seat, card=card):
                self._taken.setdefault(seat, set()).discard(card)
                self._note_let_go(seat, card)
                self._on_offer = card
            case LaidOff(seat=seat, card=card):
                self._taken.setdefault(seat, set()).discard(card)
            case _:
                pass

    def _note_let_go(self, seat: SeatIndex, card: Card) -> None:
        self._let_go.setdefault(seat, deque(maxlen=_REMEMBERED)).append(face_of(card))

    def taken(self, view: SeatView, seat: SeatIndex) -> list[Face]:
        """The cards that a seat took or bought in this round and still holds."""
        laid = {held for meld in view.table for held in meld.cards}
        return [face_of(held) for held in sorted(self._taken.get(seat, ())) if held not in laid]

    def wish(self, view: SeatView, seat: SeatIndex, card: Card, unseen: Unseen) -> float:
        """How much a seat that is not down seems to want a natural card, from 0 to 1.5."""
        taken = self.taken(view, seat)
        hidden = max(0, len(view.seats[seat].hand) - len(taken))
        share = hidden / max(1, unseen.total)
        face, let_go = face_of(card), self._let_go.get(seat, ())
        contract = view.contract_of(seat)
        sets, runs = contract.set_count, contract.run_count
        wish = 0.0
        if sets:
            wish += sets * self._for_set(face, taken, let_go, share, unseen)
        if runs:
            wish += runs * self._for_run(face, taken, let_go, share, unseen)
        return wish / (sets + runs)

    def _for_set(
        self, face: Face, taken: list[Face], let_go: Iterable[Face], share: float, unseen: Unseen
    ) -> float:
        weights, rank = self._weights, face % 13
        alike = [Face(rank + 13 * suit) for suit in range(4)]
        fellows = sum(held in alike for held in taken) + share * sum(map(unseen.count, alike))
        if any(gone in alike for gone in let_go):
            fellows *= weights.spurned
        return min(weights.most_wanted, fellows / weights.set_filled)

    def _for_run(
        self, face: Face, taken: list[Face], let_go: Iterable[Face], share: float, unseen: Unseen
    ) -> float:
        weights, fellows = self._weights, 0.0
        for apart in range(-NEAR, NEAR + 1):
            if apart and 0 <= face % 13 + apart < 13:
                near = Face(face + apart)
                part = weights.close if abs(apart) < NEAR else weights.edge
                fellows += part * ((near in taken) + share * unseen.count(near))
        if face in taken:
            fellows *= weights.spurned
        if face in let_go:
            fellows *= weights.spurned
        return min(weights.most_wanted, fellows / weights.run_filled)
