"""The solver on contracts that ask for points: hands too large for the twin, and no hand slow."""

import random
from collections.abc import Iterator
from itertools import islice
from statistics import median
from time import thread_time

import pytest
from msgspec import structs

from shanghai.engine.cards import FACES, deck_cards
from shanghai.engine.melds import read_lay_down
from shanghai.engine.parameters.parts import Contract, JokerCap
from shanghai.engine.refusal import Refusal
from shanghai.engine.seats import NOBODY
from shanghai.engine.solver import best, can_go_down, can_go_down_with, lay_downs
from tests.long import some
from tests.measuring.bench.solver import Task, hands_of, planted, points
from tests.solver_hands import CONTRACTS, POINTS, bound_rules, some_hand, some_rules

WORST = 3600
"""The most time of one hand, by the usual time of a planted hand of 11 cards: some 250 ms."""
SLOW = 720
"""The same of all hands but one in a hundred: some 50 ms."""


def drawn(seed: int, count: int) -> list[Task]:
    """Hands and rules drawn for each contract that asks for points."""
    rng, tasks = random.Random(seed), list[Task]()
    for contract in POINTS * count:
        rules = structs.replace(bound_rules(rng, contract), card_points={})
        tasks.append((some_hand(rng, rng.randrange(8, 12), rng.choice((0, 1, 2))), contract, rules))
    return tasks


@pytest.mark.parametrize("seed", some(range(8)))
def test_no_lay_down_that_is_listed_leaves_less_than_the_best(seed: int) -> None:
    compared = 0
    for hand, contract, rules in drawn(seed, 8):
        first = best(hand, contract, rules)
        assert can_go_down(hand, contract, rules) == (first is not None)
        for lay in islice(lay_downs(hand, contract, rules), 1, 4):
            assert first is not None
            assert lay.points_left >= first.points_left, (hand, contract, rules)
            compared += 1
        if first is not None:
            melds = read_lay_down(rules, contract, NOBODY, first.melds)
            assert not isinstance(melds, Refusal)
    assert compared > 40


def test_a_whole_hand_that_may_not_be_laid_leaves_the_cheapest_card_that_it_can() -> None:
    checked = 0
    for hand, contract, drawn_rules in drawn(20, 5):
        strict = structs.replace(drawn_rules, must_discard=True)
        free = structs.replace(drawn_rules, must_discard=False)
        whole = best(hand, contract, free)
        if whole is None or whole.left:
            continue
        found = best(hand, contract, strict)
        without = (best([c for c in hand if c != card], contract, free) for card in hand)
        least = min(
            (
                lay.points_left + strict.face_points(card % 53)
                for card, lay in zip(hand, without, strict=True)
                if lay is not None
            ),
            default=None,
        )
        assert (found.points_left if found else None) == least
        checked += 1
    assert checked > 3


def times(tasks: list[Task]) -> list[float]:
    """The time of the processor that each hand takes, the longest last."""
    taken = []
    for hand, contract, rules in tasks:
        start = thread_time()
        best(hand, contract, rules)
        can_go_down(hand, contract, rules, all_in=True)
        taken.append(thread_time() - start)
    return sorted(taken)


@pytest.mark.parametrize("count", some((45, 1200)))
def test_no_hand_takes_long(count: int) -> None:
    usual = sum(times(hands_of(planted, 400))) / 400
    taken = times(hands_of(points, count))
    assert taken[-1] < WORST * usual
    assert taken[int(count * 0.99) - 1] < SLOW * usual
    assert median(taken) < SLOW / 10 * usual


def with_many_wild_cards(rng: random.Random, count: int) -> Iterator[Task]:
    """Hands of up to 22 cards, up to 12 of them wild, under rules that bind sizes and discards."""
    for number in range(count):
        contract = rng.choice((*CONTRACTS, *POINTS))
        rules = structs.replace(
            bound_rules(rng, contract),
            wild_ranks=rng.choice(((2, "J"), ("A", "K"), (2, 3, "Q"), (5,))),
            exact_sizes=number % 2 == 0 and not contract.points,
            must_discard=number % 3 == 0,
        )
        pack = deck_cards(2, 6)
        wild = [card for card in pack if card % FACES in rules.wild_faces]
        others = [card for card in pack if card % FACES not in rules.wild_faces]
        size, most = rng.randrange(max(contract.size, 11), 23), min(12, len(wild))
        share = rng.randrange(4, most + 1)
        yield rng.sample(wild, share) + rng.sample(others, max(0, size - share)), contract, rules


@pytest.mark.parametrize("count", some((20, 400)))
def test_no_hand_of_many_wild_cards_takes_long(count: int) -> None:
    usual, answers, taken = sum(times(hands_of(planted, 400))) / 400, set[bool](), list[float]()
    for hand, contract, rules in hands_of(with_many_wild_cards, count):
        start = thread_time()
        answers.add(can_go_down_with(hand[-1] % FACES, hand, contract, rules))
        taken.append(thread_time() - start)
    assert answers == {True, False}
    assert sorted(taken)[int(count * 0.98) - 1] < WORST * usual
    assert max(taken) < 4 * WORST * usual


def test_many_wild_cards_that_no_run_may_hold_are_not_tried_one_by_one() -> None:
    changes: dict[str, object] = {"wild_ranks": ("A", 2, 3, 4)}
    changes |= {"wild_cards": (), "joker_cap": JokerCap(only="sets")}
    rules = some_rules(
        random.Random(1), ace="low", exact_sizes=False, must_discard=False, **changes
    )
    rules = structs.replace(rules, wild_natural=True)
    wild = [card for card in deck_cards(2, 0) if card % FACES in rules.wild_faces]
    hand, contract = [*wild, 6, 8, 19, 21], Contract((), (5, 5))
    usual, start = sum(times(hands_of(planted, 100))) / 100, thread_time()
    assert not can_go_down(hand, contract, rules)
    assert can_go_down([*hand, 4, 17], contract, rules)
    assert thread_time() - start < WORST * usual
