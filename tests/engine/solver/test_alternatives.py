"""The solver where a contract may be one of several, against the twin of each of them."""

import random

import pytest
from msgspec import structs

from shanghai.engine.cards import FACES
from shanghai.engine.parameters.parts import Contract, MeldSizes
from shanghai.engine.solver import best, can_go_down, distance, every_lay_down, lay_downs, shortage
from tests.long import some
from tests.solver_hands import some_contract, some_hand, some_rules
from tests.solver_twin import twin_distance, twin_lay_downs


def either_of(first: Contract, second: Contract) -> Contract:
    return structs.replace(first, alternatives=(MeldSizes(second.sets, second.runs),))


def faces_of(melds) -> list[tuple[str, list[int]]]:
    return sorted((str(meld.kind), sorted(card % FACES for card in meld.cards)) for meld in melds)


@pytest.mark.parametrize("seed", some(range(3)))
def test_every_way_of_each_contract_is_found_once_best_first(seed):
    rng = random.Random(seed)
    for _ in range(25):
        rules = structs.replace(some_rules(rng), wild_ranks=(), wild_cards=())
        rules = structs.replace(rules, all_in_discard=rng.random() < 0.3)
        contract = either_of(some_contract(rng), some_contract(rng))
        hand = some_hand(rng, rng.randrange(4, 8), rng.choice((0, 1, 2)))
        for all_in in (False, True):
            wanted = {}
            for option in contract.options:
                wanted |= twin_lay_downs(hand, option, rules, all_in)
            found = [*lay_downs(hand, contract, rules, all_in=all_in)]
            points = [lay.points_left for lay in found]
            assert points == sorted(points)
            assert len(found) == len(wanted)
            assert can_go_down(hand, contract, rules, all_in=all_in) == bool(wanted)
            first = best(hand, contract, rules, all_in=all_in)
            assert (first and first.points_left) == min(wanted.values(), default=None)
            listed = [*every_lay_down(hand, contract, rules, all_in=all_in)]
            assert sorted(map(faces_of, listed)) == sorted(faces_of(lay.melds) for lay in found)


@pytest.mark.parametrize("seed", some(range(2)))
def test_the_nearest_contract_counts(seed):
    rng = random.Random(50 + seed)
    for _ in range(3):
        rules = structs.replace(some_rules(rng), wild_ranks=(), wild_cards=())
        contract = either_of(some_contract(rng), some_contract(rng))
        hand = some_hand(rng, 7, 1)
        least = min(twin_distance(hand, option, rules, 1) for option in contract.options)
        assert min(shortage(hand, contract, rules), 2) == least
        found = distance(hand, contract, rules)
        assert found.short == shortage(hand, contract, rules)
        if found.short:
            near = [shortage((*hand, face), contract, rules) for face in range(FACES)]
            assert found.helps == {face for face in range(FACES) if near[face] < found.short}
