"""The bound of a window's size, for each source that tells one."""

import io

import pytest
from textual.events import Resize
from textual.geometry import Size

from shanghai.linear.console import Console
from shanghai.terminal.size import LARGEST, WindowSize, bounded_size
from shanghai.ui.app import ShanghaiApp
from shanghai.ui.options import Options
from tests.ui.apps import at_menu

ABSURD = "9" * 9


@pytest.mark.parametrize(
    ("told", "bounded"),
    [
        ((80, 24), (80, 24)),
        ((1, 1), (1, 1)),
        ((0, -7), (1, 1)),
        (LARGEST, LARGEST),
        ((99_999, 40), (LARGEST.columns, 40)),
        ((300, 10**30), (300, LARGEST.lines)),
    ],
)
def test_a_size_is_bounded_both_ways(told, bounded):
    assert bounded_size(*told) == WindowSize(*bounded)


def test_a_size_of_the_environment_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", ABSURD)
    monkeypatch.setenv("LINES", ABSURD)
    assert ShanghaiApp(Options(data_dir=str(tmp_path))).size == LARGEST


async def test_a_size_that_any_driver_reports_is_bounded(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        for told, taken in (
            # One that could be drawn all the same comes first.
            ((LARGEST.columns + 1, LARGEST.lines + 1), LARGEST),
            ((99_999, 99_999), LARGEST),
            ((90, 10**9), (90, LARGEST.lines)),
            ((80, 24), (80, 24)),
        ):
            event = Resize(Size(*told), Size(*told), pixel_size=Size(1, 1))
            app.post_message(event)
            await pilot.pause()
            assert app.size == event.size == event.virtual_size == taken


async def test_a_size_of_zero_changes_nothing(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        for told in ((0, 24), (80, -1), (0, 0)):
            app.post_message(Resize(Size(*told), Size(*told)))
            await pilot.pause()
            assert app.size == (80, 24)


def test_lines_of_text_are_cleared_with_no_more_lines_than_a_window_has(monkeypatch):
    monkeypatch.setenv("LINES", ABSURD)
    out = io.StringIO()
    Console(None, out).clear()
    assert out.getvalue() == "\n" * LARGEST.lines
