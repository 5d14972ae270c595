"""The PINs of seats in lines: asked before a hand of a resumed game is told, set and taken away."""

from typing import TYPE_CHECKING

from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.host.pins import FEWEST_DIGITS, TRIES, TypedPin
from shanghai.words import linear as words
from shanghai.words.table import NOT_OPENED, PIN_AGAIN

if TYPE_CHECKING:
    from shanghai.linear.table import LinearTable


def unlock(table: "LinearTable", seat: SeatIndex) -> bool:
    """Asks for the PIN of a seat where that is due; False after too many wrong ones.

    Raises EndOfInput.
    """
    pins, name = table.host.pins, table.name(seat)
    for _ in range(TRIES):
        if not pins.is_locked(seat):
            return True
        table.say(words.TYPES_PIN.format(name=name))
        line = table.console.read_hidden()
        if line.lower() == "forgotten":
            take_away(table, seat)
            return False
        if pins.unlock(seat, TypedPin(line)):
            return True
        table.say(words.WRONG_PIN)
    table.say(NOT_OPENED.format(name=name))
    return False


def change(table: "LinearTable", order: str) -> None:
    """Sets a PIN for the seat at the keyboard, or takes one away as in `off` and `off Bob`."""
    first, _, name = order.partition(" ")
    seat = table.at
    if first.lower() == "off" and name:
        seat = table.host.state.seat_named(name)
    if seat == NOBODY:
        table.say(words.WHOSE_PIN)
    elif first.lower() != "off":
        _choose(table, seat)
    elif seat not in table.host.pins:
        table.say(words.HAS_NO_PIN.format(name=table.name(seat)))
    else:
        take_away(table, seat)


def take_away(table: "LinearTable", seat: SeatIndex) -> None:
    """Takes the PIN of a seat away, aloud."""
    table.host.pins.keep(table.host, seat, None)
    table.say_notes()


def _choose(table: "LinearTable", seat: SeatIndex) -> None:
    """Asks twice for a new PIN of the seat at the keyboard."""
    table.say(words.CHOOSE_PIN.format(fewest=FEWEST_DIGITS))
    pin = TypedPin(table.console.read_hidden())
    if pin.fault:
        table.say(pin.fault)
        return
    table.say(PIN_AGAIN)
    if TypedPin(table.console.read_hidden()) == pin:
        table.host.pins.keep(table.host, seat, pin)
        table.say_notes()
        table.say(words.PIN_IS_ASKED)
    else:
        table.say(words.NOT_THE_SAME)
