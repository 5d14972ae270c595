"""No picture is of two moments."""

import asyncio

from textual.app import App
from textual.widgets import Static

from shanghai.terminal.screen import WholeScreen


class TwoLines(WholeScreen):
    def compose(self):
        yield Static("old")
        yield Static("old")

    def _compositor_refresh(self):
        self.frames.append({str(line.render()) for line in self._dirty_widgets})
        self._dirty_widgets.clear()


async def test_what_changes_at_once_is_drawn_at_once():
    """The screen has heard of one line alone when its next frame is due."""
    app = App()
    async with app.run_test(size=(20, 4)) as pilot:
        screen = TwoLines()
        screen.frames = []
        await app.push_screen(screen)
        await pilot.pause()
        screen.frames.clear()
        one, other = screen.query(Static)
        screen._dirty_widgets.add(one)
        one.update("one")
        other.update("other")
        screen._on_timer_update()
        assert screen.frames == []
        while len(screen._dirty_widgets) < 2:
            await asyncio.sleep(0)
        screen._on_timer_update()
        assert screen.frames == [{"one", "other"}]
