"""The solver against the integer program of its benchmark, under all rules that bear on melds."""

import importlib.util
import random
from collections.abc import Iterator

import pytest

from shanghai.engine.solver import best
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from tests.measuring.bench import exact
from tests.measuring.bench.solver import Task, fair, hard, planted
from tests.solver_hands import some_contract, some_hand, some_rules

needs_ortools = pytest.mark.skipif(
    importlib.util.find_spec("ortools") is None, reason="OR-tools is not installed"
)


def drawn(rng: random.Random, count: int) -> Iterator[Task]:
    """Hands full of ties, with rules, caps and contracts at random."""
    for _ in range(count):
        jokers = rng.choice((0, 1, 2, 4))
        yield some_hand(rng, rng.randrange(5, 12), jokers), some_contract(rng), some_rules(rng)


@needs_ortools
@pytest.mark.parametrize(("make", "count"), [(fair, 40), (planted, 60), (hard, 12), (drawn, 100)])
def test_both_leave_the_same_points(make, count):
    ours, theirs, down = exact.compare(list(make(random.Random(3), count)))
    assert len(ours) == len(theirs) == count
    assert down


@needs_ortools
@pytest.mark.parametrize("variant", known_variants())
def test_both_agree_on_each_contract_with_nothing_left(variant):
    from tests.measuring.bench.integer_program import least_points

    rng, rules, fitting = random.Random(4), load_variant(variant), 0
    for contract in rules.contracts:
        for _ in range(4):
            hand = some_hand(rng, contract.size - 1, 1)
            found = best(hand, contract, rules, all_in=True)
            wanted = least_points(hand, contract, rules, all_in=True)
            assert (found.points_left if found else None) == wanted
            fitting += found is not None
    assert fitting


@needs_ortools
def test_a_disagreement_is_an_error(monkeypatch):
    monkeypatch.setattr(exact, "points_left", lambda task: -1)
    with pytest.raises(RuntimeError, match="the solver leaves -1 points, CP-SAT"):
        exact.compare(list(fair(random.Random(1), 1)))
