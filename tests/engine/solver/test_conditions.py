"""The solver on contracts that bind their melds by more than sizes, against the twin."""

import random
from itertools import pairwise

import pytest
from msgspec import structs

from shanghai.engine.cards import FACES
from shanghai.engine.melds import read_lay_down
from shanghai.engine.parameters.parts import Contract, JokerCap
from shanghai.engine.refusal import Refusal
from shanghai.engine.seats import NOBODY
from shanghai.engine.solver import (
    best,
    can_go_down,
    can_go_down_with,
    distance,
    every_lay_down,
    lay_downs,
)
from tests.long import some
from tests.solver_hands import BOUND, POINTS, bound_rules, some_hand, some_rules
from tests.solver_twin import twin_distance, twin_goes_down, twin_lay_downs

ALL = (*BOUND, *POINTS)
PLAIN = (Contract((3,)), Contract((3, 3)), Contract((), (4,)), Contract((3,), (4,)))


def drawn(rng, contract):
    """Rules and a hand in which melds of the contract are likely."""
    rules = bound_rules(rng, contract)
    if contract.royal:
        hand = [card for card in range(13) if rng.random() < 0.9] + [52, 105][: rng.randrange(3)]
        return rules, hand
    hand = some_hand(rng, rng.randrange(5, 9), rng.choice((0, 0, 1, 1, 2)))
    return rules, hand[: 6 if rules.other_wild else 8 if contract.points else 9]


@pytest.mark.parametrize("seed", some(range(12)))
def test_best_lay_down_is_that_of_the_twin(seed: int) -> None:
    rng = random.Random(seed)
    for contract in ALL * 2:
        rules, hand = drawn(rng, contract)
        for all_in in (False, True):
            wanted = twin_lay_downs(hand, contract, rules, all_in)
            found = best(hand, contract, rules, all_in=all_in)
            story = hand, contract, rules
            assert can_go_down(hand, contract, rules, all_in=all_in) == bool(wanted), story
            assert (found is not None) == bool(wanted), story
            if found is not None:
                assert found.points_left == min(wanted.values()), story
                read = read_lay_down(rules, contract, NOBODY, found.melds)
                assert not isinstance(read, Refusal), story


@pytest.mark.parametrize("seed", some(range(12)))
def test_lay_downs_come_best_first_and_every_one_is_listed(seed: int) -> None:
    rng = random.Random(seed)
    for contract in ALL:
        rules, hand = drawn(rng, contract)
        wanted = twin_lay_downs(hand, contract, rules, False)
        lays = [*lay_downs(hand, contract, rules)]
        assert all(one.points_left <= other.points_left for one, other in pairwise(lays))
        listed = [*every_lay_down(hand, contract, rules)]
        for melds in (*(lay.melds for lay in lays), *listed):
            assert not isinstance(read_lay_down(rules, contract, NOBODY, melds), Refusal)
        if not rules.other_wild:
            marks = {
                tuple(
                    sorted(
                        (one[0], tuple(sorted(one[3]) if one[0] == "set" else one[3]))
                        for one in each
                    )
                )
                for each in wanted
            }
            for found in (listed, [lay.melds for lay in lays]):
                laid = {
                    tuple(
                        sorted(
                            (
                                m.kind.value,
                                tuple(faces(m) if m.kind.value == "run" else sorted(faces(m))),
                            )
                            for m in melds
                        )
                    )
                    for melds in found
                }
                assert laid == marks, (hand, contract, rules)


def faces(meld):
    return [card % 53 for card in meld.cards]


@pytest.mark.parametrize("seed", some(range(12)))
def test_the_distance_is_that_of_the_twin(seed: int) -> None:
    rng = random.Random(seed)
    for contract in rng.sample(ALL, 5):
        rules, hand = drawn(rng, contract)
        if contract.royal:
            continue
        found = distance(hand, contract, rules)
        assert min(found.short, 2) == twin_distance(hand, contract, rules, 1), (
            hand,
            contract,
            rules,
        )
        if found.short == 1:
            helps = {face for face in range(53) if twin_goes_down((*hand, face), contract, rules)}
            assert found.helps == helps, (hand, contract, rules)


def test_a_contract_that_can_never_be_laid_is_a_card_further_than_its_size():
    contract = Contract(runs=(13,), clean=True)
    told = {"wild_ranks": (3,), "wild_cards": (), "joker_cap": JokerCap()}
    rules = some_rules(random.Random(1), contracts=(contract,), wild_natural=False, **told)
    assert distance([*range(13)], contract, rules).short == 14


def test_a_whole_hand_worth_the_points_goes_down_though_a_discard_is_asked_for_elsewhere():
    contract, told = Contract(points=20), {"wild_ranks": (), "wild_cards": ()}
    rules = some_rules(random.Random(2), contracts=(contract,), ace="low", **told)
    free = {"exact_sizes": False, "adjacent_runs": True, "card_points": {}, "meld_points": ()}
    rules = structs.replace(rules, must_discard=True, joker_cap=JokerCap(), **free)
    hand = [*range(3, 9)]
    assert can_go_down(hand, contract, rules, all_in=True)
    assert best(hand, contract, rules, all_in=True).left == ()
    assert len(best(hand, contract, rules).left) == 1


def test_a_run_goes_round_a_rank_that_no_card_of_the_hand_can_stand_for():
    contract, told = Contract(runs=(5,)), {"wild_ranks": (3,), "wild_cards": ()}
    rules = some_rules(random.Random(1), contracts=(contract,), wild_natural=False, **told)
    plain = {"adjacent_wild": True, "exact_sizes": False, "must_discard": False, "ace": "both"}
    rules = structs.replace(rules, joker_cap=JokerCap("fixed", most=0), **plain)
    found = distance([1, 3, 4, 5, 6], contract, rules)
    assert (found.short, found.helps) == (1, frozenset({7}))


@pytest.mark.parametrize("seed", some(range(12)))
def test_a_card_is_in_some_lay_down_where_the_twin_has_it_in_one(seed: int) -> None:
    rng, answers = random.Random(seed), set[bool]()
    for contract in (*PLAIN, *ALL):
        rules, hand = drawn(rng, contract)
        for all_in in (False, True):
            twin = twin_lay_downs(hand, contract, rules, all_in)
            laid = {face for melds in twin for meld in melds for face in meld[3]}
            for face in {card % FACES for card in hand} | {rng.randrange(FACES)}:
                found = can_go_down_with(face, hand, contract, rules, all_in=all_in)
                assert found == (face in laid), (face, hand, contract, rules)
                answers.add(found)
    assert answers == {True, False}
