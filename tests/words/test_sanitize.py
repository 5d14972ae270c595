"""Texts from outside, made safe to show."""

from shanghai.words.cells import cell_width
from shanghai.words.sanitize import sanitize


def test_cleaning() -> None:
    assert sanitize("  a\tb\u200d \x9b\x00c ", 20) == "a b c"
    assert sanitize("e" + "\u0301" * 100, 20) == "é\u0301\u0301"
    assert sanitize("漢字漢字", 5) == "漢字…"
    assert sanitize("\ud800x", 5) == "x"
    assert sanitize("[/]", 5) == "[/]"


def test_cells_count_columns() -> None:
    assert cell_width("♠a漢e\u0301") == 5
    assert sanitize("x" * 10**7, 10) == "x" * 9 + "…"
