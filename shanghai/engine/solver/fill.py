"""The exact filling of chosen runs and sets: which place holds a natural and which a joker."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from msgspec import Struct

from shanghai.engine.cards import JOKER, NATURAL_FACES, Face, natural_face
from shanghai.engine.melds import LONGEST_RUN
from shanghai.engine.solver.plan import ACES, LAYER, RANKS_OF, HandCounts, Plan, RunOption
from shanghai.engine.solver.sets import (
    Counts,
    Sizes,
    Sizing,
    fillings,
    run_joker_counts,
    shares,
    split,
    sum_bits,
)

Worths = tuple[int, ...]
"""The points of none, one, two ... of the wild cards of a hand."""
FacesLaid = tuple[list[tuple[Face, ...]], list[tuple[Face, ...]]]
"""The faces of the sets of a lay-down, and of its runs."""
_Groups = list[tuple[int, Sizes]]
"""Ranks with the sizes of their sets."""


class Shape(Struct):
    """Chosen runs and sets over one hand: each run with the naturals that it gets if each in turn
    takes all that it can, each set as its rank and size, and how their sizes bind them."""

    hand: HandCounts
    worths: Worths
    runs: list[tuple[RunOption, int]]
    sets: list[tuple[int, int]]
    run_sizing: Sizing
    set_sizing: Sizing

    @property
    def is_lacking(self) -> bool:
        """Whether cards that are not there yet may fill places. Each place then costs a point."""
        return self.set_sizing is Sizing.LACKING


class FilledRun(NamedTuple):
    """A run: its suit, its places, those of them that hold a natural, and as bits the numbers of
    jokers that these may be laid with."""

    suit: int
    places: int
    naturals: int
    jokers: int


class FilledSets(NamedTuple):
    """The sets of one rank: their sizes, how many naturals they hold, and as bits the numbers of
    jokers that these may be laid with."""

    rank: int
    sizes: Sizes
    naturals: int
    jokers: int


class Filling(Struct, frozen=True):
    """What chosen runs and sets hold: its points, and all its jokers."""

    value: int
    runs: tuple[FilledRun, ...]
    sets: tuple[FilledSets, ...]
    jokers: int

    @property
    def size(self) -> int:
        """How many cards it lays."""
        naturals = sum([run.naturals.bit_count() for run in self.runs])
        return naturals + sum([sets.naturals for sets in self.sets]) + self.jokers


def fill(plan: Plan, shape: Shape, ceiling: int, floor: int, enough: int) -> Filling | None:
    """The best filling worth more than `floor`, or one that has at least `enough`; None if there is
    none. No filling is worth more than `ceiling`."""
    filler = _Filler(plan, shape, ceiling, floor, enough)
    if ceiling > floor:
        filler.fill_run(0, list(shape.hand.suits), shape.hand.ranks, 0, 0, 0)
    return filler.filling


class _Filler:
    """Tries every filling that could be best; a run leaves out only naturals that a later meld
    wants, or whose place could shed a joker more."""

    def __init__(self, plan: Plan, shape: Shape, ceiling: int, floor: int, enough: int) -> None:
        self.plan, self.shape, self.best = plan, shape, floor
        self.filling: Filling | None = None
        self.groups = _groups(shape.sets)
        self.ceiling, self.enough = ceiling, min(enough, ceiling)
        self.options = [option for option, _ in shape.runs]
        self.filled: list[FilledRun] = []
        ranks = sum([2 << rank | (1 << 14 if rank == 0 else 0) for rank, _ in self.groups])
        self.wanted = [
            ranks | places_of([o for o in self.options[number + 1 :] if o.suit == option.suit])
            for number, option in enumerate(self.options)
        ]

    def fill_run(
        self, number: int, suits: list[int], ranks: int, holes: int, value: int, lost: int
    ) -> None:
        """Fill the runs from this number on, then the sets; `holes` are the places without a
        natural so far, and `lost` the points that cannot come back."""
        if number == len(self.options):
            self._fill_sets(suits, ranks, value)
            return
        option, plan, shape = self.options[number], self.plan, self.shape
        suit, layers, weights = option.suit, suits[option.suit], plan.worth[option.suit]
        available = layers & option.places
        wanted, cost = self.wanted[number], option.length if shape.is_lacking else 0
        for left_out in subsets(available & wanted if shape.is_lacking else available):
            naturals = available & ~left_out
            gone = lost + weights[left_out & ~wanted]
            if self.ceiling - gone <= self.best:
                continue
            jokers = self._jokers(option, naturals, holes)
            if not jokers:
                continue
            spent = option.spent & everywhere(naturals)
            suits[suit] = layers & ~spent | layers >> LAYER & spent
            self.filled.append(FilledRun(suit, option.places, naturals, jokers))
            self.fill_run(
                number + 1,
                suits,
                ranks - RANKS_OF[naturals],
                holes + option.length - naturals.bit_count(),
                value + weights[naturals] - cost,
                gone,
            )
            self.filled.pop()
            suits[suit] = layers
            if self.best >= self.enough:
                return

    def _jokers(self, option: RunOption, naturals: int, holes: int) -> int:
        """The numbers of jokers, as bits, that a run with these naturals may hold; the runs before
        it have so many `holes`."""
        plan, shape = self.plan, self.shape
        if shape.is_lacking:
            return (2 << plan.room(option, option.suit, naturals)) - 1
        count = naturals.bit_count()
        if holes + option.length - count > shape.hand.jokers:
            return 0
        if plan.separate_wild and plan.touches(option.places, option.places & ~naturals):
            return 0
        return run_joker_counts(plan.cap, option.length, count, shape.run_sizing)

    def _fill_sets(self, suits: list[int], ranks: int, value: int) -> None:
        plan, shape, groups = self.plan, self.shape, self.groups
        total, jokers = 1, shape.hand.jokers
        for run in self.filled:
            total = sum_bits(total, run.jokers)
        if shape.is_lacking:
            value -= sum([size for _, size in shape.sets])
        most_jokers = shape.worths[min(jokers, len(shape.worths) - 1)]
        for chosen in product(*(self._choices(*group, suits, ranks) for group in groups)):
            worth = value
            for (rank, _), (naturals, _) in zip(groups, chosen, strict=True):
                worth += plan.points[rank] * naturals
            if worth + most_jokers <= self.best:
                continue
            sums = total
            for _, bits in chosen:
                sums = sum_bits(sums, bits)
            sums &= (2 << jokers) - 1
            if not sums:
                continue
            worth += shape.worths[sums.bit_length() - 1]
            if worth > self.best:
                self.best = worth
                filled = [
                    FilledSets(*group, *one) for group, one in zip(groups, chosen, strict=True)
                ]
                self.filling = Filling(
                    worth, tuple(self.filled), tuple(filled), sums.bit_length() - 1
                )

    def _choices(
        self, rank: int, sizes: Sizes, suits: list[int], ranks: int
    ) -> Sequence[tuple[int, int]]:
        """The naturals that the sets of one rank may hold, each with the jokers as bits."""
        plan, sizing = self.plan, self.shape.set_sizing
        counts = (
            counts_of_rank(plan, suits, rank) if plan.unique_suits else (ranks >> 8 * rank & 255,)
        )
        choices = fillings(plan.cap, sizes, counts, sizing)
        # A natural more is then never worse than a joker or an open place.
        is_most_best = plan.steady and sizing is Sizing.AT_LEAST and not plan.unique_suits
        return choices[:1] if is_most_best or self.shape.is_lacking else choices


def _groups(sets: list[tuple[int, int]]) -> _Groups:
    if len(sets) == 1:
        return [(sets[0][0], (sets[0][1],))]
    sizes: dict[int, Sizes] = {}
    for rank, size in sets:
        sizes[rank] = (*sizes.get(rank, ()), size)
    return sorted(sizes.items())


def counts_of_rank(plan: Plan, suits: list[int], rank: int) -> Counts:
    """How many cards of a rank (0 for the ace) the layers of the suits hold of each suit."""
    return tuple([count_at(suits[suit], plan.bits[13 * suit + rank]) for suit in range(4)])


def count_at(layers: int, places: int) -> int:
    """How many cards the layers of a suit hold at the places of one rank."""
    count = 0
    while layers & places:
        layers, count = layers >> LAYER, count + 1
    return count


def places_of(options: list[RunOption]) -> int:
    """All places of some runs, an ace at both its ends."""
    places = 0
    for option in options:
        places |= option.places
    return places | ACES if places & ACES else places


def everywhere(places: int) -> int:
    """A set of places in every layer, an ace at both its ends."""
    places = places | ACES if places & ACES else places
    return sum([places << LAYER * layer for layer in range(8)])


def subsets(places: int) -> Iterator[int]:
    """All subsets of a set of places, the empty one first."""
    subset = 0
    while True:
        yield subset
        subset = subset - places & places
        if not subset:
            return


def lay_out(plan: Plan, filling: Filling, counts: list[int]) -> FacesLaid:
    """The faces of the sets and of the runs; `counts` (by face, naturals) is used up."""
    jokers = _share_jokers(filling)
    runs = sorted(
        [
            (run.suit, *_lay_run(plan, filling, run, own, counts))
            for run, own in zip(filling.runs, jokers[len(filling.sets) :], strict=True)
        ]
    )
    sets: list[tuple[Face, ...]] = []
    for group, own in zip(filling.sets, jokers, strict=False):
        sets += _lay_sets(plan, group, own, counts)
    return sets, [faces for _, _, faces in runs]


def _share_jokers(filling: Filling) -> list[int]:
    """How many jokers each set group and then each run takes: early ones as many as they can."""
    bits = [sets.jokers for sets in filling.sets] + [run.jokers for run in filling.runs]
    tails = [1]
    for one in reversed(bits):
        tails.insert(0, sum_bits(one, tails[0]))
    numbers, left = [], filling.jokers
    for one, tail in zip(bits, tails[1:], strict=True):
        number = next(n for n in range(left, -1, -1) if one >> n & 1 and tail >> (left - n) & 1)
        numbers.append(number)
        left -= number
    return numbers


def _lay_run(
    plan: Plan, filling: Filling, run: FilledRun, jokers: int, counts: list[int]
) -> tuple[int, tuple[Face, ...]]:
    """The place at which a run with some jokers begins, and its faces."""
    low, faces = _start(plan, filling, run, jokers), list[Face]()
    for place in range(low, low + run.naturals.bit_count() + jokers):
        place_in_ring = (place - 1) % 13 + 1 if plan.is_round else place
        face = JOKER
        if run.naturals >> place_in_ring & 1:
            naturals = [natural_face(each, place) for each in plan.suits[run.suit]]
            face = next(natural for natural in naturals if counts[natural])
            counts[face] -= 1
        faces.append(face)
    return low, tuple(faces)


def _start(plan: Plan, filling: Filling, run: FilledRun, jokers: int) -> int:
    """The place at which a run with some jokers begins: jokers that fill none of its places lie
    behind it as far as that goes, and then before it."""
    size, low = run.naturals.bit_count() + jokers, plan.start(run.places)
    if plan.is_round and size == LONGEST_RUN:
        # Between two wild cards that may not lie side by side it is cut.
        wild = run.places & ~run.naturals if plan.separate_wild else 0
        cuts = [n for n in range(1, 14) if wild >> n & 1 and wild >> n % 13 + 1 & 1]
        # No other run begins where it ends, or ends where it begins.
        others = [other for other in filling.runs if other.suit == run.suit and other is not run]
        edges = {plan.start(other.places) for other in others}
        edges |= {(plan.start(o.places) + o.places.bit_count() - 1) % 13 + 1 for o in others}
        lows = [cut % 13 + 1 for cut in cuts or range(13)]
        return next((low for low in lows if low not in edges), lows[0])
    if plan.is_round:
        return low
    return min(low, plan.last - size + 1)


def _lay_sets(
    plan: Plan, group: FilledSets, jokers: int, counts: list[int]
) -> Iterator[tuple[Face, ...]]:
    """The faces of the sets of one rank with some jokers."""
    rank, sizes, naturals, _ = group
    faces = [face for face in NATURAL_FACES[rank::13] for _ in range(counts[face])]
    by_suit = tuple(counts[rank:JOKER:13]) if plan.unique_suits else (len(faces),)
    parts = split(plan.cap, sizes, by_suit, plan.set_sizing, naturals, jokers)
    if plan.unique_suits:
        suits = shares(len(sizes), by_suit)[tuple([number for number, _ in parts])]
        faces = [NATURAL_FACES[13 * suit + rank] for each in suits for suit in each]
    for number, own in parts:
        yield (*faces[:number], *([JOKER] * own))
        del faces[:number]
