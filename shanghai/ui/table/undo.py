"""Taking moves back by agreement: what would be undone, and the key of everybody who agrees."""

from typing import ClassVar

from msgspec import structs
from textual.app import ComposeResult

from shanghai.engine.seats import NOBODY, SeatIndex, by_seat
from shanghai.engine.undo import UndoRequest
from shanghai.engine.view import SeatView
from shanghai.ui.commands.over_table import UNDOING
from shanghai.ui.kit.command import Label, Reason
from shanghai.ui.kit.lines import Bit, Lines, Row, wrap
from shanghai.ui.table.felt import Setting, TableView
from shanghai.ui.table.log_lines import latest_rows
from shanghai.ui.table.meld_text import flow
from shanghai.ui.table.session.calling import seat_words
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.table_screen import TableScreen
from shanghai.words.table import back_ask_text, back_to_text, back_who_text

_OTHER_LINES = 9
"""The lines of the title, the questions, the status and the keys."""


class UndoScreen(TableScreen[UndoRequest | None]):
    """Asks the whole table; gives the order once every person has agreed, None where one does not.

    It is a public screen: what would be undone is told as everybody may know it.
    """

    DEFAULT_CSS = """
    UndoScreen #words { height: auto; margin: 0 1; }
    """
    HELP_TEXT = (
        "The moves listed would be taken back, as if they had never been made; the arrows take "
        "back more or fewer. Everybody at the table agrees with the number of their own seat; "
        "computer players always agree. Escape leaves everything as it is."
    )
    COMMAND_LIST = UNDOING
    SETTLE: ClassVar[float] = 0.5

    def __init__(self, session: Session, seat: SeatIndex = NOBODY) -> None:
        super().__init__(session)
        self._asked_by = seat
        self._ways = session.back.ways()
        self._at = 0
        self.agreed: list[SeatIndex] = self._asker()

    def heading(self) -> str:
        """What is asked."""
        return self.plain("Take back")

    @property
    def view(self) -> SeatView:
        """The table as everybody sees it now."""
        return self.session.public()

    def content(self) -> ComposeResult:
        """The table, what would be undone, and who agrees."""
        yield TableView(id="table")
        yield Lines(id="words")
        yield Lines([()], id="status")

    def on_mount(self) -> None:
        """Draws everything."""
        self.redraw()

    def redraw(self) -> None:
        """Draws the table, what would be undone and who agrees."""
        self.query_one("#table", TableView).update(Setting(self.view, self.card_style))
        self.query_one("#words", Lines).show(self._rows())
        self.refresh_keys()

    def _rows(self) -> list[Row]:
        if not self._ways:
            return [(Bit("There is no move to take back."),)]
        style, wide = self.card_style, max(40, self.across - 2)
        _, first, then = self._ways[self._at]
        names = self.session.short_names
        asks = back_ask_text(names[self._asked_by] if self._asked_by != NOBODY else "")
        rows: list[Row] = [(Bit(asks, "accent"),)]
        agreed = self._who(wide)
        besides = 1 + len(names) + len(agreed) + _OTHER_LINES
        most = max(1, min(6, self.app.size.height - besides))
        rows += latest_rows(self.session.log.moves(first), style, wide, most)
        rows += wrap((Bit(back_to_text(then)),), wide)
        people = [names[seat] for seat in self.session.people]
        rows += [(), (Bit(back_who_text(people), "accent"),)]
        return [*rows, *agreed]

    def _who(self, wide: int) -> list[Row]:
        """Each player, and whether they agree."""
        bits = []
        for seat, name in by_seat(self.session.short_names):
            if self.session.is_bot(seat):
                bits.append(Bit(f"{name} agrees  ", "dim"))
            elif seat in self.agreed:
                bits.append(Bit(f"{seat + 1} {name} agrees  ", "good", ("seat", seat)))
            else:
                bits.append(Bit(f"{seat + 1} {name} ?  ", "strong", ("seat", seat)))
        return flow([(bit,) for bit in bits], wide)

    @property
    def has_several_ways(self) -> bool:
        """Whether there is more than one moment to go back to."""
        return len(self._ways) > 1

    def seat_label(self, seat: SeatIndex) -> Label | None:
        """What the number of a seat does now: its player agrees."""
        if not self._ways or seat not in self.session.people or seat in self.agreed:
            return None
        return Label(*seat_words(self.view, seat, "agrees"))

    def why_no_seat(self, seat: SeatIndex) -> Reason | None:
        """Why the number of a seat does nothing now."""
        return None if self.seat_label(seat) is not None else ""

    def action_seat(self, seat: SeatIndex) -> None:
        """Notes that a player agrees."""
        self.action_agree(seat)

    def action_more(self, by: int) -> None:
        """Takes back more moves or fewer; everybody is asked again."""
        self._at = max(0, min(len(self._ways) - 1, self._at + by))
        self.agreed = self._asker()
        self.redraw()

    def _asker(self) -> list[SeatIndex]:
        """Who asks agrees by that, unless nobody else decides it."""
        people = self.session.people
        return [self._asked_by] if self._asked_by in people and len(people) > 1 else []

    def action_agree(self, seat: SeatIndex) -> None:
        """Notes that a player agrees; the last one to do so decides it."""
        if seat not in self.agreed:
            self.agreed.append(seat)
        if set(self.agreed) >= set(self.session.people):
            order = self._ways[self._at][0]
            by = self._asked_by if self._asked_by != NOBODY else self.agreed[0]
            self.dismiss(structs.replace(order, seat=by))
        else:
            self.redraw()

    def action_leave_it(self) -> None:
        """Leaves everything as it is."""
        self.dismiss(None)

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """A click on a name agrees for it."""
        message.stop()
        match message.target:
            case ("seat", int(seat)) if seat in self.session.people and self._ways:
                self.action_agree(SeatIndex(seat))
