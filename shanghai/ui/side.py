"""The column beside the table: the scores in the richest form that fits, and what has happened."""

from typing import Final

from shanghai.engine.view import SeatView
from shanghai.ui.desk import Desk
from shanghai.ui.told import latest_rows
from shanghai.ui.widgets.cards import CardStyle
from shanghai.ui.widgets.lines import Bit, Row
from shanghai.ui.widgets.scorecard import compact_rows, has_all_columns, scorecard_rows
from shanghai.ui.words import round_title

SIDE_CELLS: Final = 44
"""The cells of the column from 120 cells across on."""
WIDE_SIDE_CELLS: Final = 64
"""The cells of the column from 160 cells across on."""
_EARLIER: Final = 4
"""The lines from which on what happened earlier in the round is told as well."""


def side_cells(wide: int) -> int:
    """The cells of the column on a screen so wide, 0 where there is none."""
    return WIDE_SIDE_CELLS if wide >= 160 else SIDE_CELLS if wide >= 120 else 0


def score_rows(view: SeatView, desk: Desk, wide: int, high: int, style: CardStyle) -> list[Row]:
    """The scores in so many lines: round by round, or each total with the contracts ahead, or
    the totals alone; nothing where even they do not fit."""
    if wide > SIDE_CELLS and has_all_columns(view, wide, desk.hinted):
        title: Row = (Bit(round_title(view.rules, view.round), "accent"),)
        card = scorecard_rows(view, wide, ascii_only=style.ascii, hinted=desk.hinted)
        if len(card) + 2 <= high:
            return [title, (), *card]
    for ahead in (True, False):
        rows = compact_rows(view, wide, hinted=desk.hinted, ahead=ahead)
        if len(rows) <= high:
            return rows
    return []


def side_rows(
    view: SeatView, desk: Desk, head: str, style: CardStyle, wide: int, high: int
) -> list[Row]:
    """The column of a seat's own view: what is new comes first, then the scores above it.

    Where there is room yet, what happened in the round before that stands above the news.
    """
    told = desk.told_since(view.viewer)
    news: list[Row] = []
    if told:
        news = [(Bit(head, "accent"),), *latest_rows(told, style, wide, high - 1)]
    apart: list[Row] = [(), ()] if news else []
    scores = score_rows(view, desk, wide - 2, high - len(news) - len(apart), style)
    left = high - len(scores) - len(news) - 3
    earlier: list[Row] = []
    if scores and news and left >= _EARLIER:
        before = desk.told_before(view.viewer)
        rows = latest_rows(before, style, wide, left, "dim")
        earlier = [*rows, ()] if before else []
    return [*scores, *(apart if scores else []), *earlier, *news]
