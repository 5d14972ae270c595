"""Lay-downs of a hand: the best one, all of them in order, and whether there is one at all."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heapreplace
from itertools import chain
from typing import NamedTuple, TypeVar

from msgspec import structs

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import FACE_OF, Card, Face
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules
from shanghai.engine.solver.cover import cover, cover_but_one, makes_contract
from shanghai.engine.solver.fill import Filling, lay_out
from shanghai.engine.solver.hands import HandCards, Lay, WildUse, answers, counts_of, wild_uses
from shanghai.engine.solver.listing import list_every_lay_down, list_lay_downs
from shanghai.engine.solver.plan import EQUAL_PRICES, Prices, only, plan_for
from shanghai.engine.solver.points import (
    is_worth,
    is_worth_with,
    shapes,
    short_of_melds,
    short_of_points,
)
from shanghai.engine.solver.search import BOUNDLESS, find
from shanghai.engine.state import Kind

_T = TypeVar("_T")
_Stream = Iterator[tuple[int, Lay | None]]
"""Lay-downs in order, each after the points that it leaves; or None after a number of points that
all further ones leave at least."""


class _Case(NamedTuple):
    """One question that needs one search: whether and how a hand lays a contract that has no
    alternatives; with `all_in`, and keeps no card. `set_aside` is a card that is discarded then.
    """

    hand: Sequence[Card]
    contract: Contract
    rules: Rules
    all_in: bool
    set_aside: tuple[Card, ...] = ()


def _cases(hand: Sequence[Card], contract: Contract, rules: Rules, all_in: bool) -> list[_Case]:
    """The cases any of which lets a hand go down: by each alternative of the contract and, where a
    whole hand is laid but for a discard, by each card that is discarded."""
    options = contract.options
    if all_in and rules.all_in_discard:
        whole = rules.whole_hand
        return [
            _Case(rest, option, whole, True, (card,))
            for card, rest in _but_one(hand)
            for option in options
        ]
    return [_Case(hand, option, rules, all_in) for option in options]


def best(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> Lay | None:
    """The lay-down that leaves the fewest points after the contract's melds alone, or None."""
    cases = _cases(hand, contract, rules, all_in)
    if len(cases) > 1 or contract.points or rules.has_meld_conditions or cases[0].set_aside:
        return next(lay_downs(hand, contract, rules, all_in=all_in), None)
    return _best_by_search(cases[0])


def _best_by_search(case: _Case) -> Lay | None:
    """The best lay-down under rules that the search knows, for a contract without points."""
    hand, contract, rules, all_in, _ = case
    prices, floor = (EQUAL_PRICES, len(hand) - 1) if all_in else (rules.worths, -1)
    choice = _best_filling(hand, contract, rules, prices, floor)
    if choice is None:
        return None
    filling, use = choice
    faces = lay_out(plan_for(contract, rules, prices), filling, counts_of(use.cards))
    return HandCards(hand, rules).lay(use.with_stand_ins(faces))


def _best_filling(
    hand: Sequence[Card],
    contract: Contract,
    rules: Rules,
    prices: Prices,
    floor: int,
    enough: int = BOUNDLESS,
) -> tuple[Filling, WildUse] | None:
    """The filling of most value above `floor`, or one that has at least `enough`, with the choice
    of wild cards by which it is found."""
    plan, choice = plan_for(contract, rules, prices), None

    def filling_of(use: WildUse) -> Filling | None:
        return find(plan, plan.read(use.cards), floor, enough, use.worths)

    for choice in answers(wild_uses(hand, rules, prices, contract.wild_cap), filling_of):
        floor = choice[0].value
        if floor >= enough:
            break
    return choice


