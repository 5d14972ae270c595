"""The numbers of seats as keys. On the table and on screens that cover it, they call."""

from collections.abc import Callable
from typing import Any, Final

from shanghai.engine.actions import Call
from shanghai.engine.seats import MOST_SEATS, SeatIndex
from shanghai.ui.kit.command import LAST, Label, MethodT, Part, Reason, numbered
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.table.log_lines import sentence_row
from shanghai.ui.table.table_screen import SEAT, TableScreen
from shanghai.words import keys, table as words

_UNSAY_AFTER: Final = 1.0
"""Seconds after a call in which its key is not pressed, after which it takes the call back."""


def seat_numbers(place: int) -> Callable[[MethodT], MethodT]:
    """Makes `action_seat` the command of the digits, at this place in the bar."""
    return numbered(
        range(MOST_SEATS),
        message="seat",
        label=lambda seats, seat: seats.label(seat),
        when=lambda seats, seat: seats.label(seat) is not None,
        why_not=lambda seats, seat: seats.why_not(seat),
        shown=lambda seats, seat: seats.is_shown(seat),
        place=place,
    )


class SeatKeys(Part[BaseScreen[Any]]):
    """The numbers of seats as keys on a screen above the table. Each calls for that seat, as its
    player has called aloud."""

    @property
    def table(self) -> "TableSeats | None":
        """The keys of seats on the table's screen below this one. None if no calls are taken
        there."""
        stack = self.screen.app.screen_stack
        if self.screen not in stack[1:]:
            return None
        below = seat_keys_of(stack[stack.index(self.screen) - 1])
        return None if below is None else below.table

    def label(self, seat: SeatIndex) -> Label | None:
        """The words of a seat's number: it calls. None if its player may not call."""
        table = self.table
        return None if table is None else table.call_label(seat)

    def is_shown(self, seat: SeatIndex) -> bool:
        """Whether the number of a seat is in the bar."""
        return True

    def why_not(self, seat: SeatIndex) -> Reason | None:
        """Why the number of a seat does nothing now. None if it does something."""
        table = self.table
        return keys.NO_TABLE if table is None else table.why_no_call(seat)

    @seat_numbers(LAST + 1)
    def action_seat(self, seat: SeatIndex) -> None:
        """Calls for a seat, whose player has called aloud. Shows none of the player's cards."""
        table = self.table
        if table is not None:
            self.screen.show_answer(table.call(seat))
            self.screen.refresh_keys()


class TableSeats(SeatKeys):
    """The numbers of seats as keys on a screen of the table itself, where calls are open until the
    draw."""

    screen: TableScreen[Any]
    _unsay_from = 0.0

    @property
    def table(self) -> "TableSeats":
        """These keys, for screens above."""
        return self

    def call_label(self, seat: SeatIndex) -> Label | None:
        """The words of a call for a seat. None if its player may not call."""
        session = self.screen.session
        if seat not in session.calls.able():
            return None
        return Label(*words.seat_label(session.public(), seat, "call"))

    def why_no_call(self, seat: SeatIndex) -> str | None:
        """Why a seat may not call. None if it may."""
        session = self.screen.session
        reason = session.calls.why_not(seat)
        return None if reason is None else session.sentence_of(reason)

    def call(self, seat: SeatIndex) -> str:
        """Calls for a seat. Returns the message about it, which tells none of the caller's
        cards."""
        session = self.screen.session
        answer = session.do(Call(seat, session.rules.call_word))
        answer = answer or words.waiting_text(session.public(), session.calls.able_before())
        event = sentence_row(session.log.latest(1)[-1].text, self.screen.app.card_style)
        return answer or "".join(bit.text for bit in event)

    @seat_numbers(SEAT)
    def action_seat(self, seat: SeatIndex) -> None:
        """Calls for a seat, whose player has called aloud, or takes that call back. While the key
        of the call is held down, the call is not taken back."""
        screen, order = self.screen, self.screen.session.offers.call(seat)
        may_unsay = screen.now() >= self._unsay_from
        self._unsay_from = screen.now() + _UNSAY_AFTER
        if order is None:
            self.make_call(Call(seat, screen.session.rules.call_word))
        elif may_unsay:
            screen.say(screen.session.undo(order))
            screen.redraw()
        else:
            screen.say(words.ONE_PRESS.format(number=seat + 1))

    def make_call(self, call: Call) -> None:
        """Calls for a seat. Says why if the call is refused."""
        self.screen.say(self.screen.session.do(call))
        self.screen.redraw()


def seat_keys_of(screen: object) -> SeatKeys | None:
    """The keys of seats on a screen. None if it has none."""
    seats = getattr(screen, "seats", None)
    return seats if isinstance(seats, SeatKeys) else None
