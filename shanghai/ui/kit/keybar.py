"""The widgets around the content of a screen: the title, the bar of keys, a guide for learners, and
the guard that covers a window which is too small."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import ClassVar, Final, NamedTuple

from msgspec import Struct, structs
from textual.content import Content
from textual.events import Click, Leave, MouseMove
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive, var
from textual.style import Style
from textual.widget import Widget

from shanghai.ui.kit.app import app_of
from shanghai.ui.kit.lines import Bit, Lines, Row, wrap_text
from shanghai.words import setup
from shanghai.words.cells import cell_width
from shanghai.words.short_names import short_names

LEAST_WIDTH: Final = 80
LEAST_HEIGHT: Final = 24
_MIN_SENTENCE: Final = 30
"""The least cells of a window in which a sentence is easy to read."""
FOOT_COLUMNS: Final = (1, 21, 36, 50, 63)
"""The cells of the foot at which keys with a fixed place begin."""


class Key(Struct, frozen=True):
    """A command as the bar shows it. It is dim unless `enabled`. `name` in its label may be cut. A
    key with a `column` has a fixed place in the first line, at that cell or soon after it."""

    command: str
    cap: str
    label: str
    enabled: bool = True
    name: str = ""
    column: int = -1

    @property
    def is_placed(self) -> bool:
        """Whether the key has a fixed place."""
        return self.column >= 0


class _Entry(NamedTuple):
    """A key in a line of the bar: its index among all keys, its label, and the blanks before it."""

    number: int
    label: str
    gap: int


_Line = list[_Entry]
_LINES: Final = 2
_MOST_LINES: Final = 3
"""The lines of the bar, and the most where even short names leave too little room."""
_MAX_BRIGHT: Final = 5
_NAME_ROOMS: Final = (12, 10, 8, 6, 5, 4)
"""The cells to which a name is cut in a bar that is too full. The first that fits is used."""

_PARTED: Final = r" · | - |: |\? "
"""What separates the first part of a title from the rest."""


def _colour(widget: Widget, name: str, instead: str) -> str:
    return f"${name}" if name in widget.app.theme_variables else instead


class TitleLine(Widget):
    """The top line of a screen, with its title at the left and a few words at the right."""

    DEFAULT_CSS = """
    TitleLine {
        dock: top; height: 1; width: 1fr; padding: 0 1; background: $panel; color: $panel-ink;
        text-style: bold; text-wrap: nowrap; text-overflow: ellipsis;
    }
    """

    def __init__(self, words: str, right: str = "") -> None:
        super().__init__()
        self._shown = (words, right, False)

    def show(self, words: str, right: str = "", *, is_answer: bool = False) -> None:
        """Shows a title with words at the right, or with `is_answer` the answer to a key."""
        shown = (words, right, is_answer)
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    async def on_click(self) -> None:
        """Opens the command palette, so that all keys can be replaced by the mouse."""
        await self.app.run_action("app.command_palette")

    def render(self) -> Content:
        """The title and, if there is room, the words at the right."""
        words, right, is_answer = self._shown
        if app_of(self).is_ascii:
            words = words.replace("·", "-").replace("…", "~")
        title = Content(words) if is_answer else self._title(words)
        spare = self.size.width - cell_width(words) - cell_width(right)
        if not right or spare < 2:
            return title
        return Content.assemble(
            title, "".ljust(spare), (right, _colour(self, "panel-faint", "dim"))
        )

    def _title(self, words: str) -> Content:
        """A title: its first part in gold, the middle dim, and what follows the last colon
        plain."""
        gold = _colour(self, "cap", "bold")
        parted = re.search(_PARTED, words)
        if parted is None:
            return Content.styled(words, gold)
        head, rest = words[: parted.start()], words[parted.start() :]
        before, colon, about = rest.rpartition(": ")
        faint = _colour(self, "panel-faint", "dim")
        if not before:
            return Content.assemble((head, gold), (rest[:2], faint), rest[2:])
        return Content.assemble((head, gold), (before + colon, f"not bold {faint}"), about)


class KeyBar(Widget):
    """Up to three lines of keys. It draws the keys in `keys`, and tells the screen of a clicked
    one."""

    DEFAULT_CSS = """
    KeyBar {
        dock: bottom; height: auto; max-height: 3; width: 1fr; padding: 0 1 0 0;
        background: $panel; color: $panel-ink;
    }
    """

    keys: var[tuple[Key, ...]] = var(())
    _over: reactive[int] = reactive(-1)

    class Pressed(Message):
        """A key of the bar was clicked."""

        def __init__(self, key: Key) -> None:
            self.key = key
            super().__init__()

    def watch_keys(self, before: tuple[Key, ...], keys: tuple[Key, ...]) -> None:
        """Draws the new keys. Lays the bar out again if they need another number of lines."""
        if before != keys:
            self._over = -1
            self.refresh(layout=len(self._rows(before)) != len(self._rows(keys)))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines that the keys take at this width (overrides Textual's)."""
        return max(1, len(self._rows(self.keys, width)))

    def render(self) -> Content:
        """The keys, each with its label."""
        bright = bright_keys(self.keys)
        lines = []
        for row in self._rows(self.keys, self.size.width):
            parts: list[Content] = []
            for index, label, gap in row:
                parts += [Content("".ljust(gap))] if gap else []
                parts.append(self._draw(index, label, index in bright))
            lines.append(Content("").join(parts))
        return Content("\n").join(lines)

    def on_click(self, event: Click) -> None:
        """Tells the screen which key was clicked."""
        index = event.style.meta.get("bar_key")
        if isinstance(index, int) and index < len(self.keys):
            event.stop()
            self.post_message(self.Pressed(self.keys[index]))

    def on_mouse_move(self, event: MouseMove) -> None:
        """Marks the key under the mouse."""
        index = event.style.meta.get("bar_key")
        self._over = index if isinstance(index, int) else -1

    def on_leave(self, event: Leave) -> None:
        """Marks no key, as the mouse has left the bar."""
        self._over = -1

    @property
    def lines(self) -> int:
        """The number of lines that the keys take."""
        return min(_MOST_LINES, len(self._rows(self.keys)))

    def lines_without(self, command: str) -> int:
        """The number of lines that the keys would take without the key of this command."""
        others = [key for key in self.keys if key.command != command]
        return max(1, min(_MOST_LINES, len(self._rows(others))))

    def _draw(self, index: int, label: str, bright: bool) -> Content:
        key = self.keys[index]
        label = label.replace("…", "~") if app_of(self).is_ascii else label
        words = f" {label}" if label else ""
        faint = _colour(self, "panel-faint", "dim")
        over = " reverse" if index == self._over else ""
        if not key.enabled:
            drawn = Content.styled(f"{key.cap}{words}", _colour(self, "panel-off", "dim"))
        elif bright:
            drawn = Content.assemble((self._capped(key.cap), self._cap + over), (label, over))
        else:
            drawn = Content.assemble((key.cap, "bold" + over), (words, faint + over))
        return drawn.stylize(Style.from_meta({"bar_key": index}))

    def _capped(self, key: str) -> str:
        if app_of(self).is_ascii:
            return f"[{key}]"
        return f"▌{key}▐" if "cap" in self.app.theme_variables else f" {key} "

    @property
    def _cap(self) -> str:
        ground = f"on {_colour(self, 'cap', '$accent')}"
        if app_of(self).has_few_colours:
            return f"{_colour(self, 'cap-ink', 'reverse')} {ground}"
        return f"bold {_colour(self, 'panel', 'reverse')} {ground}"

    def _rows(self, keys: Sequence[Key], width: int = 0) -> list[_Line]:
        """The lines of the bar. If there are too many, names are cut, then dim keys left out."""
        width = width or self.size.width or 78
        labels = [key.label for key in keys]
        rows = list(_wrap(keys, labels, width))
        names = tuple(dict.fromkeys(key.name for key in keys if key.name))
        for room in _NAME_ROOMS if names else ():
            if len(rows) <= _LINES:
                break
            short = dict(zip(names, short_names(names, room), strict=True))
            labels = [key.label.replace(key.name, short.get(key.name, ""), 1) for key in keys]
            rows = list(_wrap(keys, labels, width))
        dead = [index for index, key in enumerate(keys) if not key.enabled]
        left_out: set[int] = set()
        while len(rows) > _LINES and dead:
            left_out.add(dead.pop())
            rows = list(_wrap(keys, labels, width, left_out))
        return rows


