"""The numbers of seats as keys: on screens that cover the table they call until the next draw."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from shanghai.engine.rules import Rules
from shanghai.engine.seats import MOST_SEATS, SeatIndex
from shanghai.ui.kit.command import LAST, Label, MethodT, Part, Reason, numbered
from shanghai.ui.kit.screen import BaseScreen
from shanghai.words import keys


class TableBelow(Struct, frozen=True):
    """A table as a screen above it knows it: its rules, its round, and how to call."""

    rules: Rules
    round: int
    label: Callable[[SeatIndex], Label | None]
    """What the number of a seat does, None where its player may not call."""
    why_not: Callable[[SeatIndex], str | None]
    """Why a seat may not call, None where it may."""
    call: Callable[[SeatIndex], str]
    """Calls for a seat, and gives what there is to say of it."""


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
    def table(self) -> TableBelow | None:
        """The table below the screen, None where there is none that takes calls."""
        stack = self.screen.app.screen_stack
        if self.screen not in stack[1:]:
            return None
        below = seat_keys_of(stack[stack.index(self.screen) - 1])
        return None if below is None else below.table

    def label(self, seat: SeatIndex) -> Label | None:
        """What the number of a seat does now: it calls for a person who may call."""
        table = self.table
        return None if table is None else table.label(seat)

    def is_shown(self, seat: SeatIndex) -> bool:
        """Whether the number of a seat is in the bar."""
        return True

    def why_not(self, seat: SeatIndex) -> Reason | None:
        """Why the number of a seat does nothing now, None if it does something."""
        table = self.table
        return keys.NO_TABLE if table is None else table.why_not(seat)

    @seat_numbers(LAST + 1)
    def action_seat(self, seat: SeatIndex) -> None:
        """Calls for a seat whose holder said so aloud; nothing of the caller's cards shows."""
        table = self.table
        if table is not None:
            self.screen.show_answer(table.call(seat))
            self.screen.refresh_keys()


SEAT_KEYS: Final = {"seats": SeatKeys}
"""The parts of a screen that may cover the table before a draw."""


def seat_keys_of(screen: object) -> SeatKeys | None:
    """The keys of seats that a screen has, None where it has none."""
    seats = getattr(screen, "seats", None)
    return seats if isinstance(seats, SeatKeys) else None
