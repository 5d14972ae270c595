"""The column beside the table: the scores in the richest form that fits, and what has happened."""

from typing import Final

from shanghai.engine.view import SeatView
from shanghai.ui.session.session import Session
from shanghai.ui.text.log_lines import latest_rows
from shanghai.ui.text.setup import round_title
from shanghai.ui.widgets.cards import CardStyle
from shanghai.ui.widgets.lines import Bit, Row
from shanghai.ui.widgets.scorecard import compact_rows, has_all_columns, scorecard_rows

SIDE_CELLS: Final = 40
"""The cells of the column from 120 cells across on."""
WIDE_SIDE_CELLS: Final = 64
"""The cells of the column from 160 cells across on."""
_AHEAD_LEAVES: Final = 9
_CARD_LEAVES: Final = 14
"""The lines that what has happened must keep beside the contracts ahead, or the whole card."""
_EARLIER: Final = 4
"""The lines from which on what happened earlier in the round is told as well."""


def side_cells(wide: int) -> int:
    """The cells of the column on a screen so wide, 0 where there is none."""
    return WIDE_SIDE_CELLS if wide >= 160 else SIDE_CELLS if wide >= 120 else 0


def beside_table(wide: int) -> int:
    """The cells that the column takes on a screen so wide, its margins too."""
    cells = side_cells(wide)
    return cells + 2 if cells else 0


def score_rows(
    view: SeatView, session: Session, wide: int, high: int, style: CardStyle
) -> list[Row]:
    """The scores in a column of so many lines: round by round, or each total with the contracts
    ahead, or the totals alone, so that what has happened has room below and never moves them."""
    if wide > SIDE_CELLS and has_all_columns(view, wide, session.hinted):
        title: Row = (Bit(round_title(view.rules, view.round), "accent"),)
        card = scorecard_rows(view, wide, ascii_only=style.ascii, hinted=session.hinted)
        if len(card) + 4 + _CARD_LEAVES <= high:
            return [title, (), *card]
    for ahead, leaves in ((True, _AHEAD_LEAVES), (False, _EARLIER)):
        rows = compact_rows(view, wide, hinted=session.hinted, ahead=ahead)
        if len(rows) + 2 + leaves <= high:
            return rows
    return []


def side_rows(
    view: SeatView, session: Session, head: str, style: CardStyle, wide: int, high: int
) -> list[Row]:
    """The column of a seat's own view: the scores, then what is new, then what was before that."""
    rows = score_rows(view, session, wide - 2, high, style)
    told = session.seen.since_last_turn(view.viewer)
    if told:
        rows += [(), ()] if rows else []
        rows.append((Bit(head, "accent"),))
        rows += latest_rows(told, style, wide, high - len(rows))
    left = high - len(rows) - 2
    before = session.seen.before_last_turn(view.viewer) if rows and left >= _EARLIER else []
    if before:
        rows += [(), (Bit(BEFORE_THAT, "dim"),)]
        rows += latest_rows(before, style, wide, left, "dim")
    return rows


BEFORE_THAT: Final = "Before that:"
"""What stands above what a seat has seen happen."""
