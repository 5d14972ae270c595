"""A line in which people type."""

from typing import Final

from textual.binding import Binding
from textual.events import Key
from textual.widgets import Input


def _actions() -> dict[str, str]:
    bindings = (Binding(*each) if isinstance(each, tuple) else each for each in Input.BINDINGS)
    return {
        key: binding.action
        for binding in bindings
        for key in binding.key.split(",")
        if key not in _KEYS_OF_SCREENS and binding.action not in _ACTIONS_OF_SCREENS
    }


_KEYS_OF_SCREENS: Final = ("ctrl+d",)
_ACTIONS_OF_SCREENS: Final = ("submit", "copy", "paste")


class TextField(Input):
    """A field whose keys take effect in the order in which they were typed.

    Letters are typed at once, but keys with an action go up to the screen first: without this,
    letters that come in the same moment as Ctrl+K or Backspace would be typed before it.
    """

    _edits: Final = _actions()

    async def on_key(self, event: Key) -> None:
        """Does what an editing key does before the next key is looked at."""
        action = self._edits.get(event.key)
        if action is not None:
            event.stop()
            event.prevent_default()
            await self.app.run_action(action, self)
