"""What a hand has of each meld of a contract, and which cards are missing."""

import pytest

from shanghai.engine.cards import label
from shanghai.engine.parameters.parts import Contract, MeldSizes
from shanghai.engine.state import Kind
from shanghai.table.grouping import partial_melds
from shanghai.variants.loader import load_variant
from tests.positions import Pack


def melds(hand, contract, variant="playerules"):
    """The cards of each meld in a line, a missing one as a dash."""
    rules = load_variant(variant)
    cards = Pack(rules.cards(4)).take(hand)
    found = partial_melds(cards, contract, rules)
    return [" ".join("-" if card is None else label(card) for card in meld.cards) for meld in found]


@pytest.mark.parametrize(
    ("hand", "contract", "expected"),
    [
        ("QH QD 7S 7H 7D KD", {"sets": (3, 3, 3)}, ["7S 7H 7D", "QD QH -", "KD - -"]),
        ("5S 6S 8S KC", {"runs": (4,)}, ["5S 6S - 8S"]),
        ("QC KC AC 2C", {"runs": (4,)}, ["- QC KC AC"]),
        ("5S 6S 8S JK 9H", {"runs": (4,), "sets": (3,)}, ["5S 6S JK 8S", "9H - -"]),
        ("QH QD JK", {"sets": (3,), "clean": True}, ["QD QH -"]),
        ("", {"sets": (3,)}, ["- - -"]),
    ],
)
def test_the_nearest_melds_come_first_with_a_place_for_each_missing_card(hand, contract, expected):
    found = melds(hand, Contract(**contract))
    assert [sorted(meld.split()) for meld in found] == [sorted(meld.split()) for meld in expected]


def test_the_places_of_a_run_are_in_order_and_an_ace_is_where_the_rules_want_it():
    assert melds("AS 2S 3S", Contract(runs=(4,))) == ["AS 2S 3S -"]
    assert melds("AS 2S 3S", Contract(runs=(4,)), "grandma-davis") == ["2S 3S - -"]


def test_jokers_fill_no_more_places_than_the_rules_let_them():
    assert melds("QH JK JK", Contract(sets=(3,)), "grandma-davis")[0].count("JK") == 1
    assert melds("QH JK JK", Contract(sets=(3,)))[0].count("JK") == 2


def test_a_contract_with_a_choice_has_no_places():
    assert melds("QH QD", Contract(sets=(3,), alternatives=(MeldSizes(runs=(4,)),))) == []
    assert melds("QH QD", Contract(points=40)) == []


def test_each_meld_tells_its_kind():
    rules = load_variant("playerules")
    contract = Contract(sets=(3,), runs=(4,))
    found = partial_melds(Pack(rules.cards(4)).take("5S 6S 7S 8S"), contract, rules)
    assert [meld.kind for meld in found] == [Kind.RUN, Kind.SET]