def bright_keys(keys: Sequence[Key]) -> frozenset[int]:
    """The indexes of the keys that are drawn bright: those with a fixed place that may be pressed.
    If there are none, the first few that may be pressed."""
    able = [index for index, key in enumerate(keys) if key.enabled]
    placed = [index for index in able if keys[index].is_placed]
    return frozenset(placed or able[:_MAX_BRIGHT])


def _wrap(
    keys: Sequence[Key], labels: Sequence[str], width: int, left_out: Set[int] = frozenset()
) -> Iterator[_Line]:
    row: _Line = []
    used = 0
    bright = bright_keys(keys)
    for index, (key, label) in enumerate(zip(keys, labels, strict=True)):
        if index in left_out:
            continue
        is_bright = index in bright
        size = cell_width(f"{key.cap} {label}") + is_bright
        gap = (2 if row else 1) - is_bright
        if key.is_placed:
            gap = max(gap, key.column - used - is_bright)
        ends_places = bool(row) and keys[row[-1].number].is_placed and not key.is_placed
        if row and (ends_places or used + gap + size > width):
            yield row
            row, used, gap = [], 0, 1 - is_bright
        used += size + gap
        row.append(_Entry(index, label, gap))
    if row:
        yield row


def few_keys(keys: Iterable[Key], enough: Callable[[Key], bool]) -> tuple[Key, ...]:
    """The keys for which `enough` is true, then help. The first of them get fixed places."""
    shown = [key for key in keys if enough(key)]
    placed = [
        structs.replace(key, column=column)
        for column, key in zip(FOOT_COLUMNS, shown, strict=False)
    ]
    return (*placed, *shown[len(placed) :], *(key for key in keys if key.command == "help"))


