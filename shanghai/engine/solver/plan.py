"""A contract compiled: what the solver knows of it before it sees a hand."""

from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from shanghai.engine.cards import ALL_FACES, FACES, JOKER, NATURAL_FACES, SUITS_IN, Card, Face
from shanghai.engine.melds import LONGEST_RUN, RUN_SUITS, SUITS, beside, run_bounds, run_starts
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import MeldRules, Rules
from shanghai.engine.solver.sets import MOST_JOKERS, Sizing

LAYER: Final = 16
"""The bits of a layer."""
LOWEST: Final = (1 << LAYER) - 1
"""All bits of the lowest layer."""
SPREAD: Final = sum(1 << LAYER * layer for layer in range(8))
"""What places are multiplied with to stand in all layers."""
RING: Final = (1 << 14) - 2
ACES: Final = 1 << 1 | 1 << 14


class Span(NamedTuple):
    """The places of a run, the two ends of one that is longer than it must be, and its size.
    `spent` has its places in every layer of a suit, an ace at both its ends."""

    places: int
    ends: int
    length: int
    spent: int


class RunOption(NamedTuple):
    """A run that a suit of a hand may lay. Of several options the least one is tried first.

    `loss` is what its places cost, if they do, less the points of the cards of the hand in it.
    `holes` is the number of its places for which the hand has no card; jokers may fill all but
    `over` of them. `places` and `spent` are those of its `Span`, to take a card off each place."""

    loss: int
    holes: int
    length: int
    places: int
    spent: int
    suit: int
    over: int


Prices = tuple[int, ...]
"""What each face counts when it is laid."""


class HandCounts(NamedTuple):
    """A hand as `Plan.read` gives it: the layers of the suits, the naturals by rank in bytes, and
    the jokers."""

    suits: list[int]
    ranks: int
    jokers: int


class Sums(dict[int, int]):
    """The sum of the weights of each set of places (15 bits), made when it is asked for."""

    def __init__(self, weights: tuple[int, ...]) -> None:
        super().__init__({0: 0})
        self._weights = weights

    def __missing__(self, places: int) -> int:
        rest = places & (places - 1)
        total = self[places] = self[rest] + self._weights[(places ^ rest).bit_length() - 1]
        return total


_sums_of: Final = lru_cache(maxsize=64)(Sums)
RANKS_OF: Final = _sums_of((0, *(1 << 8 * (place % 13) for place in range(14))))
"""The naturals at a set of places counted by rank: rank r (0: ace) has the byte number r."""


def low_of(places: int) -> int:
    """The lowest of a set of places."""
    return (places & -places).bit_length() - 1


def arc(low: int, size: int) -> int:
    """The places of a ring on which a run of a size from a low place lies."""
    places = ((1 << size) - 1) << low
    return (places | places >> 13) & RING


def undominated(spans: list[tuple[int, Span]], places: int) -> tuple[tuple[int, Span], ...]:
    """The spans that are worth a try, out of all by their holes. One is left out if another of the
    same length has all its naturals, as that one can always be laid with as many jokers."""
    best: list[tuple[int, Span]] = []
    for holes, span in spans:
        naturals = span.places & places
        if not any(
            other.length == span.length and naturals & other.places == naturals for _, other in best
        ):
            best.append((holes, span))
    return tuple(best)


_CACHED: Final = 40_000


def is_steady(rules: MeldRules) -> bool:
    """Whether each further card of a meld allows as many jokers as before, or one more.

    A natural may then be added to any meld, and a joker may be taken off the end of a meld that is
    longer than it must be.
    """
    cap = rules.joker_cap
    if cap.kind != "by-size":
        return True
    for is_run, least, last in ((True, rules.least_run, 13), (False, rules.least_set, 64)):
        most = [cap.most_for(is_run, size) for size in range(least, last + 1)]
        if any(not 0 <= b - a <= 1 for a, b in pairwise(most)):
            return False
    return True


