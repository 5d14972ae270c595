"""All lay-downs of a hand, best first, found one by one as they are asked for."""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import product
from typing import Final

from shanghai.engine.cards import FACES, JOKER, Face
from shanghai.engine.rules import Contract, Rules
from shanghai.engine.solver.plan import Plan, plan_for
from shanghai.engine.solver.search import find

_Laid = tuple[bool, int, int, tuple[Face, ...]]
"""One meld: whether it is a run, its rank or suit, its lowest place, its faces in order."""
_Node = tuple[int, bool, tuple[_Laid, ...]]
"""Less the most points it can still come to, whether that is not yet proved, the melds so far."""
_Priced = tuple[int, _Laid]
"""One meld after its points."""
_Part = tuple[int, Face, int | None, tuple[int, ...], int]
"""A least size, a rank or suit by its first face and step, its cards by face, the jokers."""
_RANKS: Final = tuple(slice(rank, JOKER, 13) for rank in range(13))
_SUITS: Final = tuple(slice(suit * 13, suit * 13 + 13) for suit in range(4))


def list_lay_downs(
    faces: list[Face], contract: Contract, rules: Rules, all_in: bool
) -> Iterator[tuple[list[tuple[Face, ...]], list[tuple[Face, ...]]]]:
    """The faces of the sets and of the runs of every lay-down, most points laid first.

    A search by best bound: what some melds can come to is their points and the best lay-down of
    the rest of the contract from the rest of the hand, which is exact but for rules that bind
    melds to each other, and so never too low.
    """
    lister = _Lister(faces, contract, rules, all_in)
    seen = set()
    for melds in lister.run():
        ordered = tuple(sorted(melds))
        if ordered not in seen:
            seen.add(ordered)
            yield [m[3] for m in ordered if not m[0]], [m[3] for m in ordered if m[0]]


class _Lister:
    def __init__(self, faces: list[Face], contract: Contract, rules: Rules, all_in: bool) -> None:
        self.rules, self.all_in = rules, all_in
        self.counts = [faces.count(face) for face in range(FACES)]
        runs = sorted(((True, least) for least in contract.runs), reverse=True)
        sets = sorted(((False, least) for least in contract.sets), reverse=True)
        self.wanted = runs + sets
        self.plans = [self._plan_from(number) for number in range(len(self.wanted) + 1)]
        self.worths = [1 if all_in else rules.face_points(face) for face in range(FACES)]
        self.made: dict[_Part, list[_Priced]] = {}

    def _plan_from(self, number: int) -> Plan:
        """The plan of the melds from a number on."""
        rest = self.wanted[number:]
        contract = Contract(
            tuple(least for is_run, least in rest if not is_run),
            tuple(least for is_run, least in rest if is_run),
        )
        return plan_for(contract, self.rules, self.all_in)

    def run(self) -> Iterator[tuple[_Laid, ...]]:
        """The lay-downs, those of equal points in the order of their melds."""
        heap: list[_Node] = [(-(1 << 40), True, ())]
        while heap:
            bound, open_, melds = heappop(heap)
            if open_:
                proved = self._bound(melds, -bound)
                if proved is not None:
                    heappush(heap, (-proved, False, melds))
            elif len(melds) == len(self.wanted):
                yield melds
            else:
                self._expand(heap, melds, -bound)

    def _rest(self, melds: tuple[_Laid, ...]) -> list[int]:
        """How many cards of each face the melds leave."""
        rest = list(self.counts)
        for meld in melds:
            for face in meld[3]:
                rest[face] -= 1
        return rest

    def _laid(self, melds: tuple[_Laid, ...]) -> int:
        return sum([self.worths[face] for meld in melds for face in meld[3]])

    def _most(self, number: int, rest: list[int]) -> int | None:
        """The most points that the melds from a number on can take of a hand."""
        if number + 1 == len(self.wanted):
            return max([worth for worth, _ in self._melds(number, rest)], default=None)
        plan = self.plans[number]
        hand = [face for face, count in enumerate(rest) for _ in range(count)]
        whole = sum([self.worths[face] for face in hand])
        filling = find(plan, plan.read(hand), -1, whole)
        return None if filling is None else filling.value

    def _melds(self, number: int, rest: list[int]) -> list[_Priced]:
        """All that the meld of a number can be made of, worked out once for a rank or suit."""
        is_run, least = self.wanted[number]
        found: list[_Priced] = []
        for part in _SUITS if is_run else _RANKS:
            held = tuple(rest[part])
            if not any(held):
                continue
            key = least, part.start, part.step, held, rest[JOKER]
            if key not in self.made:
                make = _runs if is_run else _sets
                melds = make(least, part.start, held, rest[JOKER], self.rules)
                worths = self.worths
                self.made[key] = [(sum([worths[f] for f in meld[3]]), meld) for meld in melds]
            found += self.made[key]
        return found

    def _bound(self, melds: tuple[_Laid, ...], bound: int) -> int | None:
        rest = self._rest(melds)
        most = self._most(len(melds), rest)
        if most is None or (self.all_in and most < sum(rest)):
            return None
        return min(bound, self._laid(melds) + most)

    def _expand(self, heap: list[_Node], melds: tuple[_Laid, ...], bound: int) -> None:
        number, rest = len(melds), self._rest(melds)
        last = number + 1 == len(self.wanted)
        most = self._most(number + 1, rest) if not last else 0
        if most is None:
            return
        most += self._laid(melds)
        # Melds of one least size are interchangeable: each is no less than the last one.
        alike = number > 0 and self.wanted[number - 1] == self.wanted[number]
        least_worth = sum(rest) if last and self.all_in else 0
        for worth, meld in self._melds(number, rest):
            if worth < least_worth or (alike and meld < melds[-1]):
                continue
            if not _clashes(meld, melds, self.rules):
                heappush(heap, (-min(bound, most + worth), not last, (*melds, meld)))


