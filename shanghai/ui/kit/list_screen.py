"""Screens with a list: of choices, of values to change, or of blocks of several lines."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import ClassVar, Final, TypeVar

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import Center, Middle, VerticalScroll
from textual.events import MouseEvent, MouseScrollDown
from textual.geometry import Size
from textual.message import Message

from shanghai.ui.kit.app import app_of
from shanghai.ui.kit.command import BACK_Q, FIRST, command, numbered
from shanghai.ui.kit.frames import TRAY_CELLS, TRAY_LINES, tray
from shanghai.ui.kit.lines import (
    Bit,
    IndexTarget,
    Lines,
    Row,
    Target,
    cut_row,
    pad,
    row_width,
    with_target,
)
from shanghai.ui.kit.page import ScrollingScreen
from shanghai.ui.kit.screen import BaseScreen, ResultT
from shanghai.words.cells import cell_width

T = TypeVar("T")


def following(values: Sequence[T], now: T, by: int = 1) -> T:
    """The value that is `by` places after `now`, in a circle."""
    return values[((values.index(now) if now in values else 0) + by) % len(values)]


class Choice(Struct, frozen=True):
    """A line of a list: its id, its name, and a few words at the right. The name of its `group` is
    written left of the first choice of the group that is in sight."""

    id: str
    name: str
    note: str = ""
    enabled: bool = True
    group: str = ""


class Choices(Lines):
    """The widget of a list of choices, one of which is marked."""

    class Moved(Message):
        """The message that another choice is marked."""

    def __init__(self, choices: Sequence[Choice], *, at: int = 0, name_width: int = 14) -> None:
        super().__init__()
        self.choices = tuple(choices)
        self.at = at
        self.name_width = name_width
        self._first = 0

    @property
    def current(self) -> Choice:
        """The marked choice."""
        return self.choices[self.at]

    def on_resize(self) -> None:
        """Draws the list for its new size."""
        self.draw()

    def on_mouse_scroll_down(self, event: MouseEvent) -> None:
        """Moves the mark with the mouse wheel, if the list has more lines than are in sight."""
        at = self.at + (1 if isinstance(event, MouseScrollDown) else -1)
        if self._is_long and 0 <= at < len(self.choices):
            self.mark(at)

    on_mouse_scroll_up = on_mouse_scroll_down

    def mark(self, index: int) -> None:
        """Marks a choice."""
        if index != self.at:
            self.at = index
            self.draw()
            self.post_message(self.Moved())

    def replace(self, choices: Sequence[Choice]) -> None:
        """Shows other choices. The mark keeps its index, or moves to the last choice."""
        is_other_length = len(choices) != len(self.choices)
        self.choices = tuple(choices)
        self.at = max(0, min(self.at, len(self.choices) - 1))
        self.draw()
        if is_other_length:
            self.refresh(layout=True)

    def draw(self) -> None:
        """Draws the choices for which there is room, with the marked one among them."""
        height = self.size.height or len(self.choices)
        self._first = max(0, min(self._first, self.at, len(self.choices) - height))
        self._first = max(self._first, self.at - height + 1)
        shown = range(self._first, min(len(self.choices), self._first + height))
        rows = [self._line(index, shown.start) for index in shown]
        if self._is_long:
            # A bar at the right is as long as what is in sight is of the list.
            sign, whole = "|" if app_of(self).is_ascii else "┃", len(self.choices)
            bar = range(shown.start * height // whole, shown.stop * height // whole + 1)
            rows = [(*rows[at], Bit(sign if at in bar else " ", "dim")) for at in range(height)]
        self.show(rows)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line for each choice (overrides Textual's)."""
        return len(self.choices)

    def _group(self, index: int, first: int) -> Row:
        """The name of a choice's group, if the choice is the first of the group in sight."""
        cells = max(cell_width(choice.group) for choice in self.choices)
        if not cells:
            return ()
        group = self.choices[index].group
        begins = index == first or group != self.choices[index - 1].group
        return pad((Bit(group if begins else "", "dim"),), cells + 1)

    def _line(self, index: int, first: int) -> Row:
        choice = self.choices[index]
        group = self._group(index, first)
        marked = index == self.at
        mark = app_of(self).card_style.arrow
        look = "cursor" if marked else ("strong" if choice.enabled else "dim")
        width = (self.size.width or 200) - self._is_long - row_width(group)
        room = max(self.name_width, width - 5 - cell_width(choice.note))
        name = pad(cut_row((Bit(choice.name, look),), room), self.name_width, look)
        note_look = "cursor" if marked else "dim"
        arrow = Bit(f" {mark} " if marked else "   ", look)
        line = cut_row((arrow, *name, Bit(f"  {choice.note}", note_look)), width)
        line = (*group, *pad(line, min(width, 200), note_look))
        return with_target(line, IndexTarget(index))

    @property
    def _is_long(self) -> bool:
        return 0 < self.size.height < len(self.choices)


