"""The faces of cards: drawn ranks and suits, whole and covered, in every form and set of signs."""

from itertools import combinations

import pytest

from shanghai.engine.cards import ALL_FACES, JOKER, RANK_NAMES, deck_cards, read_face
from shanghai.ui.kit.pictures import (
    CONSOLE,
    LARGE,
    MEDIUM,
    PAPER,
    PILES,
    PLAIN_LARGE,
    SLIP,
    SMALL,
    TINY,
    Pose,
    back,
    card_lines,
    drawable,
    face_lines,
    gap,
    picture,
)
from shanghai.ui.kit.pixels import QUADRANTS, Canvas, glyphs
from shanghai.words.cards import CardStyle
from tests.ui.pictures import NARROW_TINY, SIGHTS, faces_drawn

STYLE, PLAIN = CardStyle(), CardStyle(ascii=True)
CONSOLE_STYLE, LETTERS = CardStyle(quadrants=False), CardStyle(letters=True)
STYLES = (STYLE, PLAIN, CONSOLE_STYLE, LETTERS)
FORMS = (*(form for form, _ in SIGHTS), CONSOLE, PLAIN_LARGE, PAPER, SLIP)
ALPHABETS = {"S": 5, "N": 5, "E": 5, "M": 7, "L": 9, "X": 11}
"""The alphabets with the pixels from the top to the foot of their ranks."""


def text_of(row):
    return "".join(bit.text for bit in row)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", FORMS)
def test_a_face_fills_its_paper_however_much_of_it_is_seen(form, style):
    drawn = drawable(form, style)
    for card in deck_cards(1, 1):
        lines = face_lines(card, drawn, style)
        assert [len(line) for line in lines] == [drawn.width] * drawn.height
        for seen in range(1, drawn.width + 1):
            rows = card_lines(card, drawn, style, Pose(seen))
            assert [len(text_of(row)) for row in rows] == [seen] * drawn.lines
            assert style != PLAIN or "".join(map(text_of, rows)).isascii()


@pytest.mark.parametrize(("form", "seen"), SIGHTS)
def test_rank_and_suit_are_read_on_a_whole_card_and_on_a_covered_one(form, seen):
    for card in deck_cards(1, 1):
        for pose in (Pose(), Pose(seen), Pose(is_over=True), Pose(seen, True, is_wild=True)):
            if pose.seen in (0, form.width) or form.lips or form == NARROW_TINY:
                rows = [*map(text_of, card_lines(card, form, STYLE, pose))]
                assert faces_drawn(rows) == [STYLE.text(card)], (STYLE.text(card), pose)


@pytest.mark.parametrize("section", ALPHABETS)
def test_no_two_ranks_are_drawn_alike(section):
    letters = {rank: glyphs(section)[rank] for rank in (*RANK_NAMES, "B", "D")}
    assert len(set(letters.values())) == len(letters) == 15
    assert {len(glyph) for glyph in letters.values()} == {ALPHABETS[section]}
    for (one, left), (other, right) in combinations(letters.items(), 2):
        pixels = zip("".join(left), "".join(right), strict=False)
        differing = sum(a != b for a, b in pixels)
        assert differing >= 2, (one, other)


@pytest.mark.parametrize("size", ["5x4", "6x4", "8x4", "6x5", "8x5", "14x8"])
def test_every_suit_has_its_own_drawing_of_its_size(size):
    suits = glyphs(f"suits {size}")
    assert list(suits) == list("♠♥♦♣")
    width, height = map(int, size.split("x"))
    for suit in suits.values():
        assert [len(line) for line in suit] == [width] * height
        assert all(line == line[::-1] for line in suit), "a suit is the same from both sides"
    assert len(set(suits.values())) == 4


def test_pixels_are_folded_two_by_two():
    canvas = Canvas(4, 2)
    canvas.stamp(("X..X", ".X.X"), 0, 0)
    assert canvas.quadrants() == [QUADRANTS[1 + 8] + QUADRANTS[2 + 8]]
    assert canvas.halves() == ["▀▄ █"]
    assert canvas.signs("#") == ["#  #", " # #"]


def test_what_is_stamped_beyond_the_edge_is_cut():
    canvas = Canvas(4, 2)
    canvas.stamp(("XXXX", "XXXX", "XXXX"), 2, 1)
    assert canvas.signs("X") == ["    ", "  XX"]


def test_a_section_that_is_not_there_is_named():
    with pytest.raises(KeyError, match="suits 1x1"):
        glyphs("suits 1x1")


@pytest.mark.parametrize("form", [TINY, SMALL, *PILES])
def test_a_joker_is_one_star_and_its_name_or_what_it_stands_for(form):
    name, meant = (face_lines(JOKER, form, STYLE, label) for label in ("", "10"))
    assert name[:-1] == meant[:-1]
    assert ("JK" if form == TINY else "JOKER") in name[-1]
    assert "=10" in meant[-1]
    assert "OKER" not in meant[-1]


def test_a_wild_card_of_a_meld_names_what_it_stands_for_in_the_place_of_its_suit():
    two = read_face("2S")
    for form in (TINY, SMALL):
        assert "=10" in face_lines(two, form, STYLE, "10")[-1]
    assert "2*10" in "".join(face_lines(two, PAPER, PLAIN, "10"))


@pytest.mark.parametrize("form", [TINY, SMALL, MEDIUM, LARGE])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_court_cards_wear_the_letters_of_the_language(form, ascii_only):
    """German has Bube, Dame and König."""
    style = CardStyle(ascii=ascii_only, courts="BDK")
    assert [style.text(read_face(f"{rank}H"))[:-1] for rank in "AJQK"] == ["A", "B", "D", "K"]
    assert [style.rank(rank) for rank in (1, 10, 11, 14)] == ["A", "10", "B", "A"]
    for rank, letter in zip("JQ", "BD", strict=True):
        drawn = drawable(form, style)
        lines = face_lines(read_face(f"{rank}H"), drawn, style)
        if not drawn.alphabet:
            assert letter in lines[0]
            continue
        canvas = Canvas(drawn.width * (1 if ascii_only else 2), drawn.height * 2)
        canvas.stamp(glyphs(drawn.alphabet)[letter], *drawn.rank_at)
        expected = canvas.signs("#") if ascii_only else canvas.quadrants()
        assert lines[1].startswith(expected[1][: drawn.width // 2])


def test_a_letter_that_nobody_has_drawn_stands_in_the_corners():
    lines = face_lines(read_face("QH"), LARGE, CardStyle(courts="VXR"))
    assert lines[0].startswith(" X♥")
    assert lines[-1].endswith("X♥ ")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", PILES)
def test_a_face_a_back_and_an_empty_pile_take_the_same_cells(form, style):
    cells = {
        tuple(len(text_of(row)) for row in drawn)
        for drawn in (
            picture(JOKER, style, None, form),
            back(style, None, form),
            gap(style, None, form),
        )
    }
    assert len(cells) == 1


def test_every_face_has_a_pattern_of_its_own():
    for form, seen in SIGHTS:
        patterns = {
            tuple(line[1:seen] for line in face_lines(face, form, STYLE)) for face in ALL_FACES
        }
        assert len(patterns) == len(ALL_FACES)
