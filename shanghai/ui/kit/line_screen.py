"""A screen that asks for a line of text."""

from typing import ClassVar, Final

from textual.app import ComposeResult

from shanghai.ui.kit.command import BACK
from shanghai.ui.kit.lines import Lines, wrap_text
from shanghai.ui.kit.screen import BaseScreen, ResultT
from shanghai.ui.kit.text_field import TextField

_WIDTH: Final = 66


class LineScreen(BaseScreen[ResultT]):
    """Asks for a line of text in a field. Messages about it are shown below."""

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
    """The text that is shown in the empty field."""
    MAX_LETTERS: ClassVar[int]
    """The most letters that the field takes."""

    def __init__(self, asks: str, typed: str = "") -> None:
        super().__init__()
        self._asks = asks
        self._typed = typed

    def content(self) -> ComposeResult:
        """The question, the field, and the line for messages."""
        yield Lines(wrap_text(self._asks, _WIDTH, "accent"))
        yield TextField(self._typed, self.EXAMPLE, max_length=self.MAX_LETTERS)
        yield Lines([()], id="said")

    def tell_why_not(self, sentence: str) -> None:
        """Shows below the field what is wrong with the line (overrides)."""
        self.say(sentence)

    def say(self, sentence: str, look: str = "warn") -> None:
        """Shows a message below the field."""
        self.query_one("#said", Lines).show(wrap_text(sentence, _WIDTH, look)[:4])
