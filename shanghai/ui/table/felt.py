"""The table: the seats in their places, the piles or the call window between them."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from msgspec import Struct, structs

from shanghai.engine.seats import NOBODY, SeatIndex, next_seat, seat_numbers
from shanghai.engine.view import SeatView
from shanghai.ui.kit.frames import beside
from shanghai.ui.kit.lines import Lines, Row, width
from shanghai.ui.table.meld_text import fan_bits, long_bits, open_bits, plain_bits, short_bits
from shanghai.ui.table.seat_frames import SHORT_FORM, Marks, SeatDrawing, SeatForm, cut_lines
from shanghai.words.cards import CardStyle

Block = Callable[[int], list[Row]]
"""Draws a block of lines, each at most as many cells as it is given."""
Wing = Callable[[int, int], list[Row]]
"""Draws a block of lines of so many cells and lines."""
_WING: Final = 56
"""The cells of a wing."""
_WING_LINES: Final = 17
"""The lines of a wing at least."""
_TALL_FRAME: Final = 14
"""The lines that the frames of a table with wings have where there is room, whatever is down."""
_LEAST_FRAME: Final = 25
"""The cells of a frame at least."""
_FRAMES_FROM: Final = 14
"""The lines of a table from which on seats stand in frames."""
_MOST_ACROSS: Final = 4


class Setting(Struct, frozen=True):
    """What lies on a table: what is seen of the game, what stands between the seats (from the
    largest form to the smallest), and what a seat at the near side adds to its place."""

    view: SeatView
    style: CardStyle = CardStyle()
    marks: Marks = Marks()
    middle: tuple[Block, ...] = ()
    own: Block | None = None
    wings: tuple[Wing, Wing] | None = None
    """What stands at the left and at the right of the middle, as high as there is room."""

    @property
    def around(self) -> bool:
        """Whether the seats stand around the middle, as no hand lies below it."""
        return self.view.viewer == NOBODY


class _Form(Struct, frozen=True):
    """A way to draw the table: frames, strips or lines, how melds are written, which middle."""

    kind: str
    seat: SeatForm
    middle: int
    apart: bool = False


def _forms(setting: Setting, high: int) -> list[_Form]:
    """The ways to draw a table, the roomiest first."""
    fans: list[SeatForm] = []
    if not setting.style.ascii:
        fans = [SeatForm(fan_bits, 3, 5), SeatForm(fan_bits, 2, 4), SeatForm(long_bits, 1, 3)]
        if setting.wings:
            fans.insert(0, SeatForm(open_bits, 5, 5))
    texts = [SeatForm(long_bits), SeatForm(plain_bits), SHORT_FORM]
    if not setting.style.ascii:
        texts.insert(0, SeatForm(long_bits, 1))
    last = max(1, len(setting.middle))
    forms: list[_Form] = []
    if high >= _FRAMES_FROM:
        for middle in range(last):
            some = [*fans, *texts] if middle == 0 else texts
            if setting.wings:
                some = [structs.replace(seat, in_middle=True) for seat in some]
            forms += [_Form("frame", seat, middle) for seat in some]
    strips = [SeatForm(long_bits), SeatForm(plain_bits), SHORT_FORM]
    for kind in ("strip", "line"):
        for seat in strips[:2] if kind == "strip" else strips:
            for middle in range(last):
                forms += [_Form(kind, seat, middle, apart) for apart in (True, False)]
    return forms


def table_rows(setting: Setting, wide: int, high: int) -> list[Row]:
    """The table in at most `high` lines; of the last form, what does not fit is cut."""
    room = wide - 2 * (_WING + 1) if setting.wings else wide
    middle = cache(lambda at: setting.middle[at](room) if setting.middle else [])
    for form in _forms(setting, high):
        if form.kind == "frame":
            rows = _framed(setting, form, middle(form.middle), wide, high)
        else:
            rows = _stripped(setting, form, middle(form.middle), wide, high)
        if rows is not None and len(rows) <= high:
            return rows
    return _cut(setting, middle(max(0, len(setting.middle) - 1)), wide, high)


# -- frames --


def _framed(
    setting: Setting, form: _Form, middle: list[Row], wide: int, high: int
) -> list[Row] | None:
    """Seats in frames before and behind the middle, which spare lines make higher."""
    drawing = SeatDrawing(setting.view, setting.style, setting.marks)
    groups = _groups(setting, wide)
    if not groups:
        return None
    contents = [_contents(setting, drawing, group, form, wide) for group in groups]
    heights = [2 + max(map(len, content)) for content in contents]
    least = max(len(middle), _WING_LINES if setting.wings else 0)
    spare = high - sum(heights) - least
    if spare < 0 or _too_wide(contents, groups, form, wide):
        return None
    last = len(heights) if setting.around else len(heights) - 1
    tallest = _TALL_FRAME if setting.wings else high // 3
    for _ in range(max(0, spare - 4)):
        lowest = min(range(last), key=lambda at: heights[at])
        if heights[lowest] >= tallest:
            break
        heights[lowest] += 1
    if setting.wings:
        middle = _between(setting.wings, middle, wide, high - sum(heights))
    blocks = []
    for group, content, tall in zip(groups, contents, heights, strict=True):
        widths = _widths(wide, len(group))
        frames = [
            drawing.frame(seat, rows, cells, tall)
            for seat, rows, cells in zip(group, content, widths, strict=True)
        ]
        blocks.append(beside(frames, widths))
    return _stacked(setting, blocks, middle, high)


def _between(wings: tuple[Wing, Wing], middle: Sequence[Row], wide: int, high: int) -> list[Row]:
    """The middle with a wing at either side of it, all of them so many lines high."""
    above: list[Row] = [()] * ((high - len(middle)) // 2)
    left, right = (wing(_WING, high) for wing in wings)
    widths = (_WING, wide - 2 * (_WING + 1), _WING)
    return beside([left, [*above, *middle], right], widths)


def _contents(
    setting: Setting, drawing: SeatDrawing, group: Sequence[SeatIndex], form: _Form, wide: int
) -> list[list[Row]]:
    """What stands in each frame of a line of seats."""
    widths = _widths(wide, len(group))
    return [
        drawing.own_content(seat, setting.own(cells - 4), form.seat, cells - 4)
        if seat == setting.view.viewer and setting.own is not None
        else drawing.content(seat, form.seat, cells - 4)
        for seat, cells in zip(group, widths, strict=True)
    ]


def _too_wide(
    contents: Sequence[Sequence[list[Row]]],
    groups: Sequence[Sequence[SeatIndex]],
    form: _Form,
    wide: int,
) -> bool:
    """Whether melds do not fit in their frames as they are written, and might be shorter."""
    if form.seat.write is short_bits:
        return False
    return any(
        width(line) > cells - 4
        for content, group in zip(contents, groups, strict=True)
        for rows, cells in zip(content, _widths(wide, len(group)), strict=True)
        for line in rows
    )


def _groups(setting: Setting, wide: int) -> list[list[SeatIndex]]:
    """The seats of each line of frames, clockwise; none where there is no room for frames."""
    view = setting.view
    across = min(_MOST_ACROSS, (wide + 1) // (_LEAST_FRAME + 1))
    if across < 2:
        return []
    if setting.around:
        seats = seat_numbers(view.players)
        half = -(-len(seats) // 2)
        return [*_split(seats[:half], across), *_split(seats[half:][::-1], across)]
    others = [next_seat(view.viewer, view.players, at) for at in range(1, view.players)]
    return [*_split(others, across), [view.viewer]]


def _split(seats: Sequence[SeatIndex], across: int) -> list[list[SeatIndex]]:
    """Seats in lines of at most `across` seats, as even as can be."""
    if not seats:
        return []
    lines = -(-len(seats) // across)
    ends = [len(seats) * at // lines for at in range(lines + 1)]
    return [list(seats[first:end]) for first, end in pairwise(ends)]


def _widths(wide: int, count: int) -> list[int]:
    """The cells of frames side by side, with a cell between them."""
    room = wide - (count - 1)
    return [room // count + (at < room % count) for at in range(count)]


def _stacked(
    setting: Setting, blocks: Sequence[Sequence[Row]], middle: Sequence[Row], high: int
) -> list[Row]:
    """The middle between the seats before and those behind it, as far apart as there is room."""
    first = -(-len(blocks) // 2) if setting.around else len(blocks) - 1
    before = [line for block in blocks[:first] for line in block]
    behind = [line for block in blocks[first:] for line in block]
    spare = max(0, high - len(before) - len(middle) - len(behind))
    above = spare // 2
    return [*before, *[()] * above, *middle, *[()] * (spare - above), *behind]


# -- strips and lines --


def _seats(setting: Setting) -> list[SeatIndex]:
    """The seats from the top of the screen to its foot, the own one last."""
    view = setting.view
    if setting.around:
        return [*seat_numbers(view.players)]
    return [next_seat(view.viewer, view.players, at) for at in range(1, view.players + 1)]


def _seat_rows(setting: Setting, form: _Form, wide: int) -> list[list[Row]]:
    """The lines of each seat as strips or single lines."""
    drawing = SeatDrawing(setting.view, setting.style, setting.marks)
    drawn = []
    for seat in _seats(setting):
        if seat == setting.view.viewer and setting.own is not None:
            drawn.append(drawing.own_strip(seat, setting.own, form.seat, wide))
        elif form.kind == "strip":
            drawn.append(drawing.strip(seat, form.seat, wide))
        else:
            drawn.append(drawing.line(seat, form.seat, wide))
    return drawn


def _stripped(setting: Setting, form: _Form, middle: list[Row], wide: int, high: int) -> list[Row]:
    """Seats below each other, the middle below them all, or above the own seat."""
    drawn = _seat_rows(setting, form, wide)
    own = [] if setting.around or setting.own is None else drawn.pop()
    rows: list[Row] = []
    for lines in drawn:
        rows += [()] * (form.apart and bool(rows))
        rows += lines
    spare = max(0, high - len(rows) - len(middle) - len(own))
    if setting.around:
        return [*rows, *[()] * spare, *middle]
    above = spare // 2
    return [*rows, *[()] * above, *middle, *[()] * (spare - above), *own]


def _cut(setting: Setting, middle: list[Row], wide: int, high: int) -> list[Row]:
    """The shortest form, every seat's melds cut to the lines that are left for it."""
    drawn = _seat_rows(setting, _Form("line", SHORT_FORM, 0), wide)
    spare = max(0, high - len(middle) - len(drawn))
    kept: list[list[Row]] = []
    for seat, lines in zip(_seats(setting), drawn, strict=True):
        more = min(spare, len(lines) - 1)
        spare -= more
        kept.append(cut_lines(lines, 1 + more, wide, setting.style, seat))
    own = [] if setting.around or setting.own is None else kept.pop()
    others = [line for lines in kept for line in lines]
    return [*others[: max(0, high - len(middle) - len(own))], *middle, *own]


def least_lines(setting: Setting, wide: int) -> int:
    """The lines that the seats take in their shortest form."""
    return sum(map(len, _seat_rows(setting, _Form("line", SHORT_FORM, 0), wide)))


class TableView(Lines):
    """The table as a widget, laid out for its size."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._setting: Setting | None = None
        self._laid: object = None

    def update(self, setting: Setting, key: object = None) -> None:
        """Shows a table; it is laid out again where the setting, or `key`, is another one."""
        self._setting, self._key = setting, key
        self._lay()

    _key: object = None

    def on_resize(self) -> None:
        """Lays the table out for the new size."""
        self._lay()

    def _lay(self) -> None:
        setting, size = self._setting, self.size
        if setting is None or not size.width:
            return
        asked = (setting.view, setting.style, setting.marks, self._key, size)
        if asked != self._laid:
            self._laid = asked
            self.show(table_rows(setting, size.width, size.height))
