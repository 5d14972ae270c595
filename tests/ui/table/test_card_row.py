"""The hand: the largest cards that fit, a fan where they do not, both corners readable."""

from itertools import product

import pytest

from shanghai.engine.cards import deck_cards, read_face
from shanghai.ui.kit.lines import width
from shanghai.ui.kit.pictures import LARGE, MEDIUM, SIZES, SMALL
from shanghai.ui.table.card_row import NARROW, SLIP, Grid, Shown, grid_for, hand_rows
from shanghai.words.cards import CardStyle
from tests.long import some
from tests.ui.pictures import faces_drawn

CARDS = deck_cards(1, 2)


@pytest.mark.parametrize(
    ("count", "wide", "high", "size"),
    [
        (5, 80, 9, LARGE),
        (12, 200, 9, LARGE),
        (12, 120, 7, MEDIUM),
        (10, 80, 6, SMALL),
        (14, 80, 6, SMALL),
        (19, 80, 6, NARROW),
    ],
)
def test_a_hand_lies_in_one_line_of_the_largest_cards(count, wide, high, size):
    grid = grid_for(count, wide, high, "auto")
    assert (grid.down, grid.size) == (1, size)


def test_large_cards_are_larger_in_more_lines():
    for count, wide, high in ((19, 80, 12), (23, 120, 14), (12, 80, 20)):
        usual, large = (grid_for(count, wide, high, asked) for asked in ("auto", "on"))
        assert large.size.wide > usual.size.wide
        assert large.down > usual.down


SPACES = [*product((80, 120, 200), (4, 6, 10, 20), ("auto", "on", "off"), (False, True))]


@pytest.mark.parametrize(
    ("wide", "high", "large", "ascii_only"),
    some([*SPACES[::5], *(space for at, space in enumerate(SPACES) if at % 5)], 15),
)
def test_every_card_is_read_and_nothing_is_cut(wide, high, large, ascii_only):
    style = CardStyle(ascii=ascii_only)
    for count in range(1, 27):
        cards = CARDS[:count]
        grid = grid_for(count, wide, high, large)
        rows = hand_rows(cards, Shown(picked=frozenset(cards[:1])), grid, style, wide)
        assert max(map(width, rows)) <= wide
        assert len(rows) == grid.step * grid.down
        text = ["".join(bit.text for bit in row) for row in rows]
        drawn = faces_drawn(text)
        for card in set(cards):
            seen = any(style.text(card) in line for line in text)
            assert seen or style.text(card) in drawn, f"{style.text(card)} in {count}"
        assert {bit.target for row in rows for bit in row if bit.target} == {
            ("card", card) for card in cards
        }


@pytest.mark.parametrize("wide", [80, 120, 200])
def test_the_cursor_lies_around_a_card_and_leaves_its_rank_as_it_is(wide):
    cards = CARDS[13:24]
    rows = hand_rows(cards, Shown(cursor=3), grid_for(len(cards), wide, 9, "auto"), CardStyle())
    looks = [(bit.text, bit.look.split()) for row in rows for bit in row]
    banded = [text for text, look in looks if "cursor" in look]
    assert len(banded) > 1
    assert {len(text) for text in banded} == {1}


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("grid", [Grid(3, 1, size, size.wide) for size in (*SIZES, NARROW, SLIP)])
def test_a_wild_card_wears_a_star_and_is_read_all_the_same(grid, ascii_only):
    style, cards = CardStyle(ascii=ascii_only), tuple(map(read_face, ("2S", "10H", "KD")))
    plain = hand_rows(cards, Shown(), grid, style)
    marked = hand_rows(cards, Shown(wild=frozenset(cards[:2])), grid, style)
    star = "*" if ascii_only else "★"
    for card, stars in zip(cards, (1, 1, 0), strict=True):
        before, after = (
            ["".join(bit.text for bit in row if bit.target == ("card", card)) for row in rows]
            for rows in (plain, marked)
        )
        assert "".join(after).count(star) == stars
        assert list(map(len, after)) == list(map(len, before))
    lines = [["".join(bit.text for bit in row) for row in rows] for rows in (plain, marked)]
    assert faces_drawn(lines[0]) == faces_drawn(lines[1])
