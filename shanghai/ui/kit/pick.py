"""A list to pick one thing from: a kind of evening, a score, a deal code, a number of players."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Middle

from shanghai.ui.commands.picking import PICKING
from shanghai.ui.kit.choices import Choice, Choices
from shanghai.ui.kit.lines import Bit, Lines, row
from shanghai.ui.kit.screen import BaseScreen


class PickScreen(BaseScreen[str]):
    """Offers things by name; gives the id of the one chosen, or None."""

    COMMAND_LIST = PICKING
    DEFAULT_CSS = """
    PickScreen Middle { align: center middle; width: 100%; height: 1fr; padding: 1 1; }
    PickScreen Choices { width: 100%; max-width: 78; height: auto; max-height: 100%; }
    PickScreen.-tall Choices { max-width: 84; }
    PickScreen #about { width: 100%; max-width: 78; height: auto; margin-bottom: 1; }
    """

    def __init__(
        self, title: str, choices: Sequence[Choice], help: str = "", about: str = "", at: int = 0
    ) -> None:
        """Offers choices, the one at a place marked; `about` is said above them."""
        super().__init__()
        self._title = title
        self._choices = tuple(choices)
        self._help = help
        self._about = about
        self._at = at

    def heading(self) -> str:
        """What is asked."""
        return self._title

    @property
    def help_text(self) -> str:
        """What the help says."""
        return self._help

    def content(self) -> ComposeResult:
        """The choices, in the middle of the screen."""
        with Middle():
            if self._about:
                yield Lines([row(Bit(self._about, "dim"))], id="about")
            yield Choices(self._choices, at=self._at, name_width=25)

    def is_offered(self, index: int) -> bool:
        """Whether there is a choice of a number, counted from 0."""
        return index < len(self._choices)

    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self.query_one(Choices).move(by)

    def action_take(self, index: int) -> None:
        """Takes the choice of a number."""
        self._take(self._choices[index])

    def action_choose(self) -> None:
        """Takes what is marked."""
        self._take(self.query_one(Choices).current)

    def on_choices_chosen(self, message: Choices.Chosen) -> None:
        """Takes what was clicked."""
        self._take(message.choice)

    def _take(self, choice: Choice) -> None:
        if choice.enabled:
            self.dismiss(choice.id)
