"""The search for melds: runs first, then sets, cut by bounds that are proved safe.

The same search finds the melds of most points and, where each place that stays open costs a point,
those that lack fewest cards. It relaxes two things: every natural may count for the run that takes
it first and for the set of its rank, and a joker may stand anywhere. So the value of a leaf is
never too low; `fill` then finds what can truly be laid with its runs and sets. Nothing else is left
out.
"""

from collections.abc import Iterable
from functools import lru_cache, reduce
from itertools import product
from typing import Final, NamedTuple

from shanghai.engine.cards import COLOURS
from shanghai.engine.melds import SUITS
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.solver.fill import Filling, Shape, Worths, fill
from shanghai.engine.solver.plan import LAYER, LOWEST, RANKS_OF, HandCounts, Plan, RunOption
from shanghai.engine.solver.sets import Sizes, Sizing

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


def misses_from(plan: Plan, hand: HandCounts, sets: Sizes) -> list[int]:
    """A number of places without a natural that the runs from each number on, and sets of these
    least sizes, have at least: as a natural may be counted more than once, it is never too high."""
    for_sets = set_holes(plan, hand.ranks, sets)
    return [for_sets + holes for holes in holes_from(plan, hand.suits)]


def misses_of_others(plan: Plan, misses: list[int]) -> int:
    """The same for all melds but one run, whichever it is."""
    return misses[1] if plan.has_equal_runs else misses[-1]


def has_too_few_jokers(plan: Plan, hand: HandCounts) -> bool:
    """Whether a hand has more places to fill than jokers in each lay-down; if so there is none."""
    for_runs = hand.jokers - set_holes(plan, hand.ranks, plan.sets)
    # Each run alone is sooner looked at than all together.
    alone = sum([plan.run_holes(least, hand.suits) for least in plan.runs])
    return alone > for_runs or holes_from(plan, hand.suits)[0] > for_runs


class RankOption(NamedTuple):
    """A rank of which a hand may lay sets: the most points of its naturals in one set, how many
    naturals there are, and the points of one."""

    worth: int
    naturals: int
    rank: int
    points: int


class MeldWorth(NamedTuple):
    """What melds must be worth: `need` points, by those of a card at each place (1 for a low ace,
    14 for a high one), in at most `max_cards` cards."""

    need: int
    max_cards: int
    worths: tuple[int, ...]


class Terms(NamedTuple):
    """What a search asks for: the sizes of the sets, how many cards may be added to the hand, and
    what the melds must be worth.

    With None for `missing` the best lay-down of the hand as it is is asked for. With a number all
    melds are just as large as they must be, and each place that stays open costs a point. Melds
    that must be worth something have just the sizes given.
    """

    sets: Sizes
    missing: int | None = None
    worth: MeldWorth | None = None


