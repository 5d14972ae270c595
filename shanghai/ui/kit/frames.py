"""Frames around blocks of lines, backgrounds, and blocks next to each other."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from shanghai.ui.kit.lines import Bit, Row, Target, blanks, cut_row, pad, row_width
from shanghai.words.cards import CardStyle

_ROUND: Final = "╭─╮│╰╯"
_HEAVY: Final = "┏━┓┃┗┛"
_PLAIN: Final = "+-+|++"
_PLAIN_HEAVY: Final = "#=##=#"
TRAY_CELLS: Final = 6
"""The cells that the frame and margin of a tray take at both sides together."""
TRAY_LINES: Final = 4
"""The lines that they take above and below together."""
_MIN_TRAY: Final = 40


def on_ground(line: Iterable[Bit], ground: str, target: Target | None = None) -> Row:
    """The line on a background. Pieces with a background keep theirs. All of it is one target."""
    return tuple(
        bit._replace(look=f"{ground} {bit.look}".rstrip(), target=bit.target or target)
        for bit in line
    )


def fitted(line: Row, width: int, mark: str = "…") -> Row:
    """The line cut or filled to exactly `width` cells. `mark` shows that it is cut."""
    return pad(cut_row(line, width, mark), width)


def centred(line: Row, width: int) -> Row:
    """The line in the middle of `width` cells."""
    return pad((Bit(" " * max(0, (width - row_width(line)) // 2)), *line), width)


def block_centred(rows: Sequence[Row], width: int) -> list[Row]:
    """A block of lines in the middle of `width` cells. All are moved by the same number of
    cells."""
    most = max(map(row_width, rows), default=0)
    margin = blanks((width - most) // 2)
    return [(margin, *line) for line in rows]


class Edges(NamedTuple):
    """The words in the upper and lower edge of a frame. The head is at the left, in a window in the
    middle. The foot is in the middle, but at the left if there is a `foot_right`."""

    head: Row = ()
    right: Row = ()
    foot: Row = ()
    foot_right: Row | None = None


_NO_WORDS: Final = Edges()


def framed(
    rows: Sequence[Row],
    width: int,
    height: int,
    style: CardStyle,
    edges: Edges = _NO_WORDS,
    look: str = "line",
    target: Target | None = None,
) -> list[Row]:
    """Lines in a frame of `width` by `height` cells. Frames with the look `gold` or `window` are
    heavy."""
    is_window, is_heavy = look == "window", look in ("gold", "window")
    ink = "gold" if is_window else look
    light, heavy = (_PLAIN, _PLAIN_HEAVY) if style.ascii else (_ROUND, _HEAVY)
    signs = heavy if is_heavy else light
    side, low, low_right = tuple(signs[3:])
    drawn = [_edge(signs[:3], width, ink, edges.head, edges.right, middle=is_window)]
    for at in range(height - 2):
        body = fitted(rows[at] if at < len(rows) else (), width - 4, style.mark)
        drawn.append((Bit(f"{side} ", ink), *body, Bit(f" {side}", ink)))
    low_signs, is_split = low + signs[1] + low_right, edges.foot_right is not None
    foot_right = edges.foot_right or ()
    drawn.append(_edge(low_signs, width, ink, edges.foot, foot_right, middle=not is_split))
    return [on_ground(line, "window" if is_window else "box", target) for line in drawn]


def _edge(signs: str, width: int, look: str, head: Row, tail: Row, *, middle: bool) -> Row:
    (left, dash, right), tail_width = tuple(signs), row_width(tail)
    head = cut_row(head, max(0, width - 4 - tail_width))
    spare = width - 2 - row_width(head) - tail_width
    before = spare // 2 if middle else min(1, spare)
    after = min(1, spare - before) if tail else 0
    return (
        Bit(left + dash * before, look),
        *head,
        Bit(dash * (spare - before - after), look),
        *tail,
        Bit(dash * after + right, look),
    )


def tray(rows: Sequence[Row], width: int, style: CardStyle) -> list[Row]:
    """Lines in a tray, which is a frame on the table, in the middle of `width` cells."""
    texts = ("".join(bit.text for bit in line) for line in rows if row_width(line))
    margin = min((len(text) - len(text.lstrip(" ")) for text in texts), default=0)
    rows = [(), *((Bit(" "), *_without_margins(line, margin)) for line in rows)]
    # What has a margin stands in the middle of its room, and of the tray too.
    least = width - 2 * margin if margin else _MIN_TRAY
    most = max(least, max(map(row_width, rows)) + TRAY_CELLS - 1)
    return block_centred(framed(rows, most, len(rows) + 3, style), width)


def _without_margins(line: Row, cells: int) -> Row:
    """The line without its first `cells` blanks, and without the blanks at its end."""
    left = []
    for bit in line[:-1] if line and line[-1] == blanks(line[-1].width) else line:
        gone = min(cells, len(bit.text))
        left.append(bit._replace(text=bit.text[gone:]))
        cells -= gone
    return tuple(left)


def beside(blocks: Sequence[Sequence[Row]], widths: Sequence[int], gap: int = 1) -> list[Row]:
    """Blocks side by side. `widths` are their widths in cells, `gap` the cells between them."""
    space, rows = [blanks(gap)] if gap else [], []
    for lines in zip_longest(*blocks, fillvalue=()):
        parts = [(*space, *fitted(line, width)) for line, width in zip(lines, widths, strict=True)]
        rows.append(tuple(bit for part in parts for bit in part)[len(space) :])
    return rows


def window_frame(
    rows: Sequence[Row], width: int, style: CardStyle, title: str, foot: Row = (), slip: Row = ()
) -> list[Row]:
    """A window over the table: a heavy golden frame around lines, with its title in the top edge. A
    `slip` after the title shows the card that the window is about."""
    space = (Bit(" "),) if slip else ()
    edges = Edges((Bit(f" {title} ", "cap"), *space, *slip), foot=foot)
    return framed(rows, width, len(rows) + 2, style, edges, "window")
