"""Scorecard and log in frames next to the table: in one column, or in two wings on a large
screen."""

from typing import Final, NamedTuple

from textual.geometry import Size

from shanghai.engine.seats import by_seat
from shanghai.engine.state import SeatView
from shanghai.table.log import LogLine
from shanghai.ui.kit.cards import seat_name
from shanghai.ui.kit.frames import Edges, framed
from shanghai.ui.kit.lines import Bit, Row, pad, row_width, wrap, wrap_text
from shanghai.ui.table.log_lines import latest_rows
from shanghai.ui.table.scorecard import chart_rows, has_all_columns, scorecard_rows
from shanghai.ui.table.session import Session
from shanghai.words import scores as words, table
from shanghai.words.cards import CardStyle
from shanghai.words.contracts import contract_text, round_of
from shanghai.words.short_names import names_at

_SIDE_CELLS: Final = 30, 64
"""The cells of the column on screens of at least 110 cells, and of at least 160 cells."""
_WINGS_FROM: Final = Size(180, 56)
"""The least size of a screen on which the table has wings."""
_MAX_AHEAD: Final = 9
"""The most coming contracts that a column lists."""
_CHART: Final = (8, 16)
"""The least and the most lines of a chart in a wing."""
_LOG_LEAVES: Final = 7
"""The lines that must be left for the log, with its frame, next to the coming contracts."""
_CARD_LEAVES: Final = 16
"""The lines that must be left for the log next to the whole scorecard."""


def has_wings(size: Size) -> bool:
    """Whether a screen of this size has wings instead of a column."""
    return size.width >= _WINGS_FROM.width and size.height >= _WINGS_FROM.height


def side_cells(size: Size) -> int:
    """The cells of the column on a screen of this size. 0 if there is none."""
    if has_wings(size) or size.width < 110:
        return 0
    return _SIDE_CELLS[1] if size.width >= 160 else _SIDE_CELLS[0]


class SidePanels(NamedTuple):
    """What a view shows next to its table. `head` is the text before what is new to its seat."""

    view: SeatView
    session: Session
    style: CardStyle
    head: str = ""

    def column(self, width: int, height: int) -> list[Row]:
        """The column: the log, and above it the scorecard if there is room for both."""
        leaves = _CARD_LEAVES if width > _SIDE_CELLS[0] else height
        rows = self._scores(width - 4, height - 2, leaves, _LOG_LEAVES, _MAX_AHEAD)
        if len(rows) + 2 > height:
            return self.log_rows(width, height)
        frame = self._score_frame(rows, width, len(rows) + 2)
        return [*frame, (), *self.log_rows(width, height - len(frame) - 1)]

    def score_wing(self, width: int, height: int) -> list[Row]:
        """The scorecard in a frame of exactly this size, with a chart below it."""
        rows = self._scores(width - 4, height - 2)
        left = min(_CHART[1], height - 2 - len(rows) - 1)
        if self.view.results and left >= _CHART[0]:
            rows += [(), *chart_rows(self.view, width - 4, left, self.style)]
        return self._score_frame(rows, width, height)

    def _score_frame(self, rows: list[Row], width: int, height: int) -> list[Row]:
        rules = self.view.rules
        right = Bit(table.ROUND_OF(rules, of=round_of(rules, self.view.round)), "dim")
        head = Bit(words.SCORECARD_FRAME, "strong")
        return framed(rows, width, height, self.style, Edges((head,), (right,)))

    def _scores(
        self, width: int, height: int, card_leaves: int = 0, leaves: int = 0, most: int = 99
    ) -> list[Row]:
        """The scorecard if it leaves `card_leaves` lines of `height`. Else totals and coming
        contracts, which leave `leaves` lines."""
        view, hinted = self.view, self.session.hinted
        if has_all_columns(view, width, hinted):
            rows = scorecard_rows(view, width, ascii_only=self.style.ascii, hinted=hinted)
            # The line that says what an h means has its place before there is one.
            if len(rows) + (not hinted) + card_leaves <= height:
                return rows
        totals = self.totals(width)
        ahead = self.ahead(width, min(height - len(totals) - 1 - leaves, most))
        return [*totals, *([()] if ahead else []), *ahead]

    def totals(self, width: int) -> list[Row]:
        """The totals of all seats, and the points of the last round."""
        view, hinted = self.view, self.session.hinted
        last = view.results[-1].points if view.results else ()
        names = names_at(view, max(4, width - 17 - 4 * view.sides.have_partners))
        rows: list[Row] = []
        for seat, player in by_seat(view.seats):
            leads = bool(view.results) and seat in view.leaders
            letter = words.side_letter(view, seat)
            name: Row = (
                Bit(f"{self.style.crown if leads else ' '} ", "accent"),
                seat_name(seat, names[seat], self.style),
                Bit(f" ({letter})" if letter else "", "dim"),
            )
            if seat in hinted:
                in_words = (*name, Bit(f" {words.HAD_HINT}", "dim"))
                name = in_words if row_width(in_words) < width - 12 else (*name, Bit(" h", "dim"))
            total = Bit(f"{player.score:>5}", "accent" if leads else "strong")
            gain = Bit(f"{last[seat]:>+7d}" if last else " " * 7, "dim")
            rows.append((*pad(name, width - 12), total, gain))
        for text in words.side_texts(view):
            rows += wrap_text(f"  {text}", width, "strong", 4)
        return rows

    def ahead(self, width: int, most: int) -> list[Row]:
        """The contracts of the next rounds, in at most `most` lines."""
        rules = self.view.rules
        coming = self.view.contracts_ahead(self.view.asked)
        rows, left, digits = list[Row](), len(coming), len(str(max(coming, default=0)))
        for number in coming:
            first = f"{words.AHEAD.strip()} "
            first = first if not rows else " " * len(first)
            line = f"{first}{number:>{digits}}  {contract_text(rules, number)}"
            lines = wrap_text(line, width, "dim", len(first) + digits + 2)
            if len(rows) + len(lines) > most - (left > 1):
                break
            rows, left = rows + lines, left - 1
        more = (Bit(words.MORE.format(mark=self.style.mark, count=left), "dim"),)
        return [*rows, more] if most > 0 and left else rows

    def log_rows(self, width: int, height: int) -> list[Row]:
        """The log as the view may know it, in a frame. New events are below, older ones dim above
        them."""
        if height < 3:
            return []
        log, before = self.session.log, list[LogLine]()
        events = log.latest(height)
        if self.head:
            events = log.since_last_turn(self.view.viewer)
            before = log.before_last_turn(self.view.viewer)
        inner, room, names = width - 4, height - 2, self.session.short_names
        title = wrap((Bit(self.head, "accent"),), inner) if self.head and events else []
        rows = latest_rows(events, self.style, inner, room - len(title), names=names)
        left = max(0, room - len(rows) - len(title) - 1)
        earlier = latest_rows(before, self.style, inner, left, "dim", names)
        shown = [*earlier, *([()] if earlier and rows else []), *title, *rows]
        return framed(shown, width, height, self.style, Edges((Bit(words.AT_THE_TABLE, "strong"),)))
