"""The ways to take the wild cards of a hand: each as the card it is, or as one that stands in."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from shanghai.engine.cards import FACE_OF, JOKER, Card, Face
from shanghai.engine.rules import Rules
from shanghai.engine.solver.settle import Worths


class Way(NamedTuple):
    """A hand in which every wild card that stands in is written as a joker.

    `wild` are the faces of those cards, the dearest first, and `worths` the points of none, one,
    two ... of them; both are left out where all of them are jokers.
    """

    cards: Sequence[Card | Face]
    wild: tuple[Face, ...] = ()
    worths: Worths | None = None

    def laid(self, melds: Iterable[tuple[Face, ...]]) -> list[tuple[Face, ...]]:
        """Melds with the wild cards themselves for the jokers, the dearest first."""
        found, left = list(melds), iter(self.wild)
        if self.wild:
            for index in sorted(range(len(found)), key=found.__getitem__):
                found[index] = tuple(next(left) if f == JOKER else f for f in found[index])
        return found


def both_ways(cards: Sequence[Card | Face], rules: Rules) -> tuple[Card | Face, ...]:
    """A hand with a joker more for each wild card that may be natural: no way holds more cards.

    It is empty where a hand has fewer than two such cards, so that all ways are as soon tried.
    """
    if not (rules.other_wild and rules.wild_natural):
        return ()
    wild = rules.other_wild
    more = (JOKER,) * sum([FACE_OF[card] in wild for card in cards])
    return (*cards, *more) if len(more) > 1 else ()


def ways(cards: Sequence[Card | Face], rules: Rules, all_in: bool = False) -> Iterator[Way]:
    """All ways to take the wild cards of a hand; with `all_in` each card counts one."""
    if not rules.other_wild:
        yield Way(cards)
        return
    fixed = [card for card in cards if FACE_OF[card] not in rules.wild_faces]
    wild = sorted([FACE_OF[card] for card in cards if FACE_OF[card] in rules.wild_faces])
    faces = dict.fromkeys(wild)
    most = [0 if f in rules.never_natural or f == JOKER else wild.count(f) for f in faces]
    for naturals in product(*(range(count + 1) for count in most)):
        own = [f for f, count in zip(faces, naturals, strict=True) for _ in range(count)]
        left = list(wild)
        for face in own:
            left.remove(face)
        left.sort(key=lambda face: -rules.worths[face])
        worths = [0]
        for face in left:
            worths.append(worths[-1] + (1 if all_in else rules.worths[face]))
        yield Way((*fixed, *own, *(JOKER,) * len(left)), tuple(left), tuple(worths))
