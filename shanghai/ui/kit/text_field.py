"""A line in which people type."""

from typing import Final

from textual.binding import Binding
from textual.events import Key
from textual.widgets import Input

_KEYS_OF_SCREENS: Final = ("ctrl+d",)
_ACTIONS_OF_SCREENS: Final = ("submit", "copy", "paste")


class TextField(Input):
    """A field whose keys take effect in the order in which they were pressed.

    In Textual's own field a letter takes effect at once, and a key with an action, such as
    Backspace, goes up to the screen first. A letter could overtake it.
    """

    def open(self, text: str = "", asks: str = "") -> None:
        """Opens the field of a screen with a text; `asks` is shown there while it is empty."""
        self.value, self.placeholder = text, asks
        self.cursor_position = len(text)
        self.screen.add_class("-typing")
        self.screen.set_focus(self)

    def close(self) -> None:
        """Closes the field."""
        self.screen.remove_class("-typing")
        self.screen.set_focus(None)

    async def on_key(self, event: Key) -> None:
        """Does what an editing key does before the next key is looked at."""
        for made in () if event.key in _KEYS_OF_SCREENS else Input.BINDINGS:
            bound = Binding(*made) if isinstance(made, tuple) else made
            if event.key in bound.key.split(",") and bound.action not in _ACTIONS_OF_SCREENS:
                event.stop()
                event.prevent_default()
                await self.app.run_action(bound.action, self)
                return
