"""The PIN of a seat: asked before the hand of a resumed game is first shown, or chosen."""

from typing import ClassVar, Final

from textual.app import ComposeResult

from shanghai.engine.seats import SeatIndex
from shanghai.host.pins import FEWEST_DIGITS, MOST_DIGITS, TRIES, TypedPin
from shanghai.terminal import threads
from shanghai.ui.commands.pin import ASK_PIN, SET_PIN
from shanghai.ui.kit.frames import centred, framed
from shanghai.ui.kit.lines import Bit, Lines, Row, row
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.table_screen import TableScreen

_PAD: Final = "1234567890"
_WIDE: Final = 64
"""The cells of the window in which the digits stand."""


class PinScreen(TableScreen[bool]):
    """Digits that are typed, or clicked, and shown as dots alone; no hand is on it."""

    SETTLE = 0.3
    DEFAULT_CSS = """
    PinScreen { align: center middle; }
    PinScreen Lines { width: 100%; height: auto; }
    PinScreen #status { height: 2; margin-top: 1; }
    """
    QUESTION: ClassVar[str] = ""
    BELOW: ClassVar[str] = ""
    """What is said below the question."""

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session)
        self.seat = seat
        self.typed = TypedPin()

    def heading(self) -> str:
        """What the screen is about; it never changes with what is typed."""
        return self.plain(f"The PIN of {self.session.short_names[self.seat]}")

    def content(self) -> ComposeResult:
        """The question, a dot for each digit, the digits for the mouse, and what is wrong."""
        yield Lines([()], id="window")
        yield Lines([()], id="status")

    def on_mount(self) -> None:
        """Draws the question."""
        self.redraw()

    def question(self) -> str:
        """What is asked for."""
        return self.QUESTION.format(name=self.session.short_names[self.seat])

    def redraw(self) -> None:
        """Draws the window: the question, a dot for each digit, and the digits as buttons."""
        style = self.card_style
        dots = ("* " if style.ascii else "● ") * len(self.typed) + "_"
        pad = [
            bit
            for digit in _PAD
            for bit in (Bit(f" {digit} ", "button", ("digit", int(digit))), Bit(" "))
        ]
        lines: list[Row] = [
            (),
            row(Bit(self.question(), "strong")),
            row(Bit(self.BELOW, "dim")),
            (),
            row(Bit(dots, "accent")),
            (),
            tuple(pad[:-1]),
        ]
        window = framed(
            [centred(line, _WIDE - 4) for line in lines],
            _WIDE,
            len(lines) + 3,
            style,
            head=(Bit(" PIN ", "cap"),),
            look="gold",
            ground="window",
            heavy=True,
            middle=True,
        )
        self.query_one("#window", Lines).show([centred(line, self.across) for line in window])
        self.refresh_keys()

    def fit_lines(self, line: Row, most: int) -> list[Row]:
        """A sentence in the middle, below the window."""
        return [centred(part, self.across - 2) for part in super().fit_lines(line, most)]

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """A click on a digit types it."""
        message.stop()
        match message.target:
            case ("digit", int(digit)):
                self.action_type(digit)

    def action_type(self, digit: int) -> None:
        """Types a digit."""
        self.typed = self.typed.more(digit)
        self.forget_refusal()
        self.redraw()

    def action_pin_back(self) -> None:
        """Takes the last digit back."""
        self.typed = self.typed.less()
        self.redraw()

    def taken(self) -> TypedPin:
        """What was typed, which is forgotten here."""
        typed, self.typed = self.typed, TypedPin()
        return typed

    def action_back(self) -> None:
        """Goes back without it."""
        self.taken()
        self.dismiss(False)


class AskPinScreen(PinScreen):
    """Asks for the PIN of a seat; True once it was typed, False after too many wrong ones."""

    COMMAND_LIST = ASK_PIN
    QUESTION = "{name} types the PIN; the others look away."
    BELOW = "Then the hand is shown."
    HELP_TEXT = (
        "The player has set a PIN, which is asked once after the game was left, before the hand "
        "is shown. After three wrong ones the table is shown again. {forgotten}, pressed twice, "
        "takes the PIN away: the whole table is told, and the log keeps it."
    )

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session, seat)
        self._left = TRIES
        self._may_drop = False

    async def action_take_pin(self) -> None:
        """Opens the hand, or says that it was another PIN."""
        self._may_drop = False
        typed = self.taken()
        if await threads.in_thread(self.session.pins.unlock, self.seat, typed):
            self.dismiss(True)
            return
        self._left -= 1
        if not self._left:
            self.dismiss(False)
            return
        self.redraw()
        tries = "1 try is" if self._left == 1 else f"{self._left} tries are"
        self.say(f"That is not the PIN: {tries} left.")

    def action_forgotten(self) -> None:
        """Takes the PIN away when it is pressed a second time."""
        if not self._may_drop:
            self._may_drop = True
            key = self.cap("forgotten")
            self.say(f"{key} again takes the PIN away; the table is told, and the log keeps it.")
            return
        self.session.pins.take_away(self.seat)
        self.dismiss(False)

    def action_leave_table(self) -> None:
        """Leaves the game, which is kept as it stands."""
        self.session.leave()
        self.dismiss(False)


class SetPinScreen(PinScreen):
    """Asks twice for a new PIN of a seat; True once it is set, or taken away."""

    COMMAND_LIST = SET_PIN
    QUESTION = "{name} chooses a PIN; the others look away."
    BELOW = f"{FEWEST_DIGITS} to {MOST_DIGITS} digits, asked when this game is gone on with."
    AGAIN: ClassVar[str] = "The same PIN once more, please."
    HELP_TEXT = (
        f"A PIN has {FEWEST_DIGITS} digits or more. It is asked once after the game was left and "
        "gone on with, before this hand is shown. It keeps an honest table honest; who can read "
        "the files of this computer can read the cards. Forgotten, it can be taken away, which "
        "the whole table is told."
    )

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session, seat)
        self._first: TypedPin | None = None

    @property
    def has_pin(self) -> bool:
        """Whether the seat has a PIN now."""
        return self.session.pins.has(self.seat)

    def question(self) -> str:
        """The PIN, or the same again."""
        return super().question() if self._first is None else self.AGAIN

    async def action_take_pin(self) -> None:
        """Asks a second time, then sets the PIN."""
        typed, first = self.taken(), self._first
        if first is None:
            self._first = typed
            self.redraw()
        elif first == typed:
            self.session.pins.set(self.seat, typed)
            self.dismiss(True)
        else:
            self._first = None
            self.redraw()
            self.say("The two were not the same: choose again.")

    def action_no_pin(self) -> None:
        """Takes the PIN away."""
        self.session.pins.take_away(self.seat)
        self.dismiss(True)
