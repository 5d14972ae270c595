"""The numbers of seats as keys: on the table and on screens that cover it, they call."""

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
"""Seconds without the key of a call after which it takes the call back."""


def seat_numbers(place: int) -> Callable[[MethodT], MethodT]:
    """Makes `action_seat` of seat keys the command of the digits, at a place in the bar."""
    return numbered(
        range(MOST_SEATS),
        message="seat",
        label=lambda seats, seat: seats.label(seat),
        when=lambda seats, seat: seats.label(seat) is not None,
        may=lambda seats, seat: seats.why_not(seat),
        shown=lambda seats, seat: seats.is_shown(seat),
        place=place,
    )


class SeatKeys(Part[BaseScreen[Any]]):
    """The numbers of seats on a screen above the table; each calls for a person who says so."""

    @property
    def table(self) -> "TableSeats | None":
        """The keys of the table below the screen, None where none is there that takes calls."""
        stack = self.screen.app.screen_stack
        if self.screen not in stack[1:]:
            return None
        below = seat_keys_of(stack[stack.index(self.screen) - 1])
        return None if below is None else below.table

    def label(self, seat: SeatIndex) -> Label | None:
        """What the number of a seat does now: it calls for a person who may call."""
        table = self.table
        return None if table is None else table.call_label(seat)

    def is_shown(self, seat: SeatIndex) -> bool:
        """Whether the number of a seat is in the bar."""
        return True

    def why_not(self, seat: SeatIndex) -> Reason | None:
        """Why the number of a seat does nothing now, None if it does something."""
        table = self.table
        return keys.NO_TABLE if table is None else table.why_no_call(seat)

    @seat_numbers(LAST + 1)
    def action_seat(self, seat: SeatIndex) -> None:
        """Calls for a seat whose holder said so aloud; nothing of the caller's cards shows."""
        table = self.table
        if table is not None:
            self.screen.show_answer(table.call(seat))
            self.screen.refresh_keys()


class TableSeats(SeatKeys):
    """The numbers of seats on a screen of the table itself: calls are open until the next draw."""

    screen: TableScreen[Any]
    _unsay_from = 0.0

    @property
    def table(self) -> "TableSeats":
        """These keys, for screens above."""
        return self

    def call_label(self, seat: SeatIndex) -> Label | None:
        """The words of a call for a seat, None where its player may not call."""
        session = self.screen.session
        if seat not in session.calls.able():
            return None
        return Label(*words.seat_label(session.public(), seat, "call"))

    def why_no_call(self, seat: SeatIndex) -> str | None:
        """Why a seat may not call, None where it may."""
        session = self.screen.session
        reason = session.calls.why_not(seat)
        return None if reason is None else session.sentence_of(reason)

    def call(self, seat: SeatIndex) -> str:
        """Calls for a seat and returns what there is to say; nothing of the caller's cards."""
        session = self.screen.session
        answer = session.do(Call(seat, session.rules.call_word))
        answer = answer or words.waiting_text(session.public(), session.calls.able_before())
        event = sentence_row(session.log.latest(1)[-1].text, self.screen.app.card_style)
        return answer or "".join(bit.text for bit in event)

    @seat_numbers(SEAT)
    def action_seat(self, seat: SeatIndex) -> None:
        """Calls for a seat whose holder said so aloud, or takes that call back.

        It is not taken back as long as the key of the call is held down.
        """
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
        """Calls for a seat, and says why it was refused."""
        self.screen.say(self.screen.session.do(call))
        self.screen.redraw()


def seat_keys_of(screen: object) -> SeatKeys | None:
    """The keys of seats that a screen has, None where it has none."""
    seats = getattr(screen, "seats", None)
    return seats if isinstance(seats, SeatKeys) else None
