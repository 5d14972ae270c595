"""The commands of typing the PIN of a seat, and of choosing one."""

from typing import Final, Protocol

from shanghai.host.pins import TypedPin
from shanghai.ui.commands.table import LEAVE_TABLE
from shanghai.ui.kit.command import Command, Reason
from shanghai.ui.kit.everywhere import BACK, HELP


class Typing(Protocol):
    """A screen on which a PIN is typed, as far as its commands ask it."""

    typed: TypedPin


class Setting(Typing, Protocol):
    """The choice of a PIN, as far as its commands ask it."""

    @property
    def has_pin(self) -> bool:
        """Whether the seat has a PIN now."""


def _why_not_taken(typing: Typing) -> Reason | None:
    return typing.typed.fault or None


def _has_typed(typing: Typing) -> bool:
    return bool(len(typing.typed))


def _has_pin(setting: Setting) -> bool:
    return setting.has_pin


def _digit(digit: int) -> Command:
    return Command(
        id=f"pin-{digit}",
        keys=str(digit),
        help="A digit of the PIN.",
        action="type",
        parameters=(digit,),
        shown=False,
    )


TAKE_PIN: Final = Command(
    id="take-pin", keys="enter", label="Take it", help="Takes what was typed.", may=_why_not_taken
)
PIN_BACK: Final = Command(
    id="pin-back",
    keys="backspace",
    label="Take back",
    help="Takes the last digit back.",
    when=_has_typed,
)
_DIGITS: Final = tuple(_digit(digit) for digit in range(10))
ASK_PIN: Final = (
    TAKE_PIN.on("enter", label="Show the hand"),
    PIN_BACK,
    Command(
        id="forgotten",
        keys="f",
        label="Forgotten",
        help="Pressed twice it takes the PIN away, which the whole table is told.",
    ),
    HELP,
    LEAVE_TABLE.on("q", shown=True),
    BACK.on("escape", action="back"),
    *_DIGITS,
)
SET_PIN: Final = (
    TAKE_PIN,
    PIN_BACK,
    Command(
        id="no-pin",
        keys="x",
        label="No PIN",
        help="Takes the PIN away.",
        when=_has_pin,
    ),
    HELP,
    BACK.on("escape", action="back"),
    *_DIGITS,
)
