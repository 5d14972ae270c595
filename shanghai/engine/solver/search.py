"""The search for the best lay-down: runs first, then sets, cut by bounds that are proved safe.

The search relaxes two things: every natural may count for the run that takes it first and for
the set of its rank, and a joker may stand anywhere. So the value of a leaf is never too low;
`settle` then finds what can truly be laid with its runs and sets. Nothing else is left out.
"""

from functools import lru_cache, reduce
from typing import Final

from shanghai.engine.cards import COLOURS
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.solver.plan import LAYER, LOWEST, RANKS_OF, HandCounts, Plan, RunOption
from shanghai.engine.solver.settle import Filling, Shape, Worths, clashes, settle
from shanghai.engine.solver.suits import Sizes

MANY: Final = 1000
"""More cards than any contract asks for."""
IMPOSSIBLE: Final = -(1 << 40)
BOUNDLESS: Final = 1 << 40


def holes_from(plan: Plan, suits: list[int]) -> list[int]:
    """For the runs from each number on: no fewer holes, each suit's runs the best of that suit."""
    runs, fewest = plan.runs, [0]
    if runs and (plan.has_equal_runs or not plan.is_free):
        by_suit = [plan.together(runs[-1], layers) for layers in suits[: len(plan.suits)]]
        fewest = list(_fewest_together(plan.contract, by_suit)[::-1])
    if plan.has_equal_runs or not runs:
        return fewest
    # Each run alone, as they differ in size.
    each = [plan.run_holes(least, suits) for least in runs]
    separate = [sum(each[number:]) for number in range(len(runs) + 1)]
    return separate if plan.is_free else list(map(max, fewest, separate))


