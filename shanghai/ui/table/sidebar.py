"""What stands beside the table: the scorecard and what was said and done, each in a frame.

On most screens they are a column at the right; on a very large one they are wings at both sides of
what lies in the middle.
"""

from collections.abc import Callable, Sequence
from typing import Final

from textual.geometry import Size

from shanghai.engine.view import SeatView
from shanghai.ui.kit.frames import framed
from shanghai.ui.kit.lines import Bit, Row, cut_row, pad, wrap
from shanghai.ui.kit.seat_marks import seat_look, seat_sign
from shanghai.ui.table.log_lines import latest_rows
from shanghai.ui.table.scorecard import has_all_columns, scorecard_rows
from shanghai.ui.table.session.log import LogLine
from shanghai.ui.table.session.session import Session
from shanghai.words import scores as words
from shanghai.words.cards import CardStyle
from shanghai.words.contracts import contract_text, round_of
from shanghai.words.short_names import names_at

Wings = tuple[Callable[[int, int], list[Row]], Callable[[int, int], list[Row]]]
"""What draws the two wings, each in so many cells and lines."""
SIDE_CELLS: Final = 38
"""The cells of the column from 110 cells across on."""
WIDE_SIDE_CELLS: Final = 64
"""The cells of the column from 160 cells across on."""
_WINGS_FROM: Final = Size(180, 56)
"""The size of a screen from which on the table has wings."""
_MOST_AHEAD: Final = 9
"""The contracts ahead that are listed at most."""
_CHART: Final = (8, 16)
"""The lines of a chart in a wing, at least and at most."""
_LOG_LEAVES: Final = 7
"""The lines that what has happened must keep beside the contracts ahead, its frame included."""
_CARD_LEAVES: Final = 16
"""The lines that it must keep beside the whole scorecard."""


def has_wings(size: Size) -> bool:
    """Whether a screen of this size has wings instead of a column."""
    return size.width >= _WINGS_FROM.width and size.height >= _WINGS_FROM.height


def side_cells(size: Size) -> int:
    """The cells of the column on a screen of this size, 0 where there is none."""
    if has_wings(size):
        return 0
    return WIDE_SIDE_CELLS if size.width >= 160 else SIDE_CELLS if size.width >= 110 else 0


def beside_table(size: Size) -> int:
    """The cells that the column takes on a screen of this size, the gap before it too."""
    cells = side_cells(size)
    return cells + 1 if cells else 0


def tells_beside(size: Size) -> bool:
    """Whether what has happened stands beside the table on a screen of this size."""
    return has_wings(size) or side_cells(size) > 0


def standing_rows(view: SeatView, session: Session, wide: int, style: CardStyle) -> list[Row]:
    """A line for each seat: its sign and name, its total, and the points of the last round."""
    last = view.results[-1].points if view.results else ()
    star = "*" if style.ascii else "★"
    names = names_at(view, max(4, wide - 17))
    rows: list[Row] = []
    for seat, held in enumerate(view.seats):
        leads = bool(view.results) and seat in view.leaders
        hinted = Bit(" h" if seat in session.hinted else "", "dim")
        name: Row = (
            Bit(f"{star if leads else ' '} ", "accent"),
            Bit(f"{seat_sign(seat, style)} {names[seat]}", seat_look(seat)),
            hinted,
        )
        gain = f"{last[seat]:+d}" if last else ""
        rows.append(
            (
                *pad(name, wide - 12),
                Bit(f"{held.score:>5}", "accent" if leads else "strong"),
                Bit(f"{gain:>7}", "dim"),
            )
        )
    if session.hinted:
        rows.append((Bit(f"  {words.H_MARK}", "dim"),))
    return rows


def ahead_rows(view: SeatView, wide: int, most: int, style: CardStyle) -> list[Row]:
    """The contracts still to come, the next ones first."""
    coming = [*range(view.contract_number + 1, len(view.rules.contracts) + 1)]
    listed = coming if len(coming) <= most else coming[: max(0, most - 1)]
    rows: list[Row] = []
    for number in listed:
        first = words.AHEAD if not rows else " " * len(words.AHEAD)
        text = contract_text(view.rules, number)
        if len(text) > wide - 10:
            text = contract_text(view.rules, number, short=True)
        line = (Bit(f"{first}{number:>2}  ", "dim"), Bit(text, "dim"))
        rows.append(cut_row(line, wide, style.mark))
    if most > 0 and len(listed) < len(coming):
        rows.append(
            (Bit(words.MORE_AHEAD.format(mark=style.mark, count=len(coming) - len(listed)), "dim"),)
        )
    return rows


