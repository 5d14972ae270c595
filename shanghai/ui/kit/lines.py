"""Text in lines, drawn line by line: of a change only the cells that differ are drawn again."""

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
    """What a click on a piece of text means to the screen; each kind is a class of its own."""


class IndexTarget(Target, frozen=True):
    """One of several things of a screen, by its position from 0."""

    index: int


class CommandTarget(Target, frozen=True):
    """A command of the screen, which a click does as its key would."""

    id: str


UNBROKEN: Final = "\u00a0"
"""A blank at which no line is broken; it is drawn as any other."""
_WIDEST_LETTER: Final = 2
"""The most cells that a letter takes."""
_MAX_OF_DARK: Final = 0xAA
"""The most of red, green or blue that the lower eight of sixteen colours have."""
_BOLD: Final = Style(bold=True)
_PLAIN: Final = Style()
_REVERSED: Final = frozenset({"cursor", "cap", "button", "bar"})
"""Grounds that are reversed where no colour may be drawn."""
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
"""Look to ink, ground (variables of the theme, empty: as it is) and face; later ones lie over."""


class Bit(NamedTuple):
    """A piece of a line: its text, its looks (names of `LOOKS`) and what a click on it means."""

    text: str
    look: str = ""
    target: Target | None = None

    @property
    def width(self) -> int:
        """Its width in cells."""
        return cell_width(self.text)


def blanks(cells: int, look: str = "", target: Target | None = None) -> Bit:
    """So many blanks, none where the number is negative."""
    return Bit(" " * max(0, cells), look, target)


Row = tuple[Bit, ...]


def row(*parts: Bit | str) -> Row:
    """A line of bits, a plain string standing for a bit without looks."""
    return tuple(Bit(part) if isinstance(part, str) else part for part in parts)


def with_target(line: Row, target: Target) -> Row:
    """The line with all its pieces as one target."""
    return tuple(bit._replace(target=target) for bit in line)


def in_columns(columns: Iterable[tuple[Row, int, Target]], look: str) -> Row:
    """Lines next to each other, each filled to its cells in one look and with one target."""
    parts = (with_target(pad(line, cells, look), target) for line, cells, target in columns)
    return tuple(bit for part in parts for bit in part)


def row_width(line: Row) -> int:
    """The width of a line in cells."""
    return sum(map(cell_width, [bit.text for bit in line]))


def cut_row(line: Row, most: int, mark: str = "…") -> Row:
    """The line, or as much of it as fits into `most` cells with a mark that something is cut.

    Where there is no room for the mark, it is left out.
    """
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
    """As much of the text as fits into `room` cells, no wide letter cut in half."""
    begin = set_cell_size(text, max(0, room))
    return begin if text.startswith(begin) else begin[:-1]


def pad(line: Row, to: int, look: str = "") -> Row:
    """The line filled with blanks to a width in cells."""
    missing = to - row_width(line)
    return (*line, blanks(missing, look)) if missing > 0 else line


def side_by_side(left: Sequence[Row], right: Sequence[Row], gap: int = 2) -> list[Row]:
    """Two blocks of lines side by side."""
    width = max(map(row_width, left), default=0)
    lines = zip_longest(left, right, fillvalue=())
    return [(*pad(one, width), blanks(gap), *other) for one, other in lines]


