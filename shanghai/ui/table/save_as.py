"""Another folder for a game that cannot be saved where it should be."""

from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.widgets import Input

from shanghai.ui.kit.command import command
from shanghai.ui.kit.everywhere import BACK
from shanghai.ui.kit.lines import Bit, Lines, row, wrap
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.text_field import TextField
from shanghai.words import setup

if TYPE_CHECKING:
    from shanghai.storage.writer import GameWriter


class SaveAsScreen(BaseScreen[bool]):
    """Asks for a folder and keeps the game there; True once it is saved."""

    HEADING = setup.KEEP_ELSEWHERE
    KEYS = (BACK,)
    WITHOUT = ("help",)
    HELP_TEXT = setup.KEEP_ELSEWHERE_HELP
    DEFAULT_CSS = """
    SaveAsScreen {
        & Lines { height: auto; margin: 1 2; }
        & Input { margin: 0 2; border: tall $line; background: $surface; }
        & Input:focus { border: tall $accent; }
    }
    .-ascii SaveAsScreen Input, .-ascii SaveAsScreen Input:focus { border: ascii $accent; }
    """

    def __init__(self, writer: "GameWriter") -> None:
        super().__init__()
        self._writer = writer

    def content(self) -> ComposeResult:
        """What is wrong, the field for the folder, and what came of it."""
        yield Lines(id="wrong")
        yield TextField(placeholder=setup.FOLDER_FIELD, max_length=400, select_on_focus=False)
        yield Lines([()], id="said")

    def on_mount(self) -> None:
        """Puts the cursor into the field."""
        self._say("#wrong", self._writer.problem, "")
        self.query_one(Input).focus()

    def on_input_submitted(self) -> None:
        """Saves in the folder that was typed."""
        self.action_save()

    @property
    def is_typing(self) -> bool:
        """A folder is typed here."""
        return True

    @command("enter", id="save-there", typing=True)
    def action_save(self) -> None:
        """Saves in the folder that was typed, or says why it cannot."""
        typed = self.query_one(Input).value.strip()
        if not typed:
            return
        try:
            folder = Path(typed).expanduser().absolute()
            is_saved = self._writer.save_elsewhere(folder)
        except (OSError, RuntimeError, ValueError) as error:
            self._say("#said", setup.not_there(typed, str(error)), "warn")
            return
        if is_saved:
            self.app.notify(setup.kept_elsewhere(folder), timeout=20)
            self.dismiss(True)
        else:
            self._say("#said", setup.not_there(typed, self._writer.problem), "warn")

    def _say(self, where: str, sentence: str, look: str) -> None:
        lines = wrap(row(Bit(sentence, look)), max(20, self.across - 4))
        self.query_one(where, Lines).show(lines[:4])
