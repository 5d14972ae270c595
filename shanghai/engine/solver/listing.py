"""All lay-downs of a hand, best first, found one by one as they are asked for."""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import product

from shanghai.engine.cards import FACES, JOKER, Face
from shanghai.engine.rules import Contract, Rules
from shanghai.engine.solver.plan import Plan, plan_for
from shanghai.engine.solver.search import find

_Laid = tuple[bool, int, int, tuple[Face, ...]]
"""One meld: whether it is a run, its rank or suit, its lowest place, its faces in order."""
_Node = tuple[int, bool, tuple[_Laid, ...]]
"""Less the most points it can still come to, whether that is not yet proved, the melds so far."""


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
        key = tuple(sorted((m[0], m[2], m[3] if m[0] else tuple(sorted(m[3]))) for m in melds))
        if key not in seen:
            seen.add(key)
            ordered = sorted(melds)
            yield [m[3] for m in ordered if not m[0]], [m[3] for m in ordered if m[0]]


class _Lister:
    def __init__(self, faces: list[Face], contract: Contract, rules: Rules, all_in: bool) -> None:
        self.faces, self.rules, self.all_in = faces, rules, all_in
        runs = sorted(((True, least) for least in contract.runs), reverse=True)
        sets = sorted(((False, least) for least in contract.sets), reverse=True)
        self.wanted = runs + sets
        self.plans = [self._plan_from(number) for number in range(len(self.wanted) + 1)]
        worths = [1 if all_in else rules.face_points(face) for face in range(FACES)]
        self.worths = worths

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

    def _rest(self, melds: tuple[_Laid, ...]) -> list[Face]:
        rest = list(self.faces)
        for meld in melds:
            for face in meld[3]:
                rest.remove(face)
        return rest

    def _laid(self, melds: tuple[_Laid, ...]) -> int:
        return sum(self.worths[face] for meld in melds for face in meld[3])

    def _most(self, number: int, rest: list[Face]) -> int | None:
        """The most points that the melds from a number on can take of a hand."""
        plan = self.plans[number]
        whole = sum(self.worths[face] for face in rest)
        filling = find(plan, plan.read(rest), -1, whole)
        return None if filling is None else filling.value

    def _bound(self, melds: tuple[_Laid, ...], bound: int) -> int | None:
        rest = self._rest(melds)
        most = self._most(len(melds), rest)
        if most is None or (self.all_in and most < len(rest)):
            return None
        return min(bound, self._laid(melds) + most)

    def _expand(self, heap: list[_Node], melds: tuple[_Laid, ...], bound: int) -> None:
        number, rest = len(melds), self._rest(melds)
        is_run, least = self.wanted[number]
        last = number + 1 == len(self.wanted)
        most = self._most(number + 1, rest) if not last else 0
        if most is None:
            return
        laid = self._laid(melds)
        # Melds of one least size are interchangeable: each is no less than the last one.
        alike = number > 0 and self.wanted[number - 1] == (is_run, least)
        for meld in (_runs if is_run else _sets)(least, rest, self.rules):
            if (alike and meld < melds[-1]) or _clashes(meld, melds, self.rules):
                continue
            worth = sum(self.worths[face] for face in meld[3])
            if last and self.all_in and len(meld[3]) < len(rest):
                continue
            heappush(heap, (-min(bound, laid + worth + most), not last, (*melds, meld)))


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


def _sets(least: int, faces: list[Face], rules: Rules) -> Iterator[_Laid]:
    jokers = faces.count(JOKER)
    for rank in range(13):
        ranked = range(rank, JOKER, 13)
        for taken in product(*(range(faces.count(face) + 1) for face in ranked)):
            naturals = tuple(f for f, n in zip(ranked, taken, strict=True) for _ in range(n))
            for own in range(jokers + 1):
                size = len(naturals) + own
                if size >= least and rules.joker_cap.allows(False, size, own):
                    yield False, rank, 0, (*naturals, *(JOKER,) * own)


def _runs(least: int, faces: list[Face], rules: Rules) -> Iterator[_Laid]:
    """All runs, a joker in every place that it may have."""
    jokers, held = faces.count(JOKER), set(faces)
    first, last = (2 if rules.ace == "high" else 1), (13 if rules.ace == "low" else 14)
    for suit in range(4):
        for low in range(first, last + 1):
            for high in range(low + least - 1, min(last, low + 12) + 1):
                places = [suit * 13 + (place - 1) % 13 for place in range(low, high + 1)]
                choices = [(f, JOKER) if f in held else (JOKER,) for f in places]
                if sum(len(choice) == 1 for choice in choices) > jokers:
                    continue
                for cards in product(*choices):
                    own = cards.count(JOKER)
                    if own > jokers or not rules.joker_cap.allows(True, len(cards), own):
                        continue
                    yield True, suit, low, cards