class MarkKeys:
    """Keys for a screen that move a mark among several things."""

    def place(self) -> tuple[int, int, int]:
        """The index of the mark, the number of things, and how many of them are in sight."""
        raise NotImplementedError

    def mark(self, index: int) -> None:
        """Moves the mark to an index."""
        raise NotImplementedError

    @command("down,j,tab", 1, id="next", cap="↑↓", place=FIRST)
    @command("up,k,shift+tab", -1, id="previous", shown=False, place=FIRST)
    def action_move(self, by: int) -> None:
        """Moves the mark by so many places, around the ends."""
        at, count, _ = self.place()
        self.mark((at + by) % count)

    @command("pagedown", 1, id="page-down", shown=False, place=FIRST)
    @command("pageup", -1, id="page-up", shown=False, place=FIRST)
    def action_move_pages(self, by: int) -> None:
        """Moves the mark by nearly the height of the window, but not beyond the ends."""
        at, count, height = self.place()
        self.action_move(max(0, min(at + by * max(1, height - 1), count - 1)) - at)

    @command("home", -1, id="to-top", shown=False, place=FIRST)
    @command("end", 1, id="to-bottom", shown=False, place=FIRST)
    def action_move_to_end(self, side: int) -> None:
        """Moves the mark to the first thing (-1) or the last one (1)."""
        at, count, _ = self.place()
        self.action_move((count - 1 if side > 0 else 0) - at)


class ListScreen(MarkKeys, BaseScreen[ResultT]):
    """A screen with a list of choices. A subclass says in `take` what a choice does."""

    KEYS = (BACK_Q,)
    DEFAULT_CSS = """
    ListScreen {
        & Middle { align: center middle; width: 100%; height: 1fr; padding: 1 1; }
        & Choices { width: 100%; max-width: 78; height: auto; max-height: 100%; }
        &.-tall Choices { max-width: 84; }
    }
    """
    NAME_CELLS = 25
    """The least cells of the column of names."""
    first_at = 0

    @property
    def choices(self) -> Sequence[Choice]:
        """The choices of the list. There is at least one."""
        raise NotImplementedError

    async def take(self, choice: Choice) -> None:
        """Does what a choice is for. It is called only for enabled ones."""
        raise NotImplementedError

    def content(self) -> ComposeResult:
        """The list, in the middle of the screen."""
        yield Middle(Choices(self.choices, at=self.first_at, name_width=self.NAME_CELLS))

    @property
    def chooser(self) -> Choices:
        """The widget of the list, which knows the marked choice."""
        return self.query_one(Choices)

    def place(self) -> tuple[int, int, int]:
        """The place of the mark, how many choices there are, and how many are in sight."""
        shown = self.chooser
        return shown.at, len(shown.choices), shown.size.height

    def mark(self, index: int) -> None:
        """Marks a choice."""
        self.chooser.mark(index)

    @command("enter,space")
    async def action_choose(self) -> None:
        """Takes the marked choice."""
        if self.chooser.current.enabled:
            await self.take(self.chooser.current)

    def clicked(self, target: Target) -> None:
        """Marks a clicked choice and takes it."""
        super().clicked(target)
        match target:
            case IndexTarget(index):
                self.mark(index)
                self.call_later(self.action_choose)


