"""Coloured text in lines, and the widget that shows it. It draws only changed cells again."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from msgspec import Struct
from rich.cells import set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.events import Click, MouseDown, MouseEvent, MouseUp
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip

from shanghai.terminal.plain_widget import PlainWidget
from shanghai.terminal.screen import css_variables
from shanghai.ui.kit.app import app_of
from shanghai.words.cells import cell_width


class Target(Struct, frozen=True):
    """What a click on a piece of text means to its screen. Each kind of target is a subclass."""


class IndexTarget(Target, frozen=True):
    """A click on one of several things of a screen, by its index."""

    index: int


class CommandTarget(Target, frozen=True):
    """A click that does a command of the screen, as its key would."""

    id: str


UNBROKEN: Final = "\u00a0"
"""A blank at which lines are not broken. It is drawn as any other blank."""
_WIDEST_LETTER: Final = 2
"""The most cells that a letter takes."""
_MAX_OF_DARK: Final = 0xAA
"""The largest red, green or blue value in the darker eight of sixteen colours."""
_BOLD: Final = Style(bold=True)
_PLAIN: Final = Style()
_REVERSED: Final = frozenset({"cursor", "cap", "button", "bar"})
"""Backgrounds that are drawn in reverse if there are no colours."""
SUIT_LOOKS: Final = ("spade", "heart", "diamond", "club")
LOOKS: Final[dict[str, tuple[str, str, Style]]] = {
    "dim": ("faint", "", _PLAIN),
    "warn": ("warning", "", _BOLD),
    "good": ("success", "", _PLAIN),
    "bar": ("panel-ink", "panel", _PLAIN),
    "gold": ("accent", "", _PLAIN),
    "used": ("faint", "", _PLAIN),
    "button": ("foreground", "button", _BOLD),
    "button-off": ("faint", "button-off", _PLAIN),
    "cursor": ("card-cursor-ink", "accent", _BOLD),
    "cap": ("cap-ink", "cap", _BOLD),
    "fan": ("", "", _PLAIN),
    "card-cursor": ("", "cap", _PLAIN),
    "edge-cursor": ("cap", "", _PLAIN),
    "joker": ("suit-joker", "", _BOLD),
    "paper": ("paper-ink", "paper", _BOLD),
    "paper-mark": ("paper-ink", "paper", _BOLD),
    "paper-edge": ("paper-edge", "paper", _PLAIN),
    "back": ("card-back-ink", "card-back", _PLAIN),
    "back-count": ("paper", "card-back", _BOLD),
    "qr": ("qr-ink", "qr-ground", _PLAIN),
    "back-edge": ("card-back", "", _PLAIN),
    **dict.fromkeys(("strong", "own", "count"), ("", "", _BOLD)),
    **{name: (name, "", _PLAIN) for name in ("line", "chip", "edge")},
    **{name: (name, "", _BOLD) for name in ("accent", *(f"seat-{seat}" for seat in range(1, 9)))},
    **{name: ("", name, _PLAIN) for name in ("box", "window", "shadow", "glow", "fading")},
    **{f"{light}-edge": (light, "", _PLAIN) for light in ("glow", "fading")},
    **{f"{light}-plain": ("paper-ink", light, _PLAIN) for light in ("glow", "fading")},
    **{suit: (f"suit-{suit}", "", _PLAIN) for suit in SUIT_LOOKS},
    **{f"paper-{suit}": (f"paper-{suit}", "paper", _BOLD) for suit in (*SUIT_LOOKS, "joker")},
}
"""Each look with its text colour, background (variables of the theme, empty: unchanged) and font
style. If a text has several looks, the later one counts more."""


class Bit(NamedTuple):
    """A piece of a line: text, looks (names of `LOOKS`) and what a click on it means."""

    text: str
    look: str = ""
    target: Target | None = None

    @property
    def width(self) -> int:
        """The width of the text in cells."""
        return cell_width(self.text)


def blanks(cells: int, look: str = "", target: Target | None = None) -> Bit:
    """A piece of so many blanks. A negative number gives none."""
    return Bit(" " * max(0, cells), look, target)


Row = tuple[Bit, ...]


def row(*parts: Bit | str) -> Row:
    """A line of bits. A plain string becomes a bit without looks."""
    return tuple(Bit(part) if isinstance(part, str) else part for part in parts)


def with_target(line: Row, target: Target) -> Row:
    """The line with all its pieces having this target."""
    return tuple(bit._replace(target=target) for bit in line)


def in_columns(columns: Iterable[tuple[Row, int, Target]], look: str) -> Row:
    """One line made of columns. Each column is a line, its cells to be filled, and its target."""
    parts = (with_target(pad(line, cells, look), target) for line, cells, target in columns)
    return tuple(bit for part in parts for bit in part)


def row_width(line: Row) -> int:
    """The width of a line in cells."""
    return sum(map(cell_width, [bit.text for bit in line]))


def cut_row(line: Row, most: int, mark: str = "…") -> Row:
    """The line, or as much of it as fits into `most` cells with a mark at the end. The mark is left
    out if there is no room for it."""
    if row_width(line) <= most:
        return line
    mark = mark if cell_width(mark) <= most else ""
    bits: list[Bit] = []
    room = most - cell_width(mark)
    for bit in line:
        if bit.width > room:
            bits.append(bit._replace(text=_begin(bit.text, room)))
            break
        bits.append(bit)
        room -= bit.width
    return (*bits, Bit(mark, "dim"))


def _begin(text: str, room: int) -> str:
    """As much of the start of a text as fits into `room` cells, without half a wide letter."""
    begin = set_cell_size(text, max(0, room))
    return begin if text.startswith(begin) else begin[:-1]


def pad(line: Row, to: int, look: str = "") -> Row:
    """The line filled with blanks up to `to` cells."""
    missing = to - row_width(line)
    return (*line, blanks(missing, look)) if missing > 0 else line


def side_by_side(left: Sequence[Row], right: Sequence[Row], gap: int = 2) -> list[Row]:
    """Two blocks of lines side by side, `gap` cells apart."""
    width = max(map(row_width, left), default=0)
    lines = zip_longest(left, right, fillvalue=())
    return [(*pad(one, width), blanks(gap), *other) for one, other in lines]


def balanced(line: Row, width: int) -> list[Row]:
    """A sentence in lines of at most `width` cells. Two or three lines get about the same
    length."""
    rows = wrap(line, width)
    last = "".join(bit.text for bit in rows[-1]).strip()
    if not 2 <= len(rows) <= 3 or (" " in last and 4 * cell_width(last) >= width):
        return rows
    longest = max(map(cell_width, "".join(bit.text for bit in line).split()))
    widths = range(min(width, max(width // 2, longest)), width)
    fits = bisect_left(widths, True, key=lambda less: len(wrap(line, less)) <= len(rows))
    return wrap(line, widths[fits]) if fits < len(widths) else rows


def wrap(line: Row, width: int, indent: int = 0) -> list[Row]:
    """The line broken into lines of at most `width` cells, between words or within a long one.
    Later lines begin with `indent` blanks, or fewer if these would leave no room for a letter."""
    if row_width(line) <= width:
        return [_with_blanks(line)]
    indent = max(0, min(indent, width - _WIDEST_LETTER))
    words: list[Bit] = []
    for bit in line:
        for i, text in enumerate(bit.text.split(" ")):
            if i:
                words.append(Bit(" ", bit.look, bit.target))
            if text:
                words.append(bit._replace(text=text))
    rows: list[list[Bit]] = [[]]
    used = 0
    for at, word in enumerate(words):
        joined = word.width
        for follower in words[at + 1 :]:
            if follower.text == " ":
                break
            joined += follower.width
        begins = at == 0 or words[at - 1].text == " "
        if word.text != " " and begins and used + joined > width and used > indent:
            rows.append([blanks(indent)] if indent else [])
            used = indent
        if word.text == " " and (used == 0 or used == indent) and len(rows) > 1:
            continue
        if word.text == " " and used >= width:
            continue
        while used + word.width > width:
            begin = _begin(word.text, width - used)
            if not begin and used <= indent:
                break
            rows[-1].append(word._replace(text=begin))
            rows.append([blanks(indent)] if indent else [])
            word = word._replace(text=word.text[len(begin) :])
            used = indent
        rows[-1].append(word)
        used += word.width
    return [_with_blanks(line) for line in rows]


def _with_blanks(line: Iterable[Bit]) -> Row:
    return tuple(bit._replace(text=bit.text.replace(UNBROKEN, " ")) for bit in line)


def tabular(lines: Iterable[str], width: int, head: str = "dim") -> list[Row]:
    """The lines of a table, cut to `width` cells. The first one has the look `head`."""
    return [cut_row((Bit(line, "" if at else head),), width) for at, line in enumerate(lines)]


def wrap_text(text: str, width: int, look: str = "", indent: int = 0) -> list[Row]:
    """A text of one look in lines of at most `width` cells. Later lines are indented."""
    return wrap((Bit(text, look),), width, indent)


_PRESSED: Final[WeakKeyDictionary[Screen[Any], Target | None]] = WeakKeyDictionary()
"""The target at which the mouse button was pressed, by screen, while it is down."""


class Lines(PlainWidget):
    """A widget that shows lines. Its size is that of its text, unless a style sets it."""

    DEFAULT_CSS = "Lines { width: 1fr; height: auto; }"

    class Clicked(Message):
        """The message that a piece of text with a target was clicked."""

        def __init__(self, target: Target) -> None:
            self.target = target
            super().__init__()

    class Dragged(Message):
        """The message that the mouse was dragged from one target to another, maybe of another
        widget."""

        def __init__(self, pressed: Target, target: Target) -> None:
            self.pressed = pressed
            self.target = target
            super().__init__()

    def __init__(self, rows: Sequence[Row] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows: list[Row] = list(rows)
        self._veil: Callable[[int, Row], Row] | None = None
        self._drawn = self.rows
        self._styles_by_look: dict[str, Style] = {}
        self._is_edged: bool | None = None
        """Whether paper needs edges. None: not known, as the theme may have changed."""

    @property
    def text(self) -> str:
        """The lines as plain text."""
        return "\n".join("".join(bit.text for bit in line).rstrip() for line in self.rows)

    def show(self, rows: Sequence[Row]) -> None:
        """Shows other lines. Only cells that differ are drawn again."""
        self.rows = list(rows)
        self._draw()

    def veil(self, veil: Callable[[int, Row], Row] | None) -> None:
        """Draws each line as `veil` changes it; it gets the number and the line. None ends that.
        The text of the widget and its targets stay the same."""
        if veil is not self._veil:
            self._veil = veil
            self._draw()

    def _draw(self) -> None:
        before, after = self._drawn, self.rows
        if self._veil is not None:
            after = [self._veil(y, line) for y, line in enumerate(after)]
        if before == after:
            return
        self._drawn = after
        if len(before) != len(after) and self.styles.is_auto_height:
            self.refresh(layout=True)
            return
        changed = []
        for y, (old, new) in enumerate(zip_longest(before, after, fillvalue=())):
            if old != new:
                changed += _differences(old, new, y, self.size.width)
        self.refresh_parts(*changed)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines (overrides Textual's)."""
        return len(self.rows)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The width of the widest line in cells (overrides Textual's)."""
        return max(map(row_width, self.rows), default=0)

    def notify_style_update(self) -> None:
        """Forgets the styles of the former theme (extends Textual's)."""
        self._styles_by_look.clear()
        self._is_edged = None
        super().notify_style_update()

    def look_style(self, look: str) -> Style:
        """The style of a piece of text: its looks on top of the style of the widget."""
        style = self._styles_by_look.get(look)
        if style is None:
            style = self.rich_style
            variables = css_variables(self.app)
            for name in look.split():
                style += _look_style(name, variables)
                if self.app.no_color and (name in _REVERSED or name.startswith(("paper", "back"))):
                    style += Style(reverse=not name.endswith("back-edge"))
            if app_of(self).has_few_colours and style.color is not None:
                # On the Linux console a bold ink is its lighter twin, unreadable on light grounds.
                is_light = max(style.color.get_truecolor()) > _MAX_OF_DARK
                style += Style(bold=bool(style.bold and is_light))
            self._styles_by_look[look] = style
        return style

    def render_line(self, y: int) -> Strip:
        """Line `y`, cut with a mark at the edge of the widget."""
        width = self.size.width
        line = self._drawn[y] if y < len(self._drawn) else ()
        strip = self._strip(line)
        if strip.cell_length > width and cell_width(strip.text.rstrip()) > width:
            strip = self._strip(cut_row(line, width))
        return strip.adjust_cell_length(width, self.look_style(""))

    def render_part(self, y: int, first: int, end: int) -> list[Segment] | None:
        """The pieces of line `y` from column `first` to before `end`. None if no piece begins or
        ends there, or the line is cut or has edges."""
        line = self._drawn[y] if 0 <= y < len(self._drawn) else ()
        if self._has_edges or app_of(self).is_ascii:
            return None
        segments, x = [], 0
        for text, look, _ in line:
            if first <= x < end:
                segments.append(Segment(text, self.look_style(look)))
            x += cell_width(text)
            if x >= end or (not segments and x > first):
                break
        return segments if segments and x == end <= self.size.width else None

    @property
    def _has_edges(self) -> bool:
        """Whether paper has the colour of the table, so that its edges must be drawn."""
        if self._is_edged is None:
            edge, paper = self.look_style("edge"), self.look_style("paper")
            self._is_edged = edge.color != paper.bgcolor
        return self._is_edged

    def _strip(self, line: Row) -> Strip:
        segments: list[Segment] = []
        text = shown = ""
        if self._has_edges:
            line = _with_sides(line, "||" if app_of(self).is_ascii else "▌▐")
        for piece, look, _ in line:
            if look != shown:
                if text:
                    segments.append(Segment(text, self.look_style(shown)))
                text, shown = "", look
            text += piece
        if text:
            segments.append(Segment(text, self.look_style(shown)))
        if app_of(self).is_ascii:
            segments = [Segment(text.replace("…", "~"), style) for text, style, _ in segments]
        return Strip(segments, row_width(line))

    def target_at(self, x: int, y: int) -> Target | None:
        """The target at column `x` of line `y`. None if there is none."""
        if not 0 <= y < len(self.rows):
            return None
        for bit in self.rows[y]:
            if x < bit.width:
                return bit.target
            x -= bit.width
        return None

    def _target_of(self, event: MouseEvent) -> Target | None:
        offset = event.get_content_offset(self)
        return None if offset is None else self.target_at(offset.x, offset.y)

    def on_mouse_down(self, event: MouseDown) -> None:
        """Notes the target at which the mouse was pressed."""
        _PRESSED[self.screen] = self._target_of(event)

    def on_mouse_up(self, event: MouseUp) -> None:
        """Tells the screen from which target to which the mouse was dragged."""
        pressed, target = _PRESSED.get(self.screen), self._target_of(event)
        if pressed is not None and target is not None and target != pressed:
            self.post_message(self.Dragged(pressed, target))

    def on_click(self, event: Click) -> None:
        """Tells the screen which target was clicked. A drag is no click."""
        pressed, target = _PRESSED.pop(self.screen, None), self._target_of(event)
        if target is not None and pressed in (None, target):
            event.stop()
            self.post_message(self.Clicked(target))


def _with_sides(line: Row, sides: str) -> Row:
    """A line in which each piece of paper gets an edge at both sides, as it has the colour of the
    table."""
    bits: list[Bit] = []
    for is_paper, group in groupby(line, lambda bit: "paper" in bit.look):
        part = list(group)
        if is_paper and part[0].text.startswith(" "):
            rest = part[0]._replace(text=part[0].text[1:])
            part[:1] = [Bit(sides[0], f"{part[0].look} edge", part[0].target), rest]
        if is_paper and part[-1].text.endswith(" "):
            rest = part[-1]._replace(text=part[-1].text[:-1])
            part[-1:] = [rest, Bit(sides[1], f"{part[-1].look} edge", part[-1].target)]
        bits += part
    return tuple(bits)


def _look_style(name: str, variables: Mapping[str, str]) -> Style:
    ink, ground, face = LOOKS[name]
    return face + Style(
        color=Color.parse(variables[ink]).rich_color if ink in variables else None,
        bgcolor=Color.parse(variables[ground]).rich_color if ground in variables else None,
    )


def _count_equal(one: Iterable[Bit], other: Iterable[Bit]) -> int:
    count = 0
    for each, its_like in zip(one, other, strict=False):
        if each != its_like:
            break
        count += 1
    return count


def _differences(old: Row, new: Row, y: int, width: int) -> list[Region]:
    """The regions in which line `y` of a widget has changed from `old` to `new`."""
    same, tail = _count_equal(old, new), 0
    left = row_width(old[:same])
    old_width, new_width = left + row_width(old[same:]), left + row_width(new[same:])
    if old_width == new_width:
        tail = _count_equal(reversed(old[same:]), reversed(new[same:]))
    before, after = old[same : len(old) - tail], new[same : len(new) - tail]
    if [cell_width(bit.text) for bit in before] != [cell_width(bit.text) for bit in after]:
        right = min(max(old_width, new_width) - row_width(old[len(old) - tail :]), width)
        return [Region(left, y, max(1, right - left), 1)]
    regions = []
    for one, other in zip(before, after, strict=True):
        if one != other:
            regions.append(Region(left, y, max(1, one.width), 1))
        left += one.width
    return regions
