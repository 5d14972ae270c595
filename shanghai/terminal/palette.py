"""Textual's command palette made robust."""

import contextlib

from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette
from textual.css.query import NoMatches
from textual.widgets.option_list import Option

from shanghai.terminal.screen import WholeScreen
from shanghai.words import setup


class RobustPalette(CommandPalette, WholeScreen[None]):
    """A command palette that closes only once, and ignores page keys while its list is empty. Its
    list has a least width, as Textual cannot break lines in a list without any cells."""

    DEFAULT_CSS = "RobustPalette #--results { min-width: 20; }"

    def on_mount(self) -> None:
        """Follows changes of the theme. Textual tells all screens but this one of them."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.app.stylesheet.update(self))

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Closes the palette if it is on top. So a second key does not close the screen below."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        with contextlib.suppress(KeyError, IndexError, NoMatches):
            super()._action_command_list(action)

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Shows after a short time that nothing matches (overrides Textual's, which is English)."""
        self._stop_no_matches_countdown()

        def show() -> None:
            if search_value:
                message = Option(setup.PALETTE_NOTHING, disabled=True, id=self._NO_MATCHES)
                self.query_one(CommandList).add_option(message)
            self._list_visible = bool(search_value)

        self._no_matches_timer = self.set_timer(self._NO_MATCHES_COUNTDOWN, show)
