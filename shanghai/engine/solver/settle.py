"""The exact filling of chosen runs and sets: which place holds a natural and which a joker."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from msgspec import Struct

from shanghai.engine.cards import JOKER, NATURAL_FACES, Face, natural_face
from shanghai.engine.melds import LONGEST_RUN
from shanghai.engine.solver.plan import ACES, LAYER, RANKS_OF, Plan, RunOption, low_of
from shanghai.engine.solver.suits import MOST_JOKERS, Sizes, Suits, fillings, split, sum_bits

Worths = tuple[int, ...]
"""The points of none, one, two ... of the wild cards of a hand."""
FacesLaid = tuple[list[tuple[Face, ...]], list[tuple[Face, ...]]]
"""The faces of the sets of a lay-down, and of its runs."""
_Groups = list[tuple[int, Sizes]]
"""Ranks with the least sizes of their sets."""


class Shape(Struct):
    """Chosen runs and sets over one hand: each run with the naturals that it gets if each in turn
    takes all that it can, each set as its rank and least size, or its size if that is `exact`."""

    suits: list[int]
    ranks: int
    jokers: int
    worths: Worths
    runs: list[tuple[RunOption, int]]
    sets: list[tuple[int, int]]
    whole: bool
    exact: bool


class FilledRun(NamedTuple):
    """A run: its suit, its places, and those of them that hold a natural."""

    suit: int
    places: int
    naturals: int


class FilledSets(NamedTuple):
    """The sets of one rank: their least sizes, how many naturals they hold, and as bits the numbers
    of jokers that these may be laid with."""

    rank: int
    sizes: Sizes
    naturals: int
    jokers: int


class Filling(Struct, frozen=True):
    """What chosen runs and sets hold: its points, all its jokers, and whether each run is laid just
    as it was chosen, without more jokers at an end."""

    value: int
    runs: tuple[FilledRun, ...]
    sets: tuple[FilledSets, ...]
    jokers: int
    whole: bool

    @property
    def size(self) -> int:
        """How many cards it lays."""
        naturals = sum([run.naturals.bit_count() for run in self.runs])
        return naturals + sum([sets.naturals for sets in self.sets]) + self.jokers


def settle(plan: Plan, shape: Shape, value: int, floor: int) -> Filling | None:
    """The best filling worth more than `floor`, or None; `value` is the points of all naturals that
    any meld could use."""
    jokers, groups = shape.jokers, _groups(shape.sets)
    if shape.whole:
        most_room = sum([plan.run_cap[option.length] for option, _ in shape.runs])
    else:
        most_room = sum([plan.run_ceiling[one.length - one.holes] for one, _ in shape.runs])
    for rank, sizes in groups:
        most_room += len(sizes) * plan.set_most[shape.ranks >> 8 * rank & 255]
    ceiling = value + shape.worths[min(jokers, most_room)]
    if ceiling <= floor or (plan.unique_suits and _fewest_jokers(plan, shape, groups) > jokers):
        return None
    filler = _Filler(plan, shape, groups, ceiling, floor)
    filler.fill_run(0, list(shape.suits), shape.ranks, jokers, 0, 0)
    return filler.filling


def _fewest_jokers(plan: Plan, shape: Shape, groups: _Groups) -> int:
    """A number of jokers that no filling goes below, each meld having all cards of the hand."""
    fewest = sum([option.holes for option, _ in shape.runs])
    for rank, sizes in groups:
        choices = fillings(plan.cap, sizes, suit_counts(plan, shape.suits, rank), shape.exact)
        if not choices:
            return MOST_JOKERS + 1
        fewest += min([low_of(bits) for _, bits in choices])
    return fewest


def _groups(sets: list[tuple[int, int]]) -> _Groups:
    if len(sets) == 1:
        return [(sets[0][0], (sets[0][1],))]
    sizes: dict[int, Sizes] = {}
    for rank, least in sets:
        sizes[rank] = (*sizes.get(rank, ()), least)
    return sorted(sizes.items())


class _Filler:
    """Tries every filling that could be best; a run leaves out only naturals that a later meld
    wants, or whose place could shed a joker more."""

    def __init__(self, plan: Plan, shape: Shape, groups: _Groups, ceiling: int, floor: int) -> None:
        self.plan, self.shape, self.groups = plan, shape, groups
        self.ceiling, self.best = ceiling, floor
        self.filling: Filling | None = None
        self.options = [option for option, _ in shape.runs]
        holes = [option.holes for option in self.options]
        self.later = [sum(holes[number + 1 :]) for number in range(len(holes))]
        self.filled: list[int] = []
        self.bits: list[int] = []
        ranks = sum(2 << rank | (1 << 14 if rank == 0 else 0) for rank, _ in groups)
        self.wanted = [
            ranks | places_of([o for o in self.options[number + 1 :] if o.suit == option.suit])
            for number, option in enumerate(self.options)
        ]

    def fill_run(
        self, number: int, suits: list[int], ranks: int, jokers: int, value: int, lost: int
    ) -> None:
        """Fill the runs from this number on, then the sets; `lost` points cannot come back."""
        if number == len(self.options):
            self._fill_sets(suits, ranks, value)
            return
        option, plan = self.options[number], self.plan
        length, suit = option.length, option.suit
        layers = suits[suit]
        available = layers & option.places
        # The runs after this one miss no fewer cards than with the whole hand.
        most = min(plan.run_cap[length], jokers - self.later[number])
        for left_out in subsets(available):
            naturals = available & ~left_out
            holes = length - naturals.bit_count()
            if not naturals or holes > most:
                continue
            gone = lost + plan.worth[suit][left_out & ~self.wanted[number]]
            if self.ceiling - gone <= self.best:
                continue
            if plan.separate_wild and plan.touches(option.places, option.places & ~naturals):
                continue
            spent = option.spent & everywhere(naturals)
            suits[suit] = layers & ~spent | layers >> LAYER & spent
            self.filled.append(naturals)
            self.bits.append(_run_bits(plan, length, length - holes, self.shape.whole))
            self.fill_run(
                number + 1,
                suits,
                ranks - RANKS_OF[naturals],
                jokers - holes,
                value + plan.worth[suit][naturals],
                gone,
            )
            self.filled.pop()
            self.bits.pop()
            suits[suit] = layers
            if self.best >= self.ceiling:
                return

    def _fill_sets(self, suits: list[int], ranks: int, value: int) -> None:
        plan, jokers = self.plan, self.shape.jokers
        total = 1
        for bits in self.bits:
            total = sum_bits(total, bits)
        groups = self.groups
        most_jokers = self.shape.worths[min(jokers, len(self.shape.worths) - 1)]
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
            worth += self.shape.worths[sums.bit_length() - 1]
            if worth > self.best:
                self.best = worth
                self.filling = Filling(
                    worth,
                    tuple(
                        FilledRun(option.suit, option.places, naturals)
                        for option, naturals in zip(self.options, self.filled, strict=True)
                    ),
                    tuple(
                        FilledSets(*group, *one) for group, one in zip(groups, chosen, strict=True)
                    ),
                    sums.bit_length() - 1,
                    self.shape.whole,
                )

    def _choices(
        self, rank: int, sizes: Sizes, suits: list[int], ranks: int
    ) -> Sequence[tuple[int, int]]:
        """The naturals that the sets of one rank may hold, each with the jokers as bits."""
        plan, exact, most = self.plan, self.shape.exact, ranks >> 8 * rank & 255
        if plan.unique_suits:
            return fillings(plan.cap, sizes, suit_counts(plan, suits, rank), exact)
        # Under a cap that is not steady a set may have to leave naturals out.
        if exact:
            most = min(most, sum(sizes))
        chosen = (most,) if plan.steady and not exact else range(most, 0, -1)
        return [(n, plan.fillings(sizes, n, exact) if n else 0) for n in chosen]


def suit_counts(plan: Plan, suits: list[int], rank: int) -> Suits:
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
    return sum(places << LAYER * layer for layer in range(8))


def subsets(places: int) -> Iterator[int]:
    """All subsets of a set of places, the empty one first."""
    subset = 0
    while True:
        yield subset
        subset = subset - places & places
        if not subset:
            return


def _run_bits(plan: Plan, length: int, naturals: int, whole: bool) -> int:
    """The numbers of jokers, as bits, with which naturals make a run, just or at least as long."""
    if whole:
        return 1 << length - naturals
    allows = plan.cap.allows
    return sum(
        1 << n for n in range(length - naturals, 14 - naturals) if allows(True, naturals + n, n)
    )


def _shares(plan: Plan, filling: Filling) -> list[int]:
    """How many jokers each set group and then each run takes: early ones as many as they can."""
    bits = [each.jokers for each in filling.sets]
    for _, span, naturals in filling.runs:
        length, count = span.bit_count(), naturals.bit_count()
        bits.append(_run_bits(plan, length, count, filling.whole))
    tails = [1]
    for one in reversed(bits):
        tails.insert(0, sum_bits(one, tails[0]))
    shares, left = [], filling.jokers
    for one, tail in zip(bits, tails[1:], strict=True):
        share = next(n for n in range(left, -1, -1) if one >> n & 1 and tail >> (left - n) & 1)
        shares.append(share)
        left -= share
    return shares


def _split(plan: Plan, sizes: Sizes, naturals: int, jokers: int) -> list[tuple[int, int]]:
    if len(sizes) == 1:
        return [(naturals, jokers)]
    for here in range(naturals - len(sizes) + 1, 0, -1):
        for own in range(jokers + 1):
            if (
                plan.fillings(sizes[:1], here, plan.exact) >> own & 1
                and plan.fillings(sizes[1:], naturals - here, plan.exact) >> (jokers - own) & 1
            ):
                return [(here, own), *_split(plan, sizes[1:], naturals - here, jokers - own)]
    raise AssertionError(sizes)


class _Span(NamedTuple):
    """The place at which a run begins, and its size."""

    low: int
    size: int


def _spans(plan: Plan, filling: Filling, jokers: list[int]) -> list[_Span] | None:
    """The span of each run with its jokers, or None where two runs of a suit would continue each
    other however they are laid, and may not."""
    choices = [_starts(plan, run, own) for run, own in zip(filling.runs, jokers, strict=True)]
    if plan.adjacent:
        return [spans[0] for spans in choices]
    ring = 13 if plan.is_round else 99
    for chosen in product(*choices):
        runs = [(run.suit, span) for run, span in zip(filling.runs, chosen, strict=True)]
        if not any(
            suit == other_suit and (sum(span) - 1) % ring + 1 == other.low
            for suit, span in runs
            for other_suit, other in runs
        ):
            return list(chosen)
    return None


def _starts(plan: Plan, run: FilledRun, jokers: int) -> list[_Span]:
    """The spans that a run can have with some jokers, at its ends too."""
    size, low = run.naturals.bit_count() + jokers, plan.start(run.places)
    lows = range(low, low - size + run.places.bit_count() - 1, -1)
    if not plan.is_round:
        return [_Span(n, size) for n in lows if n >= plan.first and n + size - 1 <= plan.last]
    if size < LONGEST_RUN:
        return [_Span((n - 1) % 13 + 1, size) for n in lows]
    wild = run.places & ~run.naturals if plan.separate_wild else 0
    pairs = [n for n in range(1, 14) if wild >> n & 1 and wild >> n % 13 + 1 & 1]
    # Between two wild cards that may not lie side by side it is cut.
    return [_Span(n % 13 + 1, size) for n in pairs or range(13)]


def clashes(plan: Plan, filling: Filling) -> bool:
    """Whether two of its runs in one suit would continue each other wherever jokers are put."""
    if len({run.suit for run in filling.runs}) == len(filling.runs):
        return False
    return _spans(plan, filling, _shares(plan, filling)[len(filling.sets) :]) is None


def lay_out(plan: Plan, filling: Filling, counts: list[int]) -> FacesLaid:
    """The faces of the sets and of the runs; `counts` (by face, naturals) is used up."""
    shares = _shares(plan, filling)
    spans = _spans(plan, filling, shares[len(filling.sets) :])
    if spans is None:
        raise AssertionError(filling)
    runs = []
    for (suit, _, naturals), span in zip(filling.runs, spans, strict=True):
        run = []
        for place in range(span.low, sum(span)):
            place_in_ring = (place - 1) % 13 + 1 if plan.is_round else place
            faces = [natural_face(each, place) for each in plan.suits[suit]]
            free = (face for face in faces if counts[face])
            face = next(free) if naturals >> place_in_ring & 1 else JOKER
            run.append(face)
            if face != JOKER:
                counts[face] -= 1
        runs.append((suit, span.low, tuple(run)))
    sets = []
    for (rank, sizes, naturals, _), share in zip(filling.sets, shares, strict=False):
        if plan.unique_suits:
            by_suit = tuple(counts[rank:JOKER:13])
            for suits, own in split(plan.cap, sizes, by_suit, plan.exact, naturals, share):
                sets.append((*(NATURAL_FACES[13 * s + rank] for s in suits), *([JOKER] * own)))
            continue
        faces = [face for face in NATURAL_FACES[rank::13] for _ in range(counts[face])]
        for here, own in _split(plan, sizes, naturals, share):
            sets.append((*faces[:here], *([JOKER] * own)))
            del faces[:here]
    return sets, [run for _, _, run in sorted(runs)]
