"""Frames around lines: a tray is whole, stands in the middle, and keeps what is in it."""

from shanghai.ui.kit.frames import TRAY_CELLS, TRAY_LINES, centred, tray
from shanghai.ui.kit.lines import Bit, IndexTarget, row, row_width
from shanghai.words.cards import CardStyle
from tests.ui.measured import broken_frames

WIDE = 80


def drawn(rows):
    lines = tray(rows, WIDE, CardStyle())
    return ["".join(bit.text for bit in line) for line in lines], lines


def test_a_tray_lies_in_the_middle_around_lines_of_any_length():
    for rows in ([row("short")], [row("x" * (WIDE - TRAY_CELLS)), row("  in")]):
        texts, lines = drawn(rows)
        assert len(lines) == len(rows) + TRAY_LINES
        assert not broken_frames(texts)
        assert all(row_width(line) <= WIDE for line in lines)
        left = len(texts[0]) - len(texts[0].lstrip())
        assert abs(left - (WIDE - len(texts[0]))) <= 1


def test_lines_in_the_middle_stay_in_the_middle_of_the_tray():
    said = ("Leave?", "It is kept as it stands, whatever comes.")
    texts, _ = drawn([centred(row(text), WIDE - TRAY_CELLS) for text in said])
    for text, words in zip(texts[2:-2], said, strict=True):
        before, after = text.split("│")[1].split(words)
        assert abs(len(before) - len(after)) <= 1


def test_a_click_means_on_a_tray_what_it_means_without_it():
    _, lines = drawn([row(Bit("one", "", IndexTarget(1))), row(Bit("two", "", IndexTarget(2)))])
    assert [bit.text for line in lines for bit in line if bit.target == IndexTarget(2)] == ["two"]
