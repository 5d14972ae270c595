"""Hints: what a computer player would do in the seat of a hand, from its own view alone."""

from typing import Any

from shanghai.engine.seats import SeatIndex
from shanghai.engine.view import SeatView
from shanghai.terminal import threads
from shanghai.ui.commands.command import Reason
from shanghai.ui.screens.part import Part
from shanghai.ui.screens.table.table_screen import TableScreen
from shanghai.ui.session.pacing import thinking_time
from shanghai.ui.session.player_help import may_hint
from shanghai.ui.text.table import lay_all_hint


class Hinter(Part[TableScreen[Any]]):
    """Asks for a hint, and takes it off the screen once the game has gone on."""

    def __init__(self, screen: TableScreen[Any], seat: SeatIndex) -> None:
        super().__init__(screen)
        self._seat = seat
        self._given_for: SeatView | None = None
        """The view for which a hint stands on the screen."""

    @property
    def is_allowed(self) -> bool:
        """Whether the player of this hand may ask for hints."""
        return may_hint(self.screen.app, self.screen.session, self._seat)

    def why_not(self) -> Reason | None:
        """Why the player of this hand may have none, None if they may."""
        if self.is_allowed:
            return None
        return f"{self.screen.session.short_names[self._seat]} plays without hints."

    def action_hint(self) -> None:
        """Asks a computer player what it would do in this seat; the scorecard tells of it."""
        self.screen.run_worker(self._ask(), exclusive=True, group="hint")

    async def _ask(self) -> None:
        from shanghai.host.hints import hint

        screen = self.screen
        view = screen.view
        heard = screen.session.log.heard(self._seat)
        show, seconds = screen.card_style.text, thinking_time(screen.app)
        found = await threads.in_thread(hint, view, heard, show, seconds, lay_all_hint)
        if screen.is_on_top and view is screen.view:
            screen.session.hinted.add(self._seat)
            screen.say(found, "accent")
            self._given_for = view

    def forget(self) -> None:
        """Takes a hint off the screen once the game has gone on."""
        if self._given_for is not None and self._given_for is not self.screen.view:
            self._given_for = None
            self.screen.say()
