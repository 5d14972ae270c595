"""Contracts that ask for melds worth some points, of any number: how far a hand is from one."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement, count as count_from, product
from operator import ge
from typing import Final

from msgspec import structs

from shanghai.engine.cards import ALL_FACES, FACE_OF, Card, Face
from shanghai.engine.melds import SUITS
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules
from shanghai.engine.solver.fill import Filling
from shanghai.engine.solver.hands import WildUse, answers, wild_uses
from shanghai.engine.solver.plan import EQUAL_PRICES, HandCounts, Plan, only, plan_for, worth_plan
from shanghai.engine.solver.search import (
    MeldWorth,
    Search,
    SearchTerms,
    fewest_added,
    fewest_holes,
    find,
    is_near,
    meets,
)
from shanghai.engine.solver.sets import Sizes
from shanghai.engine.wild import is_natural, is_wild

MAX_SHORT: Final = 30
"""More cards than any hand lacks to points."""
_POINTS_A_CARD: Final = 8
"""About the points of a card of a meld."""


def shapes(hand: Sequence[Card | Face], contract: Contract, rules: Rules) -> Iterator[Contract]:
    """The numbers of melds that a hand may be able to lay, as contracts of these, whatever they are
    worth."""
    if short_of_melds(hand, contract, rules, 1):
        return
    for sets in count_from():
        for runs in count_from():
            shape = with_more(contract, rules, sets, runs)
            if shape.size > len(hand) or not _may_lay(hand, shape, rules):
                break
            if shape.size:
                yield shape
        if not runs:
            return


def with_more(contract: Contract, rules: Rules, sets: int, runs: int) -> Contract:
    """The melds of a contract and some further sets and runs, without the points."""
    more_sets, more_runs = tuple([rules.least_set] * sets), tuple([rules.least_run] * runs)
    return structs.replace(
        contract, sets=(*contract.sets, *more_sets), runs=(*contract.runs, *more_runs), points=0
    )


def short_of_melds(
    hand: Sequence[Card | Face], contract: Contract, rules: Rules, limit: int
) -> int:
    """The cards that a hand lacks to the melds that a contract names, whatever they are worth, or
    `limit` if no fewer."""
    plan = plan_for(with_more(contract, rules, 0, 0), rules, EQUAL_PRICES)
    return fewest_added(hand, plan, rules, limit) if contract.size else 0


def _may_lay(hand: Sequence[Card | Face], shape: Contract, rules: Rules) -> bool:
    """Whether no bound shows that a hand cannot lay the melds of a shape."""
    plan = plan_for(shape, rules)

    def may_lay(use: WildUse) -> bool | None:
        counts = plan.read(use.cards)
        return fewest_holes(plan, counts, plan.sets) <= counts.jokers or None

    return any(answers(wild_uses(hand, rules, None, shape.wild_cap), may_lay))


def is_worth(
    hand: Sequence[Card | Face],
    points: int,
    shape: Contract,
    rules: Rules,
    short: int,
    max_cards: int,
) -> bool:
    """Whether melds of a shape, of at most `max_cards`, are worth points, with `short` more cards
    than the hand has."""
    plan = plan_for(shape, rules, EQUAL_PRICES)
    asked = MeldWorth(points, max_cards, rules.place_worths)

    def reaches(use: WildUse) -> bool | None:
        return _reaches_worth(plan, plan.read(use.cards), short, asked) or None

    return any(answers(wild_uses(hand, rules, None, shape.wild_cap), reaches))


def _reaches_worth(plan: Plan, hand: HandCounts, short: int, asked: MeldWorth) -> bool:
    """Whether melds that are worth what is asked miss no more than `short` cards."""
    least = sum(plan.sets) + sum(plan.runs)
    if not short and least * min(asked.worths[1:]) >= asked.need:
        # Any melds are worth enough.
        return least <= asked.max_cards and is_near(plan, hand, 0)
    return any(
        meets(plan, hand, SearchTerms(sizes, short, asked))
        for sizes in _larger_sets(plan, hand, short, asked.max_cards)
    )


def _can_count(use: WildUse, plan: Plan, asked: MeldWorth) -> bool | None:
    """Whether melds that are worth what is asked hold a card that counts by the prices of the plan;
    None if not."""
    hand = plan.read(use.cards)
    for sizes in _larger_sets(plan, hand, 0, asked.max_cards):
        search = Search(plan, hand, SearchTerms(sizes, worth=asked), 0, 1, use.worths)
        if search.run() is not None:
            return True
    return None


def _larger_sets(plan: Plan, hand: HandCounts, short: int, max_cards: int) -> Iterable[Sizes]:
    """The sizes that the sets of melds can have if no more than `short` cards are added."""
    naturals = max(hand.ranks.to_bytes(13, "little")) + hand.jokers + short
    largest = min(naturals, SUITS) if plan.unique_suits else naturals
    smallest, for_sets = min(plan.sets, default=0), max_cards - sum(plan.runs)
    for sizes in combinations_with_replacement(range(largest, smallest - 1, -1), len(plan.sets)):
        if sum(sizes) <= for_sets and all(map(ge, sizes, plan.sets)):
            yield sizes


def is_worth_with(face: Face, hand: Sequence[Card], contract: Contract, rules: Rules) -> bool:
    """Whether a hand has melds worth the points of a contract with a card of a face among them."""
    asked = MeldWorth(contract.points, len(hand) - rules.must_discard, rules.place_worths)
    for shape in shapes(hand, contract, rules):
        plan = plan_for(shape, rules, only(face))
        uses = wild_uses(hand, rules, only(face), shape.wild_cap)
        if any(answers(uses, partial(_can_count, plan=plan, asked=asked))):
            return True
    return False


def short_of_points(
    hand: Sequence[Card | Face], contract: Contract, rules: Rules, limit: int
) -> int:
    """The cards that a hand lacks to melds that are worth the points of a contract, or `limit` if
    no fewer."""
    for short in range(short_of_melds(hand, contract, rules, limit), limit):
        is_worth_enough = _worth_of_all(hand, contract, rules, short) >= contract.points
        if is_worth_enough and any(_worthy_shapes(hand, contract, rules, short)):
            return short
    return limit


def _worth_of_all(hand: Sequence[Card | Face], contract: Contract, rules: Rules, added: int) -> int:
    """No less than any melds of a hand with some `added` cards are worth: the worth of each card
    that is near enough to others to be in a meld."""
    plan, worths = plan_for(with_more(contract, rules, 1, 1), rules), rules.place_worths
    naturals = [card for card in hand if is_natural(rules, card)]
    wild = sum([is_wild(rules, card) for card in hand])
    suits, ranks, _ = plan.read(naturals)
    fillers, least = wild + added, rules.least_run
    in_runs = [0] * len(suits)
    for suit, layers in enumerate(suits):
        for window in plan.windows[least]:
            if least - (layers & window).bit_count() <= fillers:
                in_runs[suit] |= window
    total = fillers * max(worths)
    for card in naturals:
        suit, places, _ = plan.naturals[FACE_OF[card]]
        rank = FACE_OF[card] % 13
        is_in_set = (ranks >> 8 * rank & 255) + fillers >= rules.least_set
        if not is_wild(rules, card) and (is_in_set or in_runs[suit] & places):
            total += worths[rank + 1] if rank else max(worths[1], worths[14])
    return total


def _worthy_shapes(
    hand: Sequence[Card | Face], contract: Contract, rules: Rules, short: int
) -> Iterator[Contract]:
    """The numbers of melds that can be worth the points of a contract with `short` more cards."""
    max_cards = len(hand) + short - (rules.must_discard and rules.keeps_one(contract))
    for sets, runs in product(range(max_cards // 2 + 1), range(max_cards // 3 + 1)):
        shape = with_more(contract, rules, sets, runs)
        is_possible = 0 < shape.size <= max_cards
        if is_possible and is_worth(hand, contract.points, shape, rules, short, max_cards):
            yield shape


def helping_to_points(
    hand: Sequence[Card], contract: Contract, rules: Rules, short: int
) -> frozenset[Face]:
    """The faces any of which brings a hand nearer that is `short` cards short of the points."""
    max_cards = len(hand) + short - (rules.must_discard and rules.keeps_one(contract))
    shapes = list(_worthy_shapes(hand, contract, rules, short))
    return frozenset(
        [
            face
            for face in ALL_FACES
            if any(
                is_worth((*hand, face), contract.points, shape, rules, short - 1, max_cards)
                for shape in shapes
            )
        ]
    )


def guess_short_of_points(
    hand: Sequence[Card | Face], contract: Contract, rules: Rules, limit: int
) -> int:
    """About the cards that a hand lacks to the points of a contract, by its best melds, or `limit`
    if no fewer."""
    max_cards = len(hand) - rules.keeps_one(contract)
    # Melds that are worth no more than this are too far away.
    highest = min(contract.points - 1, max(0, contract.points - _POINTS_A_CARD * (limit - 1)))
    if _worth_of_all(hand, contract, rules, 0) <= highest:
        return min(limit, 1 + (contract.points - highest) // _POINTS_A_CARD)
    # Most melds are mostly worth most, and bound what fewer are worth.
    for shape in reversed(list(shapes(hand, contract, rules))):
        floor = min(highest, contract.points - 1)
        worth = _max_worth(hand, shape, rules, floor, contract.points)
        if worth >= contract.points and is_worth(hand, contract.points, shape, rules, 0, max_cards):
            return 0
        highest = max(highest, worth)
    return min(limit, 1 + max(0, contract.points - highest) // _POINTS_A_CARD)


def _max_worth(
    hand: Sequence[Card | Face], shape: Contract, rules: Rules, floor: int, enough: int
) -> int:
    """No less than the melds of a shape can be worth, with each wild card as the dearest card;
    `floor` if that is no more, and some number of at least `enough` if that is."""
    plan = worth_plan(shape, rules)

    def filling_of(use: WildUse) -> Filling | None:
        return find(plan, plan.read(use.cards), floor, enough)

    for filling, _ in answers(wild_uses(hand, rules, max_wild=shape.wild_cap), filling_of):
        floor = filling.value
        if floor >= enough:
            break
    return floor
