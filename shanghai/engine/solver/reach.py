"""How far a hand is from a contract: the fewest cards that must be added to it."""

from collections.abc import Iterable
from itertools import combinations_with_replacement, product
from operator import ge
from typing import Final

from shanghai.engine.cards import JOKER, NATURAL_FACES, Face
from shanghai.engine.melds import SUITS
from shanghai.engine.solver.plan import LAYER, LOWEST, RANKS_OF, HandCounts, Plan, RunOption
from shanghai.engine.solver.search import (
    BOUNDLESS,
    BestSearch,
    MeldWorth,
    RankOption,
    Search,
    Shapes,
    misses_from,
    misses_of_others,
)
from shanghai.engine.solver.settle import Worths, everywhere, places_of, subsets, suit_counts
from shanghai.engine.solver.suits import MOST_JOKERS, Sizes, gaps

FAR: Final = 1 << 20
_SetSizes = dict[int, list[int]]
"""By rank the least sizes of its sets."""


def reach(plan: Plan, hand: HandCounts, limit: int) -> int:
    """The fewest cards that must be added to go down if that is below `limit`, else `limit`.

    It asks for one card more at a time: few runs are near enough to be tried for few cards."""
    least = max(0, misses_from(plan, hand, plan.sets)[0] - min(hand.jokers, plan.joker_room))
    return next((short for short in range(least, limit) if _is_near(plan, hand, short)), limit)


def _is_near(plan: Plan, hand: HandCounts, missing: int) -> bool:
    """Whether a hand with `missing` cards more can be laid.

    An added card is the natural that a place asks for, so that the cap binds only the jokers of the
    hand. Under a steady cap sets of the least size are enough: a larger one asks for a card more
    and holds at most a joker more."""
    return any(
        _is_shape_near(plan, hand, Shapes(sizes, False), missing) for sizes in _set_sizes(plan)
    )


def _is_shape_near(plan: Plan, hand: HandCounts, shapes: Shapes, missing: int) -> bool:
    """Whether a hand with `missing` cards more can be laid in one of some shapes. All runs of all
    lengths are tried only where melds were near enough that may not lie beside each other."""
    misses = misses_from(plan, hand, shapes.sets)
    if misses[0] > missing + min(hand.jokers, plan.joker_room):
        return False
    for whole in (True,) if shapes.whole else (False, True):
        search = NearSearch(plan, hand, shapes._replace(whole=whole), missing)
        search.run(misses)
        if search.best == 0:
            return True
        if search.blocked < 0:
            break
    return False


def _set_sizes(plan: Plan) -> Iterable[Sizes]:
    """The sizes that the sets of a contract need to be tried with."""
    if plan.steady or plan.exact:
        return (plan.sets,)
    most, larger = SUITS if plan.unique_suits else 99, {size for size, _ in plan.cap.sets}
    choices = product(
        *([least, *sorted(n for n in larger if least < n <= most)] for least in plan.sets)
    )
    return [tuple(sorted(sizes, reverse=True)) for sizes in choices]


def reach_worth(plan: Plan, hand: HandCounts, short: int, asked: MeldWorth) -> bool:
    """Whether melds that are worth what is asked miss no more than `short` cards."""
    least = sum(plan.sets) + sum(plan.runs)
    if not short and least * min(asked.worths[1:]) >= asked.need:
        # Any melds are worth enough.
        return least <= asked.max_cards and _is_near(plan, hand, 0)
    return any(
        _is_shape_near(plan, hand, Shapes(sizes, True, asked), short)
        for sizes in _larger_sets(plan, hand, short, asked.max_cards)
    )


def can_count(plan: Plan, hand: HandCounts, worths: Worths | None, asked: MeldWorth) -> bool:
    """Whether melds that are worth what is asked hold a card that counts by the prices of the plan;
    `worths` are those of none, one, two ... of the jokers."""
    for sizes in _larger_sets(plan, hand, 0, asked.max_cards):
        shapes = Shapes(sizes, True, asked)
        search = BestSearch(plan, hand, shapes, worths or plan.joker_worths, 0, 1)
        search.run(misses_from(plan, hand, sizes), search.joker_worth)
        if search.best > 0:
            return True
    return False


