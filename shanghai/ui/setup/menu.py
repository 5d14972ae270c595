"""The first screen: the title, and where one goes from here."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Center

from shanghai import __version__
from shanghai.ui.commands.setup import MENU
from shanghai.ui.kit.choices import Choice, Choices
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.title import Title


class MenuScreen(BaseScreen[None]):
    """The menu; it stays below everything else."""

    DEFAULT_CSS = """
    MenuScreen {
        align: center middle;
        & Title { width: 1fr; height: auto; margin-bottom: 1; }
        & Choices { width: 54; height: auto; }
        &.-tall Choices { width: 60; }
    }
    """
    COMMAND_LIST = MENU
    HELP_TEXT = (
        "Shanghai is contract rummy for a family at one keyboard, against computers too.\n"
        "New game asks which rules, which house rules and who plays; then the cards are dealt.\n"
        "Learn to play is a first round with fixed cards that says what to do, and why.\n"
        "Other evenings: the score of real cards, the same cards at several tables, a tournament.\n"
        "Arrows and Enter choose; so does the letter at the foot of the screen, or the mouse."
    )
    GO_ON: ClassVar[Choice] = Choice("go_on", "Go on", "with a game that was left")
    CHOICES: ClassVar[tuple[Choice, ...]] = (
        Choice("new", "New game", "choose the rules and the players"),
        Choice("learn", "Learn to play", "a first round, a step at a time"),
        Choice("evenings", "Other evenings", "real cards, same cards, tournament"),
        Choice("ledger", "Ledger", "the figures of all evenings"),
        Choice("rules", "Rules", "read how each variant goes"),
        Choice("settings", "Settings", "looks, pace, the clock"),
        Choice("help", "Help", "keys and how a turn goes"),
        Choice("quit", "Quit", "leave the table"),
    )

    def content(self) -> ComposeResult:
        """Title and choices."""
        yield Title(f"contract rummy at one table    version {__version__}")
        with Center():
            yield Choices(self.choices)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What is offered; first of all a game that was left, if there is one."""
        offers = (self.GO_ON,) if self.app.has_open_game else ()
        return (*offers, *self.CHOICES)

    def on_screen_resume(self) -> None:
        """Offers what there is now, the first choice marked if it is new."""
        shown = self.query_one(Choices)
        if shown.choices != self.choices:
            shown.at = 0
            shown.replace(self.choices)
            self.refresh_keys()

    @property
    def offers_go_on(self) -> bool:
        """Whether there is a game to go on with."""
        return self.GO_ON in self.choices

    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self.query_one(Choices).move(by)

    async def action_choose(self) -> None:
        """Goes where the mark stands."""
        await self.action_pick(self.query_one(Choices).current.id)

    async def on_choices_chosen(self, message: Choices.Chosen) -> None:
        """Goes where the mouse has clicked."""
        await self.action_pick(message.choice.id)

    async def action_pick(self, choice: str) -> None:
        """Goes to one of the choices."""
        action = {"new": "new_game", "help": "show_help", "quit": "leave"}.get(choice, choice)
        await self.run_action(f"app.{action}")
