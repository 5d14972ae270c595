"""The question of `shanghai.engine.solver.best` as an exact integer program, for CP-SAT.

A set takes naturals of one rank whatever their suits, as they are worth the same and what no run
takes is free; a run takes naturals and jokers by place. Needs OR-tools.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from ortools.sat.python import cp_model

from shanghai.engine.cards import FACES, JOKER, Card
from shanghai.engine.melds import LONGEST_RUN, run_bounds
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules


def least_points(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> int | None:
    """The fewest points left after the contract's melds, or None where the hand cannot go down."""
    if len(hand) < contract.size:
        return None
    program = _Program(hand, contract, rules)
    if all_in:
        program.model.add(sum(meld.size for meld in program.melds) == len(hand))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(program.model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise RuntimeError(f"CP-SAT ends with {solver.status_name(status)}")
    return round(program.whole - solver.objective_value)


class _Set:
    """A set: its rank, the number of its naturals by rank, its jokers."""

    def __init__(self, program: "_Program", least: int) -> None:
        model, held = program.model, program.ranks
        self.least = least
        self.is_rank = {rank: model.new_bool_var("") for rank in held}
        self.naturals = {rank: model.new_int_var(0, count, "") for rank, count in held.items()}
        self.jokers = model.new_int_var(0, program.jokers, "")
        model.add_exactly_one(self.is_rank.values())
        for rank, count in held.items():
            model.add(self.naturals[rank] <= count * self.is_rank[rank])
        self.size = sum(self.naturals.values()) + self.jokers
        self.order = sum(rank * chosen for rank, chosen in self.is_rank.items())
        program.bind(self, False, least, sum(program.ranks.values()) + program.jokers)


class _Run:
    """A run: its suit, the place it begins at, and what lies at each place, jokers or naturals."""

    def __init__(self, program: "_Program", least: int) -> None:
        model, places = program.model, program.places
        self.least = least
        self.is_suit = {suit: model.new_bool_var("") for suit in program.suits}
        self.begins = {place: model.new_bool_var("") for place in places}
        self.naturals = {
            (suit, place): model.new_bool_var("")
            for suit in program.suits
            for place in places
            if program.held[suit * 13 + (place - 1) % 13]
        }
        self.joker_at = {place: model.new_bool_var("") if program.jokers else 0 for place in places}
        self.jokers = sum(self.joker_at.values())
        self.covers = {place: model.new_bool_var("") for place in places}
        model.add_exactly_one(self.is_suit.values())
        model.add_exactly_one(self.begins.values())
        self._lay_side_by_side(program)
        self.size = sum(self.covers.values())
        self.order = sum(15 * suit * chosen for suit, chosen in self.is_suit.items()) + sum(
            place * begun for place, begun in self.begins.items()
        )
        program.bind(self, True, least, LONGEST_RUN)

    def _lay_side_by_side(self, program: "_Program") -> None:
        """One card at each place of the run; a place not begun at follows one that is covered."""
        model = program.model
        for (suit, _), laid in self.naturals.items():
            model.add_implication(laid, self.is_suit[suit])
        for place, covered in self.covers.items():
            naturals = [laid for (_, at), laid in self.naturals.items() if at == place]
            model.add(sum(naturals) + self.joker_at[place] == covered)
            before = self.covers.get(place - 1, 0)
            model.add(covered <= before + self.begins[place])


class _Program:
    """The model of a hand, a contract and the rules; its objective is the points laid down."""

    def __init__(self, hand: Sequence[Card], contract: Contract, rules: Rules) -> None:
        self.model, self.rules = cp_model.CpModel(), rules
        self.held = Counter(card % FACES for card in hand)
        self.jokers = self.held.pop(JOKER, 0)
        self.ranks = Counter(face % 13 for face in self.held.elements())
        self.suits = sorted({face // 13 for face in self.held})
        self.places = range(run_bounds(rules)[0], run_bounds(rules)[1] + 1)
        self.whole = sum(rules.face_points(card % FACES) for card in hand)
        self.sets = [_Set(self, least) for least in contract.sets]
        self.runs = [_Run(self, least) for least in contract.runs]
        self.melds = [*self.sets, *self.runs]
        self._lay_no_more_than_held()
        self._keep_apart()
        self._order_alike()
        self.model.maximize(sum(self._points()))

    def bind(self, meld: _Set | _Run, is_run: bool, least: int, most: int) -> None:
        """Its size, one natural at least, and no more jokers than the cap allows."""
        self.model.add_linear_constraint(meld.size, least, most)
        self.model.add(meld.size >= meld.jokers + 1)
        cap = self.rules.joker_cap
        match cap.kind:
            case "fixed":
                self.model.add(meld.jokers <= cap.most)
            case "naturals":
                self.model.add(meld.size >= 2 * meld.jokers)
            case "by-size":
                self.model.add(meld.jokers <= sum(self._steps(meld, is_run, most)))

    def _steps(self, meld: _Set | _Run, is_run: bool, most: int) -> Iterator[object]:
        """What each listed size adds to the jokers allowed, or takes off them."""
        cap = self.rules.joker_cap
        listed = [(0, 0), *(cap.runs if is_run else cap.sets)]
        for (_, before), (size, allowed) in pairwise(listed):
            reached = self.model.new_bool_var("")
            self.model.add(meld.size >= size).only_enforce_if(reached)
            self.model.add(meld.size < size).only_enforce_if(~reached)
            yield (allowed - before) * reached

    def _lay_no_more_than_held(self) -> None:
        rank_uses = {rank: [one.naturals[rank] for one in self.sets] for rank in self.ranks}
        face_uses: dict[int, list[object]] = {face: [] for face in self.held}
        for run in self.runs:
            for (suit, place), laid in run.naturals.items():
                face_uses[suit * 13 + (place - 1) % 13].append(laid)
                rank_uses[(place - 1) % 13].append(laid)
        for face, uses in face_uses.items():
            self.model.add(sum(uses) <= self.held[face])
        for rank, uses in rank_uses.items():
            self.model.add(sum(uses) <= self.ranks[rank])
        self.model.add(sum(meld.jokers for meld in self.melds) <= self.jokers)

    def _keep_apart(self) -> None:
        """No two sets of one rank and no two runs that continue each other, where barred."""
        if not self.rules.same_rank_sets:
            for rank in self.ranks:
                self.model.add_at_most_one(one.is_rank[rank] for one in self.sets)
        if self.rules.adjacent_runs:
            return
        for one, other in combinations(self.runs, 2):
            for low, high in ((one, other), (other, one)):
                for suit in self.suits:
                    for place in self.places[1:]:
                        self.model.add_bool_or(
                            ~low.is_suit[suit],
                            ~high.is_suit[suit],
                            ~high.begins[place],
                            ~low.covers[place - 1],
                            low.covers[place],
                        )

    def _order_alike(self) -> None:
        """Melds of one kind and least size are interchangeable: only one order is looked at."""
        for one, other in (*pairwise(self.sets), *pairwise(self.runs)):
            if one.least == other.least:
                self.model.add(one.order <= other.order)

    def _points(self) -> Iterator[object]:
        for one in self.sets:
            for rank, count in one.naturals.items():
                yield self.rules.points[rank] * count
        for run in self.runs:
            for (_, place), laid in run.naturals.items():
                yield self.rules.points[(place - 1) % 13] * laid
        yield from (self.rules.joker_points * meld.jokers for meld in self.melds)
