"""A field in which people type a line."""

from typing import Final

from textual.binding import Binding
from textual.events import Key
from textual.widgets import Input

_KEYS_OF_SCREENS: Final = ("ctrl+d",)
_ACTIONS_OF_SCREENS: Final = ("submit", "copy", "paste")


class TextField(Input):
    """A text field whose keys take effect in the order in which they are pressed.

    In Textual's field a letter takes effect at once, but a key with an action, such as Backspace,
    goes to the screen first. A later letter could overtake it.
    """

    def open(self, text: str = "", asks: str = "") -> None:
        """Opens the field with a text. `asks` is shown in it while it is empty."""
        self.value, self.placeholder = text, asks
        self.cursor_position = len(text)
        self.screen.add_class("-typing")
        self.screen.set_focus(self)

    def close(self) -> None:
        """Closes the field."""
        self.screen.remove_class("-typing")
        self.screen.set_focus(None)

    async def on_key(self, event: Key) -> None:
        """Runs the action of an editing key at once, before the next key (extends Textual's)."""
        for made in () if event.key in _KEYS_OF_SCREENS else Input.BINDINGS:
            bound = Binding(*made) if isinstance(made, tuple) else made
            if event.key in bound.key.split(",") and bound.action not in _ACTIONS_OF_SCREENS:
                event.stop()
                event.prevent_default()
                await self.app.run_action(bound.action, self)
                return
