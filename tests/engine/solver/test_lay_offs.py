"""Lay-offs that get rid of the most points, against a twin that tries every order."""

import random

import pytest

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import FACES, JOKER, Card, labels, read_face
from shanghai.engine.melds import extended, places, read_meld
from shanghai.engine.parameters.parts import JokerCap
from shanghai.engine.rules import Rules
from shanghai.engine.solver import lay_offs
from shanghai.engine.state import End, Kind, Meld
from tests.long import some
from tests.solver_hands import some_rules
from tests.solver_twin import twin_lay_off_points


def some_meld(rng: random.Random, suits: int, rules: Rules) -> Meld:
    while True:
        jokers = rng.choice((0, 0, 1, 1, 2))
        if rng.random() < 0.65:
            size = rng.randrange(4, 7)
            low, suit = rng.randrange(1, 15 - size), rng.randrange(suits)
            faces = [suit * 13 + (place - 1) % 13 for place in range(low, low + size)]
            for index in rng.sample(range(size), jokers):
                faces[index] = JOKER
            found = read_meld(rules, 0, MeldCards(Kind.RUN, tuple(faces)))
        else:
            rank, size = rng.randrange(13), rng.randrange(3, 6)
            naturals = [rank + 13 * rng.randrange(4) for _ in range(size - jokers)]
            found = read_meld(rules, 0, MeldCards(Kind.SET, (*naturals, *[JOKER] * jokers)))
        if isinstance(found, Meld):
            return found


def lay_all(hand: list[Card], table: list[Meld], rules: Rules) -> int:
    """Lay off what the solver says, each step proved legal; the points that left the hand."""
    melds, left, points = list(table), list(hand), 0
    for step in lay_offs(hand, table, rules):
        assert step.end in places(rules, melds[step.meld], step.card)
        melds[step.meld] = extended(rules, melds[step.meld], step.card, step.end)
        left.remove(step.card)
        points += rules.face_points(step.card % FACES)
    read = [read_meld(rules, meld.owner, MeldCards(meld.kind, meld.cards)) for meld in melds]
    assert all(isinstance(meld, Meld) for meld in read)
    return points


@pytest.mark.parametrize("seed", some(range(5)))
def test_most_points_leave_the_hand(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(120):
        rules, suits = some_rules(rng), rng.choice((1, 2, 3))
        table = [some_meld(rng, suits, rules) for _ in range(rng.randrange(1, 5))]
        hand = [
            rng.randrange(suits) * 13 + rng.randrange(13) + FACES * copy
            for copy in range(rng.randrange(1, 7))
        ] + [JOKER + FACES * copy for copy in range(rng.choice((0, 0, 1, 1, 2, 3)))]
        hand = hand[-4:] if rules.other_wild else hand
        wanted = twin_lay_off_points(hand, table, rules)
        story = labels(hand), [labels(meld.cards) for meld in table], rules
        assert lay_all(hand, table, rules) == wanted, story
        assert lay_offs(hand[::-1], table, rules) == lay_offs(hand, table, rules)


def test_a_joker_bridges_a_gap_to_more_points() -> None:
    rules = some_rules(random.Random(1), joker_cap=JokerCap(), ace="both", joker_points=15)
    run = read_meld(rules, 0, MeldCards(Kind.RUN, tuple(map(read_face, ["5S", "6S", "7S", "8S"]))))
    assert isinstance(run, Meld)
    steps = lay_offs([read_face(text) for text in ("JK", "10S", "4S")], [run], rules)
    assert sorted((step.card % FACES, step.end) for step in steps) == [
        (read_face("4S"), End.LOW),
        (read_face("10S"), End.HIGH),
        (JOKER, End.HIGH),
    ]


def test_a_card_of_no_points_is_laid_off_as_well() -> None:
    rules = some_rules(random.Random(1), joker_cap=JokerCap(), points=(0,) * 13)
    run = read_meld(rules, 0, MeldCards(Kind.RUN, tuple(map(read_face, ["5S", "6S", "7S", "8S"]))))
    assert isinstance(run, Meld)
    assert [step.end for step in lay_offs([read_face("9S")], [run], rules)] == [End.HIGH]


def test_nothing_is_laid_off_without_a_table() -> None:
    assert lay_offs([1, 2, 3], [], some_rules(random.Random(1))) == ()
