"""Screens with text to read and scroll."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from shanghai.ui.kit.command import FIRST, command
from shanghai.ui.kit.frames import TRAY_CELLS, TRAY_LINES, tray
from shanghai.ui.kit.lines import Lines, Row
from shanghai.ui.kit.screen import BaseScreen, ResultT


class ScrollingScreen(BaseScreen[ResultT]):
    """A screen whose content may be longer than the window. The usual keys scroll it."""

    DEFAULT_CSS = """
    ScrollingScreen VerticalScroll {
        width: 100%; max-width: 112; height: 1fr; padding: 1 2; align: center middle;
    }
    """

    @property
    def scroller(self) -> VerticalScroll:
        """The widget that scrolls."""
        return self.query_one(VerticalScroll)

    @property
    def is_long(self) -> bool:
        """Whether the content is longer than the window."""
        # While a layout is under way its own measure of what is out of sight is that of before.
        return self.scroller.virtual_size.height > self.scroller.size.height + self.lines_to_spare

    @property
    def lines_to_spare(self) -> int:
        """The lines of the key bar that are needed only for the key that scrolls. A page that is
        too long by no more lines fits without that key."""
        bar = self._key_bar
        if bar is None or not bar.size.height:
            return 0
        return max(0, bar.size.height - bar.lines_without("scroll-down"))

    @property
    def has_tray(self) -> bool:
        """Whether a short page is drawn in a tray, as on tall screens."""
        return self.has_class("-tall")

    @command("down,j", 1, id="scroll-down", when=is_long, cap="↑↓", place=FIRST)
    @command("up,k", -1, id="scroll-up", when=is_long, shown=False, place=FIRST)
    def action_scroll_lines(self, by: int) -> None:
        """Scrolls by lines."""
        self.scroller.scroll_relative(y=by, animate=False)

    @command("pagedown,space", 1, id="page-down", when=is_long, shown=False, place=FIRST)
    @command("pageup", -1, id="page-up", when=is_long, shown=False, place=FIRST)
    def action_scroll_pages(self, by: int) -> None:
        """Scrolls by nearly the height of the window."""
        scroll = self.scroller
        scroll.scroll_relative(y=by * max(1, scroll.size.height - 2), animate=False)

    @command("home", -1, id="to-top", when=is_long, shown=False, place=FIRST)
    @command("end", 1, id="to-bottom", when=is_long, shown=False, place=FIRST)
    def action_scroll_to_end(self, side: int) -> None:
        """Scrolls to the first line (-1) or the last one (1)."""
        scroll = self.scroller
        scroll.scroll_to(y=scroll.max_scroll_y if side > 0 else 0, animate=False)


class ReadingScreen(ScrollingScreen[ResultT]):
    """A page of text. A subclass gives its lines in `rows`."""

    def rows(self, width: int) -> Sequence[Row]:
        """The lines of the page, each at most `width` cells."""
        return ()

    def content(self) -> ComposeResult:
        """One block of lines that scrolls."""
        yield VerticalScroll(Lines(), can_focus=False)

    def on_mount(self) -> None:
        """Watches the length of the page, by which the scroll keys come and go."""
        self.watch(self.scroller, "virtual_size", self.refresh_keys, init=False)

    def draw_from_top(self) -> None:
        """Draws another page with its title, scrolled to the top."""
        self.refresh_heading()
        self.action_scroll_to_end(-1)
        self.draw()

    def draw(self) -> None:
        """Draws lines and keys. A long page leaves room for the scroll bar and a blank before
        it."""
        lines = self.query_one("VerticalScroll > Lines", Lines)
        scroll = self.scroller
        width = scroll.outer_size.width - scroll.styles.gutter.width
        if width <= 0:
            width = self.size.width - 6
        height = scroll.outer_size.height - scroll.styles.gutter.height + self.lines_to_spare
        rows = self.rows(width - TRAY_CELLS) if self.has_tray else ()
        if rows and len(rows) + TRAY_LINES <= height:
            rows = tray(rows, width, self.app.card_style)
        elif len(rows := self.rows(max(20, width))) > height:
            rows = self.rows(max(20, width - 1 - scroll.styles.scrollbar_size_vertical))
        lines.show(rows)
        self.refresh_keys()
        self.call_after_refresh(self.refresh_keys)