def has_room_for_screens(size: Size) -> bool:
    """Whether a window of this size is large enough for every screen."""
    return size.width >= LEAST_WIDTH and size.height >= LEAST_HEIGHT


class SizeGuard(Widget):
    """Covers the screen while the window is too small for it. The screen below is not changed."""

    DEFAULT_CSS = """
    SizeGuard {
        layer: guard; position: absolute; offset: 0 0; width: 100%; height: 100%; display: none;
        background: $background; color: $foreground;
        content-align: center middle; text-align: center;
    }
    """

    def render(self) -> Content:
        """The size that is needed and how to leave, in a few words if there is little room."""
        size = self.app.size
        least = {"least_width": LEAST_WIDTH, "least_height": LEAST_HEIGHT}
        larger = setup.MAKE_IT_LARGER.format(width=size.width, height=size.height, **least)
        text = f"{larger}\n{setup.CTRL_Q_LEAVES}"
        lines = [part for line in text.split("\n") for part in wrap_text(line, size.width)]
        if size.width < _MIN_SENTENCE or size.height < len(lines):
            text = setup.TOO_SMALL.format(width=LEAST_WIDTH, height=LEAST_HEIGHT)
        return Content(text)


class Guide(Lines):
    """Lines at the top of a screen that tell a learner what to do."""

    LINES: ClassVar[int] = 4
    DEFAULT_CSS = "Guide { padding: 0 1; background: $surface; color: $foreground; }"

    def on_mount(self) -> None:
        """Sets its height, and draws the first text."""
        self.styles.height = self.LINES
        self.draw()

    def on_resize(self) -> None:
        """Draws the text for the new width."""
        self.draw()

    @property
    def named(self) -> str:
        """The id of the command that the learner should use now. Empty if there is none."""
        return ""

    def text_rows(self, width: int) -> list[Row]:
        """What the learner should do now, as rows of at most `width` cells."""
        return []

    def draw(self) -> None:
        """Draws what the learner should do now."""
        if self.is_attached and self.size.width:
            bar = "|" if app_of(self).is_ascii else "▌"
            rows = self.text_rows(self.size.width - 2)[: self.LINES]
            self.show([(Bit(bar, "accent"), Bit(" "), *line) for line in rows])

    def note_key(self, key: Key | None, reason: str = "") -> None:
        """Is called with each pressed key before it acts, and the reason if it does nothing. None:
        a key without a command."""
