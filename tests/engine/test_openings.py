"""Where a meld takes a card, against what would be a meld if the card lay there."""

import random

import pytest

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import FACES, JOKER, deck_cards
from shanghai.engine.melds import extended, openings, places, read_meld
from shanghai.engine.rules import Rules
from shanghai.engine.state import End, Kind, Meld
from shanghai.engine.wild import wild_index
from tests.solver_hands import some_rules

PACK = deck_cards(2, 6)


def some_meld(rules: Rules, chance: random.Random) -> Meld | None:
    """A set or run of any length with jokers anywhere, or None where these cards make none."""
    size = chance.randrange(3, 14)
    if chance.random() < 0.5:
        rank = chance.randrange(13)
        own = [card for card in PACK if card % FACES != JOKER and card % FACES % 13 == rank]
        cards = chance.sample(own, min(size, len(own)))
        kind = Kind.SET
    else:
        suit, low = chance.randrange(4), chance.randrange(1, 15)
        cards = [suit * 13 + (low + i - 1) % 13 for i in range(size)]
        kind = Kind.RUN
    for copy, index in enumerate(chance.sample(range(len(cards)), chance.randrange(3))):
        cards[index] = JOKER + FACES * copy
    meld = read_meld(rules, 0, MeldCards(kind, tuple(cards)))
    return meld if isinstance(meld, Meld) else None


def expected(rules: Rules, meld: Meld, card: int) -> tuple[End | None, ...]:
    """The ends at which the card makes a longer meld whose other cards stay what they are."""
    if meld.kind is Kind.SET:
        longer = read_meld(rules, 0, MeldCards(Kind.SET, (*meld.cards, card)))
        return (None,) if isinstance(longer, Meld) and longer.low == meld.low else ()
    found = []
    for end, low, cards in (
        (End.LOW, (meld.low - 2) % 13 + 1, (card, *meld.cards)),
        (End.HIGH, meld.low, (*meld.cards, card)),
    ):
        # A run whose place is not settled by its cards is read at the lowest that the rules allow.
        longer = read_meld(rules, 0, MeldCards(Kind.RUN, cards))
        if isinstance(longer, Meld) and longer.low == low:
            found.append(end)
    return tuple(found)


@pytest.mark.parametrize("seed", range(4))
def test_places_are_those_that_make_a_longer_meld(seed: int) -> None:
    chance = random.Random(seed)
    met = 0
    while met < 150:
        rules = some_rules(chance)
        meld = some_meld(rules, chance)
        if meld is None:
            continue
        met += 1
        table = openings(rules, (meld,))[0]
        for card in (*range(52), JOKER + FACES * 5):
            found = places(rules, meld, card)
            assert found == expected(rules, meld, card), (rules, meld, card)
            assert table.get(card % FACES, ()) == found
            for end in found:
                longer = extended(rules, meld, card, end)
                read = read_meld(rules, 0, MeldCards(meld.kind, longer.cards))
                assert isinstance(read, Meld)
                assert read.wild_count == longer.wild_count
                assert rules.other_wild or longer.wild_count == meld.wild_count + (
                    card % FACES == JOKER
                )
                assert longer.last_place - longer.low == meld.last_place - meld.low + 1


def test_jokers_are_told_by_the_faces_that_they_stand_for() -> None:
    rules = some_rules(random.Random(1))
    run = Meld(0, Kind.RUN, (JOKER, 11, 12, JOKER + FACES), 11, 0)
    assert run.stood_for == {10: 0, 0: 3}
    assert [wild_index(rules, run, card) for card in (10, 0, 11, 13, JOKER)] == [0, 3, -1, -1, -1]
    three = Meld(0, Kind.SET, (2, JOKER, JOKER + FACES), 3)
    assert three.stood_for == dict.fromkeys((2, 15, 28, 41), 1)
    assert wild_index(rules, three, JOKER) == -1
