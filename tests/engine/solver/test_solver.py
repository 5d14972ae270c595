"""The solver against a twin that tries everything, under all rules that bear on melds."""

import random
from itertools import islice, pairwise

import pytest
from msgspec import structs

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import FACES, JOKER, labels, read_face
from shanghai.engine.melds import read_lay_down, read_meld, refuse_lay_down
from shanghai.engine.parameters.parts import Contract, JokerCap
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY
from shanghai.engine.solver import (
    Lay,
    best,
    can_go_down,
    distance,
    every_lay_down,
    lay_downs,
    listing,
)
from shanghai.engine.state import Kind
from tests.long import long, some
from tests.solver_hands import CAPS, CONTRACTS, some_contract, some_hand, some_rules
from tests.solver_twin import Laid, twin_distance, twin_goes_down, twin_lay_downs

LONG = pytest.param(2, marks=pytest.mark.slow)


def cards(text: str) -> list[int]:
    seen: dict[int, int] = {}
    hand = []
    for face in map(read_face, text.split()):
        hand.append(face + FACES * seen.setdefault(face, 0))
        seen[face] += 1
    return hand


def prove_legal(lay: Lay, hand: list[int], contract: Contract, rules: Rules) -> None:
    """Sizes, ranks, places, caps and the rules between melds, looked at card by card."""
    assert sorted([*lay.left, *(card for meld in lay.melds for card in meld.cards)]) == sorted(hand)
    assert lay.points_left == sum(rules.face_points(card % FACES) for card in lay.left)
    read = read_lay_down(rules, contract, NOBODY, lay.melds)
    assert not isinstance(read, Refusal)
    if rules.other_wild:
        return
    sizes = {Kind.SET: list[int](), Kind.RUN: list[int]()}
    ranks, spans = [], []
    for meld in lay.melds:
        sizes[meld.kind].append(len(meld.cards))
        faces = [card % FACES for card in meld.cards]
        naturals = [face for face in faces if face != JOKER]
        jokers = len(faces) - len(naturals)
        assert naturals
        assert rules.joker_cap.allows(meld.kind is Kind.RUN, len(faces), jokers)
        if meld.kind is Kind.SET:
            assert len({face % 13 for face in naturals}) == 1
            assert rules.repeated_suits or len(set(naturals)) == len(naturals) <= len(faces) <= 4
            ranks.append(naturals[0] % 13)
            continue
        assert rules.adjacent_wild or not any(
            one == JOKER == other for one, other in pairwise(faces)
        )
        starts = {
            low
            for low in range(1, 14)
            if all(face == JOKER or (low + i - 1) % 13 == face % 13 for i, face in enumerate(faces))
        }
        first, last = (2 if rules.ace == "high" else 1), (13 if rules.ace == "low" else 14)
        last = 26 if rules.ace == "round" else last
        low = next(low for low in sorted(starts) if low >= first and low + len(faces) - 1 <= last)
        assert len(faces) <= 13
        assert len({face // 13 for face in naturals}) == 1
        spans.append((naturals[0] // 13, low, low + len(faces)))
    for kind, asked in ((Kind.SET, contract.sets), (Kind.RUN, contract.runs)):
        assert len(sizes[kind]) == len(asked)
        assert all(
            a == b or (a > b and not rules.exact_sizes)
            for a, b in zip(sorted(sizes[kind]), sorted(asked), strict=True)
        )
    assert rules.same_rank_sets or len(set(ranks)) == len(ranks)
    ring = 13 if rules.ace == "round" else 99
    assert rules.adjacent_runs or not any(
        one[0] == other[0] and (one[2] - other[1]) % ring == 0 for one in spans for other in spans
    )


PLAIN = {
    "joker_cap": JokerCap(),
    "ace": "both",
    "same_rank_sets": True,
    "adjacent_runs": True,
    "adjacent_wild": True,
    "repeated_suits": True,
}
"""Rules that leave every meld free."""


def story(hand: list[int], contract: Contract, rules: Rules) -> str:
    return f"{labels(hand)} for {contract} under {rules}"


@pytest.mark.parametrize("seed", some(range(6)))
def test_best_lay_down_is_that_of_the_twin(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        rules, contract = some_rules(rng), some_contract(rng)
        hand = some_hand(rng, rng.randrange(3, 8), rng.choice((0, 1, 1, 2, 3)))
        hand = hand[:7] if rules.other_wild else hand
        rules = structs.replace(rules, all_in_discard=rng.random() < 0.3)
        for all_in in (False, True):
            wanted = twin_lay_downs(hand, contract, rules, all_in)
            found = best(hand, contract, rules, all_in=all_in)
            assert can_go_down(hand, contract, rules, all_in=all_in) == bool(wanted)
            assert (found is not None) == bool(wanted), story(hand, contract, rules)
            if found is not None:
                assert found.points_left == min(wanted.values()), story(hand, contract, rules)
                prove_legal(found, hand, contract, rules)
                assert not all_in or len(found.left) == rules.all_in_discard


@pytest.mark.parametrize("seed", some(range(4)))
def test_lay_downs_are_all_of_the_twin_best_first(seed: int) -> None:
    rng = random.Random(100 + seed)
    for _ in range(40):
        rules, contract = some_rules(rng), some_contract(rng)
        hand = some_hand(rng, rng.randrange(3, 7), rng.choice((0, 1, 1, 2)))
        hand = hand[:7] if rules.other_wild else hand
        all_in = rng.random() < 0.3
        rules = structs.replace(rules, all_in_discard=rng.random() < 0.3)
        wanted = twin_lay_downs(hand, contract, rules, all_in)
        found = list(lay_downs(hand, contract, rules, all_in=all_in))
        points = [lay.points_left for lay in found]
        assert points == sorted(points)
        if rules.other_wild:
            # Wild cards are alike, so that fewer are listed than there are.
            assert points[:1] == sorted(wanted.values())[:1], story(hand, contract, rules)
        else:
            assert points == sorted(wanted.values()), story(hand, contract, rules)
        assert len({lay.melds for lay in found}) == len(found)
        assert not found or found[0] == best(hand, contract, rules, all_in=all_in)
        for lay in found:
            prove_legal(lay, hand, contract, rules)


def faces_of(melds: tuple[MeldCards, ...]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The melds by face, those of a run in their places, in an order of their own."""
    told = []
    for meld in melds:
        faces = [card % FACES for card in meld.cards]
        told.append((meld.kind.value, tuple(faces if meld.kind is Kind.RUN else sorted(faces))))
    return tuple(sorted(told))


@pytest.mark.parametrize("seed", some(range(4)))
def test_every_lay_down_is_one_of_those_in_order_and_none_is_left_out(seed: int) -> None:
    rng = random.Random(600 + seed)
    listed = 0
    for _ in range(60):
        rules, contract = some_rules(rng, wild_ranks=(), wild_cards=()), some_contract(rng)
        hand = some_hand(rng, rng.randrange(7, 13), rng.choice((0, 1, 1, 2)))
        for all_in in (False, True):
            wanted = list(lay_downs(hand, contract, rules, all_in=all_in))
            found = list(every_lay_down(hand, contract, rules, all_in=all_in))
            assert sorted(map(faces_of, found)) == sorted(faces_of(lay.melds) for lay in wanted)
            listed += len(found)
    assert listed > 40


def told(melds: tuple[Laid, ...]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The melds of the twin as `faces_of` tells them."""
    return tuple(sorted((kind, faces) for kind, _, _, faces in melds))


@pytest.mark.parametrize("seed", some(range(4)))
def test_with_other_wild_cards_every_lay_down_of_the_twin_is_listed_once(seed: int) -> None:
    rng = random.Random(800 + seed)
    listed = 0
    for _ in range(30):
        rules, contract = (
            some_rules(rng, wild_ranks=rng.choice(((2, 5), (4,), ("A",)))),
            rng.choice(CONTRACTS[:5]),
        )
        hand = some_hand(rng, rng.choice((6, 7)), rng.choice((0, 1)))
        for all_in in (False, True):
            wanted = {told(melds) for melds in twin_lay_downs(hand, contract, rules, all_in)}
            found = list(every_lay_down(hand, contract, rules, all_in=all_in))
            assert sorted(map(faces_of, found)) == sorted(wanted), story(hand, contract, rules)
            for melds in found:
                left = tuple(sorted(set(hand) - {card for meld in melds for card in meld.cards}))
                points = sum(rules.face_points(card % FACES) for card in left)
                prove_legal(Lay(melds, left, points), hand, contract, rules)
            listed += len(found)
    assert listed > 20


def test_melds_too_many_to_be_tried_are_searched_to_the_same_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = random.Random(704)
    asked = []
    for _ in range(60):
        rules, contract = some_rules(rng, wild_ranks=(), wild_cards=()), some_contract(rng)
        asked.append((some_hand(rng, rng.randrange(7, 12), rng.choice((0, 1, 2))), contract, rules))
    tried = [list(islice(lay_downs(*one), 40)) for one in asked]
    monkeypatch.setattr(listing, "_FEW", 0)
    assert [list(islice(lay_downs(*one), 40)) for one in asked] == tried
    assert sum(map(len, tried)) > 150


@pytest.mark.parametrize("seed", [0, 1, LONG])
def test_distance_is_that_of_the_twin(seed: int) -> None:
    rng = random.Random(200 + seed)
    for _ in range(8):
        rules, contract = some_rules(rng), rng.choice(CONTRACTS[:6])
        hand = some_hand(rng, rng.randrange(3, 7), rng.choice((0, 1, 1, 2)))
        hand = hand[:6] if rules.other_wild else hand
        found = distance(hand, contract, rules)
        short = twin_distance(hand, contract, rules, 1)
        assert min(found.short, 2) == short, story(hand, contract, rules)
        if short == 1:
            helps = {f for f in range(FACES) if twin_goes_down([*hand, f], contract, rules)}
            assert found.helps == helps, story(hand, contract, rules)


@pytest.mark.parametrize("seed", [0, LONG, long(1), long(3)])
def test_distance_falls_by_the_faces_that_help_and_no_others(seed: int) -> None:
    rng = random.Random(300 + seed)
    for _ in range(6):
        rules, contract = some_rules(rng), some_contract(rng)
        hand = some_hand(rng, rng.randrange(0, 10), rng.choice((0, 1, 2, 4)))
        found = distance(hand, contract, rules)
        assert (found.short == 0) == can_go_down(hand, contract, rules), story(
            hand, contract, rules
        )
        for face in range(FACES):
            after = distance([*hand, face], contract, rules).short
            assert after == found.short - (face in found.helps), story(hand, contract, rules)


def test_the_order_of_the_hand_changes_nothing() -> None:
    rng = random.Random(400)
    for _ in range(60):
        rules, contract = some_rules(rng), some_contract(rng)
        hand = some_hand(rng, 9, 3)
        shuffled = rng.sample(hand, len(hand))
        assert best(hand, contract, rules) == best(shuffled, contract, rules)
        assert [*islice(lay_downs(hand, contract, rules), 3)] == [
            *islice(lay_downs(shuffled, contract, rules), 3)
        ]


def test_large_hands_leave_no_more_than_any_lay_down_found_by_listing() -> None:
    rng = random.Random(500)
    for _ in range(20):
        rules, contract = some_rules(rng), some_contract(rng)
        hand = some_hand(rng, 15, 5)
        found = best(hand, contract, rules)
        for lay in islice(lay_downs(hand, contract, rules), 4):
            prove_legal(lay, hand, contract, rules)
            assert found is not None
            assert lay.points_left >= found.points_left


@pytest.mark.parametrize(
    ("hand", "contract", "change", "points"),
    [
        ("5S 6S 7S 8S 9S 10S JS QS", Contract((), (4, 4)), {"adjacent_runs": False}, None),
        ("5S 6S 7S 8S 9S 9S 10S JS QS", Contract((), (4, 4)), {"adjacent_runs": False}, 0),
        ("5S 6S 7S 8S 9S 10S JS QS", Contract((), (4, 4)), {}, 0),
        ("KS AS 2S 3S", Contract((), (4,)), {}, None),
        ("AS 2S 3S 4S", Contract((), (4,)), {"ace": "high"}, None),
        ("JS QS KS AS", Contract((), (4,)), {"ace": "low"}, None),
        ("4S 4H 4D 4C 4S 4H", Contract((3, 3), ()), {"same_rank_sets": False}, None),
        ("4S 4H 4D 4C 4S 4H", Contract((3, 3), ()), {}, 0),
        ("5S JK 7S JK 9S", Contract((), (4,)), {"joker_cap": JokerCap("fixed", 1)}, None),
        (
            "5S JK 7S JK 9S",
            Contract((), (4,)),
            {"joker_cap": JokerCap("by-size", runs=((4, 1), (5, 2)))},
            0,
        ),
        # One 6 for two melds: whichever has it, the other needs one natural of its own.
        ("5S 6S JK JK JK JK JK JK", Contract((), (4, 4)), {}, 0),
        ("6S JK JK JK JK JK JK JK", Contract((), (4, 4)), {}, None),
        ("7S 8S 9S 10S 7H JK JK", Contract((3,), (4,)), {}, 0),
    ],
)
def test_known_hands(
    hand: str, contract: Contract, change: dict[str, object], points: int | None
) -> None:
    rules = some_rules(random.Random(1), **(PLAIN | change))
    found = best(cards(hand), contract, rules)
    assert (found.points_left if found else None) == points
    if found:
        melds = [read_meld(rules, 0, meld) for meld in found.melds]
        assert not any(isinstance(meld, Refusal) for meld in melds)
        assert refuse_lay_down(rules, contract, melds) is None  # type: ignore[arg-type]


def test_a_full_run_sheds_naturals_for_jokers_that_cost_more() -> None:
    rules = some_rules(
        random.Random(1),
        joker_cap=JokerCap(),
        ace="low",
        points=(15, *(5,) * 8, *(10,) * 4),
        joker_points=25,
    )
    hand = cards("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS JK JK JK")
    found = best(hand, Contract((), (4,)), rules)
    assert found is not None
    assert found.points_left == 15
    prove_legal(found, hand, Contract((), (4,)), rules)


def test_sizes_at_which_a_cap_falls_are_weighed() -> None:
    cap = JokerCap("by-size", sets=((3, 2), (4, 1)), runs=((4, 2), (5, 1), (6, 3)))
    rules = some_rules(random.Random(1), joker_cap=cap, ace="both")
    hand = cards("JK 6S 5S 4S JK JK 7S 7S")
    found = best(hand, Contract((3,), (4,)), rules, all_in=True)
    assert found is not None
    assert found.left == ()


def test_an_empty_hand_is_the_whole_contract_short() -> None:
    rules = some_rules(random.Random(1))
    assert distance([], Contract((3,), (4,)), rules).short == 7


@pytest.mark.parametrize(
    ("hand", "contract", "cap", "short"),
    [
        ("2D 2H 2S 2H 2D 2S 5D 6D 7D JK 10C", Contract((3, 3), (4,)), JokerCap("naturals"), 0),
        ("2D 2H 2S 2H 2D 5D 6D 7D 8D", Contract((3, 3), (4,)), JokerCap(), 1),
        # A run of eight may hold three jokers, a run of six no more than two.
        ("7S 8S QS KS AS JK JK JK", Contract((), (6,)), CAPS[5], 0),
    ],
)
def test_known_distances(hand: str, contract: Contract, cap: JokerCap, short: int) -> None:
    rules = some_rules(random.Random(1), **(PLAIN | {"joker_cap": cap}))
    assert distance(cards(hand), contract, rules).short == short
    assert can_go_down(cards(hand), contract, rules) == (not short)


@pytest.mark.parametrize("run", ["", "AS 2S 3S 4S", "10S JS QS KS"])
def test_a_run_of_all_ranks_is_cut_where_no_other_run_meets_it(run: str) -> None:
    rules = some_rules(random.Random(1), **(PLAIN | {"ace": "round", "adjacent_runs": False}))
    contract = Contract((), (13, 4) if run else (13,))
    found = best(cards(f"AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS {run}"), contract, rules)
    assert found is not None
    assert not isinstance(read_lay_down(rules, contract, NOBODY, found.melds), Refusal)
