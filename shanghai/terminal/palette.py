"""Textual's command palette made sturdy."""

import contextlib

from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette
from textual.css.query import NoMatches
from textual.widgets.option_list import Option

from shanghai.terminal.screen import WholeScreen
from shanghai.words import setup


class SturdyPalette(CommandPalette, WholeScreen[None]):
    """A command palette that closes once, and ignores page keys while it has no pages.

    Its list has room in every window: Textual cannot break lines where there are no cells at all.
    """

    DEFAULT_CSS = "SturdyPalette #--results { min-width: 20; }"

    def on_mount(self) -> None:
        """Takes the colours of another theme, which Textual gives to all screens but this one."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.app.stylesheet.update(self))

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Closes the palette if it is on top, so that a second key spares the screen below."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        with contextlib.suppress(KeyError, IndexError, NoMatches):
            super()._action_command_list(action)

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Says in a moment that nothing is found, in the language (overrides Textual's)."""
        self._stop_no_matches_countdown()

        def show() -> None:
            if search_value:
                option = Option(setup.PALETTE_NOTHING, disabled=True, id=self._NO_MATCHES)
                self.query_one(CommandList).add_option(option)
            self._list_visible = bool(search_value)

        self._no_matches_timer = self.set_timer(self._NO_MATCHES_COUNTDOWN, show)
