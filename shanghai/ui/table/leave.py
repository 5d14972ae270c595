"""The question before a game is left."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Middle

from shanghai.ui import open as opening
from shanghai.ui.kit.command import command
from shanghai.ui.kit.lines import Bit, Lines, row
from shanghai.ui.kit.screen import BaseScreen
from shanghai.words import setup

if TYPE_CHECKING:
    from shanghai.storage.writer import GameWriter


class LeaveScreen(BaseScreen[bool]):
    """Asks whether to leave; covers all that lies below. True: leave."""

    HEADING = setup.LEAVE
    CALLS_OPEN = True
    SHOWS_NO_HAND = True
    HELP_TEXT = setup.LEAVE_HELP
    DEFAULT_CSS = """
    LeaveScreen Middle { align: center middle; width: 100%; height: 1fr; }
    LeaveScreen Lines { width: 70; }
    """

    def __init__(
        self, *, ends_program: bool = False, kept: bool = False, lesson: bool = False
    ) -> None:
        super().__init__()
        self._label = setup.LEAVE_PROGRAM if ends_program else setup.LEAVE
        self._asks = setup.LEAVE_LESSON if lesson else setup.LEAVE_GAME
        self._adds = setup.LEAVE_KEPT if kept else setup.LEAVE_LOST
        if lesson:
            self._adds = setup.LEAVE_LESSON_LOST

    def content(self) -> ComposeResult:
        """The question and what becomes of the game."""
        with Middle():
            yield Lines()

    def on_mount(self) -> None:
        """Draws the question."""
        self._draw()

    def _draw(self) -> None:
        elsewhere = row(setup.leave_elsewhere(self.cap("keep-elsewhere")))
        more = [elsewhere] if self.is_unsaved else []
        self.query_one(Lines).show([row(Bit(self._asks, "accent")), (), row(self._adds), *more])

    @property
    def _lost(self) -> "GameWriter | None":
        """What keeps the game, if it cannot."""
        writer = self.app.writer
        return writer if writer is not None and writer.problem else None

    @property
    def is_unsaved(self) -> bool:
        """Whether the game cannot be kept where it should be."""
        return self._lost is not None

    @property
    def leave_label(self) -> str:
        """What is left."""
        return self._label

    @command("y", True, id="leave", label=leave_label)
    @command("escape,n", False, id="back", said="stay")
    def action_answer(self, leave: bool) -> None:
        """Gives the answer."""
        self.dismiss(leave)

    @command("k", id="keep-elsewhere", when=is_unsaved)
    def action_elsewhere(self) -> None:
        """Asks for another folder for a game that is not kept."""
        if self._lost is not None:
            self.open(opening.save_elsewhere(self._lost), self._is_kept_now)

    def _is_kept_now(self, kept: bool | None) -> None:
        if kept:
            self._adds = setup.LEAVE_KEPT_ELSEWHERE
        self._draw()
        self.refresh_keys()
