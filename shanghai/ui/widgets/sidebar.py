"""The column beside the table: the scorecard in a frame, and below it what was said and done."""

from collections.abc import Sequence
from typing import Final

from shanghai.engine.view import SeatView
from shanghai.text.contracts import contract_text, round_of
from shanghai.text.short_names import names_at
from shanghai.ui.session.log import LogLine
from shanghai.ui.session.session import Session
from shanghai.ui.text.log_lines import latest_rows
from shanghai.ui.widgets.cards import CardStyle
from shanghai.ui.widgets.frames import framed
from shanghai.ui.widgets.lines import Bit, Row, cut_row, pad, wrap
from shanghai.ui.widgets.scorecard import has_all_columns, scorecard_rows
from shanghai.ui.widgets.seat_marks import seat_look, seat_sign

SIDE_CELLS: Final = 38
"""The cells of the column from 110 cells across on."""
WIDE_SIDE_CELLS: Final = 64
"""The cells of the column from 160 cells across on."""
_LOG_LEAVES: Final = 7
"""The lines that what has happened must keep beside the contracts ahead, its frame included."""
_CARD_LEAVES: Final = 16
"""The lines that it must keep beside the whole scorecard."""


def side_cells(wide: int) -> int:
    """The cells of the column on a screen so wide, 0 where there is none."""
    return WIDE_SIDE_CELLS if wide >= 160 else SIDE_CELLS if wide >= 110 else 0


def beside_table(wide: int) -> int:
    """The cells that the column takes on a screen so wide, the gap before it too."""
    cells = side_cells(wide)
    return cells + 1 if cells else 0


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
    return rows


def ahead_rows(view: SeatView, wide: int, most: int, style: CardStyle) -> list[Row]:
    """The contracts still to come, the next ones first."""
    coming = range(view.contract_number + 1, len(view.rules.contracts) + 1)
    rows: list[Row] = []
    for number in [*coming][: max(0, most)]:
        first = "ahead " if not rows else "      "
        text = contract_text(view.rules, number)
        if len(text) > wide - 10:
            text = contract_text(view.rules, number, short=True)
        line = (Bit(f"{first}{number:>2}  ", "dim"), Bit(text, "dim"))
        rows.append(cut_row(line, wide, style.mark))
    return rows


def score_rows(
    view: SeatView, session: Session, wide: int, high: int, style: CardStyle
) -> list[Row]:
    """The scorecard in a frame: round by round where there is room, else totals and what is
    ahead; no lines where not even the totals leave room for what has happened."""
    inner = wide - 4
    word = view.rules.words.round
    right = (Bit(f" {word} {round_of(view.rules, view.round)} ", "dim"),)
    rows: list[Row] = []
    if wide > SIDE_CELLS and has_all_columns(view, inner, session.hinted):
        rows = [*scorecard_rows(view, inner, ascii_only=style.ascii, hinted=session.hinted)]
    if not rows or len(rows) + 2 + _CARD_LEAVES > high:
        totals = standing_rows(view, session, inner, style)
        room = high - len(totals) - 3 - _LOG_LEAVES
        ahead = ahead_rows(view, inner, min(room, 8), style)
        rows = [*totals, *([()] if ahead else []), *ahead]
    if len(rows) + 2 > high:
        return []
    head = (Bit(" Scorecard ", "strong"),)
    return framed(rows, wide, len(rows) + 2, style, head=head, right=right)


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
    return framed(shown, wide, high, style, head=(Bit(" At the table ", "strong"),))


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
    if head:
        told = session.seen.since_last_turn(view.viewer)
        before = session.seen.before_last_turn(view.viewer)
    else:
        told, before = session.log.lately(high), []
    gap: list[Row] = [()] if rows else []
    left = high - len(rows) - len(gap)
    return [*rows, *gap, *log_frame(told, before, head, session, style, wide, left)]
