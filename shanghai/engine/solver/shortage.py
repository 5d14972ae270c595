"""How far a hand is from a contract, and which cards bring it nearer."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from shanghai.engine.cards import ALL_FACES, JOKER, NATURAL_FACES, Card, Face
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules
from shanghai.engine.solver.hands import WildUse, answers, wild_uses
from shanghai.engine.solver.plan import EQUAL_PRICES, LAYER, LOWEST, HandCounts, Plan, plan_for
from shanghai.engine.solver.points import (
    MAX_SHORT,
    guess_short_of_points,
    helping_to_points,
    short_of_points,
)
from shanghai.engine.solver.search import fewest_added, fewest_holes, is_near

_FAR: Final = 1 << 20
"""More cards than any hand lacks."""


class Distance(Struct, frozen=True):
    """How many cards a hand is short of going down, and the faces any of which brings it nearer."""

    short: int
    helps: frozenset[Face]


def shortage(
    hand: Sequence[Card | Face], contract: Contract, rules: Rules, limit: int = _FAR
) -> int:
    """How many cards a hand lacks to go down, or `limit` if no fewer; for a contract that can never
    be laid a card more than its size, or `MAX_SHORT`."""
    if contract.alternatives:
        for each in contract.options:
            limit = min(limit, shortage(hand, each, rules, limit))
        return limit
    if contract.points:
        return short_of_points(hand, contract, rules, min(limit, MAX_SHORT))
    limit = fewest_added(
        hand, plan_for(contract, rules, EQUAL_PRICES), rules, min(limit, contract.size + 1)
    )
    if rules.must_discard and rules.keeps_one(contract):
        return max(limit, contract.size + 1 - len(hand))
    return limit


def guess_shortage(
    hand: Sequence[Card | Face], contract: Contract, rules: Rules, limit: int = _FAR
) -> int:
    """As `shortage`, but where points are asked for a guess, by the best melds of the hand."""
    if not any(option.points for option in contract.options):
        return shortage(hand, contract, rules, limit)
    for each in contract.options:
        short = guess_short_of_points if each.points else shortage
        limit = short(hand, each, rules, limit)
    return limit


def distance(hand: Sequence[Card], contract: Contract, rules: Rules) -> Distance:
    """How many cards, of any faces, the hand lacks to go down, and which faces bring it nearer."""
    short = shortage(hand, contract, rules)
    if not short:
        return Distance(0, frozenset())
    helps = frozenset[Face]()
    for each in contract.options:
        if not contract.alternatives or shortage(hand, each, rules, short + 1) == short:
            helps |= _helping(hand, each, rules, short)
    return Distance(short, helps)


def _helping(hand: Sequence[Card], contract: Contract, rules: Rules, short: int) -> frozenset[Face]:
    """The faces any of which brings a hand nearer that is `short` cards short of a contract."""
    if contract.points:
        return helping_to_points(hand, contract, rules, short)
    plan = plan_for(contract, rules, EQUAL_PRICES)
    if rules.must_discard and short > fewest_added(hand, plan, rules, short):
        return frozenset(ALL_FACES)

    def as_near(use: WildUse) -> HandCounts | None:
        counts = plan.read(use.cards)
        return counts if not use.wild or is_near(plan, counts, short) else None

    # One card more brings only those choices nearer that are as near as any.
    uses = answers(wild_uses(hand, rules, max_wild=contract.wild_cap), as_near)
    helps = frozenset[Face]().union(*[_nearer(plan, counts, short) for counts, _ in uses])
    return helps | rules.wild_faces if JOKER in helps else helps


def _nearer(plan: Plan, hand: HandCounts, short: int) -> frozenset[Face]:
    """The faces any of which brings a hand that is `short` cards short nearer to going down."""
    suits, ranks, jokers = hand
    faces = set()
    is_room = jokers < plan.contract.wild_cap
    if is_room and is_near(plan, HandCounts(suits, ranks, jokers + 1), short - 1):
        faces.add(JOKER)
    if plan.sets and not plan.unique_suits:
        # A further card of a rank serves sets whatever its suit: here no run may use it.
        for rank in range(13):
            if is_near(plan, HandCounts(suits, ranks + (1 << 8 * rank), jokers), short - 1):
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
        if is_near(plan, HandCounts(more, ranks + one, jokers), short - 1):
            faces.add(face)
    return frozenset(faces - plan.barred)


def _in_reach(plan: Plan, hand: HandCounts, short: int) -> list[Face]:
    """The faces that may help as a card of a run, which may miss no more than the whole may, less
    what the other runs and the sets, with no use of that card, miss at least."""
    if not plan.runs:
        return []
    least, faces = plan.runs[-1], list[Face]()
    # The largest run misses most, so that the others are sure to miss the rest.
    others = fewest_holes(plan, hand, plan.sets) - plan.run_holes(plan.runs[0], hand.suits)
    holes = short - 1 + min(hand.jokers, plan.joker_room) - others
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