def balanced(line: Row, width: int) -> list[Row]:
    """A sentence in lines of at most `width` cells, two or three of them about as long."""
    rows = wrap(line, width)
    last = "".join(bit.text for bit in rows[-1]).strip()
    if not 2 <= len(rows) <= 3 or (" " in last and 4 * cell_width(last) >= width):
        return rows
    longest = max(map(cell_width, "".join(bit.text for bit in line).split()))
    widths = range(min(width, max(width // 2, longest)), width)
    fits = bisect_left(widths, True, key=lambda less: len(wrap(line, less)) <= len(rows))
    return wrap(line, widths[fits]) if fits < len(widths) else rows


def wrap(line: Row, width: int, indent: int = 0) -> list[Row]:
    """The line broken between words, or within a long one, into lines of at most `width` cells.

    Later lines begin with `indent` blanks, fewer where those would leave no room for a letter.
    """
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
    """The lines of a table cut to `width` cells, the first of them in the look of a heading."""
    return [cut_row((Bit(line, "" if at else head),), width) for at, line in enumerate(lines)]


def wrap_text(text: str, width: int, look: str = "", indent: int = 0) -> list[Row]:
    """A text of one look, broken into lines of at most `width` cells, later ones indented."""
    return wrap((Bit(text, look),), width, indent)


_PRESSED: Final[WeakKeyDictionary[Screen[Any], Target | None]] = WeakKeyDictionary()
"""What the mouse holds on a screen while its button is down."""


class Lines(PlainWidget):
    """A block of lines; its size is given by its text unless the style says otherwise."""

    DEFAULT_CSS = "Lines { width: 1fr; height: auto; }"

    class Clicked(Message):
        """A piece of text with a target was clicked."""

        def __init__(self, target: Target) -> None:
            self.target = target
            super().__init__()

    class Dragged(Message):
        """The mouse was pressed on one target and let go on another, maybe of other lines."""

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
        """Whether paper has edges; None: to be found out, as the theme may have changed."""

    @property
    def text(self) -> str:
        """The lines as plain text."""
        return "\n".join("".join(bit.text for bit in line).rstrip() for line in self.rows)

    def show(self, rows: Sequence[Row]) -> None:
        """Shows other lines; only cells that differ are drawn again."""
        self.rows = list(rows)
        self._draw()

    def veil(self, veil: Callable[[int, Row], Row] | None) -> None:
        """Draws each line as `veil` makes it from its number and itself; None ends that.

        What is shown and what a click means stay the same.
        """
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
        """As many lines as there are."""
        return len(self.rows)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The widest line, in cells."""
        return max(map(row_width, self.rows), default=0)

    def notify_style_update(self) -> None:
        """Forgets the styles of the theme before."""
        self._styles_by_look.clear()
        self._is_edged = None
        super().notify_style_update()

    def look_style(self, look: str) -> Style:
        """The style of a piece of text: the looks laid over each other on the widget's own."""
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
        """One line, cut at the edge of the widget with a mark."""
        width = self.size.width
        line = self._drawn[y] if y < len(self._drawn) else ()
        strip = self._strip(line)
        if strip.cell_length > width and cell_width(strip.text.rstrip()) > width:
            strip = self._strip(cut_row(line, width))
        return strip.adjust_cell_length(width, self.look_style(""))

    def render_part(self, y: int, first: int, end: int) -> list[Segment] | None:
        """The pieces of a line from one column to before another; None where they do not begin
        and end there, or the line is cut or gets edges."""
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
        """Whether paper has the colour of the table, so that its edges are drawn."""
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
        """What a click there means, None for nothing."""
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
        """Notes what the mouse holds."""
        _PRESSED[self.screen] = self._target_of(event)

    def on_mouse_up(self, event: MouseUp) -> None:
        """Tells the screen what was dragged where."""
        pressed, target = _PRESSED.get(self.screen), self._target_of(event)
        if pressed is not None and target is not None and target != pressed:
            self.post_message(self.Dragged(pressed, target))

    def on_click(self, event: Click) -> None:
        """Tells the screen what was clicked; what was dragged is no click."""
        pressed, target = _PRESSED.pop(self.screen, None), self._target_of(event)
        if target is not None and pressed in (None, target):
            event.stop()
            self.post_message(self.Clicked(target))


def _with_sides(line: Row, sides: str) -> Row:
    """A line whose paper, of the colour of the table, has an edge at the left and the right."""
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
    """The parts of line `y`, of a widget so wide, in which two lines differ."""
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