class Search:
    """A search over one hand for the runs and sets that are worth most.

    Its result is `filling`, worth more than `floor`. It stops at a value of `enough`. `worths` are
    the points of none, one, two ... of the jokers. Places without a natural take `fillers`: the
    jokers of the hand and the cards that may be added.
    """

    def __init__(
        self,
        plan: Plan,
        hand: HandCounts,
        terms: Terms,
        floor: int,
        enough: int = BOUNDLESS,
        worths: Worths | None = None,
    ) -> None:
        self.plan, self.hand, self.best, self.enough = plan, hand, floor, enough
        self.filling: Filling | None = None
        self.wanted_sets, self.asked, self.missing = terms.sets, terms.worth, terms.missing or 0
        is_exact = terms.worth is not None
        self.place_cost = int(terms.missing is not None)
        if self.place_cost:
            sizing = Sizing.LACKING, Sizing.LACKING
        else:
            exact = Sizing.EXACT, Sizing.EXACT
            sizing = exact if is_exact else (plan.run_sizing, plan.set_sizing)
        self.is_exact = sizing[1] is not Sizing.AT_LEAST
        self.whole = is_exact or plan.run_sizing is Sizing.EXACT
        self.whole = self.whole or (self.place_cost > 0 and plan.is_barred)
        self.suits = list(hand.suits)
        self.fillers = min(hand.jokers, plan.joker_room)
        worths = worths or plan.joker_worths
        self.joker_worth = worths[self.fillers]
        self.fillers += self.missing
        self.runs: list[tuple[RunOption, int]] = []
        self.sets: list[tuple[int, int]] = []
        self.shape = Shape(hand, worths, self.runs, self.sets, *sizing)

    def run(self, misses: list[int]) -> Filling | None:
        """Search, where the melds have no fewer `misses`, as from `misses_from`."""
        self.misses = misses
        if misses[0] > self.fillers:
            return None
        self._list_ranks()
        self._list_runs()
        if self.rest_over[0] <= self.missing:
            self._place_run(0, 0, self.hand.ranks, self.fillers, self.joker_worth, 0)
        return self.filling

    def _fill(self, value: int) -> None:
        """Find what the runs and sets chosen can truly hold; `value` is the most they are worth."""
        plan = self.plan
        if plan.barred and self.place_cost:
            # Wild cards alone can fill these places.
            barred = plan.barred_places
            wild = sum([(one.places & barred[one.suit]).bit_count() for one, _ in self.runs])
            if wild > plan.contract.wild_cap:
                return
        filling = fill(plan, self.shape, value, self.best, self.enough)
        if filling is not None:
            self.best, self.filling = filling.value, filling

    def _worth(self, largest: Sizes = ()) -> int:
        """What the melds chosen are worth, with sets of these sizes of the dearest rank."""
        worths = self.asked.worths if self.asked else (0,)
        total = max(worths) * sum(largest)
        for option, _ in self.runs:
            low = self.plan.start(option.places)
            total += sum(
                [worths[(n - 1) % 13 + 1 if n > 14 else n] for n in range(low, low + option.length)]
            )
        return total + sum([worths[rank + 1 if rank else 14] * size for rank, size in self.sets])

    def _is_enough(self) -> bool:
        """Whether the melds chosen are worth what is asked, in so many cards."""
        if self.asked is None:
            return True
        cards = sum(self.wanted_sets) + sum([option.length for option, _ in self.runs])
        return cards <= self.asked.max_cards and self._worth() >= self.asked.need

    def _list_ranks(self) -> None:
        """List the ranks of the sets, those of most worth first. `set_tops[i]` are the most points
        of the sets from the i-th on."""
        plan, counts, wanted = self.plan, self.hand.ranks.to_bytes(13, "little"), self.wanted_sets
        most = max(wanted, default=0) if self.is_exact else 99
        self.ranks = [
            RankOption(
                plan.points[rank] * min(most, counts[rank]), counts[rank], rank, plan.points[rank]
            )
            for rank in plan.set_ranks
            if counts[rank] or self.missing
        ]
        self.ranks.sort(key=lambda each: (each.worth, -each.naturals, each.rank), reverse=True)
        self.naturals_of, self.size_of = [0] * 13, [0] * 13
        tops = [option.worth for option in self.ranks]
        self.set_tops = [
            sum(tops[: len(wanted) - number]) - self.place_cost * sum(wanted[number:])
            for number in range(len(wanted) + 1)
        ]
        cap = plan.cap
        self.fewest = [
            size - cap.most_for(False, size) if self.is_exact else plan.fewest_naturals[size]
            for size in wanted
        ]

    def _list_runs(self) -> None:
        """List the options of each run. `bounds[i][j]` are the most points of the runs from the
        i-th on, and of all sets, with j fillers; `rest_over[i]` the fewest cards that must be added
        to the melds from the i-th on, each from the untouched hand."""
        plan, fillers = self.plan, self.fillers
        for_sets = self.misses[-1]
        tail = [IMPOSSIBLE] * for_sets + [self.set_tops[0]] * (fillers + 1 - for_sets)
        most = max((option.naturals for option in self.ranks), default=0)
        each = [max(0, fewest - most) for fewest in self.fewest]
        self.rest_over = [sum(each[number:]) for number in range(len(each) + 1)]
        self.options: list[list[RunOption]] = []
        self.bounds = [tail]
        for number, least in enumerate(reversed(plan.runs)):
            if not number or least != plan.runs[len(plan.runs) - number]:
                options = self._options(least)
            self.options.insert(0, options)
            self.bounds.insert(0, self._bound(options, self.bounds[0]))
            fewest_over = min([option.over for option in options], default=0)
            self.rest_over.insert(0, self.rest_over[0] + fewest_over)

    def _options(self, least: int) -> list[RunOption]:
        """The runs of a size worth a try, those of most points first. No run may miss what the
        other melds miss at least."""
        plan, suits = self.plan, self.hand.suits
        holes = self.fillers - misses_of_others(plan, self.misses)
        options = [
            option
            for suit in range(len(plan.suits))
            if suits[suit] or self.missing
            for option in plan.options(
                least, suit, suits[suit] & LOWEST, holes, self.missing, self.whole
            )
        ]
        cost = self.place_cost
        options.sort(key=lambda one: (cost * one.length - one.points, *one[1:]))
        return options

    def _bound(self, options: list[RunOption], after: list[int]) -> list[int]:
        most: dict[int, int] = {}
        for option in options:
            if option.holes not in most:
                most[option.holes] = option.points - self.place_cost * option.length
        bound = [IMPOSSIBLE] * len(after)
        for holes, worth in most.items():
            for fillers in range(holes, len(after)):
                if worth + after[fillers - holes] > bound[fillers]:
                    bound[fillers] = worth + after[fillers - holes]
        for fillers in range(1, len(bound)):
            bound[fillers] = max(bound[fillers], bound[fillers - 1])
        return bound

    def _place_run(
        self, number: int, start: int, ranks: int, fillers: int, value: int, over: int
    ) -> None:
        """Try all runs from this number on, and then all sets. `ranks` are the naturals that the
        runs leave, `over` the cards that must be added to the runs so far, each from the untouched
        hand."""
        plan = self.plan
        if number == len(plan.runs):
            self._place_set(0, 0, ranks, fillers, value, over)
            return
        options, after, suits = self.options[number], self.bounds[number + 1], self.suits
        most, runs, cost = after[fillers], self.runs, self.place_cost
        spare, spare_over = fillers - self.misses[number + 1], self.missing - over
        spare_over -= self.rest_over[number + 1]
        # Runs of one least size are interchangeable: each is no earlier in the list than the last.
        is_again = number + 1 < len(plan.runs) and plan.runs[number + 1] == plan.runs[number]
        for index in range(start, len(options)):
            option = options[index]
            paid = value - cost * option.length
            if paid + option.points + most <= self.best:
                return
            if option.holes > spare or option.over > spare_over:
                continue
            layers = suits[option.suit]
            used = layers & option.places
            holes = option.length - used.bit_count()
            gained = paid + plan.worth[option.suit][used]
            if holes > spare or gained + after[fillers - holes] <= self.best:
                continue
            if runs and not plan.has_free_runs and not plan.fits(option, runs):
                continue
            suits[option.suit] = layers & ~option.spent | layers >> LAYER & option.spent
            runs.append((option, used))
            following = index if is_again else 0
            left, more = ranks - RANKS_OF[used], over + option.over
            self._place_run(number + 1, following, left, fillers - holes, gained, more)
            runs.pop()
            suits[option.suit] = layers
            if self.best >= self.enough:
                return

    def _place_set(
        self, number: int, start: int, ranks: int, fillers: int, value: int, over: int
    ) -> None:
        """Try all ranks for the sets from this number on."""
        plan, wanted = self.plan, self.wanted_sets
        if not number and self.asked and self._worth(wanted) < self.asked.need:
            return
        if number == len(wanted):
            if self._is_enough():
                self._fill(value)
            return
        least, fewest, rest = wanted[number], self.fewest[number], self.set_tops[number + 1]
        spare_over = self.missing - over - self.rest_over[len(plan.runs) + number + 1]
        is_again = number + 1 < len(wanted) and wanted[number + 1] == least
        paid = value - self.place_cost * least
        for index in range(start, len(self.ranks)):
            option, before = self.ranks[index], self.size_of[index]
            if paid + option.worth + rest <= self.best:
                return
            if before and not plan.same_rank:
                continue
            naturals = ranks >> 8 * option.rank & 255
            need = before + least - naturals
            more = self.naturals_of[index] + fewest - option.naturals
            # What lacks for the sets before this one was asked for with them.
            need = min(need, least) if need > 0 else 0
            more = min(more, fewest) if more > 0 else 0
            if self.is_exact:
                naturals = max(0, min(naturals - before, least))
            gained = paid if before and not self.is_exact else paid + option.points * naturals
            if more > spare_over or need > fillers or gained + rest <= self.best:
                continue
            self.naturals_of[index] += fewest
            self.size_of[index] += least
            self.sets.append((option.rank, least))
            following = index if is_again else 0
            self._place_set(number + 1, following, ranks, fillers - need, gained, over + more)
            self.sets.pop()
            self.naturals_of[index] -= fewest
            self.size_of[index] -= least
            if self.best >= self.enough:
                return


