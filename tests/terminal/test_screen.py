"""No picture is of two moments, and few bytes show the same as many."""

import asyncio

import pyte
from hypothesis import given, settings, strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate
from textual.app import App
from textual.strip import Strip
from textual.widgets import Static

from shanghai.terminal.screen import CellUpdate, WholeScreen


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


COLOURS = st.sampled_from((None, "red", "#102030", "color(200)", "default"))
MARKS = st.dictionaries(st.sampled_from(("bold", "italic", "underline", "reverse")), st.booleans())
STYLES = st.none() | st.builds(
    lambda ink, ground, marks: Style(color=ink, bgcolor=ground, **marks), COLOURS, COLOURS, MARKS
)
PIECES = st.lists(st.tuples(st.text("ab♠", min_size=1, max_size=3), STYLES), min_size=1, max_size=6)


@given(st.lists(PIECES, min_size=2, max_size=2))
@settings(max_examples=60)
def test_a_change_of_style_shows_what_the_whole_style_shows(lines):
    """Bold ends, colours stay or change, and after the last cell nothing is left set."""
    strips = [Strip([Segment(text, style) for text, style in line]) for line in lines]
    spans = [(y, 0, strip.cell_length) for y, strip in enumerate(strips)]
    ends = [[strip.cell_length] for strip in strips]
    shown = []
    for update in (CellUpdate, ChopsUpdate):
        screen = pyte.Screen(20, 2)
        written = update([{0: strip} for strip in strips], spans, ends).render_segments(
            Console(color_system="truecolor", force_terminal=True)
        )
        pyte.Stream(screen).feed(written)
        shown.append([[screen.buffer[y][x] for x in range(20)] for y in range(2)])
        assert screen.cursor.attrs == screen.default_char
    assert shown[0] == shown[1]
