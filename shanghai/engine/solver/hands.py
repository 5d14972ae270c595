"""A hand as the solver reads it: its cards by face, and which wild cards are used as such."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeVar

from msgspec import Struct

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import FACE_OF, FACES, JOKER, Card, Face
from shanghai.engine.parameters.parts import MOST_WILD
from shanghai.engine.rules import Rules
from shanghai.engine.solver.fill import FacesLaid, Worths
from shanghai.engine.solver.plan import Prices
from shanghai.engine.state import Kind

_T = TypeVar("_T")


class Lay(Struct, frozen=True):
    """One lay-down of a contract: its melds (sets first), the cards left, and their points."""

    melds: tuple[MeldCards, ...]
    left: tuple[Card, ...]
    points_left: int


class WildUse(NamedTuple):
    """One or several choices of which wild cards are used as such. Each of these is a joker here.

    With several choices, `cards` has every card that any of them may have. So a wild card that may
    also be used as a natural card is there twice. If not all wild cards are jokers, `stand_ins` has
    the faces of those that may be used as wild, those with the most points first. `worths` has the
    points of none, one, two ... of them.
    """

    cards: Sequence[Card | Face]
    stand_ins: tuple[Face, ...] = ()
    worths: Worths | None = None
    wild: "_WildCards | None" = None

    @property
    def parts(self) -> tuple["WildUse", ...]:
        """The choices in two parts, those with fewer naturals first; nothing for one choice."""
        wild = self.wild
        if wild is None:
            return ()
        for face, (least, most) in wild.naturals.items():
            if least < most:
                middle = (least + most) // 2
                halves = (least, middle), (middle + 1, most)
                return tuple([wild.with_naturals(face, *half).use() for half in halves])
        return ()

    def with_stand_ins(self, melds: FacesLaid) -> FacesLaid:
        """Melds with the wild cards themselves for the jokers, those with the most points first."""
        if not self.stand_ins:
            return melds
        faces, left = [*melds[0], *melds[1]], iter(self.stand_ins)
        for index in sorted(range(len(faces)), key=faces.__getitem__):
            faces[index] = tuple(next(left) if f == JOKER else f for f in faces[index])
        return faces[: len(melds[0])], faces[len(melds[0]) :]


class _WildCards(NamedTuple):
    """The wild cards of a hand, those with the most points first, and its other cards.

    `naturals` has by face how many of them are used as natural cards, at least and at most. No more
    than `max_wild` are used as wild cards.
    """

    others: tuple[Card | Face, ...]
    faces: tuple[Face, ...]
    naturals: Mapping[Face, tuple[int, int]]
    prices: Prices
    max_wild: int

    def with_naturals(self, face: Face, least: int, most: int) -> "_WildCards":
        """The same with other bounds for one face."""
        return self._replace(naturals={**self.naturals, face: (least, most)})

    def use(self) -> WildUse:
        """The choices within these bounds."""
        left, naturals = list(self.faces), list[Face]()
        for face, (least, most) in self.naturals.items():
            naturals += [face] * most
            for _ in range(least):
                left.remove(face)
        del left[self.max_wild :]
        worths = accumulate([self.prices[face] for face in left], initial=0)
        cards = (*self.others, *naturals, *(JOKER,) * len(left))
        return WildUse(cards, tuple(left), tuple(worths), self)


def wild_uses(
    cards: Sequence[Card | Face],
    rules: Rules,
    prices: Prices | None = None,
    max_wild: int = MOST_WILD,
) -> WildUse:
    """All choices of the wild cards that are used as such, at most `max_wild` of them.

    Cards count their points if no prices are given.
    """
    prices = prices or rules.worths
    if not rules.other_wild:
        if max_wild < MOST_WILD:
            jokers = [card for card in cards if FACE_OF[card] == JOKER]
            cards = (*(card for card in cards if FACE_OF[card] != JOKER), *jokers[:max_wild])
        return WildUse(cards)
    others = [card for card in cards if FACE_OF[card] not in rules.wild_faces]
    wild = sorted([FACE_OF[card] for card in cards if FACE_OF[card] in rules.wild_faces])
    never = rules.never_natural | {JOKER}
    naturals = {face: (0, wild.count(face)) for face in wild if face not in never}
    wild.sort(key=lambda face: -prices[face])
    return _WildCards(tuple(others), tuple(wild), naturals, prices, max_wild).use()


def answers(use: WildUse, ask: Callable[[WildUse], _T | None]) -> Iterator[tuple[_T, WildUse]]:
    """The answers to a question for each choice of wild cards, without those that are None.

    It is asked of many choices at once first: if the answer is None, it is so for each of them.
    """
    answer = ask(use)
    if answer is None:
        return
    parts = use.parts
    if not parts:
        yield answer, use
    for part in parts:
        yield from answers(part, ask)


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