class Plan:
    """A contract under the rules that bear on it; plans are shared, and fill their caches."""

    def __init__(self, rules: MeldRules, prices: Prices, contract: Contract) -> None:
        cached = lru_cache(maxsize=_CACHED)
        self.holes = cached(self._holes)
        self.options = cached(self._options)
        self.spans, self._separate = cached(self._spans), cached(self._most_separate)
        self.first, self.last = run_bounds(rules)
        cap, barred = rules.joker_cap, rules.never_natural
        self.cap, self.adjacent = cap, rules.adjacent_runs
        self.same_rank = rules.same_rank_sets and contract.ranks == "any"
        self.contract, self.is_free = contract, contract.suits == "any"
        self.has_free_runs = self.is_free and self.adjacent
        self.barred = barred
        natural = [0 if face in barred else price for face, price in enumerate(prices)]
        self.points = [max(natural[rank:JOKER:13]) for rank in range(13)]
        self.is_round, self.separate_wild = rules.ace == "round", not rules.adjacent_wild
        self.unique_suits = not rules.repeated_suits
        self.joker_worths = tuple([prices[JOKER] * count for count in range(MOST_JOKERS + 1)])
        self.set_ranks = [r for r in range(13) if not barred.issuperset(NATURAL_FACES[r::13])]
        # What the search calls a suit are all suits that one run may hold.
        self.suits = [SUITS_IN[suit] for suit in RUN_SUITS[contract.runs_of]]
        lanes = {suit: lane for lane, suits in enumerate(self.suits) for suit in suits}
        self.runs = tuple(sorted(contract.runs, reverse=True))
        self.sets = tuple(sorted(contract.sets, reverse=True))
        by_place = [
            [max([natural[13 * suit + rank] for suit in suits]) for rank in range(13)]
            for suits in self.suits
        ]
        self.worth = [_sums_of((0, *ranks, ranks[0])) for ranks in by_place]
        self.bits = tuple(self.places_of_rank(face) for face in range(JOKER))
        self.naturals = tuple(
            (lanes[face // 13], bit, 1 << 8 * (face % 13)) for face, bit in enumerate(self.bits)
        )
        apart = [(size + 1) // 2 if self.separate_wild else 13 for size in range(14)]
        self.run_cap = [0, *(min(cap.most_for(True, size), apart[size]) for size in range(1, 14))]
        self.steady, is_exact = is_steady(rules), rules.exact_sizes
        is_whole = is_exact or self.separate_wild or not (self.steady and self.adjacent)
        # Where it is free how a run is lengthened, jokers that are left are put at its ends.
        self.run_sizing = Sizing.EXACT if is_whole else Sizing.AT_LEAST
        self.set_sizing = Sizing.EXACT if is_exact else Sizing.AT_LEAST
        self.every_span = {least: self._all_spans(least, rules) for least in self.runs}
        largest = SUITS if self.unique_suits else MOST_JOKERS
        for_set = max([cap.most_for(False, size) for size in range(1, largest + 1)])
        self.joker_room = len(self.runs) * max(self.run_cap) + len(self.sets) * for_set

    @cached_property
    def shares(self) -> set[tuple[int, int]]:
        """The most jokers that a meld of each size holds, and its naturals then."""
        for_sets = [self.cap.most_for(False, size) for size in range(MOST_JOKERS)]
        shares = set()
        for most, least in ((self.run_cap, self.runs), (for_sets, self.sets)):
            for size in range(min(least, default=1), len(most)):
                jokers = min(most[size], size - 1)
                shares.add((jokers, size - jokers))
        return shares

    def max_jokers(self, naturals: int) -> int:
        """An upper bound of the jokers that melds with so many natural cards can hold."""
        return max([naturals * jokers // others for jokers, others in self.shares])

    @cached_property
    def barred_places(self) -> list[int]:
        """By suit the places of a run that no natural can fill."""
        barred: list[int] = []
        for suits in self.suits:
            ranks_of_suits = zip(*(NATURAL_FACES[13 * suit :][:13] for suit in suits), strict=True)
            ranks = [
                rank for rank, faces in enumerate(ranks_of_suits) if self.barred.issuperset(faces)
            ]
            barred.append(sum(map(self.places_of_rank, ranks)))
        return barred

    @cached_property
    def windows(self) -> dict[int, tuple[int, ...]]:
        """By size the places of each run of exactly that size."""
        return {
            least: tuple(dict.fromkeys(span.places for span in spans if not span.ends))
            for least, spans in self.every_span.items()
        }

    @cached_property
    def is_barred(self) -> bool:
        """Whether a place that wild cards alone can fill may be one too many for the cap."""
        return any(
            self.contract.caps_wild or (window & barred).bit_count() > self.run_cap[least]
            for least in self.runs
            for window in self.windows[least]
            for barred in self.barred_places
            if window & barred
        )

    def places_of_rank(self, face: int) -> int:
        """The places of a run at which a card of a face or rank may lie."""
        rank = face % 13
        bits = 2 << rank | (1 << 14 if rank == 0 else 0)
        return bits & (1 << self.last + 1) - (1 << self.first)

    def read(self, hand: Iterable[Card | Face]) -> HandCounts:
        """A hand, of cards or faces, as `HandCounts`."""
        suits, ranks, jokers, naturals = [0, 0, 0, 0], 0, 0, self.naturals
        for card in hand:
            face = card % FACES
            if face == JOKER:
                jokers += 1
                continue
            suit, bit, one = naturals[face]
            layers = suits[suit]
            while layers & bit:
                bit <<= LAYER
            suits[suit] = layers | bit
            ranks += one
        return HandCounts(suits, ranks, jokers)

    def _holes(self, least: int, places: int) -> int:
        """The fewest holes that a run of `least` places has in one suit, its naturals given."""
        return least - max((places & window).bit_count() for window in self.windows[least])

    def run_holes(self, least: int, suits: list[int]) -> int:
        """The fewest holes that a run of `least` places has in any of the suits."""
        holes = self.holes
        return min([holes(least, naturals & LOWEST) for naturals in suits])

    def _options(
        self, least: int, suit: int, places: int, holes: int, missing: int | None, whole: bool
    ) -> tuple[RunOption, ...]:
        """The runs worth a try in a suit with at most `holes` holes, of which cards that are added
        to the hand fill at most `missing`. Each place then costs a point; with None it does not."""
        options, most_over = [], missing or 0
        for missed, span in self.spans(least, places, whole):
            if missed > holes:
                break
            naturals = span.places & places
            over = missed - self.room(span, suit, naturals)
            if over <= most_over and (not missing or self._can_fill(span, suit)):
                cost = 0 if missing is None else span.length
                loss = cost - self.worth[suit][naturals]
                option = RunOption(loss, missed, span.length, span.places, span.spent, suit, over)
                options.append(option)
        return tuple(options)

    def _can_fill(self, span: Span, suit: int) -> bool:
        """Whether wild cards may lie at all places of a run that no natural can fill."""
        barred = span.places & self.barred_places[suit]
        if barred.bit_count() > self.run_cap[span.length]:
            return False
        return not self.separate_wild or not self.touches(span.places, barred)

    def _spans(self, least: int, places: int, whole: bool) -> tuple[tuple[int, Span], ...]:
        """The runs worth a try under any cap after their holes, those of fewest first; with `whole`
        those of each place and length."""
        # Longer runs begin and end on naturals of the hand: under a steady cap the joker at the end
        # of one may be taken off it, and is put back when those that remain are shared out.
        spans = [
            span for span in self.every_span[least] if whole or places & span.ends == span.ends
        ]
        holes = sorted(
            [
                (span.length - (span.places & places).bit_count(), span)
                for span in {span.places: span for span in spans}.values()
            ]
        )
        return tuple(holes) if whole else undominated(holes, places)

    def fits(self, option: RunOption, runs: list[tuple[RunOption, int]]) -> bool:
        """Whether a run may lie next to some others (RG-7, GD-7)."""
        for other, _ in runs:
            if not beside(self.contract, option.suit, other.suit):
                return False
            if not self.adjacent and option.suit == other.suit:
                one, two = option.places, other.places
                if self.is_followed(one, two) or self.is_followed(two, one):
                    return False
        return True

    def start(self, span: int) -> int:
        """The place at which a run begins; one that fills a ring begins at the ace."""
        if not self.is_round or span == RING:
            return low_of(span)
        return low_of(span & ~(span << 1 | span >> 12))

    def is_followed(self, span: int, other: int) -> bool:
        """Whether another run begins where a run ends; one that fills a ring ends nowhere."""
        if not self.is_round:
            return span.bit_length() == low_of(other)
        if RING in (span, other):
            return False
        return (self.start(span) + span.bit_count() - 1) % 13 + 1 == self.start(other)

    def touches(self, span: int, wild: int) -> bool:
        """Whether two wild cards of a run would lie side by side."""
        pairs = wild & wild >> 1
        if self.is_round and wild >> 13 & 1 and wild & 2:
            pairs |= 1 << 13
        # A run that fills a ring may be cut between any two of its places.
        return pairs.bit_count() > (self.is_round and span == RING)

    def room(self, span: Span | RunOption, suit: int, naturals: int) -> int:
        """The most jokers that fill the places of a run without a natural."""
        cap, places = self.run_cap[span.length], span.places
        if not self.separate_wild:
            return min(cap, span.length - naturals.bit_count())
        barred = places & self.barred_places[suit]
        return min(cap, self._separate(places, places & ~naturals, barred))

    def _most_separate(self, span: int, holes: int, forced: int) -> int:
        """The most holes with none next to another, those among them that no natural can fill."""
        length, best = span.bit_count(), 0
        starts = range(1, 14) if self.is_round and span == RING else (self.start(span),)
        for low in starts:
            places = range(low, low + length)
            row = [(place - 1) % 13 + 1 if self.is_round else place for place in places]
            most: tuple[int, int] = (0, -99)
            for place in row:
                taken = most[0] + 1 if holes >> place & 1 else -99
                most = (-99 if forced >> place & 1 else max(most), taken)
            best = max(best, *most)
        return best

    def _all_spans(self, least: int, rules: MeldRules) -> list[Span]:
        """All runs of at least a size; those that are longer have ends."""
        row = arc if self.is_round else lambda low, size: ((1 << size) - 1) << low
        spans = []
        for size in range(least, (least if rules.exact_sizes else LONGEST_RUN) + 1):
            for low in (1,) if self.contract.royal else run_starts(rules, size):
                places = row(low, size)
                ends = row(low, 1) | row(low + size - 1, 1) if size > least else 0
                spent = (places | ACES if places & ACES else places) * SPREAD
                spans.append(Span(places, ends, size, spent))
        return spans


EQUAL_PRICES: Final[Prices] = tuple(1 for _ in ALL_FACES)
"""Prices by which each card counts one. What is left in hand is then a number of cards."""


@cache
def only(face: Face) -> Prices:
    """Prices by which cards of a face alone count."""
    return tuple([int(each == face) for each in ALL_FACES])


_plan: Final = lru_cache(maxsize=256)(Plan)


def plan_for(contract: Contract, rules: Rules, prices: Prices | None = None) -> Plan:
    """The plan of a contract, by the points of the cards if no other prices are given."""
    return _plan(rules.laying(contract).meld_rules, prices or rules.worths, contract)


def worth_plan(contract: Contract, rules: Rules) -> Plan:
    """The plan of a contract by what melds are worth, each wild card priced as the dearest one."""
    _, low_ace, *others, high_ace = rules.place_worths
    points = (max(low_ace, high_ace), *others)
    return plan_for(contract, rules, (*points * 4, max(points)))