def find(
    plan: Plan, hand: HandCounts, floor: int, enough: int = BOUNDLESS, worths: Worths | None = None
) -> Filling | None:
    """The filling of most value above `floor`, or the first one that has at least `enough`."""
    if has_too_few_jokers(plan, hand):
        return None
    search = Search(plan, hand, Terms(plan.sets), floor, enough, worths)
    return search.run(misses_from(plan, hand, plan.sets))


def is_near(plan: Plan, hand: HandCounts, missing: int) -> bool:
    """Whether a hand with `missing` cards more can be laid.

    An added card is the natural that a place asks for, so that the cap binds only the jokers of the
    hand. Under a steady cap sets of the least size are enough: a larger one asks for a card more
    and holds at most a joker more."""
    return any(meets(plan, hand, Terms(sizes, missing)) for sizes in _set_sizes(plan))


def meets(plan: Plan, hand: HandCounts, terms: Terms) -> bool:
    """Whether a hand with some cards more can be laid on these terms."""
    missing, misses = terms.missing or 0, misses_from(plan, hand, terms.sets)
    if misses[0] > missing + min(hand.jokers, plan.joker_room):
        return False
    return Search(plan, hand, terms, -missing - 1, -missing).run(misses) is not None


def _set_sizes(plan: Plan) -> Iterable[Sizes]:
    """The sizes that the sets of a contract need to be tried with."""
    if plan.steady or plan.set_sizing is Sizing.EXACT:
        return (plan.sets,)
    most, larger = SUITS if plan.unique_suits else 99, {size for size, _ in plan.cap.sets}
    choices = product(
        *([least, *sorted(n for n in larger if least < n <= most)] for least in plan.sets)
    )
    return [tuple(sorted(sizes, reverse=True)) for sizes in choices]
