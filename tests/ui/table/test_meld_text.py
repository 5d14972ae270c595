"""Melds as text: a wild card has a star, a two that is wild its own rank before it."""

import pytest

from shanghai.engine.cards import read_face
from shanghai.engine.state import End
from shanghai.ui.kit.pictures import TINY
from shanghai.ui.table import meld_text
from shanghai.words.cards import CardStyle
from tests.ui.tables import position

STYLE = CardStyle()
MELDS = (
    ("Bob", "run", "5S 2H 7S JK"),
    ("Bob", "set", "KS KH 2D JK"),
    ("Bob", "run", "2C 3C 4C 5C"),
)


@pytest.fixture
def view():
    hands = {"Ann": "2S 9D", "Bob": "3S"}
    return position("shanghai-wild-twos", hands, turn="Ann", phase="play", table=MELDS)


def text_of(bits):
    return "".join(bit.text for bit in bits).strip()


def test_a_wild_two_is_told_from_a_joker_and_from_a_plain_two(view):
    run, kings, plain = view.table
    assert text_of(meld_text.long_bits(run, STYLE)) == "5♠ 2★6 7♠ ★8"
    assert text_of(meld_text.long_bits(kings, STYLE)) == "K♠ K♥ 2★K ★K"
    assert text_of(meld_text.long_bits(plain, STYLE)) == "2♣ 3♣ 4♣ 5♣"
    assert text_of(meld_text.long_bits(run, CardStyle(ascii=True))) == "5S 2*6 7S *8"
    drawn = ["".join(bit.text for bit in line) for line in meld_text.card_rows(run, STYLE, TINY)]
    assert drawn[-1].count("=6") == drawn[-1].count("=8") == 1
    assert [line.count("★") for line in drawn] == [0, 0, 1, 0]


def test_in_few_cells_a_wild_two_is_no_king_of_its_suit(view):
    run, kings, _ = view.table
    assert text_of(meld_text.short_bits(kings, STYLE)) == "K♠♥★★"
    assert text_of(meld_text.short_bits(run, STYLE)) == "5-8♠★6★8"
    assert text_of(meld_text.narrow_bits(kings, STYLE, 14, None)) == "K♠ ♥ 2★K ★K"


def test_it_is_said_what_a_wild_two_would_stand_for(view):
    two = view.seats[0].hand[0]
    assert two % 54 == read_face("2S")
    options = meld_text.meld_options(view, [(0, End.LOW), (0, End.HIGH), (1, None)], STYLE, two)
    said = [text_of(option.words) for option in options]
    assert [text.rpartition(", as ")[2] for text in said[:2]] == ["4♠", "9♠"]
    assert ", as" not in said[2]