class FormScreen(ListScreen[ResultT]):
    """A screen with a list of values. Arrows change the marked one. A text below explains it."""

    WITHOUT: ClassVar[tuple[str, ...]] = ("choose",)
    DEFAULT_CSS = """
    FormScreen {
        & Center { margin-top: 1; }
        & Choices, & Lines { width: 64; height: auto; }
        &.-tall Choices { width: 70; }
    }
    """
    NAME_CELLS = 22
    WORDS_CELLS = 61
    """The cells of the text below the list."""
    BELOW: ClassVar[tuple[str, ...]] = ("explained",)
    """The ids of the texts below the list. `explained` is the one about the marked value."""

    def explained(self, id: str) -> list[Row]:
        """A text about the value `id`, as rows of at most `WORDS_CELLS` cells."""
        raise NotImplementedError

    def change(self, id: str, by: int) -> None:
        """Changes the value `id` to the next one, or with -1 to the one before."""
        raise NotImplementedError

    def content(self) -> ComposeResult:
        """The list, and the texts below it."""
        yield Center(Choices(self.choices, name_width=self.NAME_CELLS))
        for part in self.BELOW:
            yield Center(Lines(id=part))

    def draw(self) -> None:
        """Draws the values, and the text about the marked one."""
        choices = self.choices
        self.chooser.name_width = max(self.NAME_CELLS, *(cell_width(each.name) for each in choices))
        self.chooser.replace(choices)
        rows = self.explained(self.chooser.current.id)
        self.query_one("#explained", Lines).show([(Bit("   "), *line) for line in rows])
        self.refresh_keys()

    def on_choices_moved(self) -> None:
        """Draws the text about the value that is marked now."""
        self.draw()

    async def take(self, choice: Choice) -> None:
        """Changes a clicked value to the next one."""
        self.action_change(1)

    @command("right,l", 1, id="right")
    @command("left,h", -1, id="left", shown=False)
    def action_change(self, by: int) -> None:
        """Changes the marked value to the next one, or with -1 to the one before."""
        self.change(self.chooser.current.id, by)
        self.draw()


USUAL_LINES: Final = 3
"""The assumed number of lines of a block that was not drawn yet."""
_SPARE_LINES: Final = 4
"""How many lines beyond those in sight are drawn too, as the bar of keys may become shorter."""


