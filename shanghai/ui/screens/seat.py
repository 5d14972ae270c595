"""Handing a seat to another person: the hand, the score and the calls used stay with it."""

from textual.app import ComposeResult
from textual.widgets import Input

from shanghai.names import clean_name, name_fault
from shanghai.ui.desk import Desk
from shanghai.ui.screens.table_screen import TableScreen
from shanghai.ui.table_words import SEAT_STAYS
from shanghai.ui.widgets.keybar import Key
from shanghai.ui.widgets.lines import Bit, Lines


class SeatScreen(TableScreen[bool]):
    """Asks for the name of the person who takes a seat; True where it was handed over."""

    DEFAULT_CSS = """
    SeatScreen #words { margin: 2 2 1 2; }
    SeatScreen Input { margin: 0 2; width: 40; }
    SeatScreen #status { margin: 1 2; }
    """
    HELP_TEXT = "Type the name of the person who plays on, and press Enter."

    def __init__(self, desk: Desk, seat: int) -> None:
        super().__init__(desk)
        self.seat = seat

    def content(self) -> ComposeResult:
        """The question and the field for the name; no hand is here."""
        name = self.desk.names[self.seat]
        yield Lines(
            [(Bit(f"Who takes the seat of {name}?", "accent"),), (Bit(SEAT_STAYS, "dim"),)],
            id="words",
        )
        yield Input(placeholder="name", max_length=60, select_on_focus=False)
        yield Lines([()], id="status")

    def on_mount(self) -> None:
        """Puts the cursor into the field."""
        self.query_one(Input).focus()

    def keys(self) -> tuple[Key, ...]:
        """Enter hands over, Esc goes back."""
        return (Key("enter", "Hand over", "take"), Key("escape", "Back", "back"))

    def on_input_submitted(self) -> None:
        """Hands the seat over to the name that was typed."""
        self.action_take()

    def action_take(self) -> None:
        """Hands the seat over, or says what is wrong with the name."""
        name = clean_name(self.query_one(Input).value)
        others = [other for at, other in enumerate(self.desk.names) if at != self.seat]
        wrong = name_fault(name, others) or self.desk.hand_over(self.seat, name)
        if wrong:
            self.say(wrong)
        else:
            self.dismiss(True)

    def action_back(self) -> None:
        """Leaves the seat as it is."""
        self.dismiss(False)
