"""A hand as the solver reads it: its cards by face, and which of its wild cards stand in."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from msgspec import Struct

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import FACE_OF, FACES, JOKER, Card, Face
from shanghai.engine.parameters.parts import MOST_WILD
from shanghai.engine.rules import Rules
from shanghai.engine.solver.fill import FacesLaid, Worths
from shanghai.engine.solver.plan import Prices
from shanghai.engine.state import Kind


class Lay(Struct, frozen=True):
    """One lay-down of a contract: its melds (sets first), the cards left, and their points."""

    melds: tuple[MeldCards, ...]
    left: tuple[Card, ...]
    points_left: int


class WildUse(NamedTuple):
    """One choice of the wild cards that stand in for others, each written as a joker.

    Unless all wild cards are jokers, `stand_ins` are their faces, the dearest first, and `worths`
    the points of none, one, two ... of them."""

    cards: Sequence[Card | Face]
    stand_ins: tuple[Face, ...] = ()
    worths: Worths | None = None

    def with_stand_ins(self, melds: FacesLaid) -> FacesLaid:
        """Melds with the wild cards themselves for the jokers, the dearest first."""
        if not self.stand_ins:
            return melds
        faces, left = [*melds[0], *melds[1]], iter(self.stand_ins)
        for index in sorted(range(len(faces)), key=faces.__getitem__):
            faces[index] = tuple(next(left) if f == JOKER else f for f in faces[index])
        return faces[: len(melds[0])], faces[len(melds[0]) :]


def wild_uses(
    cards: Sequence[Card | Face],
    rules: Rules,
    prices: Prices | None = None,
    max_wild: int = MOST_WILD,
) -> Iterator[WildUse]:
    """All choices of the wild cards that stand in for others, at most `max_wild` of them.

    The first choice has as many as possible. Cards count their points if no prices are given.
    """
    prices = prices or rules.worths
    if not rules.other_wild:
        if max_wild < MOST_WILD:
            jokers = [card for card in cards if FACE_OF[card] == JOKER]
            cards = (*(card for card in cards if FACE_OF[card] != JOKER), *jokers[:max_wild])
        yield WildUse(cards)
        return
    fixed = [card for card in cards if FACE_OF[card] not in rules.wild_faces]
    wild = sorted([FACE_OF[card] for card in cards if FACE_OF[card] in rules.wild_faces])
    faces = dict.fromkeys(wild)
    never = rules.never_natural | {JOKER}
    most = [0 if face in never else wild.count(face) for face in faces]
    for counts in product(*(range(count + 1) for count in most)):
        naturals = [f for f, count in zip(faces, counts, strict=True) for _ in range(count)]
        left = list(wild)
        for face in naturals:
            left.remove(face)
        left = sorted(left, key=lambda face: -prices[face])[:max_wild]
        worths = [0]
        for face in left:
            worths.append(worths[-1] + prices[face])
        yield WildUse((*fixed, *naturals, *(JOKER,) * len(left)), tuple(left), tuple(worths))


def enough_wild_uses(
    hand: Sequence[Card | Face], rules: Rules, prices: Prices | None, max_wild: int
) -> Iterator[WildUse]:
    """The choices of `wild_uses` that are enough to find a lay-down that leaves fewest points.

    Where a meld may have any number of wild cards in any order, a wild card has to be natural only
    in a meld of wild cards alone, and one in each such meld is enough. Choices with more naturals
    are left out there.
    """
    is_free = rules.joker_cap.kind == "any" and rules.adjacent_wild and max_wild >= MOST_WILD
    wild = sum([FACE_OF[card] in rules.wild_faces for card in hand]) if rules.other_wild else 0
    smallest = min(rules.least_set, rules.least_run)
    for use in wild_uses(hand, rules, prices, max_wild):
        if not is_free or (wild - len(use.stand_ins)) * smallest <= wild:
            yield use


def counts_of(cards: Iterable[Card | Face]) -> list[int]:
    """How many cards of each face."""
    counts = [0] * FACES
    for card in cards:
        counts[card % FACES] += 1
    return counts


class HandCards:
    """The cards of a hand by face, to be laid in melds. Of each face the card of the lowest number
    is laid first."""

    def __init__(self, hand: Sequence[Card], rules: Rules) -> None:
        self.cards = sorted(hand)
        self.points = rules.worths
        self.counts = counts_of(hand)
        self.by_face: dict[Face, list[Card]] = {}
        for card in self.cards:
            self.by_face.setdefault(FACE_OF[card], []).append(card)
        self._melds: dict[tuple[Kind, tuple[Face, ...], tuple[Face, ...]], MeldCards] = {}

    def melds(self, faces: FacesLaid) -> tuple[MeldCards, ...]:
        """The melds of these faces."""
        before: list[Face] = []
        melds = []
        for kind, group in zip((Kind.SET, Kind.RUN), faces, strict=True):
            for each in group:
                melds.append(self.meld(kind, each, before))
                before += each
        return tuple(melds)

    def meld(self, kind: Kind, faces: tuple[Face, ...], before: list[Face]) -> MeldCards:
        """The meld of these faces, when some faces were laid before; it is made once."""
        before_here = [face for face in before if face in faces]
        key = kind, faces, tuple(before_here)
        meld = self._melds.get(key)
        if meld is None:
            cards = []
            for face in faces:
                cards.append(self.by_face[face][before_here.count(face)])
                before_here.append(face)
            meld = self._melds[key] = MeldCards(kind, tuple(cards))
        return meld

    def lay(self, faces: FacesLaid) -> Lay:
        """The lay-down of these faces."""
        melds = self.melds(faces)
        in_melds = {card for meld in melds for card in meld.cards}
        left = tuple([card for card in self.cards if card not in in_melds])
        return Lay(melds, left, sum([self.points[card % FACES] for card in left]))
