"""Cards that belong together, by what the contract of the round asks for."""

from shanghai.engine.cards import label
from shanghai.engine.parameters.parts import Contract
from shanghai.ui.table.meld_text import helps_bits
from shanghai.ui.table.session.hand import loose_melds
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
