"""What a hand lacks for its contract, and which card it can best do without."""

from collections.abc import Sequence
from random import Random

from shanghai.engine.cards import FACES, JOKER, Card, Face, face_of, is_joker
from shanghai.engine.solver import Distance, best, distance
from shanghai.engine.turn import is_playable
from shanghai.engine.view import SeatView

_NEAR = 3
"""Cards of one suit no further apart than this may come to one run."""


class Planner:
    """Answers of the solver for one round and one seat, each hand asked once."""

    def __init__(self) -> None:
        self._known: dict[tuple[Face, ...], Distance] = {}

    def distance(self, view: SeatView, hand: Sequence[Card]) -> Distance:
        """How far a hand is from the contract of the round."""
        key = tuple(sorted(card % FACES for card in hand))
        found = self._known.get(key)
        if found is None:
            if len(self._known) > 5000:
                self._known.clear()
            found = self._known[key] = distance(hand, view.contract, view.rules)
        return found

    def by_harm(self, view: SeatView, hand: Sequence[Card]) -> list[Card]:
        """The cards of a hand, the one whose loss harms the way to the contract least first."""
        unseen = _Unseen(view, hand)
        faces = {face_of(card): card for card in hand}
        lonely = [card for face, card in faces.items() if _is_lonely(view, face, faces, hand)]
        if lonely:
            first = max(lonely, key=lambda card: self._idle_worth(view, card))
            return [first, *(card for card in hand if card != first)]
        rated = sorted(faces.values(), key=lambda card: self._harm(view, hand, card, unseen))
        return [*rated, *(card for card in hand if card not in rated)]

    def any_order(self, view: SeatView, hand: Sequence[Card], random: Random) -> list[Card]:
        """The cards of a hand in a random order, the jokers last."""
        cards = random.sample(list(hand), len(hand))
        return sorted(cards, key=is_joker)

    def _idle_worth(self, view: SeatView, card: Card) -> tuple[bool, int, int]:
        """How gladly a card that serves nothing is thrown: not onto a meld, high points first."""
        return (not is_playable(view, card), view.rules.face_points(face_of(card)), -card)

    def _harm(
        self, view: SeatView, hand: Sequence[Card], card: Card, unseen: "_Unseen"
    ) -> tuple[float, float, int]:
        """How much the loss of a card harms: cards short first, then chances less points."""
        rest = tuple(held for held in hand if held != card)
        left = self.distance(view, rest)
        chances = sum(unseen.count(face) for face in left.helps)
        points = view.rules.face_points(face_of(card))
        short = left.short + (1.5 if is_joker(card) else 0)
        if view.all_in and not left.short:
            found = best(rest, view.contract, view.rules)
            short += len(found.left) if found else 0
        return (short, points * -0.2 - chances + 4 * is_playable(view, card), card)


class _Unseen:
    """How many copies of a face are neither in the hand nor on the table."""

    def __init__(self, view: SeatView, hand: Sequence[Card]) -> None:
        pack = view.rules.pack(view.players)
        self._decks, self._jokers = pack.decks, pack.jokers
        self._seen: dict[Face, int] = {}
        for cards in (hand, *(meld.cards for meld in view.table)):
            for card in cards:
                self._seen[card % FACES] = self._seen.get(card % FACES, 0) + 1

    def count(self, face: Face) -> int:
        """The copies not seen yet."""
        copies = self._jokers if face == JOKER else self._decks
        return max(0, copies - self._seen.get(face, 0))


def _is_lonely(view: SeatView, face: Face, faces: dict[Face, Card], hand: Sequence[Card]) -> bool:
    """Whether a card has no fellow in the hand for a set or a run of the contract."""
    if face == JOKER:
        return False
    rank, suit = face % 13, face // 13
    fellows = sum(card % FACES % 13 == rank for card in hand if not is_joker(card))
    if view.contract.sets and fellows > 1:
        return False
    if not view.contract.runs:
        return True
    return not any(
        other != face
        and other != JOKER
        and other // 13 == suit
        and min(abs(other % 13 - rank), 13 - abs(other % 13 - rank)) <= _NEAR
        for other in faces
    )