def _larger_sets(plan: Plan, hand: HandCounts, short: int, max_cards: int) -> Iterable[Sizes]:
    """The sizes that the sets of melds can have if no more than `short` cards are added."""
    naturals = max(hand.ranks.to_bytes(13, "little")) + hand.jokers + short
    largest = min(naturals, SUITS) if plan.unique_suits else naturals
    smallest, for_sets = min(plan.sets, default=0), max_cards - sum(plan.runs)
    for sizes in combinations_with_replacement(range(largest, smallest - 1, -1), len(plan.sets)):
        if sum(sizes) <= for_sets and all(map(ge, sizes, plan.sets)):
            yield sizes


def nearer(plan: Plan, hand: HandCounts, short: int) -> frozenset[Face]:
    """The faces any of which brings a hand that is `short` cards short nearer to going down."""
    suits, ranks, jokers = hand
    faces = set()
    is_room = jokers < plan.contract.wild_cap
    if is_room and _is_near(plan, HandCounts(suits, ranks, jokers + 1), short - 1):
        faces.add(JOKER)
    if plan.sets and not plan.unique_suits:
        # A further card of a rank serves sets whatever its suit: here no run may use it.
        for rank in range(13):
            if _is_near(plan, HandCounts(suits, ranks + (1 << 8 * rank), jokers), short - 1):
                faces.update(NATURAL_FACES[rank::13])
    for face in NATURAL_FACES if plan.sets and plan.unique_suits else _in_reach(plan, hand, short):
        if face in faces:
            continue
        suit, bit, one = plan.naturals[face]
        layers = suits[suit]
        while layers & bit:
            bit <<= LAYER
        more = list(suits)
        more[suit] = layers | bit
        if _is_near(plan, HandCounts(more, ranks + one, jokers), short - 1):
            faces.add(face)
    return frozenset(faces - plan.barred)


def _in_reach(plan: Plan, hand: HandCounts, short: int) -> list[Face]:
    """The faces that may help as a card of a run, which may miss no more than the whole may, less
    what the other runs and the sets, with no use of that card, miss at least."""
    if not plan.runs:
        return []
    others = misses_of_others(plan, misses_from(plan, hand, plan.sets))
    holes = short - 1 + min(hand.jokers, plan.joker_room) - others
    least, faces = plan.runs[-1], list[Face]()
    for face in NATURAL_FACES:
        suit, bit, _ = plan.naturals[face]
        places = hand.suits[suit] & LOWEST | bit
        # A longer run misses no fewer cards than the part of it around this one.
        if any(
            window & bit and least - (window & places).bit_count() <= holes
            for window in plan.windows[least]
        ):
            faces.append(face)
    return faces