_HEAD: Final = (Bit(words.SCORECARD_HEAD, "strong"),)


def _round(view: SeatView) -> Row:
    """Which round it is."""
    return (Bit(f" {view.rules.words.round} {round_of(view.rules, view.round)} ", "dim"),)


def score_rows(
    view: SeatView, session: Session, wide: int, high: int, style: CardStyle
) -> list[Row]:
    """The scorecard in a frame: round by round where there is room, else totals and what is
    ahead; no lines where not even the totals leave room for what has happened."""
    inner = wide - 4
    rows: list[Row] = []
    if wide > SIDE_CELLS and has_all_columns(view, inner, session.hinted):
        rows = [*scorecard_rows(view, inner, ascii_only=style.ascii, hinted=session.hinted)]
    if not rows or len(rows) + 2 + _CARD_LEAVES > high:
        totals = standing_rows(view, session, inner, style)
        room = high - len(totals) - 3 - _LOG_LEAVES
        ahead = ahead_rows(view, inner, min(room, _MOST_AHEAD), style)
        rows = [*totals, *([()] if ahead else []), *ahead]
    if len(rows) + 2 > high:
        return []
    return framed(rows, wide, len(rows) + 2, style, head=_HEAD, right=_round(view))


def score_wing(
    view: SeatView, session: Session, style: CardStyle, wide: int, high: int
) -> list[Row]:
    """The scorecard in a frame of exactly that size, and below it what is ahead and a chart."""
    inner, room = wide - 4, high - 2
    if has_all_columns(view, inner, session.hinted):
        rows = [*scorecard_rows(view, inner, ascii_only=style.ascii, hinted=session.hinted)]
    else:
        rows = standing_rows(view, session, inner, style)
    if len(rows) > room or not has_all_columns(view, inner, session.hinted):
        rows = standing_rows(view, session, inner, style)
        ahead = ahead_rows(view, inner, room - len(rows) - 1, style)
        rows += [(), *ahead] if ahead else []
    left = min(_CHART[1], room - len(rows) - 1)
    if view.results and left >= _CHART[0]:
        from shanghai.ui.table.chart import chart_rows

        rows += [(), *chart_rows(view, inner, left, style)]
    return framed(rows, wide, high, style, head=_HEAD, right=_round(view))


def log_frame(
    told: Sequence[LogLine],
    before: Sequence[LogLine],
    head: str,
    session: Session,
    style: CardStyle,
    wide: int,
    high: int,
) -> list[Row]:
    """What has happened in a frame: what is new, and dimmed above it what was before that."""
    if high < 3:
        return []
    inner, room = wide - 4, high - 2
    names = tuple(session.short_names)
    title = wrap((Bit(head, "accent"),), inner) if head else []
    rows = latest_rows(told, style, inner, room - len(title), names=names)
    left = room - len(rows) - len(title) - 1
    earlier: list[Row] = []
    if before and left > 0:
        earlier = latest_rows(before, style, inner, left, "dim", names=names)
    shown = [*earlier, *([()] if earlier and rows else []), *title, *rows]
    return framed(shown, wide, high, style, head=(Bit(words.AT_THE_TABLE, "strong"),))


def side_rows(
    view: SeatView,
    session: Session,
    style: CardStyle,
    wide: int,
    high: int,
    *,
    head: str = "",
) -> list[Row]:
    """The column of a view: the scorecard, then what has happened; `head` stands before what is
    new to a seat."""
    rows = score_rows(view, session, wide, high, style)
    gap: list[Row] = [()] if rows else []
    left = high - len(rows) - len(gap)
    return [*rows, *gap, *log_rows(view, session, style, wide, left, head=head)]


def log_rows(
    view: SeatView,
    session: Session,
    style: CardStyle,
    wide: int,
    high: int,
    *,
    head: str = "",
) -> list[Row]:
    """What a view may know of what has happened, in a frame; `head` stands before what is new."""
    if head:
        told = session.seen.since_last_turn(view.viewer)
        before = session.seen.before_last_turn(view.viewer)
    else:
        told, before = session.log.lately(high), []
    return log_frame(told, before, head, session, style, wide, high)


def wings(view: SeatView, session: Session, style: CardStyle, head: str = "") -> Wings:
    """The scorecard for the left of the middle, and what has happened for the right of it."""
    return (
        lambda wide, high: score_wing(view, session, style, wide, high),
        lambda wide, high: log_rows(view, session, style, wide, high, head=head),
    )
