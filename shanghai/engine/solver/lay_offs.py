"""Which cards of a hand to lay off, where, and in what order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from shanghai.engine.cards import JOKER, Card, Face
from shanghai.engine.melds import extended, openings_of
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver.hands import HandCards, WildUse, answers, counts_of, wild_uses
from shanghai.engine.solver.listing import GUARD, ONE
from shanghai.engine.state import End, Meld

_FaceStep = tuple[Face, int, End | None]
"""A face, the index of the meld that takes it, and the end of a run."""
_JOKERS: Final = frozenset((JOKER,))
_POINT: Final = 256
"""What a point weighs against a card: of equal points most cards are laid."""


class LayOffStep(Struct, frozen=True):
    """One lay-off: the card, the index of the meld on the table, and the end of a run."""

    card: Card
    meld: int
    end: End | None = None


def lay_offs(
    hand: Sequence[Card], table: Sequence[Meld], rules: Rules, seat: SeatIndex | None = None
) -> tuple[LayOffStep, ...]:
    """The lay-offs that get rid of the most points, each legal when its turn comes (ALL-6); with a
    seat, only those that this seat may do."""
    if rules.lay_off_on == "none":
        return ()
    anywhere = rules.lay_off_on == "any" or seat is None
    open_melds = {index: meld for index, meld in enumerate(table) if anywhere or meld.owner == seat}
    most, steps = -1, list[_FaceStep]()

    def more(use: WildUse) -> tuple[int, list[_FaceStep]] | None:
        worths = use.worths or tuple([rules.joker_points * n for n in range(len(hand) + 1)])
        points, face_steps = _find_lay_offs(counts_of(use.cards), open_melds, rules, worths)
        return (points, face_steps) if points > most else None

    for answer, use in answers(wild_uses(hand, rules), more):
        most, face_steps = answer
        faces, _ = use.with_stand_ins(([tuple(face for face, _, _ in face_steps)], []))
        steps = [(face, *step[1:]) for face, step in zip(faces[0], face_steps, strict=True)]
    cards = HandCards(hand, rules).by_face
    return tuple([LayOffStep(cards[face].pop(0), meld, end) for face, meld, end in steps])


class _Growth(Struct, frozen=True):
    """How a meld may grow: its cards counted by face, and these in an order that is legal."""

    cards: int
    naturals: tuple[Face, ...]
    jokers: int
    steps: tuple[_FaceStep, ...]


def _find_lay_offs(
    counts: list[int], table: Mapping[int, Meld], rules: Rules, worths: tuple[int, ...]
) -> tuple[int, list[_FaceStep]]:
    """The lay-offs that get rid of most points, and then of most cards, in a legal order; before
    them what they get rid of.

    `counts` has the cards by face, `table` the melds by index, and `worths` the points of no joker,
    one joker, two and so on.
    """
    runs_first = sorted(table, key=lambda i: (not table[i].is_run, table[i].suit, i))
    growths = [_growths(counts, table[index], index, rules) for index in runs_first]
    search = _LayOffSearch(counts, [each for each in growths if len(each) > 1], rules, worths)
    search.lay(0, sum([ONE[face] * n for face, n in enumerate(counts)]), 0, 0)
    return search.most, [step for growth in search.best for step in growth.steps]


def _growths(counts: list[int], meld: Meld, index: int, rules: Rules) -> list[_Growth]:
    """All ways in which a meld may grow by cards of the hand, that by none among them."""
    seen, growths = {(meld.low, 0)}, {0: _Growth(0, (), 0, ())}
    open_ = [(meld, growths[0])]
    for longer, growth in open_:
        for face, ends in openings_of(rules.meld_rules, _JOKERS, longer).items():
            if growth.cards >> 8 * face & 255 == counts[face]:
                continue
            cards, is_joker = growth.cards + ONE[face], face == JOKER
            naturals = growth.naturals if is_joker else (*growth.naturals, face)
            for end in reversed(ends):
                # The lowest place and the cards laid are all that two such melds differ in.
                if (mark := (longer.low - (end is End.LOW), cards)) not in seen:
                    seen.add(mark)
                    steps = (*growth.steps, (face, index, end))
                    more = _Growth(cards, naturals, growth.jokers + is_joker, steps)
                    growths.setdefault(cards, more)
                    open_.append((extended(rules, longer, face, end), more))
    return list(growths.values())


class _LayOffSearch:
    """A search for the growths, one for each meld, that together get rid of the most."""

    def __init__(
        self, counts: list[int], growths: list[list[_Growth]], rules: Rules, worths: tuple[int, ...]
    ) -> None:
        self.worths = [_POINT * points + 1 for points in rules.worths]
        self.joker_worths = [_POINT * points + n for n, points in enumerate(worths)]
        self.jokers, self.growths = counts[JOKER], growths
        self.most, self.best = -1, list[_Growth]()
        self.chosen: list[_Growth] = []
        self.seen = set[tuple[int, int]]()
        takers = Counter(face for some in growths for face in {f for g in some for f in g.naturals})
        # What the melds from each one on take at most: the faces that several melds can take, the
        # worth of all others with none, one, two ... jokers, and the jokers.
        self.bounds = [(set[Face](), [0] * (self.jokers + 1), 0)]
        later = set[Face]()
        for some in reversed(growths):
            after, own = self.bounds[0], [0] * (self.jokers + 1)
            for growth in some:
                worth = sum([self.worths[face] for face in growth.naturals if takers[face] == 1])
                for jokers in range(growth.jokers, self.jokers + 1):
                    own[jokers] = max(own[jokers], worth)
            # What a later meld takes as well is first left to that one.
            weights = [0 if face in later else worth for face, worth in enumerate(self.worths)]
            some.sort(key=lambda g: (-sum([weights[f] for f in g.naturals]), len(g.steps)))
            later = later.union(*(growth.naturals for growth in some))
            alone = [
                max(own[here] + after[1][jokers - here] for here in range(jokers + 1))
                for jokers in range(self.jokers + 1)
            ]
            room = after[2] + max(growth.jokers for growth in some)
            self.bounds.insert(0, ({face for face in later if takers[face] > 1}, alone, room))

    def lay(self, number: int, left: int, worth: int, jokers: int) -> None:
        """Let the melds from this number on grow, the `worth` of the naturals so far given."""
        if worth + self.joker_worths[jokers] > self.most:
            self.most, self.best = worth + self.joker_worths[jokers], list(self.chosen)
        if number == len(self.growths) or (number, left) in self.seen:
            return
        self.seen.add((number, left))
        shared, alone, room = self.bounds[number]
        most = (
            worth + alone[self.jokers - jokers] + self.joker_worths[min(self.jokers, jokers + room)]
        )
        most += sum([self.worths[face] * (left >> 8 * face & 255) for face in shared])
        for growth in self.growths[number]:
            if most <= self.most:
                return
            if (left | GUARD) - growth.cards & GUARD == GUARD:
                more = worth + sum([self.worths[face] for face in growth.naturals])
                self.chosen.append(growth)
                self.lay(number + 1, left - growth.cards, more, jokers + growth.jokers)
                self.chosen.pop()
