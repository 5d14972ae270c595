"""A screen that is a list: one line is marked, by keys or the mouse, and one is taken."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Middle

from shanghai.ui.kit.choices import Choice, Choices
from shanghai.ui.kit.command import FIRST, command, numbered
from shanghai.ui.kit.everywhere import BACK_Q
from shanghai.ui.kit.lines import Bit, Lines, row
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.sizes import ResultT


class ListScreen(BaseScreen[ResultT]):
    """A list in the middle of the screen; `take` does what a choice is for."""

    KEYS = (BACK_Q,)
    DEFAULT_CSS = """
    ListScreen {
        align: center top;
        & Middle { align: center middle; width: 100%; height: 1fr; padding: 1 1; }
        & Choices { width: 100%; max-width: 78; height: auto; max-height: 100%; }
        &.-tall Choices { max-width: 84; }
    }
    """
    NAME_CELLS = 25
    """The cells of the names of the choices, at least."""

    @property
    def choices(self) -> Sequence[Choice]:
        """What is offered, at least one."""
        raise NotImplementedError

    async def take(self, choice: Choice) -> None:
        """Does what an enabled choice is for."""
        raise NotImplementedError

    def content(self) -> ComposeResult:
        """The list, in the middle of the screen."""
        with Middle():
            yield from self.above()
            yield Choices(self.choices, at=self.first_at, name_width=self.NAME_CELLS)

    @property
    def first_at(self) -> int:
        """The place of the choice that is marked first."""
        return 0

    def above(self) -> ComposeResult:
        """What stands above the list."""
        yield from ()

    @property
    def chooser(self) -> Choices:
        """The list, which knows the marked choice."""
        return self.query_one(Choices)

    @command("down,j,tab", 1, id="next", cap="↑↓", place=FIRST)
    @command("up,k,shift+tab", -1, id="previous", shown=False, place=FIRST)
    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self.chooser.move(by)

    @command("enter,space")
    async def action_choose(self) -> None:
        """Takes what is marked."""
        await self._take(self.chooser.current)

    async def on_choices_chosen(self, message: Choices.Chosen) -> None:
        """Takes what was clicked."""
        await self._take(message.choice)

    async def _take(self, choice: Choice) -> None:
        if choice.enabled:
            await self.take(choice)


class PickScreen(ListScreen[str]):
    """Offers things by name: a kind of evening, a deal code, a number; gives the id of the one."""

    DEFAULT_CSS = """
    PickScreen #about { width: 100%; max-width: 78; height: auto; margin-bottom: 1; }
    """

    def __init__(
        self, title: str, choices: Sequence[Choice], help: str = "", about: str = "", at: int = 0
    ) -> None:
        """Offers choices, the one at a place marked; `about` is said above them."""
        super().__init__()
        self._title, self._choices, self._help = title, tuple(choices), help
        self._about, self._at = about, at

    def heading(self) -> str:
        """What is asked."""
        return self._title

    @property
    def help_text(self) -> str:
        """What the help says."""
        return self._help

    @property
    def choices(self) -> Sequence[Choice]:
        """The things to pick from."""
        return self._choices

    @property
    def first_at(self) -> int:
        """The place that is marked first."""
        return self._at

    def above(self) -> ComposeResult:
        """What is said of them."""
        if self._about:
            yield Lines([row(Bit(self._about, "dim"))], id="about")

    async def take(self, choice: Choice) -> None:
        """Answers with its id."""
        self.dismiss(choice.id)

    def is_offered(self, index: int) -> bool:
        """Whether there is a choice of a number, counted from 0."""
        return index < len(self._choices)

    @numbered(range(9), said="pick-number", when=is_offered, shown=False)
    async def action_pick_number(self, index: int) -> None:
        """Takes the choice of a number."""
        await self._take(self._choices[index])