class NearSearch(Search):
    """A search for melds that need no more than `missing` cards more than those of the hand.

    It tries runs and ranks with fewest holes first, and sets of just the sizes given.
    """

    def __init__(self, plan: Plan, hand: HandCounts, shapes: Shapes, missing: int) -> None:
        super().__init__(plan, hand, shapes, -1, 0)
        self.whole = self.whole or plan.is_barred
        self.exact, self.missing = True, missing
        self.fillers = min(hand.jokers, plan.joker_room) + missing

    def _order_runs(self, options: list[RunOption]) -> None:
        options.sort(key=lambda option: (option.holes, option.over))

    def _order_ranks(self, options: list[RankOption]) -> None:
        options.sort(key=lambda option: -option.naturals)

    def _bound(self, options: list[RunOption], after: list[int]) -> list[int]:
        return [BOUNDLESS] * len(after)

    def _barred(self) -> int:
        """The places of the runs that wild cards alone can fill."""
        barred = self.plan.barred_places
        return sum([(option.places & barred[option.suit]).bit_count() for option, _ in self.runs])

    def _weigh(self, ranks: int, fillers: int, value: int) -> None:
        if self.plan.barred and self._barred() > self.plan.contract.wild_cap:
            return
        if self._misses(ranks, self.fillers - fillers) > self.missing:
            return
        if not self.plan.adjacent and any(
            one.suit == other.suit and self.plan.is_followed(one.places, other.places)
            for (one, _), (other, _) in product(self.runs, repeat=2)
        ):
            self.blocked = 0
            return
        self.best = 0

    def _misses(self, ranks: int, holes: int) -> int:
        """The cards missing for the melds chosen, jokers where the cap lets them: by the greedy
        filling if that is near enough or holds all that could ever be placed, else by the best."""
        sizes: _SetSizes = {}
        for rank, least in self.sets:
            sizes.setdefault(rank, []).append(least)
        if self.plan.unique_suits and sizes:
            return self._fill(0, list(self.hand.suits), self.hand.ranks, 0, 0, sizes)
        room_of, jokers = self.plan.room, self.hand.jokers
        room = sum([room_of(option, option.suit, naturals) for option, naturals in self.runs])
        room += sum(self._set_room(ranks, rank, own) for rank, own in sizes.items())
        if holes - min(jokers, room) <= self.missing:
            return self.missing
        most = sum([room_of(option, option.suit, 0) for option, _ in self.runs]) + sum(
            self._set_room(0, rank, own) for rank, own in sizes.items()
        )
        if room >= jokers or holes - min(jokers, most, holes) > self.missing:
            return FAR
        return self._fill(0, list(self.hand.suits), self.hand.ranks, 0, 0, sizes)

    def _set_room(self, ranks: int, rank: int, sizes: list[int]) -> int:
        holes = max(0, sum(sizes) - (ranks >> 8 * rank & 255))
        most = sum(self.plan.cap.most_for(False, size) for size in sizes)
        return min(holes, most, MOST_JOKERS)

    def _fill(
        self, number: int, suits: list[int], ranks: int, cost: int, room: int, sizes: _SetSizes
    ) -> int:
        """The fewest cards missing, whichever naturals the runs leave to later melds."""
        if number == len(self.runs):
            if self.plan.unique_suits:
                return self._fill_unique(suits, cost, room, sizes)
            for rank, own in sizes.items():
                cost += max(0, sum(own) - (ranks >> 8 * rank & 255))
                room += self._set_room(ranks, rank, own)
            return cost - min(self.hand.jokers, room)
        option = self.runs[number][0]
        later = [other for other, _ in self.runs[number + 1 :] if other.suit == option.suit]
        ends = sum(2 << rank | (1 << 14 if rank == 0 else 0) for rank in sizes)
        layers = suits[option.suit]
        available, best = layers & option.places, FAR
        for left_out in subsets(available & (ends | places_of(later))):
            naturals = available & ~left_out
            spent = option.spent & everywhere(naturals)
            suits[option.suit] = layers & ~spent | layers >> LAYER & spent
            holes = option.length - naturals.bit_count()
            missing = self._fill(
                number + 1,
                suits,
                ranks - RANKS_OF[naturals],
                cost + holes,
                room + self.plan.room(option, option.suit, naturals),
                sizes,
            )
            best = min(best, missing)
        suits[option.suit] = layers
        return best

    def _fill_unique(self, suits: list[int], cost: int, room: int, sizes: _SetSizes) -> int:
        """The fewest cards missing where a suit stands once in a set, the runs being filled."""
        plan = self.plan
        choices = [
            gaps(plan.cap, tuple(least_sizes), suit_counts(plan, suits, rank))
            for rank, least_sizes in sizes.items()
        ]
        return min(
            cost
            + sum([one[0] for one in each])
            - min(self.hand.jokers, room + sum([o[1] for o in each]))
            for each in product(*choices)
        )
