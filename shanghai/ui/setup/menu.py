"""The first screen: the title and the menu."""

from textual.app import ComposeResult
from textual.containers import Center

from shanghai import __version__
from shanghai.ui.kit.app import app_of
from shanghai.ui.kit.command import LAST, Command, command
from shanghai.ui.kit.frames import centred
from shanghai.ui.kit.lines import SUIT_LOOKS, Bit, Lines
from shanghai.ui.kit.list_screen import Choice, Choices, ListScreen
from shanghai.ui.kit.pixels import title_rows
from shanghai.words import setup


class Title(Lines):
    """The large title with a small line below it."""

    def __init__(self, below: str) -> None:
        super().__init__()
        self._below = below

    def on_resize(self) -> None:
        """Draws all lines in the middle of the widget, for its new size."""
        plain = app_of(self).is_ascii
        dash = "-" if plain else "─"
        bits = [Bit(dash * 14 + "  ", "dim")]
        for sign, look in zip("SHDC" if plain else "♠♥♦♣", SUIT_LOOKS, strict=True):
            bits += [Bit(f" {sign} ", look), Bit(" ")]
        below = [(), (*bits, Bit(" " + dash * 14, "dim")), (Bit(self._below, "dim"),)]
        self.show(
            [
                centred(line, self.size.width)
                for line in (*title_rows(app_of(self).card_style), *below)
            ]
        )


class MenuScreen(ListScreen[None]):
    """The menu. It stays below all other screens."""

    SHOWS_NO_HAND = True
    DEFAULT_CSS = """
    MenuScreen {
        & Title { width: 1fr; height: auto; margin-bottom: 1; }
        & Choices { width: 54; height: auto; max-width: 100%; }
        &.-tall Choices { width: 60; max-width: 100%; }
    }
    """
    WITHOUT = ("back",)
    KEYS = (Command(id="next", keys="down,j,tab", action="move", parameters=(1,), shown=False),)
    HELP_TEXT = setup.say.late("MENU_HELP")

    def content(self) -> ComposeResult:
        """Title and choices."""
        yield Title(setup.SUBTITLE.format(version=__version__))
        yield Center(Choices(self.choices))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The lines of the menu. The first one resumes a game, if there is an open one."""
        offered = {*setup.MENU} if self.app.has_open_game else {*setup.MENU} - {"go_on"}
        return tuple(Choice(id, *words) for id, words in setup.MENU.items() if id in offered)

    def on_screen_resume(self) -> None:
        """Updates the menu. If it has changed, the first line is marked."""
        if self.chooser.choices != self.choices:
            self.chooser.at = 0
            self.chooser.replace(self.choices)
            self.refresh_keys()

    async def take(self, choice: Choice) -> None:
        """Opens what the chosen line leads to."""
        await self.action_pick(choice.id)

    @command("g", "go_on", id="menu-go-on", when=lambda self, _: self.app.has_open_game)
    @command("n", "new", id="new-game")
    @command("l", "learn", id="learn-to-play")
    @command("o", "evenings", id="other-evenings")
    @command("e", "ledger", id="read-ledger")
    @command("r", "rules", id="read-rules")
    @command("s", "settings", id="menu-settings")
    @command("q", "quit", id="quit", place=LAST)
    async def action_pick(self, choice: str) -> None:
        """Runs the action of the app that belongs to a choice."""
        action = {"new": "new_game", "help": "show_help", "quit": "leave"}.get(choice, choice)
        await self.run_action(f"app.{action}")
