"""A line in which people type."""

from typing import Final

from textual.binding import Binding
from textual.events import Key
from textual.widgets import Input

_KEYS_OF_SCREENS: Final = ("ctrl+d",)
_ACTIONS_OF_SCREENS: Final = ("submit", "copy", "paste")


class TextField(Input):
    """A field whose keys take effect as they were typed: else letters, which are typed at once,
    would overtake keys with an action, such as Backspace, which go up to the screen first."""

    async def on_key(self, event: Key) -> None:
        """Does what an editing key does before the next key is looked at."""
        for made in () if event.key in _KEYS_OF_SCREENS else Input.BINDINGS:
            bound = Binding(*made) if isinstance(made, tuple) else made
            if event.key in bound.key.split(",") and bound.action not in _ACTIONS_OF_SCREENS:
                event.stop()
                event.prevent_default()
                await self.app.run_action(bound.action, self)
                return
