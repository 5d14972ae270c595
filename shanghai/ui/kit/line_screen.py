"""A line in which people type, and a screen that asks for one."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key
from textual.widgets import Input

from shanghai.ui.kit.command import BACK
from shanghai.ui.kit.lines import Lines, wrap_text
from shanghai.ui.kit.screen import BaseScreen, ResultT

_KEYS_OF_SCREENS: Final = ("ctrl+d",)
_ACTIONS_OF_SCREENS: Final = ("submit", "copy", "paste")
_WIDTH: Final = 66


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


class LineScreen(BaseScreen[ResultT]):
    """Asks for a line in a field, with room below it for what is said of it."""

    MIDDLE = 72
    AUTO_FOCUS = "Input"
    DEFAULT_CLASSES = "-typing"
    KEYS = (BACK,)
    DEFAULT_CSS = """
    LineScreen {
        & Lines { width: 66; height: auto; }
        & Input { width: 66; margin: 1 0; }
        & #said { height: 4; }
    }
    """
    EXAMPLE = ""
    """What is shown in the empty field."""
    MAX_LETTERS: ClassVar[int]
    """The letters that the field takes."""

    def __init__(self, asks: str, typed: str = "") -> None:
        super().__init__()
        self._asks = asks
        self._typed = typed

    def content(self) -> ComposeResult:
        """What is asked, the field, and room for what is said of it."""
        yield Lines(wrap_text(self._asks, _WIDTH, "accent"))
        yield TextField(self._typed, self.EXAMPLE, max_length=self.MAX_LETTERS)
        yield Lines([()], id="said")

    def tell_why_not(self, sentence: str) -> None:
        """Says below the field what is wrong with the line."""
        self.tell(sentence, "warn")

    def tell(self, sentence: str, look: str) -> None:
        """Says something below the field."""
        self.query_one("#said", Lines).show(wrap_text(sentence, _WIDTH, look)[:4])