def _fewest_together(contract: Contract, by_suit: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The fewest holes of none, one, two ... runs, from those in each suit."""
    match contract.suits:
        case "different":
            # No suit has a second run.
            single = [(*fewest[:2], *([MANY] * (len(fewest) - 2))) for fewest in by_suit]
            return reduce(_fewest_of_both, single)
        case "one":
            return tuple(map(min, zip(*by_suit, strict=True)))
        case "colour":
            groups: dict[int, list[tuple[int, ...]]] = {}
            for suit, fewest in enumerate(by_suit):
                groups.setdefault(COLOURS[suit], []).append(fewest)
            colours = [reduce(_fewest_of_both, group) for group in groups.values()]
            return tuple(map(min, zip(*colours, strict=True)))
        case "any":
            return reduce(_fewest_of_both, by_suit)


@lru_cache(maxsize=20_000)
def _fewest_of_both(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """The fewest holes of none, one, two ... runs that lie in one part of the suits or another."""
    return tuple(
        [
            min([one[here] + other[count - here] for here in range(count + 1)])
            for count in range(len(one))
        ]
    )


def set_holes(plan: Plan, ranks: int, sets: Sizes) -> int:
    """A number of cards without which no sets of these least sizes are made: a rank of n naturals
    serves its first set with at most n of them, each further one with what the smallest set leaves
    over, and the largest sets take the largest shares."""
    if not sets:
        return 0
    shares = sorted(ranks.to_bytes(13, "little"), reverse=True)
    if plan.same_rank and len(sets) > 1:
        step = sets[-1]
        for share in shares[: len(sets)]:
            shares.extend(range(share - step, 0, -step))
        shares.sort(reverse=True)
    pairs = zip(sets, shares, strict=False)
    return sum([least - share for least, share in pairs if least > share])


def spare_jokers(plan: Plan, hand: HandCounts) -> int:
    """How many jokers are left at most when all places without a natural are filled. It is negative
    only if there is no lay-down.

    The places are those of `set_holes`, and the fewest holes that each run has in any suit, or that
    several runs have together. A natural may be counted more than once, so they are never too many.
    """
    suits, ranks, jokers = hand
    for_runs = jokers - set_holes(plan, ranks, plan.sets)
    spare = for_runs
    for least, count in plan.run_counts:
        spare -= count * plan.run_holes(least, suits)
    if spare < 0 or len(plan.runs) < 2:
        return spare
    return -1 if holes_from(plan, suits)[0] > for_runs else spare


class Search:
    """One search over one hand; `run` leaves the best filling worth more than `floor` in `filling`,
    and stops at one of `enough`. `worths` are the points of none, one, two ... of the jokers; with
    `whole` all runs of all lengths are tried, and none is lengthened afterwards (RG-7, GD-7)."""

    def __init__(
        self, plan: Plan, hand: HandCounts, floor: int, enough: int, worths: Worths, whole: bool
    ) -> None:
        self.plan, self.best, self.enough = plan, floor, enough
        self.whole = whole or plan.separate_wild or not plan.steady
        self.start, self.ranks, self.jokers = hand
        self.suits = list(self.start)
        self.filling: Filling | None = None
        self.blocked = IMPOSSIBLE
        self.joker_worth = worths[min(self.jokers, plan.joker_room)]
        self.runs: list[tuple[RunOption, int]] = []
        self.sets: list[tuple[int, int]] = []
        self.shape = Shape(*hand, worths, self.runs, self.sets, self.whole)

    def run(self) -> None:
        """Search; nothing where there are too few jokers for any lay-down."""
        spare = spare_jokers(self.plan, (self.suits, self.ranks, self.jokers))
        if spare < 0:
            return
        self._rank_sets()
        self._list_options(spare)
        self._place_run(0, 0, self.ranks, self.jokers, self.joker_worth)

    def _rank_sets(self) -> None:
        plan, counts = self.plan, self.ranks.to_bytes(13, "little")
        self.rank_options = sorted(
            [
                (plan.points[rank] * count, -count, 8 * rank, plan.points[rank])
                for rank, count in enumerate(counts)
                if count
            ],
            reverse=True,
        )
        self.set_counts, self.set_sizes = [0] * 13, [0] * 13
        tops, total = [0], 0
        for worth, *_ in self.rank_options[: len(plan.sets)]:
            total += worth
            tops.append(total)
        self.set_tops = tops + [total] * (len(plan.sets) + 1 - len(tops))

    def _list_options(self, spare: int) -> None:
        """List the options of each run and bound what they yield: `bounds[i][j]` for those from the
        i-th on, no sets, and j jokers, each from the untouched hand."""
        plan, suits = self.plan, self.start
        fewest = sum([count * plan.run_holes(least, suits) for least, count in plan.run_counts])
        for_sets = self.jokers - spare - fewest
        tail = [IMPOSSIBLE] * for_sets + [self.set_tops[-1]] * (self.jokers + 1 - for_sets)
        self.options: list[list[RunOption]] = []
        self.bounds = [tail]
        for number, least in enumerate(reversed(plan.runs)):
            if number and least == plan.runs[len(plan.runs) - number]:
                options = self.options[0]
            else:
                own = spare + plan.run_holes(least, suits)
                options = sorted(
                    [
                        option
                        for suit in range(len(plan.suits))
                        if suits[suit]
                        for option in plan.options(
                            least, suit, suits[suit] & LOWEST, own, self.whole
                        )
                    ],
                    reverse=True,
                )
            self.options.insert(0, options)
            self.bounds.insert(0, self._bound(options, self.bounds[0]))

    def _bound(self, options: list[RunOption], after: list[int]) -> list[int]:
        most: dict[int, int] = {}
        for option in options:
            if option.holes not in most:
                most[option.holes] = option.points
        bound = [IMPOSSIBLE] * len(after)
        for holes, worth in most.items():
            for jokers in range(holes, len(after)):
                if worth + after[jokers - holes] > bound[jokers]:
                    bound[jokers] = worth + after[jokers - holes]
        for jokers in range(1, len(bound)):
            bound[jokers] = max(bound[jokers], bound[jokers - 1])
        return bound

    def _place_run(self, number: int, start: int, ranks: int, jokers: int, value: int) -> None:
        plan = self.plan
        if number == len(plan.runs):
            self._place_set(0, 0, ranks, jokers, value)
            return
        options, after, suits = self.options[number], self.bounds[number + 1], self.suits
        worth, most, runs = plan.worth, after[jokers], self.runs
        # Runs of one least size are interchangeable: each is no earlier in the list than the last.
        is_again = number + 1 < len(plan.runs) and plan.runs[number + 1] == plan.runs[number]
        for index in range(start, len(options)):
            option = options[index]
            points, _, length, places, spent, suit = option
            if value + points + most <= self.best:
                return
            layers = suits[suit]
            used = layers & places
            left = jokers - length + used.bit_count()
            if left < 0 or value + worth[used] + after[left] <= self.best:
                continue
            if not plan.is_free and not plan.fits(suit, runs):
                continue
            suits[suit] = layers & ~spent | layers >> LAYER & spent
            runs.append((option, used))
            self._place_run(
                number + 1,
                index if is_again else 0,
                ranks - RANKS_OF[used],
                left,
                value + worth[used],
            )
            runs.pop()
            suits[suit] = layers
            if self.best >= self.enough:
                return

    def _place_set(self, number: int, start: int, ranks: int, jokers: int, value: int) -> None:
        plan = self.plan
        if number == len(plan.sets):
            self._weigh(ranks, value)
            return
        least, rank_options = plan.sets[number], self.rank_options
        fewest, rest = plan.set_least[least], self.set_tops[len(plan.sets) - number - 1]
        is_again = number + 1 < len(plan.sets) and plan.sets[number + 1] == least
        counts, sizes = self.set_counts, self.set_sizes
        for index in range(start, len(rank_options)):
            top, minus, shift, points = rank_options[index]
            if value + top + rest <= self.best:
                return
            naturals, before = ranks >> shift & 255, sizes[index]
            if before:
                if not plan.same_rank or -minus < counts[index] + fewest:
                    continue
                gain = 0
                need = max(0, before + least - naturals) - max(0, before - naturals)
            else:
                if -minus < fewest:
                    continue
                gain, need = points * naturals, least - naturals if naturals < least else 0
            if need > jokers or value + gain + rest <= self.best:
                continue
            counts[index] += fewest
            sizes[index] += least
            self.sets.append((shift >> 3, least))
            self._place_set(
                number + 1, index if is_again else 0, ranks, jokers - need, value + gain
            )
            self.sets.pop()
            counts[index] -= fewest
            sizes[index] -= least
            if self.best >= self.enough:
                return

    def _weigh(self, ranks: int, value: int) -> None:
        filling = settle(self.plan, self.shape, ranks, value - self.joker_worth, self.best)
        if filling is None:
            return
        if not self.plan.adjacent and clashes(self.plan, filling):
            self.blocked = max(self.blocked, filling.value)
            return
        self.best, self.filling = filling.value, filling


def find(
    plan: Plan, hand: HandCounts, floor: int, enough: int = BOUNDLESS, worths: Worths | None = None
) -> Filling | None:
    """The filling of most value above `floor`, or the first one that has at least `enough`.

    Where runs may not continue each other, the first search drops each filling that breaks this
    rule. If such a filling is worth more than the best one, a second search tries all runs. No
    filling can be worth more than the one that was dropped.
    """
    worths = worths or plan.joker_worths
    search = Search(plan, hand, floor, enough, worths, whole=False)
    search.run()
    if search.blocked <= search.best:
        return search.filling
    again = Search(plan, hand, search.best, min(enough, search.blocked), worths, whole=True)
    again.run()
    return again.filling or search.filling
