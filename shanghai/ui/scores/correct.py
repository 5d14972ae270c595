"""Correcting a score: the round and the player on a grid, then the points and a few words why."""

from typing import Final

from textual.app import ComposeResult
from textual.events import Resize
from textual.widgets import Input

from shanghai.engine.actions import Correct
from shanghai.engine.seats import NOBODY, SeatIndex, next_seat
from shanghai.engine.view import SeatView
from shanghai.ui.commands.scores import CORRECTING
from shanghai.ui.kit.lines import Bit, Lines, Row
from shanghai.ui.kit.text_field import TextField
from shanghai.ui.scores.score_grid import score_grid
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.table_screen import TableScreen
from shanghai.words.sanitize import sanitize
from shanghai.words.table import correct_text

NOTE_CELLS: Final = 40
"""The widest a note may be."""


class CorrectScreen(TableScreen[None]):
    """A score is chosen, then its new points and a note are typed; the log tells of it."""

    DEFAULT_CSS = """
    CorrectScreen {
        & #grid { height: auto; margin: 0 1; }
        & #words { height: auto; margin: 1 1 0 1; }
        & Input { margin: 0 1; width: 50; display: none; }
        &.-typing Input { display: block; }
    }
    .-ascii CorrectScreen Input { border: ascii $line; }
    """
    AUTO_FOCUS = ""
    COMMAND_LIST = CORRECTING
    HELP_TEXT = (
        "The arrows choose a round and a player, {new-points} opens the field for the points, and "
        "after them a few words that say why. The totals follow, the scorecard marks the score "
        "with a c and notes the words below, and the log tells of it. A record of the game keeps "
        "to what the rules have counted."
    )

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.line = max(0, len(session.public().results) - 1)
        self.seat = SeatIndex(0)

    @property
    def view(self) -> SeatView:
        """The scores are everybody's."""
        return self.session.public()

    def heading(self) -> str:
        """What is done here."""
        return self.plain("Correct a score")

    def content(self) -> ComposeResult:
        """The scores, and the fields for new points and a note."""
        yield Lines(id="grid")
        yield Lines([()], id="words")
        yield TextField(placeholder="points", id="points", max_length=6, restrict=r"-?[0-9]*")
        yield TextField(placeholder="why", id="note", max_length=120)
        yield Lines([()], id="status")

    def on_mount(self) -> None:
        """Draws the scores."""
        self.redraw()

    def on_resize(self, event: Resize) -> None:
        """Draws for the new size."""
        self.call_after_refresh(self.redraw)

    @property
    def is_typing(self) -> bool:
        """Whether points or a note are being typed."""
        return self.has_class("-typing")

    def redraw(self) -> None:
        """Draws the scores and what is asked."""
        grid = score_grid(self.view, self.line, self.seat, self.across - 2)
        self.query_one("#grid", Lines).show(grid)
        words: list[Row] = [()]
        if self.view.results:
            view, result = self.view, self.view.results[self.line]
            points = result.points[self.seat]
            said = correct_text(view, self.seat, result.round, points)
            said += " How many shall it be, and why?" if self.is_typing else ""
            words = self.fit_lines((Bit(said, "accent"),), 2)
        self.query_one("#words", Lines).show(words)
        self.refresh_keys()

    @property
    def has_scores(self) -> bool:
        """Whether a round has been scored yet."""
        return bool(self.view.results)

    def action_go(self, down: int, right: int) -> None:
        """Moves to another round or another player."""
        self.line = (self.line + down) % len(self.view.results)
        self.seat = next_seat(self.seat, self.view.players, right)
        self.redraw()

    def action_start_typing(self) -> None:
        """Opens the fields."""
        self.add_class("-typing")
        self.query_one("#points", Input).value = ""
        self.query_one("#points", Input).focus()
        self.say()
        self.redraw()

    def action_stop_typing(self) -> None:
        """Closes the fields with nothing changed."""
        self.remove_class("-typing")
        self.set_focus(None)
        self.redraw()

    def action_other_field(self) -> None:
        """Goes to the other field."""
        at_points = self.focused is self.query_one("#points", Input)
        self.query_one("#note" if at_points else "#points", Input).focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Goes from the points to the note, and from the note to the correction."""
        message.stop()
        self.action_submit()

    def action_submit(self) -> None:
        """Corrects the score once points and a note stand there; else asks for what is missing."""
        points, note = self.query_one("#points", Input), self.query_one("#note", Input)
        if not points.value.lstrip("-"):
            self.say("How many points shall it be?")
            points.focus()
            return
        if not sanitize(note.value, NOTE_CELLS) and self.focused is not note:
            note.focus()
            return
        round = self.view.results[self.line].round
        action = Correct(self.seat, round, int(points.value), sanitize(note.value, NOTE_CELLS))
        refused = self.session.do(action)
        if refused:
            self.say(refused)
            return
        note.value = ""
        self.action_stop_typing()
        self.say(self.session.log.last_said(NOBODY), "accent")

    def action_back(self) -> None:
        """Goes back to the scorecard."""
        self.dismiss(None)

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """A click chooses a score; on the chosen one it opens the fields."""
        message.stop()
        match message.target:
            case ("score", int(line), int(seat)) if not self.is_typing:
                if (line, seat) == (self.line, self.seat):
                    self.action_start_typing()
                else:
                    self.line, self.seat = line, SeatIndex(seat)
                    self.redraw()
