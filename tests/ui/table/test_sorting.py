"""Cards that belong together, by what the contract of the round asks for."""

from functools import partial

import pytest

from shanghai.engine.cards import face_of, label
from shanghai.engine.parameters.parts import Contract, MeldSizes
from shanghai.table.grouping import by_contract, loose_melds
from shanghai.ui.table.hand import Hand
from shanghai.ui.table.meld_text import helps_bits
from shanghai.variants.loader import load_variant
from shanghai.words.cards import CardStyle
from tests.positions import Pack

HAND = "4S 5S 6S 7S 9H 9D KC KD 2H"


def groups(contract):
    hand = Pack(load_variant("playerules").cards(4)).take(HAND)
    return [{label(card) for card in group} for group in loose_melds(hand, contract)]


def test_in_a_round_of_books_books_come_first():
    assert groups(Contract(sets=(3, 3))) == [{"9H", "9D"}, {"KC", "KD"}, {"4S", "5S", "6S", "7S"}]


def test_in_a_round_of_runs_runs_come_first():
    assert groups(Contract(runs=(4,)))[0] == {"4S", "5S", "6S", "7S"}


def test_of_book_and_run_the_longer_comes_first_and_then_the_other():
    found = groups(Contract(sets=(3,), runs=(4,)))
    assert found[0] == {"4S", "5S", "6S", "7S"}
    assert found[1] in ({"9H", "9D"}, {"KC", "KD"})


def test_more_than_six_ranks_that_help_are_not_listed():
    for ranks, said in ((6, " Helps: any A 2 3 4 5 6  "), (7, " Most cards help.")):
        faces = [rank + 13 * suit for rank in range(ranks) for suit in range(4)]
        assert "".join(bit.text for bit in helps_bits(faces, CardStyle())) == said


def test_a_hand_lies_by_the_contract_with_what_is_ready_first():
    pack = Pack(load_variant("playerules").cards(4))
    cards = pack.take("KC 7S 2D 7H QH JK 7D QD AS")
    hand = Hand()
    hand.hold(cards, partial(by_contract, contract=Contract(sets=(3, 3))))
    names = [label(card) for card in hand.cards]
    assert {*names[:3]} == {"7S", "7H", "7D"}
    assert names[3] == "JK"
    assert {*names[4:6]} == {"QH", "QD"}
    assert names[6:] == ["AS", "KC", "2D"]
    assert {label(card) for card in hand.group_starts} == {"JK", "AS"}


def test_wild_cards_lie_with_the_jokers():
    cards = Pack(load_variant("playerules").cards(4)).take("2S 7S 7H 2D 9C KH")
    twos = frozenset(face_of(card) for card in cards if label(card)[0] == "2")
    groups = by_contract(cards, Contract(sets=(3, 3)), twos)
    assert [{label(card) for card in group} for group in groups] == [
        {"2S", "2D", "7S", "7H"},
        {"KH", "9C"},
    ]


@pytest.mark.parametrize(
    ("hand", "contract", "ready"),
    [
        ("5S 6H 7D KC 2C", Contract(runs=(3,), runs_of="any"), {"5S", "6H", "7D"}),
        ("5H 6H 7D KC 2C", Contract(runs=(3,), runs_of="colour"), {"5H", "6H", "7D"}),
        ("5H 6S 7D KC 2C", Contract(runs=(3,), runs_of="colour"), set()),
        ("9H 9D 9C KC 2C", Contract(points=40), {"9H", "9D", "9C"}),
        (
            "9H 9D 9C KC 2C",
            Contract(runs=(4,), alternatives=(MeldSizes(sets=(3,)),)),
            {"9H", "9D", "9C"},
        ),
    ],
)
def test_what_is_ready_follows_the_conditions_of_a_contract(hand, contract, ready):
    cards = Pack(load_variant("playerules").cards(4)).take(hand)
    first = {label(card) for card in by_contract(cards, contract)[0]}
    assert first == ready


def test_a_card_that_comes_lies_behind_the_groups_until_they_are_made_anew():
    pack = Pack(load_variant("playerules").cards(4))
    grouping = partial(by_contract, contract=Contract(sets=(3, 3)))
    cards, more = pack.take("7S 7H 2D KC"), pack.take("7D")
    hand = Hand()
    hand.hold(cards, grouping)
    before = hand.cards
    hand.hold((*cards, *more), grouping)
    assert hand.cards == (*before, *more)
    assert more[0] in hand.group_starts
    hand.group_anew()
    assert hand.cards.index(more[0]) < 3
    hand.hold(before, grouping)
    assert [*hand.cards] == [card for card in hand.cards if card in before]


def test_a_hand_of_another_round_is_grouped_at_once():
    pack = Pack(load_variant("playerules").cards(4))
    hand = Hand()
    hand.hold(pack.take("7S 7H 2D"), partial(by_contract, contract=Contract(sets=(3, 3))))
    hand.hold(pack.take("KC 4S 5S 6S"), partial(by_contract, contract=Contract(runs=(4,))))
    assert [label(card) for card in hand.cards] == ["4S", "5S", "6S", "KC"]
