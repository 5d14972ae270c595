"""The PINs of seats in lines: asked before a hand of a resumed game is told, set and taken away."""

from typing import TYPE_CHECKING

from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.host.pins import FEWEST_DIGITS, TRIES, TypedPin

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
        table.say(f"{name} types the PIN, which is not shown. Forgotten: type forgotten.")
        line = table.console.read_hidden()
        if line.lower() == "forgotten":
            take_away(table, seat)
            return False
        if pins.unlock(seat, TypedPin(line)):
            return True
        table.say("That is not the PIN.")
    table.say(f"{name}'s hand stays closed until the PIN is typed.")
    return False


def change(table: "LinearTable", words: str) -> None:
    """Sets a PIN for the seat at the keyboard, or takes one away as in `off` and `off Bob`."""
    first, _, name = words.partition(" ")
    seat = table.at
    if first.lower() == "off" and name:
        seat = table.host.state.seat_named(name)
    if seat == NOBODY:
        table.say("A PIN is set with the own hand open; pin off NAME takes that of a player away.")
    elif first.lower() != "off":
        _choose(table, seat)
    elif seat not in table.host.pins:
        table.say(f"{table.name(seat)} has no PIN.")
    else:
        take_away(table, seat)


def take_away(table: "LinearTable", seat: SeatIndex) -> None:
    """Takes the PIN of a seat away, aloud."""
    table.host.pins.keep(table.host, seat, None)
    table.say_notes()


def _choose(table: "LinearTable", seat: SeatIndex) -> None:
    """Asks twice for a new PIN of the seat at the keyboard."""
    table.say(f"Type a PIN of {FEWEST_DIGITS} digits or more, which is not shown.")
    pin = TypedPin(table.console.read_hidden())
    if pin.fault:
        table.say(pin.fault)
        return
    table.say("The same PIN once more, please.")
    if TypedPin(table.console.read_hidden()) == pin:
        table.host.pins.keep(table.host, seat, pin)
        table.say_notes()
        table.say("It is asked once after the game was left and gone on with.")
    else:
        table.say("The two were not the same: no PIN is set.")
