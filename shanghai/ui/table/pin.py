"""The screens that ask for the PIN of a seat before its hand is shown, or for a new PIN."""

from typing import ClassVar, Final

from textual.app import ComposeResult

from shanghai.engine.seats import SeatIndex
from shanghai.table.pins import FEWEST_DIGITS, MOST_DIGITS, TRIES, TypedPin
from shanghai.terminal import threads
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.command import FIRST, LAST, command, numbered
from shanghai.ui.kit.frames import centred, window_frame
from shanghai.ui.kit.lines import Bit, CommandTarget, Lines, Row
from shanghai.ui.table.session import Session
from shanghai.ui.table.table_screen import TableScreen
from shanghai.words import table_seats as words

_PAD: Final = "1234567890"
_WIDTH: Final = 64
"""The width in cells of the window with the digits."""


class PinScreen(TableScreen[bool]):
    """Takes digits from keys or the mouse, and shows only dots. No hand is on the screen."""

    SHOWS_NO_HAND = False
    MIDDLE = 72
    START_PAUSE = 0.3
    DEFAULT_CSS = """
    PinScreen Lines { width: 100%; height: auto; }
    PinScreen #status { height: 2; margin-top: 1; }
    """
    QUESTION: ClassVar[str] = ""
    BELOW: ClassVar[str] = ""
    """The text below the question."""

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session)
        self.seat = seat
        self.typed = TypedPin()
        self.HEADING = words.PIN_TITLE.format(name=session.short_names[seat])

    def content(self) -> ComposeResult:
        """The question, a dot for each digit, digits to click, and the line for messages."""
        yield Lines([()], id="window")
        yield Lines([()], id="status")

    def question(self) -> str:
        """The question."""
        return self.QUESTION.format(name=self.session.short_names[self.seat])

    def redraw(self) -> None:
        """Draws the window: the question, a dot for each digit, and the digits as buttons."""
        style = self.app.card_style
        dots = ("* " if style.ascii else "● ") * len(self.typed) + "_"
        pad = [
            Bit(f" {digit} ", "button", CommandTarget(f"pin-{digit}")) if digit != " " else Bit(" ")
            for digit in " ".join(_PAD)
        ]
        question, below = (Bit(self.question(), "strong"),), (Bit(self.BELOW, "dim"),)
        lines: list[Row] = [(), question, below, (), (Bit(dots, "accent"),), (), tuple(pad), ()]
        rows = [centred(line, _WIDTH - 4) for line in lines]
        window = window_frame(rows, _WIDTH, style, words.PIN)
        self.query_one("#window", Lines).show([centred(line, self.across) for line in window])
        self.refresh_keys()

    def fit_lines(self, line: Row, most: int) -> list[Row]:
        """The lines of a sentence below the window, centred (overrides)."""
        return [centred(part, self.across - 2) for part in super().fit_lines(line, most)]

    @numbered(range(10), first_key=0, id="pin", message="digit", shown=False, place=LAST)
    def action_type(self, digit: int) -> None:
        """Types a digit."""
        self.typed = self.typed.more(digit)
        self.forget_refusal()
        self.redraw()

    @command(
        "backspace",
        message="digit-back",
        when=lambda screen: len(screen.typed) > 0,
        why_not=words.late("NOTHING_TYPED"),
    )
    def action_pin_back(self) -> None:
        """Takes the last digit back."""
        self.typed = self.typed.less()
        self.redraw()

    def taken(self) -> TypedPin:
        """Returns the typed digits, and removes them from the screen."""
        typed, self.typed = self.typed, TypedPin()
        return typed

    @command("escape", id="back", place=LAST + 1)
    def action_back(self) -> None:
        """Goes back without the PIN."""
        self.taken()
        self.dismiss(False)


class AskPinScreen(PinScreen):
    """Asks for the PIN of a seat. Answers True once it was typed, False after too many wrong
    ones."""

    QUESTION = words.late("ASK")
    BELOW = words.late("ASK_BELOW")
    HELP_TEXT = words.late("ASK_HELP")

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session, seat)
        self._left = TRIES

    @command(
        "enter",
        label=words.late("SHOW_HAND"),
        why_not=lambda screen: screen.typed.fault or None,
        place=FIRST,
    )
    async def action_take_pin(self) -> None:
        """Unlocks the hand, or says that the PIN is wrong."""
        if await threads.in_thread(self.session.pins.unlock, self.seat, self.taken()):
            self.dismiss(True)
            return
        self._left -= 1
        if not self._left:
            self.dismiss(False)
            return
        self.redraw()
        self.say(words.WRONG_PIN(left=self._left))

    @command("f")
    def action_forgotten(self) -> None:
        """Removes the PIN, if the key is pressed twice."""
        if not self.is_second_press:
            self.say(words.TAKES_PIN_AWAY(key=self.keys.cap("forgotten"), name=""))
            return
        self.session.set_pin(self.seat, None)
        self.dismiss(False)

    @command("q", place=LAST)
    def action_leave_table(self) -> None:
        """Leaves the game, which is saved as it is."""
        self.session.leave()
        self.dismiss(False)


async def is_unlocked(app: GameApp, session: Session, seat: SeatIndex) -> bool:
    """Asks for the PIN of a seat if it is locked. Returns whether it is unlocked then. Call it in a
    worker."""
    if not session.pins.is_locked(seat):
        return True
    opened: bool | None = await app.ask(AskPinScreen(session, seat))
    return bool(opened)


class SetPinScreen(PinScreen):
    """Asks twice for a new PIN of a seat. Answers True once it is set or removed."""

    QUESTION = words.late("CHOOSE")
    BELOW = words.late("CHOOSE_BELOW", fewest=FEWEST_DIGITS, most=MOST_DIGITS)
    HELP_TEXT = words.late("CHOOSE_HELP", fewest=FEWEST_DIGITS)

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session, seat)
        self._first: TypedPin | None = None

    def question(self) -> str:
        """Asks for the new PIN, then for the same one again."""
        return super().question() if self._first is None else words.AGAIN

    @command("enter", why_not=lambda screen: screen.typed.fault or None, place=FIRST)
    async def action_take_pin(self) -> None:
        """Asks for the PIN a second time, then sets it if both are the same."""
        typed, first = self.taken(), self._first
        if first is None:
            self._first = typed
            self.redraw()
        elif first == typed:
            self.session.set_pin(self.seat, typed)
            self.dismiss(True)
        else:
            self._first = None
            self.redraw()
            self.say(words.NOT_THE_SAME)

    @command(
        "x",
        when=lambda screen: screen.seat in screen.session.pins,
        why_not=words.late("HAS_NO_PIN"),
    )
    def action_no_pin(self) -> None:
        """Removes the PIN."""
        self.session.set_pin(self.seat, None)
        self.dismiss(True)
