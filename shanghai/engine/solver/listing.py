"""All lay-downs of a hand, best first, found one by one as they are asked for."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import chain, product
from typing import Final

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
from shanghai.engine.solver.plan import ALIKE, Plan, plan_for
from shanghai.engine.solver.search import find
from shanghai.engine.solver.settle import FacesLaid, Worths

Laid = tuple[bool, int, int, tuple[Face, ...]]
"""One meld: whether it is a run, its rank or suit, its lowest place, its faces in order."""
_Priced = tuple[int, Laid, int]
"""One meld between its points and its cards, these counted by face: face f has the byte f."""
_Node = tuple[int, bool, tuple[Laid, ...], int, int, list[list[_Priced]]]
"""Less the most points it can still come to, whether that is not yet proved, the melds so far,
their points, the cards that they leave, counted by face, and the choice for each further meld."""
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
"""Fewer melds, or pairs of them, are sooner tried than searched."""
_CACHED: Final = 100_000
"""How many melds are kept."""


def list_lay_downs(
    counts: list[int],
    contract: Contract,
    rules: Rules,
    all_in: bool,
    worths: Worths,
    most: int,
    keeps_one: bool,
) -> Iterator[tuple[int, FacesLaid]]:
    """The points of every lay-down, most first, with the faces of its sets and of its runs; one of
    melds of two least sizes may come twice, found either way round.

    `counts` are by face, `worths` the points of none, one, two ... of the jokers, the dearest
    first, `most` those of the best; with `keeps_one` a card is left. A search by best bound: what
    some melds can come to is their points and the best lay-down of the rest of the contract from
    the rest of the hand, never too low, and exact but for rules that bind melds to each other.
    """
    lister = _Lister(counts, contract, rules, all_in, worths)
    lister.keeps_one = keeps_one
    for points, melds in lister.run(most):
        yield points, _faces(tuple(sorted(melds)))


def list_every_lay_down(
    counts: list[int], contract: Contract, rules: Rules, all_in: bool
) -> Iterator[tuple[FacesLaid, list[tuple[bool, tuple[Face, ...]]]]]:
    """The same in no order, with no bounds and each wild card in each place, so sooner done where
    all are wanted; they come as all melds but one, with each last one (whether a run, its faces)
    that completes these."""
    # Melds of two least sizes, and those of wild cards alone, may be found in several ways.
    is_mixed = len(set(contract.sets)) > 1 or len(set(contract.runs)) > 1 or rules.other_wild
    seen = set[object]()
    lister = _Lister(counts, contract, rules, all_in, (0,), rules.wild_faces)
    choices = [
        (lister.melds[lister.wanted.index(one)], n) for one, n in Counter(lister.wanted).items()
    ]
    for melds, last in lister.every((), lister.hand, choices):
        fresh = [(meld[0], meld[3]) for meld in last]
        if is_mixed:
            before = [(meld[0], meld[3]) for meld in melds]
            orders = {tuple(sorted((*before, meld))): meld for meld in fresh}
            fresh = [meld for order, meld in orders.items() if order not in seen]
            seen.update(orders)
        yield _faces(melds), fresh


def _faces(melds: tuple[Laid, ...]) -> FacesLaid:
    return [m[3] for m in melds if not m[0]], [m[3] for m in melds if m[0]]


class _Lister:
    def __init__(
        self,
        counts: list[int],
        contract: Contract,
        rules: Rules,
        all_in: bool,
        worths: Worths,
        wild: frozenset[Face] = frozenset((JOKER,)),
    ) -> None:
        self.rules, self.contract, self.all_in = rules, contract, all_in
        self.keeps_one = False
        self._known: dict[tuple[int, int], int | None] = {}
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
        self.is_even = worths == self.dearest
        self.worths = worths
        prices = (*ALIKE * 4, 1) if all_in else rules.worths
        prices = (*prices[:JOKER], worths[1] if len(worths) > 1 else 0)
        self.makings = _makings(rules.meld_rules, wild, prices)
        melds = {one: self.makings.melds(*one, counts, contract) for one in set(self.wanted)}
        self.melds = [melds[wanted] for wanted in self.wanted]

    def _plan_from(self, number: int) -> Plan:
        rest = self.wanted[number:]
        contract = structs.replace(
            self.contract,
            sets=tuple(least for is_run, least in rest if not is_run),
            runs=tuple(least for is_run, least in rest if is_run),
        )
        return plan_for(contract, self.rules, self.all_in)

    def run(self, most: int) -> Iterator[tuple[int, tuple[Laid, ...]]]:
        """The lay-downs with their points, those of equal points in the order of their melds."""
        heap: list[_Node] = [(-most, False, (), 0, self.hand, self.melds)]
        while heap:
            node = heappop(heap)
            if node[1]:
                self._prove(heap, node)
                continue
            if node[5]:
                self._expand(heap, node)
                continue
            points = node[3]
            if not self.is_even:
                jokers = sum([meld[3].count(JOKER) for meld in node[2]])
                points += self.worths[jokers] - self.makings.worths[JOKER] * jokers
            if points < -node[0]:
                heappush(heap, (-points, *node[1:]))
            else:
                yield points, node[2]

    def every(
        self, melds: tuple[Laid, ...], rest: int, choices: list[tuple[list[_Priced], int]]
    ) -> Iterator[tuple[tuple[Laid, ...], list[Laid]]]:
        """The lay-downs that begin with some melds, in no order: all melds but one, and what may be
        last; a choice is a list of melds and how many of them are laid."""
        (ones, count), *others = choices
        if count == 1 and not others:
            yield melds, [one[1] for one in ones if not self.all_in or one[2] == rest]
            return
        for index, (_, meld, cards) in enumerate(ones):
            # Melds of one least size are interchangeable: each is no earlier than the last.
            again = [(ones[index:], count - 1)] if count > 1 else []
            later = []
            for each, number in (*again, *others):
                beside = self._beside(meld, each, rest - cards)
                if not beside:
                    break
                later.append((beside, number))
            else:
                yield from self.every((*melds, meld), rest - cards, later)

    def _beside(self, meld: Laid, melds: list[_Priced], rest: int) -> list[_Priced]:
        """Those of some melds that the cards left can make and that may lie beside another."""
        fitting = _fitting(melds, rest)
        if self.is_free:
            return fitting
        return [one for one in fitting if not self._clashes(one[1], (meld,))]

    def _most(self, rest: int, choices: list[list[_Priced]]) -> int | None:
        key = rest, len(choices)
        if key not in self._known:
            most = self._best_of(rest, choices)
            if most is not None and self.keeps_one:
                most = min(most, self._all_but_one(rest))
            self._known[key] = most
        return self._known[key]

    def _all_but_one(self, rest: int) -> int:
        worths = [
            worth
            for worth, held in zip(self.makings.worths, rest.to_bytes(FACES, "little"), strict=True)
            for _ in range(held)
        ]
        return sum(worths) - min(worths, default=0)

    def _best_of(self, rest: int, choices: list[list[_Priced]]) -> int | None:
        if not all(choices):
            return None
        if len(choices) < 3 and max(map(len, choices)) < _FEW:
            if len(choices) == 1:
                return choices[0][0][0]
            if len(choices[0]) * len(choices[1]) < _FEW:
                return self._best_pair(rest, *choices)
        plan = self._plan_from(len(self.wanted) - len(choices))
        counts = rest.to_bytes(FACES, "little")
        hand = [
            face for face, held in zip(ALL_FACES, counts, strict=True) if held for _ in range(held)
        ]
        worths = None if self.is_even else self.dearest
        filling = find(plan, plan.read(hand), -1, worths=worths)
        return None if filling is None else filling.value

    def _best_pair(self, rest: int, ones: list[_Priced], others: list[_Priced]) -> int | None:
        best = None
        for worth, meld, cards in ones:
            if best is not None and worth + others[0][0] <= best:
                break
            for more, other, _ in _fitting(others, rest - cards):
                if not self._clashes(other, (meld,)):
                    if best is None or worth + more > best:
                        best = worth + more
                    break
        return best

    def _prove(self, heap: list[_Node], node: _Node) -> None:
        """Replace an open node by one with its true bound, or drop it."""
        bound, _, melds, laid, rest, choices = node
        choices = _narrowed(choices, rest)
        most = self._most(rest, choices)
        if most is not None and (not self.all_in or most == sum(rest.to_bytes(FACES, "little"))):
            heappush(heap, (max(bound, -laid - most), False, melds, laid, rest, choices))

    def _expand(self, heap: list[_Node], node: _Node) -> None:
        bound, _, melds, laid, rest, choices = node
        number, others = len(melds), _narrowed(choices[1:], rest)
        most = self._most(rest, others) if others else 0
        if most is None:
            return
        # Melds of one least size are interchangeable: each is no less than the last one.
        alike = number > 0 and self.wanted[number - 1] == self.wanted[number]
        least_worth = 0 if others or not self.all_in else sum(rest.to_bytes(FACES, "little"))
        for worth, meld, cards in _fitting(choices[0], rest):
            if worth < least_worth or (alike and meld < melds[-1]):
                continue
            if self.keeps_one and rest == cards:
                continue
            if not self._clashes(meld, melds):
                now, left = laid + worth, rest - cards
                best = max(bound, -now - most)
                heappush(heap, (best, bool(others), (*melds, meld), now, left, others))

    def _clashes(self, meld: Laid, others: tuple[Laid, ...]) -> bool:
        """Whether a meld may not lie beside the others (RG-7, GD-6, GD-7)."""
        rules = self.rules
        for other in () if self.is_free else others:
            if meld[0] and other[0] and not beside(self.contract, meld[1], other[1]):
                return True
            if meld[:2] != other[:2]:
                continue
            if not meld[0]:
                if not rules.same_rank_sets or self.contract.ranks == "different":
                    return True
            elif not rules.adjacent_runs:
                highs = meld[2] + len(meld[3]) - 1, other[2] + len(other[3]) - 1
                if continues(rules, highs[0], other[2]) or continues(rules, highs[1], meld[2]):
                    return True
        return False


def _narrowed(choices: list[list[_Priced]], rest: int) -> list[list[_Priced]]:
    """The choices without what the cards left cannot make, but for those too many to be tried."""
    return [_fitting(each, rest) if len(each) < _FEW else each for each in choices]


def _fitting(melds: list[_Priced], rest: int) -> list[_Priced]:
    guard, room = GUARD, rest | GUARD
    return [meld for meld in melds if room - meld[2] & guard == guard]


class _Makings:
    """The melds that cards can make, worked out once for what is held of a rank or a suit."""

    def __init__(self, rules: MeldRules, wild: frozenset[Face], worths: tuple[int, ...]) -> None:
        self.worths, self._rules, self._wild = worths, rules, sorted(wild)
        self._made: dict[_Part, list[_Priced]] = {}
        self._kept = 0

    def melds(
        self, is_run: bool, least: int, counts: list[int], contract: Contract
    ) -> list[_Priced]:
        """All sets or runs of a least size from `counts` cards of each face, most points first."""
        found: list[_Priced] = []
        worths, is_royal = self.worths, is_run and contract.royal
        make = self._royal if is_royal else self._runs if is_run else self._sets
        wild = tuple([counts[face] for face in self._wild])
        suits = RUN_SUITS[contract.runs_of]
        for number in suits if is_run else range(13):
            parts = [_SUITS[suit] for suit in SUITS_IN[number]] if is_run else [_RANKS[number]]
            held = tuple(chain.from_iterable([counts[part] for part in parts]))
            if not any(held) or sum(held) + sum(wild) < least:
                continue
            if is_run:
                held = tuple([bool(count) for count in held])
            key = is_run, is_royal, least, number, held, wild
            if key not in self._made:
                melds = [
                    (sum([worths[f] for f in meld[3]]), meld, sum([ONE[f] for f in meld[3]]))
                    for meld in make(least, number, list(counts))
                ]
                self._kept += len(melds)
                if self._kept > _CACHED:
                    self._made.clear()
                    self._kept = len(melds)
                self._made[key] = melds
            found += self._made[key]
        return sorted(found, reverse=True)

    def _sets(self, least: int, rank: int, held: list[int]) -> Iterator[Laid]:
        own = frozenset(NATURAL_FACES[rank::13]) - self._rules.never_natural
        unique = not self._rules.repeated_suits
        faces = sorted(own.union(self._wild))
        most = [min(held[f], 1) if unique and f not in self._wild else held[f] for f in faces]
        longest = min(least if self._rules.exact_sizes else 99, SUITS if unique else 99)
        for taken in product(*(range(count + 1) for count in most)):
            if least <= (size := sum(taken)) <= longest:
                each = [n for face, n in zip(faces, taken, strict=True) if face in own]
                naturals = sum([n > 0 for n in each]) if unique else sum(each)
                if self._rules.joker_cap.allows(False, size, size - naturals):
                    cards = [face for face, n in zip(faces, taken, strict=True) for _ in range(n)]
                    yield False, rank, 0, tuple(cards)

    def _royal(self, least: int, suit: int, held: list[int]) -> Iterator[Laid]:
        return (meld for meld in self._runs(least, suit, held) if meld[2] == 1)

    def _runs(self, least: int, suit: int, held: list[int]) -> Iterator[Laid]:
        longest = least if self._rules.exact_sizes else LONGEST_RUN
        wild, barred = sum([held[face] for face in self._wild]), self._rules.never_natural
        faces = [
            [face for each in SUITS_IN[suit] if (face := natural_face(each, place)) not in barred]
            for place in range(27)
        ]
        missing = [not any(held[face] for face in place) for place in faces]
        for size in range(least, longest + 1):
            most = min(wild, self._rules.joker_cap.most_for(True, size))
            for low in run_starts(self._rules, size):
                if sum(missing[low : low + size]) <= most:
                    for laid in self._rows(faces[low : low + size], held, most, False):
                        yield True, suit, low, laid

    def _rows(
        self, row: list[list[Face]], held: list[int], most: int, beside: bool
    ) -> Iterator[tuple[Face, ...]]:
        """The rows of cards held that are or stand for those of a run, at most `most` of them wild;
        with `beside` the card before them is wild and no other may follow it."""
        if not row:
            yield ()
            return
        own = row[0]
        faces = list(own)
        if most and not beside:
            faces += [face for face in self._wild if face not in own]
        for face in faces:
            if held[face]:
                is_wild = face not in own
                held[face] -= 1
                apart = is_wild and not self._rules.adjacent_wild
                for others in self._rows(row[1:], held, most - is_wild, apart):
                    yield (face, *others)
                held[face] += 1


_makings = lru_cache(maxsize=32)(_Makings)
