"""Widths in cells: those that the screen draws with."""

import sys
import unicodedata

import pytest
from rich.cells import cell_len

from shanghai.words.cells import cell_width, cut_text
from shanghai.words.sanitize import sanitize


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_every_letter_that_may_be_shown_is_as_wide_as_it_is_drawn(every: int) -> None:
    letters = (chr(code) for code in range(32, sys.maxunicode + 1, every))
    shown = (letter for letter in letters if sanitize(f"x{letter}", 9) == f"x{letter}")
    assert [letter for letter in shown if cell_width(letter) != cell_len(letter)] == []


def test_letters_that_join_the_one_before_take_no_cell() -> None:
    for text in ("👍🏽", "क्षि", "e\u0301", "\u1112\u1161\u11ab", "♠ Ann 漢字"):
        assert cell_width(text) == cell_len(text), text
    assert cell_width("👍🏽") == cell_width("क्षि") == 2


def test_a_cut_text_is_never_wider_than_asked_for() -> None:
    for most in range(1, 8):
        for text in ("👍🏽👍🏽👍🏽👍🏽", "क्षिक्षिक्षिक्षिक्षि", "漢字漢字漢字", "abcdefghij"):
            cut = cut_text(text, most)
            assert cell_len(cut) <= most, (text, cut)
            assert cut.endswith("…")


def test_letters_of_no_width_do_not_pile_up() -> None:
    for letter in ("\u0301", "\u1161", "🏽", "\u093e"):
        assert unicodedata.category(letter) != "Cf"
        assert len(sanitize("x" + letter * 100, 40)) <= 3
