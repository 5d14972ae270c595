"""The faces of cards: ranks in block letters, heads, signs and pips, whole and covered."""

import pytest

from shanghai.engine.cards import JOKER, deck_cards, read_face
from shanghai.ui.kit.pictures import (
    HEADS,
    LARGE,
    LARGE_RANKS,
    MEDIUM,
    RANKS,
    SIZES,
    SMALL,
    CardSize,
    face_lines,
)
from shanghai.words.cards import CardStyle
from tests.ui.pictures import faces_drawn

STYLE, PLAIN = CardStyle(), CardStyle(ascii=True)


@pytest.mark.parametrize("style", [STYLE, PLAIN, CardStyle(letters=True)])
@pytest.mark.parametrize("size", [*SIZES, CardSize(6, 5), CardSize(6, 4), CardSize(5, 1)])
def test_a_face_fills_its_card_however_much_of_it_is_seen(size, style):
    for card in deck_cards(1, 1):
        for seen in range(4, size.wide + 1):
            lines = face_lines(card, size, style, seen)
            assert len(lines) == max(1, size.high - 2)
            assert {len(line) for line in lines} == {seen}
            assert style != PLAIN or "".join(lines).isascii()


@pytest.mark.parametrize(("size", "seen"), [(SMALL, 5), (MEDIUM, 6), (LARGE, 7)])
def test_rank_and_suit_are_read_on_a_whole_card_and_on_a_covered_one(size, seen):
    for card in deck_cards(1, 1):
        for cells in (seen, size.wide):
            assert faces_drawn(face_lines(card, size, STYLE, cells)) == [STYLE.text(card)]


def test_no_two_ranks_look_alike():
    for letters in (RANKS, LARGE_RANKS):
        assert len(set(letters.values())) == len(letters) == 16


def test_court_cards_have_heads_and_number_cards_their_pips():
    for size, wide in ((MEDIUM, 5), (LARGE, 7)):
        for rank in "JQK":
            drawn = "\n".join(face_lines(read_face(f"{rank}H"), size, STYLE))
            assert all(line.rstrip() in drawn for line in HEADS[f"{rank}{wide}"].split("|"))
        for rank in range(2, 11):
            lines = face_lines(read_face(f"{rank}H"), size, STYLE)
            corners = 1 + (size is LARGE)
            assert "".join(lines).count("♥") == rank + corners


def test_jokers_look_the_same_side_by_side():
    for size in SIZES:
        whole, covered = (face_lines(JOKER, size, STYLE, seen) for seen in (size.wide, 7))
        star = RANKS["*"] if size is not LARGE else LARGE_RANKS["*"]
        for one, other, line in zip(whole, covered, star.split("|"), strict=False):
            assert one[1 : 1 + len(line)] == other[1 : 1 + len(line)] == line


def test_a_joker_of_a_meld_names_what_it_stands_for():
    assert "10" in "".join(face_lines(JOKER, SMALL, STYLE, 6, "10"))
    assert "*10" in "".join(face_lines(JOKER, SMALL, PLAIN, 6, "10"))


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_court_cards_wear_the_letters_of_the_language(size, ascii_only):
    """German has Bube, Dame and König; their heads are the same."""
    style = CardStyle(ascii=ascii_only, courts="BDK")
    assert [style.text(read_face(f"{rank}H"))[:-1] for rank in "AJQK"] == ["A", "B", "D", "K"]
    assert [style.rank(rank) for rank in (1, 10, 11, 14)] == ["A", "10", "B", "A"]
    for rank, shown in zip("JQ", "BD", strict=True):
        lines = face_lines(read_face(f"{rank}H"), size, style)
        if size != LARGE and ascii_only:
            assert shown in lines[0]
        else:
            assert faces_drawn(lines)[0][0] == shown
        if size != SMALL and not ascii_only:
            wide = 5 if size == MEDIUM else 7
            drawn = "\n".join(lines)
            assert all(line.rstrip() in drawn for line in HEADS[f"{rank}{wide}"].split("|"))


def test_a_letter_that_nobody_has_drawn_stands_in_the_corners():
    lines = face_lines(read_face("QH"), LARGE, CardStyle(courts="VXR"))
    assert lines[0].startswith(" X♥")
    assert lines[-1].endswith("X♥ ")