def can_go_down(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> bool:
    """Whether the hand holds the whole contract; with `all_in`, and nothing else (GD-19)."""
    return any(map(_can_go_down, _cases(hand, contract, rules, all_in)))


def _can_go_down(case: _Case) -> bool:
    hand, contract, rules, all_in, _ = case
    if contract.points:
        if all_in:
            return any(lay for _, lay in _worthy(case))
        return not short_of_points(hand, contract, rules, 1)
    if all_in:
        size = len(hand)
        return _best_filling(hand, contract, rules, EQUAL_PRICES, size - 1, size) is not None
    return _can_lay(hand, contract, rules, rules.worths)


def _can_lay(
    hand: Sequence[Card], contract: Contract, rules: Rules, prices: Prices, floor: int = -1
) -> bool:
    """Whether a hand can lay a contract with cards of more than `floor` by their prices, and has a
    card left where it must discard."""
    choice = _best_filling(hand, contract, rules, prices, floor, floor + 1)
    if choice is None or not rules.must_discard or choice[0].size < len(hand):
        return choice is not None
    return any(
        _best_filling(rest, contract, rules, prices, floor, floor + 1) for _, rest in _but_one(hand)
    )


def can_go_down_with(
    face: Face, hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> bool:
    """Whether the hand can lay the whole contract with a card of this face among its melds."""
    cases = _cases(hand, contract, rules, all_in)
    return any(_can_go_down(case) and _can_lay_with(face, case) for case in cases)


def _can_lay_with(face: Face, case: _Case) -> bool:
    """Whether a hand that can lay a contract can do so with a card of this face: where that alone
    counts, the best lay-down has it if any lay-down does."""
    hand, contract, rules, all_in, _ = case
    others = [card for card in hand if FACE_OF[card] != face]
    if all_in or len(others) == len(hand):
        return len(others) < len(hand)
    if not can_go_down(others, contract, structs.replace(rules, must_discard=False)):
        return True
    if contract.points:
        return is_worth_with(face, hand, contract, rules)
    return _can_lay(hand, contract, rules, only(face), 0)


def _but_one(hand: Sequence[Card]) -> Iterator[tuple[Card, tuple[Card, ...]]]:
    """Each card of a hand, of a face the highest alone, with the cards that it leaves."""
    for card in {FACE_OF[card]: card for card in sorted(hand)}.values():
        yield card, tuple([other for other in hand if other != card])


def lay_downs(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> Iterator[Lay]:
    """All lay-downs that differ in a face of a set or a place of a run.

    Those that leave the fewest points come first. Each is made when it is asked for. Of the wild
    cards, those with the most points are laid.
    """
    stream = _merged([_lay_downs(case) for case in _cases(hand, contract, rules, all_in)])
    lays = (lay for _, lay in stream if lay is not None)
    return _distinct(lays, lambda lay: lay.melds)


def _lay_downs(case: _Case) -> _Stream:
    """All lay-downs of a case, some of them twice."""
    stream = _worthy(case) if case.contract.points else _of_contract(case)
    if not case.set_aside:
        yield from stream
        return
    points = case.rules.worths[FACE_OF[case.set_aside[0]]]
    yield points, None
    for _, lay in stream:
        yield points, Lay(lay.melds, case.set_aside, points) if lay else None


def _merged(streams: Iterable[_Stream]) -> _Stream:
    """Several streams as one, of equal points those of an earlier stream first; no stream goes
    further than is needed."""
    heap: list[tuple[int, int, Lay | None, _Stream]] = []
    for index, stream in enumerate(streams):
        heap.append((-1, index, None, stream))
    while heap:
        points, index, lay, stream = heap[0]
        yield points, lay
        following = next(stream, None)
        if following is None:
            heappop(heap)
        else:
            heapreplace(heap, (max(points, following[0]), index, following[1], stream))


def _of_contract(case: _Case) -> _Stream:
    """The lay-downs of a contract that asks for no points, first the one that the search finds
    where it knows all rules."""
    hand, contract, rules, all_in, _ = case
    if not rules.has_meld_conditions:
        first = _best_by_search(case)
        if first is None:
            return
        yield first.points_left, first
    elif all_in and rules.exact_sizes and len(hand) != contract.size:
        return
    yield from _listed(case)


def _listed(case: _Case) -> _Stream:
    hand, contract, rules, all_in, _ = case
    prices = EQUAL_PRICES if all_in else rules.worths
    return _listed_for(wild_uses(hand, rules, prices, contract.wild_cap), case)


def _listed_for(use: WildUse, case: _Case) -> _Stream:
    """The lay-downs by some choices of wild cards. The search bounds them: it does not know
    the rules that bind single melds and cards, and so leaves no more points than any of them."""
    hand, contract, rules, all_in, _ = case
    prices, floor = (EQUAL_PRICES, len(hand) - 1) if all_in else (rules.worths, -1)
    plan = plan_for(contract, rules, prices)
    filling = find(plan, plan.read(use.cards), floor, worths=use.worths)
    if filling is None:
        return
    total = sum([prices[FACE_OF[card]] for card in hand])
    yield max(0, total - filling.value), None
    if use.parts:
        yield from _merged([_listed_for(part, case) for part in use.parts])
        return
    cards, counts = HandCards(hand, rules), counts_of(use.cards)
    worths = use.worths or plan.joker_worths
    keeps_one = rules.must_discard and not all_in and len(use.cards) == len(hand)
    lays = list_lay_downs(counts, contract, rules, all_in, worths, filling.value, keeps_one)
    for points, faces in lays:
        yield total - points, cards.lay(use.with_stand_ins(faces))


def _worthy(case: _Case) -> _Stream:
    """The lay-downs that are worth the points of a contract, with any number of melds."""
    if short_of_melds(case.hand, case.contract, case.rules, 1):
        return
    if not case.rules.card_points:
        first = _best_worthy(case)
        if first is None:
            return
        yield first.points_left, first
    options = shapes(case.hand, case.contract, case.rules)
    yield from _merged([_worthy_of(shape, case) for shape in options])


def _worthy_of(shape: Contract, case: _Case) -> _Stream:
    """The lay-downs of some numbers of melds that are worth the points of a contract."""
    hand, contract, rules, all_in, _ = case
    max_cards = len(hand) - (rules.must_discard and not all_in)
    if is_worth(hand, contract.points, shape, rules, 0, max_cards):
        for points, lay in _listed(case._replace(contract=shape)):
            yield points, lay if lay and makes_contract(lay.melds, contract, rules) else None


def _best_worthy(case: _Case) -> Lay | None:
    """The lay-down worth the points of a contract that leaves fewest points. The search does not
    know what melds are worth: better ones that are worth too little are listed."""
    hand, contract, rules, all_in, _ = case
    if rules.must_discard and not all_in:
        covered = cover_but_one(hand, contract, rules)
    else:
        covered = cover(hand, contract, rules, all_in)
    best = covered.lay
    for shape in shapes(hand, contract, rules) if covered.refused else ():
        points_left = covered.refused.get((len(shape.sets), len(shape.runs)))
        if points_left is None or (best is not None and points_left >= best.points_left):
            continue
        for points, lay in _worthy_of(shape, case):
            if best is not None and points >= best.points_left:
                break
            if lay is not None:
                best = lay
                break
    return best


def every_lay_down(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> Iterator[tuple[MeldCards, ...]]:
    """The melds of all lay-downs in no order, each wild card tried in each place; sooner done than
    `lay_downs` where all are wanted."""
    cases = _cases(hand, contract, rules, all_in)
    lays = chain.from_iterable(map(_every_lay_down, cases))
    return lays if len(contract.options) == 1 else _distinct(lays, lambda melds: melds)


def _every_lay_down(case: _Case) -> Iterator[tuple[MeldCards, ...]]:
    hand, contract, rules, all_in, _ = case
    if contract.points:
        for shape in shapes(hand, contract, rules):
            for melds in _every_lay_down(case._replace(contract=shape)):
                if makes_contract(melds, contract, rules):
                    yield melds
        return
    if not _can_go_down(case):
        return
    cards, max_cards = HandCards(hand, rules), len(hand) - (rules.must_discard and not all_in)
    for faces, last in list_every_lay_down(cards.counts, contract, rules, all_in):
        melds = cards.melds(faces)
        before = [face for meld in chain(*faces) for face in meld]
        for is_run, meld in last:
            if len(before) + len(meld) <= max_cards:
                lay_down = (*melds, cards.meld(Kind.RUN if is_run else Kind.SET, meld, before))
                if not contract.caps_wild or makes_contract(lay_down, contract, rules):
                    yield lay_down


def _distinct(lays: Iterable[_T], melds_of: Callable[[_T], Iterable[MeldCards]]) -> Iterator[_T]:
    """The lay-downs in their order without those that lay the same faces as one before."""
    seen = set[object]()
    for lay in lays:
        melds = []
        for meld in melds_of(lay):
            faces = [FACE_OF[card] for card in meld.cards]
            is_run = meld.kind is Kind.RUN
            melds.append((is_run, tuple(faces if is_run else sorted(faces))))
        if (key := tuple(sorted(melds))) not in seen:
            seen.add(key)
            yield lay
