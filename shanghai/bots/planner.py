"""What a card serves in a hand, which cards are not seen yet, and what the others collect."""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import Final

from shanghai.bots.weights import NEAR, SIMPLE, USUAL, Weights
from shanghai.engine import events
from shanghai.engine.cards import ALL_FACES, JOKER, Card, Face, face_of
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver import best
from shanghai.engine.state import SeatView, Situation
from shanghai.engine.turn import is_playable
from shanghai.engine.wild import is_wild

CLOSE = 2
"""Cards short at which chances are counted exactly."""
COMPARED = 3
"""How many equally harmless cards are compared by their chances."""


class Unseen:
    """How many copies of a face are neither in the hand nor on the table."""

    def __init__(self, view: Situation, hand: Sequence[Card]) -> None:
        pack = view.rules.pack(view.players, view.round)
        self._decks, self._jokers = pack.decks, pack.jokers
        self._seen = Counter(map(face_of, chain(hand, *(meld.cards for meld in view.table))))

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
        return max(0, copies - self._seen[face])


def to_lay(view: SeatView) -> Contract:
    """What the viewer may lay down: the contract, or once down a further meld."""
    return view.to_lay(view.viewer) if view.rules.meld_when_down else view.contract


def left_over(view: SeatView, hand: Sequence[Card]) -> int:
    """How many cards the best lay-down would leave, where all of the hand must go (GD-19)."""
    lay_down = best(hand, to_lay(view), view.rules)
    return len(lay_down.left) if lay_down else len(hand)


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
    asked = to_lay(view)
    sets, runs = asked.set_count, asked.run_count
    return (same * sets * weights.pair + len(near) * runs) / (sets + runs)


_REMEMBERED: Final = 8
"""How many of the cards that a player let go last are remembered."""


class Collections:
    """Remembers of the round which cards each seat took and let go."""

    def __init__(self, weights: Weights = USUAL) -> None:
        self._weights = weights
        self._clear()

    def _clear(self) -> None:
        self._taken: dict[SeatIndex, set[Card]] = {}
        self._let_go: dict[SeatIndex, deque[Face]] = {}
        self._on_offer: Card | None = None

    def notice(self, event: events.Event) -> None:
        """Takes note of an event of the round."""
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
        """The cards that a seat took or bought in this round and still holds."""
        melded = {card for meld in view.table for card in meld.cards}
        return [face_of(card) for card in sorted(self._taken.get(seat, ())) if card not in melded]

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
        of_rank = [Face(rank + 13 * suit) for suit in range(4)]
        fellows = sum(each in of_rank for each in taken) + share * sum(map(unseen.count, of_rank))
        if any(each in of_rank for each in let_go):
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
