"""How far a hand is from a contract: the fewest cards that must be added to it."""

from collections.abc import Iterable
from itertools import combinations_with_replacement, product
from operator import ge
from typing import Final

from shanghai.engine.cards import JOKER, NATURAL_FACES, Face
from shanghai.engine.melds import SUITS
from shanghai.engine.solver.fill import Worths
from shanghai.engine.solver.plan import LAYER, LOWEST, HandCounts, Plan
from shanghai.engine.solver.search import MeldWorth, Search, Terms, misses_from, misses_of_others
from shanghai.engine.solver.sets import Sizes, Sizing

FAR: Final = 1 << 20


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
    return any(_is_met(plan, hand, Terms(sizes, missing)) for sizes in _set_sizes(plan))


def _is_met(plan: Plan, hand: HandCounts, terms: Terms) -> bool:
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


def reach_worth(plan: Plan, hand: HandCounts, short: int, asked: MeldWorth) -> bool:
    """Whether melds that are worth what is asked miss no more than `short` cards."""
    least = sum(plan.sets) + sum(plan.runs)
    if not short and least * min(asked.worths[1:]) >= asked.need:
        # Any melds are worth enough.
        return least <= asked.max_cards and _is_near(plan, hand, 0)
    return any(
        _is_met(plan, hand, Terms(sizes, short, asked))
        for sizes in _larger_sets(plan, hand, short, asked.max_cards)
    )


def can_count(plan: Plan, hand: HandCounts, worths: Worths | None, asked: MeldWorth) -> bool:
    """Whether melds that are worth what is asked hold a card that counts by the prices of the plan;
    `worths` are those of none, one, two ... of the jokers."""
    for sizes in _larger_sets(plan, hand, 0, asked.max_cards):
        search = Search(plan, hand, Terms(sizes, worth=asked), 0, 1, worths)
        if search.run(misses_from(plan, hand, sizes)) is not None:
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
