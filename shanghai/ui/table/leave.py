"""The question before a game is left, and a way to save it in another folder."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from shanghai.ui.kit.command import Reason, command
from shanghai.ui.kit.frames import centred
from shanghai.ui.kit.line_screen import LineScreen
from shanghai.ui.kit.lines import Bit, Row, balanced, row
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.table.seat_keys import SeatKeys
from shanghai.words import setup, table as words

if TYPE_CHECKING:
    from shanghai.storage.writer import GameWriter


class LeaveScreen(ReadingScreen[bool]):
    """Asks whether to leave the game. It covers the whole screen. Answers True to leave."""

    MIDDLE = 72
    HEADING = words.say.late("LEAVING")
    seats = cached_property(SeatKeys)
    SHOWS_NO_HAND = True
    HELP_TEXT = words.say.late("LEAVE_HELP")

    def __init__(
        self, ends_program: bool = False, is_saved: bool = False, lesson: bool = False
    ) -> None:
        super().__init__()
        self._ends_program = ends_program
        self._asks = setup.LEAVE_LESSON if lesson else setup.LEAVE_GAME
        self._adds = setup.LEAVE_SAVED if is_saved else setup.LEAVE_LOST
        if lesson:
            self._adds = setup.LEAVE_LESSON_LOST

    def rows(self, width: int) -> Sequence[Row]:
        """The question, and what will become of the game."""
        lines = [row(Bit(self._asks, "accent")), (), row(self._adds)]
        if self.is_unsaved:
            lines.append(row(setup.LEAVE_ELSEWHERE.format(key=self.keys.cap("keep-elsewhere"))))
        return [centred(part, width) for line in lines for part in balanced(line, width)]

    @command(
        "y",
        True,
        id="leave",
        label=lambda screen, _: words.LEAVE_PROGRAM if screen._ends_program else words.LEAVING,
    )
    @command("escape,n", False, id="back", label=words.say.late("GO_ON_PLAYING"))
    def action_answer(self, leave: bool) -> None:
        """Answers the question."""
        self.dismiss(leave)

    def disabled_reason(self, key: str) -> Reason | None:
        """Says for any other key that the question must be answered first."""
        return words.LEAVE_OR_NOT.format(leave=self.keys.cap("leave"), back=self.keys.cap("back"))

    @property
    def is_unsaved(self) -> bool:
        """Whether the game cannot be saved in its usual folder."""
        writer = self.app.writer
        return writer is not None and bool(writer.problem)

    @command("k", id="keep-elsewhere", when=is_unsaved, why_not=words.say.late("GAME_IS_KEPT"))
    def action_elsewhere(self) -> None:
        """Asks for another folder for a game that could not be saved."""

        def answered(is_saved: bool | None) -> None:
            if is_saved:
                self._adds = setup.LEAVE_SAVED_ELSEWHERE
            self.draw()

        if self.app.writer is not None:
            self.app.open(SaveAsScreen(self.app.writer), answered)


class SaveAsScreen(LineScreen[bool]):
    """Asks for a folder and saves the game there. Answers True once it is saved."""

    SHOWS_NO_HAND = False
    HEADING = words.say.late("KEEP_ELSEWHERE")
    HELP_TEXT = words.say.late("SAVE_AS_HELP")
    EXAMPLE = words.say.late("A_FOLDER")
    MAX_LETTERS = 400
    WITHOUT = ("help",)

    def __init__(self, writer: "GameWriter") -> None:
        super().__init__(writer.problem)
        self._writer = writer

    @command("enter", id="save-there", typing=True)
    def action_save(self) -> None:
        """Saves the game in the typed folder. Says why if it cannot."""
        typed = self.field.value.strip()
        if not typed:
            return
        try:
            folder = Path(typed).expanduser().absolute()
            is_saved, fault = self._writer.save_elsewhere(folder), self._writer.problem
        except (OSError, RuntimeError, ValueError) as error:
            is_saved, fault = False, str(error)
        if is_saved:
            self.app.notify(setup.SAVED_ELSEWHERE.format(folder=folder), timeout=20)
            self.dismiss(True)
        else:
            self.tell_why_not(setup.NOT_THERE.format(folder=typed, problem=fault))
