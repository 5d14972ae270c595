"""The log of a long game: its end is shown at once, and earlier entries where one scrolls up."""

from shanghai.engine.events import Drawn
from shanghai.ui.table import log_screen
from shanghai.ui.table.log_screen import LogScreen
from tests.ui.tables import HANDS, at_table, flat, host_of, position, press, settle

DRAWS = 300


def of_many_draws():
    """A table whose log begins with the draws of a person who has left no other trace."""
    host = host_of(position("playerules", HANDS, turn="Ann", discards="4D QD"))
    host.log[:0] = [Drawn(1, 5)] * DRAWS
    return host


async def test_a_long_log_opens_at_its_end_and_goes_on_to_its_beginning(tmp_path, monkeypatch):
    monkeypatch.setattr(log_screen, "_ENTRIES", 50)
    async with at_table(tmp_path, of_many_draws()) as (app, pilot):
        await press(pilot, "i")
        assert isinstance(app.screen, LogScreen)
        assert flat(app).count("Bob draws") < 101

        def lines():
            return len(app.screen.query_one("VerticalScroll > Lines").rows)

        first, scroller = lines(), app.screen.scroller
        assert first <= 100 < DRAWS
        assert scroller.scroll_y == scroller.max_scroll_y > 0
        for _ in range(9):
            await press(pilot, "pageup")
        await settle(pilot)
        assert first < lines() < DRAWS
        assert scroller.scroll_y > 0
        await press(pilot, "home")
        await settle(pilot)
        assert 0 < lines() <= first
        assert scroller.scroll_y == 0
        for _ in range(9):
            await press(pilot, "pagedown")
        await settle(pilot)
        assert first < lines() < DRAWS
        await press(pilot, "end")
        await settle(pilot)
        assert lines() <= first
        assert scroller.scroll_y == scroller.max_scroll_y


async def test_a_long_log_is_read_from_its_beginning_to_its_end(tmp_path):
    async with at_table(tmp_path, of_many_draws()) as (app, pilot):
        await press(pilot, "i", "home")
        await settle(pilot)
        for _ in range(2 * DRAWS):
            before = app.screen.scroller.scroll_y
            await press(pilot, "pagedown")
            await settle(pilot)
            if app.screen.scroller.scroll_y == before:
                break
        assert len(app.screen.query_one("VerticalScroll > Lines").rows) >= DRAWS
        assert app.screen._end is None
        await press(pilot, "home")
        await settle(pilot)
        assert app.screen.scroller.scroll_y == 0
