"""The search for melds: runs first, then sets, cut by bounds that are proved safe.

The same search finds the melds of most points and, where each place that stays open costs a point,
those that lack fewest cards. It relaxes two things: every natural may count for the run that takes
it first and for the set of its rank, and a joker may be at any place. So the value of a leaf is
never too low; `fill` then finds what can truly be laid with its runs and sets. Nothing else is left
out.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final, NamedTuple

from shanghai.engine.cards import Card, Face
from shanghai.engine.melds import SUITS
from shanghai.engine.rules import Rules
from shanghai.engine.solver.fill import Filling, Shape, Worths, fill
from shanghai.engine.solver.hands import WildUse, answers, wild_uses
from shanghai.engine.solver.plan import LAYER, LOWEST, RANKS_OF, HandCounts, Plan, RunOption
from shanghai.engine.solver.sets import Sizes, Sizing

_IMPOSSIBLE: Final = -(1 << 40)
BOUNDLESS: Final = 1 << 40


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


def fewest_holes(plan: Plan, hand: HandCounts, sets: Sizes) -> int:
    """A number of places without a natural that all runs and sets of these least sizes have at
    least: as a natural may be counted more than once, it is never too high."""
    holes = [plan.run_holes(least, hand.suits) for least in plan.runs]
    return sum(holes) + set_holes(plan, hand.ranks, sets)


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


class SearchTerms(NamedTuple):
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
        terms: SearchTerms,
        floor: int,
        enough: int = BOUNDLESS,
        worths: Worths | None = None,
    ) -> None:
        self.plan, self.hand, self.best, self.enough = plan, hand, floor, enough
        self.filling: Filling | None = None
        self.wanted_sets, self.asked, self.missing = terms.sets, terms.worth, terms.missing or 0
        self.place_cost = int(terms.missing is not None)
        self.run_sizing, self.set_sizing = plan.run_sizing, plan.set_sizing
        if terms.worth is not None:
            self.run_sizing = self.set_sizing = Sizing.EXACT
        self.whole = self.run_sizing is Sizing.EXACT
        room = plan.joker_room
        if self.place_cost:
            self.run_sizing = self.set_sizing = Sizing.LACKING
            self.whole = self.whole or plan.is_barred
            for_sets = sum([plan.cap.most_for(False, size) for size in terms.sets])
            room = len(plan.runs) * max(plan.run_cap) + for_sets
        worths = worths or plan.joker_worths
        self.joker_worth = worths[min(hand.jokers, room)]
        self.fillers = min(hand.jokers, room) + self.missing
        self.suits = list(hand.suits)
        self.runs: list[tuple[RunOption, int]] = []
        self.sets: list[tuple[int, int]] = []
        self.shape = Shape(hand, worths, self.runs, self.sets, self.run_sizing, self.set_sizing)

    def run(self) -> Filling | None:
        """Search."""
        self.holes = fewest_holes(self.plan, self.hand, self.wanted_sets)
        if self.holes <= self.fillers:
            self._list_ranks()
            self._list_runs()
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
        if self.place_cost:
            room = sum([plan.run_cap[option.length] for option, _ in self.runs])
            room += sum([plan.cap.most_for(False, size) for _, size in self.sets])
            value += min(0, room - self.joker_worth)
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
        most = 99 if self.set_sizing is Sizing.AT_LEAST else max(wanted, default=99)
        self.ranks = [
            RankOption(
                plan.points[rank] * min(most, counts[rank]), counts[rank], rank, plan.points[rank]
            )
            for rank in plan.set_ranks
            if counts[rank] or self.missing
        ]
        self.ranks.sort(key=lambda each: (each.worth, -each.naturals, each.rank), reverse=True)
        self.size_of = [0] * 13
        # A rank that has naturals left after one set may be that of another.
        tops = [
            option.points * min(most, left)
            for option in self.ranks
            for left in range(option.naturals, 0, -most if plan.same_rank else -99)
        ]
        tops.sort(reverse=True)
        self.set_tops = [
            sum(tops[: len(wanted) - number]) - self.place_cost * sum(wanted[number:])
            for number in range(len(wanted) + 1)
        ]

    def _list_runs(self) -> None:
        """List the options of each run. `tops[i]` are the most points of the runs from the i-th on,
        and of all sets, `rest_over[i]` the fewest cards that must be added to these runs."""
        runs = self.plan.runs
        options_of = {least: self._options(least) for least in set(runs)}
        self.options = [options_of[least] for least in runs]
        self.tops, self.rest_over = [self.set_tops[0]], [0]
        for options in reversed(self.options):
            most = -options[0].loss if options else _IMPOSSIBLE
            self.tops.insert(0, most + self.tops[0])
            fewest = min([option.over for option in options], default=0)
            self.rest_over.insert(0, fewest + self.rest_over[0])

    def _options(self, least: int) -> list[RunOption]:
        """The runs of a size worth a try, those of most points first. No run may miss what the
        other melds miss at least."""
        plan, suits = self.plan, self.hand.suits
        holes = self.fillers - self.holes + plan.run_holes(least, suits)
        missing = self.missing if self.place_cost else None
        options = [
            option
            for suit in range(len(plan.suits))
            if suits[suit] or self.missing
            for option in plan.options(
                least, suit, suits[suit] & LOWEST, holes, missing, self.whole
            )
        ]
        options.sort()
        return options

    def _place_run(
        self, number: int, start: int, ranks: int, fillers: int, value: int, over: int
    ) -> None:
        """Try all runs from this number on, and then all sets. `ranks` are the naturals that the
        runs leave, `over` the cards that must be added to the runs so far."""
        plan = self.plan
        if number == len(plan.runs):
            self._place_set(0, 0, ranks, fillers, value)
            return
        options, rest, suits = self.options[number], self.tops[number + 1], self.suits
        if self.place_cost and number:
            holes = sum([plan.run_holes(least, suits) for least in plan.runs[number:]])
            if value - holes - set_holes(plan, ranks, self.wanted_sets) <= self.best:
                return
        runs, spare = self.runs, self.missing - over - self.rest_over[number + 1]
        cost = self.place_cost
        # Runs of one least size are interchangeable: each is no earlier in the list than the last.
        is_again = number + 1 < len(plan.runs) and plan.runs[number + 1] == plan.runs[number]
        for index in range(start, len(options)):
            option = options[index]
            if value - option.loss + rest <= self.best:
                return
            layers = suits[option.suit]
            used = layers & option.places
            holes = option.length - used.bit_count()
            gained = value - cost * option.length + plan.worth[option.suit][used]
            if option.over > spare or holes > fillers or gained + rest <= self.best:
                continue
            if runs and not plan.has_free_runs and not plan.fits(option, runs):
                continue
            suits[option.suit] = layers & ~option.spent | layers >> LAYER & option.spent
            runs.append((option, used))
            following, left = index if is_again else 0, ranks - RANKS_OF[used]
            self._place_run(
                number + 1, following, left, fillers - holes, gained, over + option.over
            )
            runs.pop()
            suits[option.suit] = layers
            if self.best >= self.enough:
                return

    def _place_set(self, number: int, start: int, ranks: int, fillers: int, value: int) -> None:
        """Try all ranks for the sets from this number on."""
        plan, wanted = self.plan, self.wanted_sets
        if not number and self.asked and self._worth(wanted) < self.asked.need:
            return
        if number == len(wanted):
            if self._is_enough():
                self._fill(value)
            return
        least, rest = wanted[number], self.set_tops[number + 1]
        is_again = number + 1 < len(wanted) and wanted[number + 1] == least
        paid, grows = value - self.place_cost * least, self.set_sizing is Sizing.AT_LEAST
        for index in range(start, len(self.ranks)):
            option, before = self.ranks[index], self.size_of[index]
            if paid + option.worth + rest <= self.best:
                return
            if before and not plan.same_rank:
                continue
            naturals = ranks >> 8 * option.rank & 255
            need = before + least - naturals
            # What lacks for the sets before this one was asked for with them.
            need = min(need, least) if need > 0 else 0
            if not grows:
                naturals = max(0, min(naturals - before, least))
            gained = paid if before and grows else paid + option.points * naturals
            if need > fillers or gained + rest <= self.best:
                continue
            self.size_of[index] += least
            self.sets.append((option.rank, least))
            following = index if is_again else 0
            self._place_set(number + 1, following, ranks, fillers - need, gained)
            self.sets.pop()
            self.size_of[index] -= least
            if self.best >= self.enough:
                return


def find(
    plan: Plan, hand: HandCounts, floor: int, enough: int = BOUNDLESS, worths: Worths | None = None
) -> Filling | None:
    """The filling of most value above `floor`, or the first one that has at least `enough`."""
    if fewest_holes(plan, hand, plan.sets) > hand.jokers:
        return None
    return Search(plan, hand, SearchTerms(plan.sets), floor, enough, worths).run()


def is_near(plan: Plan, hand: HandCounts, missing: int) -> bool:
    """Whether a hand with `missing` cards more can be laid.

    An added card is the natural that a place asks for, so that the cap binds only the jokers of the
    hand. Under a steady cap sets of the least size are enough: a larger one asks for a card more
    and holds at most a joker more."""
    return any(meets(plan, hand, SearchTerms(sizes, missing)) for sizes in _set_sizes(plan))


def meets(plan: Plan, hand: HandCounts, terms: SearchTerms) -> bool:
    """Whether a hand with some cards more can be laid on these terms."""
    missing = terms.missing or 0
    return Search(plan, hand, terms, -missing - 1, -missing).run() is not None


def _set_sizes(plan: Plan) -> Iterable[Sizes]:
    """The sizes that the sets of a contract need to be tried with."""
    if plan.steady or plan.set_sizing is Sizing.EXACT:
        return (plan.sets,)
    most, larger = SUITS if plan.unique_suits else 99, {size for size, _ in plan.cap.sets}
    choices = product(
        *([least, *sorted(n for n in larger if least < n <= most)] for least in plan.sets)
    )
    return [tuple(sorted(sizes, reverse=True)) for sizes in choices]


def _reach(plan: Plan, hand: HandCounts, limit: int) -> int:
    """The fewest cards that must be added to go down if that is below `limit`, else `limit`.

    It asks for one card more at a time: few runs are near enough to be tried for few cards."""
    least = max(0, fewest_holes(plan, hand, plan.sets) - hand.jokers)
    return next((short for short in range(least, limit) if is_near(plan, hand, short)), limit)


def fewest_added(hand: Sequence[Card | Face], plan: Plan, rules: Rules, limit: int) -> int:
    """The fewest cards that must be added to a hand to lay a contract, or `limit` if no fewer."""

    def nearer(use: WildUse) -> int | None:
        short = _reach(plan, plan.read(use.cards), limit)
        return short if short < limit else None

    for short, _ in answers(wild_uses(hand, rules, max_wild=plan.contract.wild_cap), nearer):
        limit = short
    return limit
