"""Texts from outside, made safe to show."""

from shanghai.text.sanitize import cells, clean


def test_cleaning() -> None:
    assert clean("  a\tb\u200d \x9b\x00c ", 20) == "a b c"
    assert clean("e" + "\u0301" * 100, 20) == "é\u0301\u0301"
    assert clean("漢字漢字", 5) == "漢字…"
    assert clean("\ud800x", 5) == "x"
    assert clean("[/]", 5) == "[/]"


def test_cells_count_columns() -> None:
    assert cells("♠a漢e\u0301") == 5
    assert clean("x" * 10**7, 10) == "x" * 9 + "…"