def _clashes(meld: _Laid, others: tuple[_Laid, ...], rules: Rules) -> bool:
    """Whether a meld may not lie beside the others (RG-7, GD-6, GD-7)."""
    for other in others:
        if meld[:2] != other[:2]:
            continue
        if not meld[0]:
            if not rules.same_rank_sets:
                return True
        elif not rules.adjacent_runs:
            after = meld[2] + len(meld[3]), other[2] + len(other[3])
            if after[0] == other[2] or after[1] == meld[2]:
                return True
    return False


def _sets(
    least: int, rank: int, held: tuple[int, ...], jokers: int, rules: Rules
) -> Iterator[_Laid]:
    """All sets of a rank from so many cards of each suit and so many jokers."""
    most = [rules.joker_cap.most_for(False, size) for size in range(sum(held) + jokers + 1)]
    for taken in product(*(range(count + 1) for count in held)):
        count = sum(taken)
        naturals = tuple([rank + 13 * suit for suit in range(4) for _ in range(taken[suit])])
        for own in range(max(0, least - count), jokers + 1):
            if own <= most[count + own]:
                yield False, rank, 0, (*naturals, *(JOKER,) * own)


def _runs(
    least: int, first: Face, held: tuple[int, ...], jokers: int, rules: Rules
) -> Iterator[_Laid]:
    """All runs of the suit that begins with a face, a joker in every place that it may have."""
    lowest, highest = (2 if rules.ace == "high" else 1), (13 if rules.ace == "low" else 14)
    for low in range(lowest, highest + 1):
        for high in range(low + least - 1, min(highest, low + 12) + 1):
            ranks = [(place - 1) % 13 for place in range(low, high + 1)]
            choices = [(first + rank, JOKER) if held[rank] else (JOKER,) for rank in ranks]
            most = min(jokers, rules.joker_cap.most_for(True, len(ranks)))
            if sum([not held[rank] for rank in ranks]) > most:
                continue
            for cards in product(*choices):
                if cards.count(JOKER) <= most:
                    yield True, first // 13, low, cards
