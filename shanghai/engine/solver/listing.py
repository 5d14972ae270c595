"""All lay-downs of a hand, best first, one by one as they are asked for."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import chain, product
from typing import Final, NamedTuple

from msgspec import structs

from shanghai.engine.cards import (
    ALL_FACES,
    FACES,
    JOKER,
    NATURAL_FACES,
    SUITS_IN,
    Face,
    natural_face,
)
from shanghai.engine.melds import LONGEST_RUN, RUN_SUITS, SUITS, beside, continues, run_starts
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import MeldRules, Rules
from shanghai.engine.solver.fill import FacesLaid, Worths
from shanghai.engine.solver.plan import EQUAL_PRICES, plan_for
from shanghai.engine.solver.search import find


class MeldFaces(NamedTuple):
    """One meld by faces: its rank or suit, and of a run the lowest place and the faces in order."""

    is_run: bool
    number: int
    low: int
    faces: tuple[Face, ...]


class PricedMeld(NamedTuple):
    """One meld with its points, and its cards counted by face: face f has the byte f."""

    points: int
    meld: MeldFaces
    cards: int


class _Node(NamedTuple):
    """The first melds of a lay-down, as a step of the search.

    `points` are those of the melds, `rest` the cards left, counted by face, `choices` the melds
    that each further place can have. `-bound` is the most points that the whole lay-down can have;
    it may still be too high where `is_open`.
    """

    bound: int
    is_open: bool
    melds: tuple[MeldFaces, ...]
    points: int
    rest: int
    choices: list[list[PricedMeld]]


_Part = tuple[bool, bool, int, int, tuple[int, ...], tuple[int, ...]]
"""Whether runs, and royal ones, are asked for, their least size, the suit or rank, its cards and
the wild ones."""

_RANKS: Final = tuple(slice(rank, JOKER, 13) for rank in range(13))
_SUITS: Final = tuple(slice(suit * 13, suit * 13 + 13) for suit in range(4))
GUARD: Final = int.from_bytes(b"\x80" * FACES, "little")
"""A bit above each count; where a difference has lost one, there were too few cards of a face."""
ONE: Final = tuple(1 << 8 * face for face in range(FACES))
"""One card of a face, counted by face."""
_FEW: Final = 400
"""Fewer melds are sooner tried than searched."""
_CACHED: Final = 100_000
"""How many melds are cached."""


def list_lay_downs(
    counts: list[int],
    contract: Contract,
    rules: Rules,
    all_in: bool,
    worths: Worths,
    most: int,
    keeps_one: bool,
) -> Iterator[tuple[int, FacesLaid]]:
    """Every lay-down of a hand, those of most points first: its points, and the faces of its sets
    and of its runs. A lay-down with melds of two least sizes may come twice, in either order.

    `counts` has the cards by face. `worths` has the points of no joker, one joker, two and so on,
    the dearest first. `most` is the points of the best lay-down. With `keeps_one` a card is left.

    It is a search by best bound. The bound of some melds is their points, and those of the best
    lay-down of the rest of the contract from the rest of the hand. It is never too low. It is exact
    but for rules about melds next to each other.
    """
    for points, melds in _Lister(counts, contract, rules, all_in, worths).run(most, keeps_one):
        yield points, _faces(tuple(sorted(melds)))


def list_every_lay_down(
    counts: list[int], contract: Contract, rules: Rules, all_in: bool
) -> Iterator[tuple[FacesLaid, list[tuple[bool, tuple[Face, ...]]]]]:
    """Every lay-down of a hand in no order. It uses no bounds, and is faster where all are wanted.

    Each wild card is tried in each place. An entry is all melds but one, and the list of those that
    may be the last one: whether it is a run, and its faces.
    """
    # Melds of two least sizes, and those of wild cards alone, may come several times.
    is_mixed = len(set(contract.sets)) > 1 or len(set(contract.runs)) > 1 or rules.other_wild
    seen = set[object]()
    lister = _Lister(counts, contract, rules, all_in, (0,), rules.wild_faces)
    choices = [
        (lister.melds[lister.wanted.index(one)], n) for one, n in Counter(lister.wanted).items()
    ]
    for melds, last in lister.every((), lister.hand, choices):
        fresh = [(meld.is_run, meld.faces) for meld in last]
        if is_mixed:
            before = [(meld.is_run, meld.faces) for meld in melds]
            orders = {tuple(sorted((*before, meld))): meld for meld in fresh}
            fresh = [meld for order, meld in orders.items() if order not in seen]
            seen.update(orders)
        yield _faces(melds), fresh


def _faces(melds: tuple[MeldFaces, ...]) -> FacesLaid:
    return [meld.faces for meld in melds if not meld.is_run], [
        meld.faces for meld in melds if meld.is_run
    ]


class _Lister:
    """The melds that some cards can make for a contract, put together to lay-downs."""

    def __init__(
        self,
        counts: list[int],
        contract: Contract,
        rules: Rules,
        all_in: bool,
        worths: Worths,
        wild: frozenset[Face] = frozenset((JOKER,)),
    ) -> None:
        rules = rules.laying(contract)
        self.rules, self.contract, self.all_in, self.worths = rules, contract, all_in, worths
        self.is_free = (
            rules.same_rank_sets
            and rules.adjacent_runs
            and contract.suits == "any" == contract.ranks
        )
        self.hand = int.from_bytes(bytes(counts), "little")
        runs = sorted(((True, least) for least in contract.runs), reverse=True)
        sets = sorted(((False, least) for least in contract.sets), reverse=True)
        self.wanted = runs + sets
        # Where wild cards differ in points the bounds price each of them as the dearest one.
        self.dearest = tuple([worths[min(1, len(worths) - 1)] * n for n in range(len(worths))])
        self.plan_prices = EQUAL_PRICES if all_in else rules.worths
        self.prices = (*self.plan_prices[:JOKER], worths[1] if len(worths) > 1 else 0)
        makings = _makings(rules.meld_rules, wild, self.prices)
        melds = {one: makings.melds(*one, counts, contract) for one in set(self.wanted)}
        self.melds = [melds[wanted] for wanted in self.wanted]
        self.most_of: dict[tuple[int, int], int | None] = {}

    def run(self, most: int, keeps_one: bool) -> Iterator[tuple[int, tuple[MeldFaces, ...]]]:
        """All lay-downs with their points, those of most points first. Those of equal points are in
        the order of their melds. With `keeps_one` a card is left."""
        heap = [_Node(-most, False, (), 0, self.hand, self.melds)]
        while heap:
            node = heappop(heap)
            if node.is_open:
                self._prove(heap, node, keeps_one)
            elif node.choices:
                self._expand(heap, node, keeps_one)
            else:
                jokers = sum([meld.faces.count(JOKER) for meld in node.melds])
                points = node.points + self.worths[jokers] - self.dearest[jokers]
                if points < -node.bound:
                    heappush(heap, node._replace(bound=-points))
                else:
                    yield points, node.melds

    def _prove(self, heap: list[_Node], node: _Node, keeps_one: bool) -> None:
        """Replaces an open node by one with its true bound, or drops it."""
        choices = _narrowed(node.choices, node.rest)
        most = self._most(node.rest, choices, keeps_one)
        if most is None or (self.all_in and most < sum(node.rest.to_bytes(FACES, "little"))):
            return
        bound = max(node.bound, -node.points - most)
        heappush(heap, node._replace(bound=bound, is_open=False, choices=choices))

    def _expand(self, heap: list[_Node], node: _Node, keeps_one: bool) -> None:
        """Replaces a node by one node for each meld that may come next."""
        number, later = len(node.melds), _narrowed(node.choices[1:], node.rest)
        most = self._most(node.rest, later, keeps_one) if later else 0
        if most is None:
            return
        # Melds of one least size are interchangeable: each is no less than the last one.
        is_again = number > 0 and self.wanted[number - 1] == self.wanted[number]
        for points, meld, cards in _fitting(node.choices[0], node.rest):
            is_whole = cards == node.rest
            if is_again and meld < node.melds[-1]:
                continue
            if (keeps_one and is_whole) or (self.all_in and not (later or is_whole)):
                continue
            if not self._clashes(meld, node.melds):
                total, melds = node.points + points, (*node.melds, meld)
                bound = max(node.bound, -total - most)
                heappush(heap, _Node(bound, bool(later), melds, total, node.rest - cards, later))

    def _most(self, rest: int, choices: list[list[PricedMeld]], keeps_one: bool) -> int | None:
        """The most points of further melds from the cards left; None if there are none."""
        key = rest, len(choices)
        if key not in self.most_of:
            most = self._most_of(rest, choices)
            if most is not None and keeps_one:
                points = [self.prices[face] for face in _hand_of(rest)]
                most = min(most, sum(points) - min(points, default=0))
            self.most_of[key] = most
        return self.most_of[key]

    def _most_of(self, rest: int, choices: list[list[PricedMeld]]) -> int | None:
        if not all(choices):
            return None
        if len(choices) == 1 and len(choices[0]) < _FEW:
            return choices[0][0].points
        wanted = self.wanted[len(self.wanted) - len(choices) :]
        contract = structs.replace(
            self.contract,
            sets=tuple([least for is_run, least in wanted if not is_run]),
            runs=tuple([least for is_run, least in wanted if is_run]),
        )
        plan = plan_for(contract, self.rules, self.plan_prices)
        filling = find(plan, plan.read(_hand_of(rest)), -1, worths=self.dearest)
        return None if filling is None else filling.value

    def every(
        self, melds: tuple[MeldFaces, ...], rest: int, choices: list[tuple[list[PricedMeld], int]]
    ) -> Iterator[tuple[tuple[MeldFaces, ...], list[MeldFaces]]]:
        """The lay-downs that begin with some melds, in no order. An entry is all melds but one, and
        the list of those that may be the last one. A choice is a list of melds, and how many of
        them are laid."""
        (ones, count), *others = choices
        if count == 1 and not others:
            yield melds, [one.meld for one in ones if not self.all_in or one.cards == rest]
            return
        for index, (_, meld, cards) in enumerate(ones):
            # Melds of one least size are interchangeable: each is no earlier than the last.
            again = [(ones[index:], count - 1)] if count > 1 else []
            later = []
            for each, number in (*again, *others):
                fitting = _fitting(each, rest - cards)
                if not self.is_free:
                    fitting = [one for one in fitting if not self._clashes(one.meld, (meld,))]
                if not fitting:
                    break
                later.append((fitting, number))
            else:
                yield from self.every((*melds, meld), rest - cards, later)

    def _clashes(self, meld: MeldFaces, others: tuple[MeldFaces, ...]) -> bool:
        """Whether a meld may not lie next to the others (RG-7, GD-6, GD-7)."""
        rules = self.rules
        for other in () if self.is_free else others:
            if (
                meld.is_run
                and other.is_run
                and not beside(self.contract, meld.number, other.number)
            ):
                return True
            if (meld.is_run, meld.number) != (other.is_run, other.number):
                continue
            if not meld.is_run:
                if not rules.same_rank_sets or self.contract.ranks == "different":
                    return True
            elif not rules.adjacent_runs:
                end, other_end = (run.low + len(run.faces) - 1 for run in (meld, other))
                if continues(rules, end, other.low) or continues(rules, other_end, meld.low):
                    return True
        return False


def _hand_of(cards: int) -> list[Face]:
    """The faces of cards that are counted by face."""
    counts = cards.to_bytes(FACES, "little")
    return [face for face in ALL_FACES for _ in range(counts[face])]


def _narrowed(choices: list[list[PricedMeld]], rest: int) -> list[list[PricedMeld]]:
    """The choices without the melds that the cards left cannot make. A long list stays as it is,
    as it takes too long to try each meld."""
    return [_fitting(each, rest) if len(each) < _FEW else each for each in choices]


def _fitting(melds: list[PricedMeld], rest: int) -> list[PricedMeld]:
    """The melds whose cards are all in `rest`, the packed counts of the cards left."""
    guard, room = GUARD, rest | GUARD
    return [meld for meld in melds if room - meld.cards & guard == guard]


class _Makings:
    """Makes all melds that cards can make, and keeps those of each rank and suit until the counts
    of its cards are others."""

    def __init__(self, rules: MeldRules, wild: frozenset[Face], worths: tuple[int, ...]) -> None:
        self.worths, self._rules, self._wild = worths, rules, sorted(wild)
        self._cached: dict[_Part, list[PricedMeld]] = {}
        self._cached_count = 0

    def melds(
        self, is_run: bool, least: int, counts: list[int], contract: Contract
    ) -> list[PricedMeld]:
        """All sets or runs of a least size from `counts` cards of each face, most points first."""
        priced: list[PricedMeld] = []
        worths, is_royal = self.worths, is_run and contract.royal
        make = self._royal if is_royal else self._runs if is_run else self._sets
        wild = tuple([counts[face] for face in self._wild])
        suits = RUN_SUITS[contract.runs_of]
        for number in suits if is_run else range(13):
            parts = [_SUITS[suit] for suit in SUITS_IN[number]] if is_run else [_RANKS[number]]
            own_counts = tuple(chain.from_iterable([counts[part] for part in parts]))
            if not any(own_counts) or sum(own_counts) + sum(wild) < least:
                continue
            if is_run:
                own_counts = tuple([min(count, 1) for count in own_counts])
            key = is_run, is_royal, least, number, own_counts, wild
            if key not in self._cached:
                melds = []
                for meld in make(least, number, list(counts)):
                    points = sum([worths[face] for face in meld.faces])
                    melds.append(PricedMeld(points, meld, sum([ONE[face] for face in meld.faces])))
                self._cached_count += len(melds)
                if self._cached_count > _CACHED:
                    self._cached.clear()
                    self._cached_count = len(melds)
                self._cached[key] = melds
            priced += self._cached[key]
        return sorted(priced, reverse=True)

    def _sets(self, least: int, rank: int, counts: list[int]) -> Iterator[MeldFaces]:
        own = frozenset(NATURAL_FACES[rank::13]) - self._rules.never_natural
        unique = not self._rules.repeated_suits
        faces = sorted(own.union(self._wild))
        most = [min(counts[f], 1) if unique and f not in self._wild else counts[f] for f in faces]
        longest = min(least if self._rules.exact_sizes else 99, SUITS if unique else 99)
        for taken in product(*(range(count + 1) for count in most)):
            if least <= (size := sum(taken)) <= longest:
                each = [n for face, n in zip(faces, taken, strict=True) if face in own]
                naturals = sum([n > 0 for n in each]) if unique else sum(each)
                if self._rules.joker_cap.allows(False, size, size - naturals):
                    cards = [face for face, n in zip(faces, taken, strict=True) for _ in range(n)]
                    yield MeldFaces(False, rank, 0, tuple(cards))

    def _royal(self, least: int, suit: int, counts: list[int]) -> Iterator[MeldFaces]:
        return (meld for meld in self._runs(least, suit, counts) if meld.low == 1)

    def _runs(self, least: int, suit: int, counts: list[int]) -> Iterator[MeldFaces]:
        longest = least if self._rules.exact_sizes else LONGEST_RUN
        wild, barred = sum([counts[face] for face in self._wild]), self._rules.never_natural
        faces = [
            [face for each in SUITS_IN[suit] if (face := natural_face(each, place)) not in barred]
            for place in range(27)
        ]
        missing = [not any(counts[face] for face in place) for place in faces]
        for size in range(least, longest + 1):
            most = min(wild, self._rules.joker_cap.most_for(True, size))
            for low in run_starts(self._rules, size):
                if sum(missing[low : low + size]) <= most:
                    for cards in self._rows(faces[low : low + size], counts, most, False):
                        yield MeldFaces(True, suit, low, cards)

    def _rows(
        self, row: list[list[Face]], counts: list[int], max_wild: int, first_is_natural: bool
    ) -> Iterator[tuple[Face, ...]]:
        """The rows of cards that can be laid as a run, with at most `max_wild` wild cards.

        `row` has the natural faces of each place. With `first_is_natural` the first card must be
        one of them, as the card before it is wild and no two wild cards may be neighbours.
        """
        if not row:
            yield ()
            return
        naturals = row[0]
        faces = list(naturals)
        if max_wild and not first_is_natural:
            faces += [face for face in self._wild if face not in naturals]
        for face in faces:
            if counts[face]:
                is_wild = face not in naturals
                counts[face] -= 1
                next_is_natural = is_wild and not self._rules.adjacent_wild
                for others in self._rows(row[1:], counts, max_wild - is_wild, next_is_natural):
                    yield (face, *others)
                counts[face] += 1


_makings = lru_cache(maxsize=32)(_Makings)
