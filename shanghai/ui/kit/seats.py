"""The number of a seat: a call, its taking back, a look or an agreement, by the screen."""

from typing import Final, Protocol

from msgspec import structs

from shanghai.engine.seats import MOST_SEATS, SeatIndex, seat_numbers
from shanghai.ui.kit.command import Command, Label, Reason


class Seated(Protocol):
    """A screen on which the numbers of seats mean something."""

    def seat_label(self, seat: SeatIndex) -> Label | None:
        """What the number of a seat does now; None where it does nothing at all."""

    def is_seat_shown(self, seat: SeatIndex) -> bool:
        """Whether the number of a seat stands in the bar."""

    def why_no_seat(self, seat: SeatIndex) -> Reason | None:
        """Why the number of a seat does nothing now, None if it does something."""


class OfOneSeat(Seated, Protocol):
    """A screen of one seat on which the numbers of others mean something too."""

    seat: SeatIndex


def _seat_command(seat: SeatIndex) -> Command:
    def label(screen: Seated) -> Label:
        return screen.seat_label(seat) or Label("")

    def when(screen: Seated) -> bool:
        return screen.seat_label(seat) is not None

    def may(screen: Seated) -> Reason | None:
        return screen.why_no_seat(seat)

    def shown(screen: Seated) -> bool:
        return screen.is_seat_shown(seat)

    return Command(
        id=f"seat-{seat + 1}",
        keys=str(seat + 1),
        label=label,
        help="The number of a seat calls for it, and again takes the call back.",
        action="seat",
        parameters=(seat,),
        when=when,
        may=may,
        shown=shown,
    )


def _in_place(seat: SeatIndex, *, is_own: bool) -> Command:
    def shown(screen: OfOneSeat) -> bool:
        return (screen.seat == seat) == is_own and screen.is_seat_shown(seat)

    return structs.replace(SEATS[seat], shown=shown)


SEATS: Final = tuple(map(_seat_command, seat_numbers(MOST_SEATS)))
OWN_SEAT: Final = tuple(_in_place(seat, is_own=True) for seat in seat_numbers(MOST_SEATS))
"""The seats where only that of the screen stands in the bar, and those of all others."""
OTHER_SEATS: Final = tuple(_in_place(seat, is_own=False) for seat in seat_numbers(MOST_SEATS))
