"""Why keys of a turn do nothing on the public screen: somebody must take the keyboard first."""

from typing import TYPE_CHECKING, Final

from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.text.short_names import name_at
from shanghai.ui.text.table import (
    LOOK_WHO,
    computer_first_text,
    computers_call_text,
    keyboard_first_text,
    thinking_text,
)
from shanghai.ui.widgets.keybar import Key

if TYPE_CHECKING:
    from shanghai.ui.screens.table.public_view import PublicScreen

_OF_A_TURN: Final = (*"dtpgxlajheowfbn", "space", "enter", "m")
"""The keys of a turn, and those that begin one or let a computer play."""


def idle_keys(screen: "PublicScreen") -> tuple[Key, ...]:
    """The keys of a turn, which nobody has begun yet, and the numbers of the computers."""
    view, why = screen.view, _why(screen)
    seats = [seat for seat in view.seat_numbers if screen.session.is_bot(seat)]
    return (
        *(Key(key, "", "", enabled=False, why=why) for key in _OF_A_TURN),
        *(_computer(screen, seat) for seat in seats),
    )


def _computer(screen: "PublicScreen", seat: SeatIndex) -> Key:
    """The number of a computer, which calls by itself."""
    why = computers_call_text(name_at(screen.view, seat))
    return Key(str(seat + 1), "", "", enabled=False, why=why)


def _why(screen: "PublicScreen") -> str:
    """What comes before any key of a turn."""
    name = name_at(screen.view, screen.view.turn) if screen.view.turn != NOBODY else ""
    if screen.is_looking:
        return LOOK_WHO
    if screen.waits_for != NOBODY:
        return keyboard_first_text(name)
    if screen.session.window_open():
        return computer_first_text(name)
    return thinking_text(name) if name else ""
