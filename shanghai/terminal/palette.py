"""Textual's command palette made sturdy."""

import contextlib

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.css.query import NoMatches


class SturdyPalette(CommandPalette):
    """A command palette that closes once, and ignores page keys while it has no pages."""

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Closes the palette if it is on top, so that a second key spares the screen below."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        with contextlib.suppress(KeyError, IndexError, NoMatches):
            super()._action_command_list(action)
