"""A choice among numbered things on the table: the meld and the end for a card, or a caller."""

from collections.abc import Sequence
from typing import Final, Literal

from textual.app import ComposeResult

from shanghai.engine.seats import NOBODY
from shanghai.engine.view import SeatView
from shanghai.ui.kit.command import FIRST, LAST, command, numbered
from shanghai.ui.kit.lines import Bit, Lines, Row
from shanghai.ui.table.felt import Marks, Setting
from shanghai.ui.table.meld_text import MeldOption
from shanghai.ui.table.middle import Button, CallWindow, pile_blocks, toss_line
from shanghai.ui.table.places import meant_by
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.table_screen import TableScreen
from shanghai.words import table as words

_TABLE_LINES: Final = 30
"""The lines of a large window that are not for the choices."""


class ChooseScreen(TableScreen[MeldOption | None]):
    """Asks for one of the choices, by number, arrows and Enter, or a click; Esc takes none."""

    DEFAULT_CSS = """
    ChooseScreen #choices { margin: 0 1; }
    """
    HELP_TEXT = words.CHOOSE_HELP

    def __init__(
        self, session: Session, view: SeatView, title: Row, options: Sequence[MeldOption]
    ) -> None:
        super().__init__(session)
        self._view = view
        self._title = title
        self.options = tuple(options)
        self.at = 0
        self._typed = ""

    @property
    def view(self) -> SeatView:
        """The view that the choice was made of."""
        return self._view

    def below_table(self) -> ComposeResult:
        """The choices."""
        yield Lines(id="choices")

    def redraw(self) -> None:
        """Draws the table with the melds that may be meant lit, and the choices."""
        view, style = self._view, self.card_style
        middle = pile_blocks(view, style, [self._title]) if self.has_class("-tall") else ()
        if self.is_of_seats:
            middle = self._window().blocks(style)
        lit = frozenset(option.meld for option in self.options if option.meld >= 0)
        self.lay(Setting(view, style, Marks(lit), middle), self.at)
        self._draw_choices()
        self.refresh_keys()

    @property
    def is_of_seats(self) -> bool:
        """Whether seats are chosen from, which are buttons in a window."""
        return all(option.seat != NOBODY for option in self.options)

    def _window(self) -> CallWindow:
        """The card in dispute, large, with a button for each seat that may be chosen."""
        view, names = self._view, self.session.names
        buttons = []
        for at, option in enumerate(self.options):
            kind: Literal["called", "may"] = "called" if at == self.at else "may"
            said = words.PRESS_NUMBER.format(number=option.number)
            buttons.append(Button(option.seat, names[option.seat], said, kind, ("option", at)))
        toss = (toss_line(view, self.card_style), self._title)
        return CallWindow(words.SHANGHAI, view.top, toss, buttons=tuple(buttons))

    def _draw_choices(self) -> None:
        """Draws the choices below the table, or the buttons on it."""
        if self.is_of_seats:
            self.query_one("#choices", Lines).show([])
            return
        room = max(9, self.app.size.height - _TABLE_LINES)
        first = max(0, min(self.at - room // 2, len(self.options) - room))
        rows: list[Row] = [(Bit(" "), *self._title)]
        for at, option in enumerate(self.options[first : first + room], first):
            mark = self.card_style.arrow if at == self.at else " "
            look = "cursor" if at == self.at else ""
            rows.append(
                tuple(
                    bit._replace(look=f"{bit.look} {look}".strip(), target=("option", at))
                    for bit in (Bit(f" {mark} "), *option.words, Bit(" "))
                )
            )
        left = len(self.options) - first - room
        if left > 0:
            rows.append(
                (Bit(words.MORE_BELOW.format(mark=self.card_style.mark, count=left), "dim"),)
            )
        self.query_one("#choices", Lines).show(rows)

    @command("digits", id="number", cap="1-9", place=FIRST)
    def action_nothing(self) -> None:
        """Does nothing: the digits are typed, not clicked."""

    @command("up,shift+tab,left", -1, id="previous", said="choose-before", cap="↑↓", place=FIRST)
    @command("down,tab,right", 1, id="next", said="choose-after", shown=False, place=FIRST)
    def action_move(self, by: int) -> None:
        """Moves to the next choice or the one before."""
        self._typed = ""
        self.at = (self.at + by) % len(self.options)
        self.redraw()

    @numbered(range(10), first_key=0, id="number", said="digit", shown=False)
    def action_digit(self, digit: int) -> None:
        """Goes to the choice of a number, and takes it where no other can be meant."""
        numbers = [option.number for option in self.options]
        self._typed, meant = meant_by(numbers, self._typed, digit)
        if not meant:
            self.say(words.NO_CHOICE)
            return
        self.at = meant[0]
        self._draw_choices()
        if len(meant) == 1:
            self.dismiss(self.options[self.at])

    @command("enter,space")
    def action_choose(self) -> None:
        """Takes the choice under the mark."""
        self.dismiss(self.options[self.at])

    @command("escape", id="back", place=LAST)
    def action_back(self) -> None:
        """Takes none."""
        self.dismiss(None)

    def clicked(self, target: object) -> None:
        """Takes a clicked choice; a click on a meld takes its only place or goes to the first."""
        match target:
            case ("option", int(at)):
                self.dismiss(self.options[at])
            case ("meld", int(meld)):
                meant = [i for i, option in enumerate(self.options) if option.meld == meld]
                if len(meant) == 1:
                    self.dismiss(self.options[meant[0]])
                elif meant:
                    self.at = meant[0]
                    self._draw_choices()
