"""Layout is a total function: it gives lines for every width and height, with bounded work."""

from itertools import product

import pytest

from shanghai.ui.kit.lines import Bit, row_width
from shanghai.ui.table.card_row import grid_for
from tests.ui.layouts import LAYOUTS, OF_SCREENS, OTHERS, ROWS, STYLE, layout_functions
from tests.ui.work import TooMuchWork, bounded_work

MOST = 300
"""The largest width and height that are tried."""
STEPS = 1_500_000
"""The most work that one layout may make of the samples that it is tried with."""
CELLS = 1_500_000
"""The most letters and pieces of text that it may give."""
SIZES = ((0, 0), (3, 2), (MOST, MOST))
HEIGHTS = (0, 1, 2, 3, 4, 24, 79, 119, MOST)
KEEPING = {
    "cut_row": 0,
    "wrap": 2,
    "balanced": 2,
    "wrap_text": 2,
    "tabular": 0,
    "fitted": 0,
    "latest_rows": 2,
    "latest_run_on": 2,
    "at_most": 2,
    "cut_text": 0,
    "short_names": 0,
}
"""Layouts that keep to their width, from the least on that has room for a letter or a mark."""


def test_work_is_bounded_whatever_makes_it():
    def in_the_program():
        code = compile("while True:\n    pass\n", grid_for.__code__.co_filename, "exec")
        exec(code, {})

    def calls():
        while True:
            (lambda: 0)()

    for endless in (in_the_program, calls):
        with pytest.raises(TooMuchWork), bounded_work(1000):
            endless()
    with bounded_work(1000) as taken:
        row_width(ROWS[2])
    assert 0 < taken.steps < 1000


def test_every_layout_is_tried():
    names = layout_functions()
    of_screens = {name for name in names if name.rpartition(".")[2] in OF_SCREENS}
    assert len(of_screens) > 20
    names -= of_screens
    assert names == {*LAYOUTS, *OTHERS} & names, "a row in tests/ui/layouts.py is missing"
    assert {*OTHERS} <= names, "no such function takes a size"


def extent(drawn):
    """How many letters and pieces a layout has given."""
    if isinstance(drawn, str):
        return len(drawn)
    return 1 + sum(map(extent, drawn)) if isinstance(drawn, list | tuple) else 1


def widest(drawn):
    """The cells of the widest line or text in what a layout has given."""
    if isinstance(drawn, str):
        return row_width((Bit(drawn),))
    if isinstance(drawn, tuple) and all(isinstance(part, Bit) for part in drawn):
        return row_width(drawn)
    return max(map(widest, drawn), default=0)


def lay_out(name, size):
    with bounded_work(STEPS):
        drawn = LAYOUTS[name](*size)
    assert extent(drawn) < CELLS, (name, size)
    if name in KEEPING and size[0] >= KEEPING[name]:
        assert widest(drawn) <= size[0], (name, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_layout_gives_lines_at_the_edges_of_its_sizes(size):
    for name in LAYOUTS:
        lay_out(name, size)


def test_a_hand_of_any_length_has_its_place_at_every_width():
    for count, columns in product((0, 1, 13, 30), range(MOST + 1)):
        with bounded_work(1000):
            grid = grid_for(count, columns, 9, STYLE)
        assert grid.across >= 1
        assert grid.pitch >= 1
        assert grid.across * grid.down >= count


@pytest.mark.slow
@pytest.mark.parametrize("name", LAYOUTS)
def test_every_layout_gives_lines_at_every_size(name):
    for columns in range(MOST + 1):
        for height in {HEIGHTS[columns % len(HEIGHTS)], columns * 7 % (MOST + 1), 40}:
            lay_out(name, (columns, height))
    for height in range(MOST + 1):
        lay_out(name, (HEIGHTS[height % len(HEIGHTS)], height))
