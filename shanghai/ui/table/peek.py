"""A look at one's own hand while a card is on offer: call it, or go back to the public screen."""

from textual import work
from textual.app import ComposeResult

from shanghai.engine.actions import Call, SeatAction
from shanghai.engine.seats import SeatIndex
from shanghai.terminal import threads
from shanghai.ui.commands.own_hand import PEEK
from shanghai.ui.kit.command import Label, Reason
from shanghai.ui.kit.lines import Bit, Lines, Row, wrap
from shanghai.ui.routes import Cover
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.cover import COVER_CELLS
from shanghai.ui.table.felt import TableView
from shanghai.ui.table.hand_screen import HandScreen
from shanghai.ui.table.meld_text import faces_bits
from shanghai.ui.table.seat_frames import Marks
from shanghai.ui.table.session.player_help import has_help
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.table_setting import own_setting
from shanghai.words.phrases import call_name
from shanghai.words.short_names import name_at
from shanghai.words.table import (
    look_hidden_text,
    needs_text,
    offer_text,
)


class PeekScreen(HandScreen[None]):
    """The hand of a seat that asked to look first, with the card on offer above it."""

    COMMAND_LIST = PEEK
    SETTLE = 0.3
    CALLS_OPEN = True
    HELP_TEXT = (
        "One's own hand, for a look at it while a card is on offer; the others look away. The "
        "seat's own number calls for the card; {back} goes back without a call."
    )

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session, seat)
        self._needs: Row = ()

    def content(self) -> ComposeResult:
        """The table, the card on offer, and the hand."""
        yield TableView(id="table")
        yield CardRow(id="hand")
        yield Lines([()], id="status")

    def on_mount(self) -> None:
        """Draws everything, and asks what the hand lacks."""
        self.redraw()
        has_needs = has_help(self.app, "needs", self.session.names[self.seat])
        if has_needs and not self.view.seats[self.seat].down:
            self.find_needs()

    def redraw(self) -> None:
        """Draws everything again."""
        self.hand = self.session.hand(self.seat)
        self._draw_table()
        self.after_hand_change()
        self.move()

    def _draw_table(self) -> None:
        view, style = self.view, self.card_style
        notes = [(Bit(offer_text(view, self.seat), "accent"),), self._needs]

        def said(wide: int) -> list[Row]:
            return [row for line in notes if line for row in wrap(line, wide)]

        setting = own_setting(self.session, view, style, Marks(), said)
        self.query_one("#table", TableView).update(setting, self._needs)

    @work(exclusive=True, group="needs")
    async def find_needs(self) -> None:
        """Asks the solver beside the screen's own thread what the hand lacks, then says so."""
        from shanghai.engine.solver import distance

        view = self.view
        held = view.seats[self.seat].hand
        found = await threads.in_thread(distance, held, view.contract, view.rules)
        self._needs = (Bit(needs_text(found)), *faces_bits(found.helps, self.card_style))
        if self.is_on_top:
            self._draw_table()

    def hand_room(self) -> int:
        """The lines that the hand may take."""
        return max(4, self.app.size.height - 12 - self.view.players)

    @property
    def has_digits(self) -> bool:
        """Whether the digits go to ranks: they are the numbers of seats here."""
        return False

    def why_no_hint(self) -> Reason | None:
        """Why no hint is given now."""
        return super().why_no_hint() if self.seat in self.session.callers() else ""

    def seat_label(self, seat: SeatIndex) -> Label | None:
        """What the number of a seat does now: it calls."""
        if seat != self.seat:
            return super().seat_label(seat)
        return Label(call_name(self.view.rules))

    def why_no_seat(self, seat: SeatIndex) -> Reason | None:
        """Why the number of a seat does nothing now."""
        return None if seat in self.session.callers() else ""

    def action_blank(self) -> None:
        """Hides everything; the keyboard is another's, so only the key of a look shows it again."""
        name = name_at(self.view, self.seat, COVER_CELLS)
        self.cover(Cover(look_hidden_text(name), f"{name} peeks", name, opener="uncover-look"))

    def action_seat(self, seat: SeatIndex) -> None:
        """Calls for the card and goes back; a call for another seat stays here."""
        if seat == self.seat:
            self._call()
        else:
            super().action_seat(seat)

    def _call(self) -> None:
        refused = self.session.do(Call(self.seat, self.view.rules.call_word))
        if refused:
            self.say(refused)
        else:
            self.dismiss(None)

    def follow_hint(self, action: SeatAction | None) -> None:
        """Calls, or goes back without a call, as a hint has said."""
        if action is None:
            self.action_back()
        else:
            self._call()

    def action_back(self) -> None:
        """Goes back without a call."""
        self.dismiss(None)