class BlockScreen(MarkKeys, ScrollingScreen[ResultT]):
    """A screen with a list of blocks of several lines. One is marked, and the list scrolls with
    it."""

    KEYS = (BACK_Q,)
    WITHOUT = ("scroll-down", "scroll-up")
    DEFAULT_CSS = """
    BlockScreen VerticalScroll { max-width: 90; padding: 1 1; scrollbar-gutter: stable; }
    """
    GAP = 0
    """The blank lines between two blocks."""
    at = 0
    """The index of the marked block."""
    count = 0
    """The number of blocks."""

    def __init__(self) -> None:
        super().__init__()
        self._known_blocks: dict[tuple[int, str, int], list[Row]] = {}
        """The drawn rows of blocks, by index, mark and width."""
        self._line_counts: dict[tuple[int, int], int] = {}
        """The number of lines of blocks that were drawn, by index and width."""
        self._mark_line = 0
        """The first line of the marked block."""
        self._is_mark_awaited = False
        """Whether to scroll to the mark as soon as the list has been laid out."""

    def on_mount(self) -> None:
        """Watches the layout and the scrolling of the list, to draw what comes in sight."""
        self.watch(self.scroller, "virtual_size", self._follow_layout, init=False)
        self.watch(self.scroller, "scroll_y", self._scrolled, init=False)

    def place(self) -> tuple[int, int, int]:
        """The index of the mark, the number of blocks, and about how many are in sight."""
        scroll = self.scroller
        return self.at, self.count, self.count * scroll.size.height // scroll.virtual_size.height

    def mark(self, index: int) -> None:
        """Marks a block."""
        self.at = index
        self.draw_mark()

    def block(self, index: int, mark: str, width: int) -> list[Row]:
        """The rows of a block, at most `width` cells. `mark` is an arrow for the marked block."""
        raise NotImplementedError

    def below(self, width: int) -> list[Row]:
        """The rows below the blocks."""
        return []

    def content(self) -> ComposeResult:
        """The blocks."""
        yield VerticalScroll(Lines(id="blocks"), can_focus=False)

    def draw(self) -> None:
        """Draws all blocks again, and scrolls to the marked one."""
        self._known_blocks.clear()
        self.draw_mark()

    def draw_mark(self) -> None:
        """Draws what a move of the mark changes, and scrolls to the marked block."""
        self._is_mark_awaited = self._draw_blocks()
        if not self._is_mark_awaited:
            self._scroll_to_mark()
        self.refresh_keys()

    def _draw_blocks(self) -> bool:
        """Draws the blocks in sight. Returns whether the list must be laid out again for them."""
        lines, scroll = self.query_one("#blocks", Lines), self.scroller
        width = max(30, lines.size.width)
        rows, mark_line = self._blocks(width - TRAY_CELLS) if self.has_tray else ([], 0)
        if rows and len(rows) + TRAY_LINES <= scroll.size.height:
            rows, mark_line = tray(rows, width, self.app.card_style), 0
        else:
            rows, mark_line = self._blocks(width)
        self._mark_line = mark_line
        is_other_length = len(rows) != len(lines.rows)
        lines.show(rows)
        return is_other_length

    def _scrolled(self) -> None:
        self._draw_blocks()

    def _follow_layout(self) -> None:
        """Scrolls to the mark after the length of the list has changed, and draws what is in
        sight."""
        if self._is_mark_awaited:
            self._is_mark_awaited = False
            self._scroll_to_mark()
        self._draw_blocks()

    def _scroll_to_mark(self) -> None:
        top = self._top_line(self._mark_line)
        # Whether there is a bar to scroll by is only known after the layout.
        self.scroller.scroll_to(y=top, animate=False, force=True, immediate=True)

    def _top_line(self, mark_line: int) -> float:
        """The line to scroll to: the present one if the marked block is in sight then, else one
        just above that block."""
        scroll = self.scroller
        top: float = scroll.scroll_y
        is_in_sight = top <= mark_line and mark_line + 3 <= top + scroll.size.height
        return top if is_in_sight else max(0, mark_line - 2)

    def _blocks(self, width: int) -> tuple[list[Row], int]:
        """All rows of the list, blank for blocks never in sight, and the first of the marked
        one."""
        while True:
            counts = [self._line_count(index, width) + self.GAP for index in range(self.count)]
            ends = [*accumulate(counts)]
            mark_line = ends[self.at] - counts[self.at] if ends else 0
            in_sight = self._in_sight(ends, mark_line)
            new = [index for index in in_sight if self._known(index, width) is None]
            if not new:
                break
            for index in new:
                self._draw_block(index, width)
        rows = list[Row]()
        for index, count in enumerate(counts):
            block = self._known(index, width)
            rows += [()] * count if block is None else [*block, *[()] * self.GAP]
        return [*rows[: len(rows) - self.GAP], *self.below(width)], mark_line

    def _in_sight(self, ends: Sequence[int], mark_line: int) -> set[int]:
        """The indexes of the blocks that are in sight, or will be once the list has scrolled to the
        mark. A block ends before its line in `ends`."""
        scroll, last = self.scroller, len(ends)
        height = scroll.size.height or self.app.size.height
        in_sight = {self.at} if ends else set[int]()
        for top in (scroll.scroll_y, self._top_line(mark_line)):
            # The list is shorter than it seems where the last blocks have few lines.
            top = max(0, min(top, ends[-1] - height)) if ends else 0
            first = bisect_right(ends, top - _SPARE_LINES)
            end = bisect_left(ends, top + height + _SPARE_LINES) + 1
            in_sight.update(range(first, min(end, last)))
        return in_sight

    def _mark_of(self, index: int) -> str:
        return self.app.card_style.arrow if index == self.at else " "

    def _known(self, index: int, width: int) -> list[Row] | None:
        return self._known_blocks.get((index, self._mark_of(index), width))

    def _line_count(self, index: int, width: int) -> int:
        """The number of lines of a block. An estimate if it was not drawn yet."""
        block = self._known(index, width)
        if block is None:
            return self._line_counts.get((index, width), USUAL_LINES)
        return len(block)

    def _draw_block(self, index: int, width: int) -> None:
        lines, target = self.block(index, self._mark_of(index), width), IndexTarget(index)
        block = [with_target(pad(line, width), target) for line in lines]
        self._known_blocks[index, self._mark_of(index), width] = block
        self._line_counts[index, width] = len(block)

    def clicked(self, target: Target) -> None:
        """Passes a click on a block to `click_block`."""
        super().clicked(target)
        match target:
            case IndexTarget(index):
                self.click_block(index)

    def click_block(self, index: int) -> None:
        """Marks a clicked block and acts on it."""
        self.at = index
        self.action_choose_marked()

    def action_choose_marked(self) -> None:
        """Does to the marked block what a click on it does."""


class PickScreen(ListScreen[str]):
    """Offers choices, such as kinds of evenings. Answers with the id of the chosen one, or None."""

    SHOWS_NO_HAND = True

    def __init__(self, title: str, choices: Sequence[Choice], help: str = "", at: int = 0) -> None:
        super().__init__()
        self.HEADING, self.HELP_TEXT = title, help
        self.first_at = at
        self._choices = tuple(choices)

    @property
    def choices(self) -> Sequence[Choice]:
        """The choices to pick from."""
        return self._choices

    async def take(self, choice: Choice) -> None:
        """Answers with the id of the choice."""
        self.dismiss(choice.id)

    @numbered(
        range(9), message="pick-number", when=lambda self, at: at < len(self._choices), shown=False
    )
    async def action_pick_number(self, index: int) -> None:
        """Takes the choice with this index."""
        await self.take(self._choices[index])
