"""The application: its looks, its settings, and which screen leads to which."""

import gc
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import structs
from textual import constants, work
from textual.app import SystemCommand
from textual.binding import BindingType, Keymap
from textual.screen import Screen

from shanghai.storage import settings as settings_file
from shanghai.storage.paths import data_dir, has_open_game
from shanghai.storage.settings import Settings
from shanghai.ui import routes
from shanghai.ui.kit.everywhere import HELP, LEAVE_PROGRAM, SETTINGS, bindings_of_the_app
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.open import RoutedApp
from shanghai.ui.options import Options, ResumedGame, Start
from shanghai.ui.themes import deck_variables, depth_of, themes

if TYPE_CHECKING:
    from shanghai.records.replay import Replay
    from shanghai.ui.themes import Depth
    from shanghai.words.cards import CardStyle


_LEAVE: Final = "Leave"
"""What the palette calls leaving the program."""


class ShanghaiApp(RoutedApp):
    """The game in the terminal; screens are loaded when they are first shown."""

    TITLE = "Shanghai"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of_the_app()]

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options()
        self.folder: Path = data_dir(self.options.data_dir)
        self.settings: Settings = settings_file.load(self.folder)
        self.clock = time.monotonic
        super().__init__()
        for theme in themes(self.depth):
            self.register_theme(theme)
        self.set_first_theme(self.settings.theme)
        self.writer = None
        self.won_before = Counter()
        self.said_problem = ""
        self.keymap: Keymap = {}
        """Other keys for commands, by the ids of the table of commands."""
        self.told_layout = False
        """Whether it has been said that keys are Latin letters."""

    @property
    def game_on(self) -> bool:
        """Whether a game is being played, so that leaving asks first."""
        return self.writer is not None

    @property
    def game_kept(self) -> bool:
        """Whether the game is on disk as far as it has come."""
        return self.writer is not None and not self.writer.problem

    @property
    def has_open_game(self) -> bool:
        """Whether there may be a saved game to go on with."""
        return has_open_game(self.folder)

    @property
    def card_style(self) -> "CardStyle":
        """How cards are written by the present settings."""
        from shanghai.words.cards import CardStyle

        kept = self.settings
        return CardStyle(kept.suits == "letters", self.is_ascii, kept.cards)

    @property
    def may_animate(self) -> bool:
        """Whether things may move; without colours there is too little to see of it."""
        off = self.no_color or constants.TEXTUAL_ANIMATIONS == "none"
        return self.options.animation and self.settings.animation and not off

    @property
    def depth(self) -> "Depth":
        """How many colours the terminal has."""
        return depth_of(self.console.color_system)

    def on_load(self) -> None:
        """Follows the settings before anything is drawn."""
        self._follow_settings()

    def on_mount(self) -> None:
        """Shows the menu, or starts the game that the command line asks for."""
        if self.options.replay is not None:
            self._show_replay(self.options.replay)
        elif self.options.start is None and self.options.resume is None:
            self.open(routes.Menu())
        else:
            self._start_game()

    def on_ready(self) -> None:
        """Looks for garbage from now on, but not among what is there to stay."""
        gc.freeze()
        gc.enable()

    def get_css_variables(self) -> dict[str, str]:
        """The variables of the theme with those of the cards (extends Textual's).

        None before one of our themes is set, for they take time.
        """
        if self.settings.theme not in self.available_themes:
            return {}
        cards = deck_variables(self.theme, self.settings.four_colours, self.depth)
        return {**super().get_css_variables(), **cards}

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The card colours, so that styles that name them hold in any theme."""
        return deck_variables("baize", False, self.depth)

    def set_keymap(self, keymap: Keymap) -> None:
        """Gives commands other keys, by their ids (extends Textual's)."""
        super().set_keymap(keymap)
        self.keymap = dict(keymap)
        if isinstance(self.screen, BaseScreen):
            self.screen.refresh_keys()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the palette offers: the keys of the screen, then what holds everywhere."""
        if isinstance(screen, BaseScreen):
            for key in screen.palette_keys():
                command = screen.commands[key.command]
                if key.enabled and not command.action.startswith("app."):
                    words = f"{command.help} Key: {key.cap}"
                    yield SystemCommand(
                        _palette_words(key.label, command.help), words, screen.runner(key)
                    )
        yield SystemCommand("Settings", SETTINGS.help, self.action_settings)
        yield SystemCommand("Help", HELP.help, self.action_show_help)
        yield SystemCommand(_LEAVE, LEAVE_PROGRAM.help, self.action_leave)

    def notify(self, message: str, **more: Any) -> None:  # noqa: ANN401
        """A toast; its text is text, never markup, and must never name a card in a hand."""
        super().notify(message, **{**more, "markup": False})

    def change_settings(self, **changes: Any) -> None:  # noqa: ANN401
        """Changes settings, shows them at once and keeps them; a full disk is only told."""
        self.settings = structs.replace(self.settings, **changes)
        self._show_settings()
        try:
            settings_file.save(self.folder, self.settings)
        except OSError as error:
            self.notify(f"The settings cannot be kept: {error.strerror or error}.")

    def _show_settings(self) -> None:
        """Makes the screen follow the settings."""
        self._follow_settings()
        if self.theme == self.settings.theme:
            self.refresh_css(animate=False)
        else:
            self.theme = self.settings.theme

    def _follow_settings(self) -> None:
        """Sets what styles and movement go by."""
        self.set_class(self.is_ascii, "-ascii")
        self.animation_level = "full" if self.may_animate else "none"

    def action_show_help(self) -> None:
        """Opens the help for the present screen."""
        if not isinstance(self.screen, self.screen_class(routes.Help)):
            screen = self.screen
            self.open(screen.help_route if isinstance(screen, BaseScreen) else routes.Help())

    def action_settings(self) -> None:
        """Opens the settings above whatever is shown."""
        if not self._is_open(routes.Settings):
            self.open(routes.Settings())

    def action_rules(self) -> None:
        """Opens the rules of all variants, the one played last first."""
        from shanghai.ui.setup.new_game import all_variants

        variants = all_variants(self)
        last = self.settings.variant
        at = next((i for i, rules in enumerate(variants) if rules.id == last), 0)
        if variants and not self._is_open(routes.RulesPages):
            first, *others = (*variants[at:], *variants[:at])
            self.open(routes.RulesPages(first, others))

    def action_ledger(self) -> None:
        """Opens the ledger of all evenings."""
        if not self._is_open(routes.LedgerPages):
            self.open(routes.LedgerPages(self.folder))

    def _is_open(self, route: type[Any]) -> bool:
        """Whether a screen is open, or lies under others, so that none is opened over itself."""
        kind = self.screen_class(route)
        return any(isinstance(screen, kind) for screen in self.screen_stack)

    def action_evenings(self) -> None:
        """Offers other evenings: with real cards, or with the cards of a deal code."""
        self._other_evening()

    def action_new_game(self) -> None:
        """Asks for the rules and the players of a new game."""
        self._new_game()

    def action_learn(self, variant: str = "") -> None:
        """Gives the lesson of a variant, or asks of which first."""
        self._learn(variant)

    def action_go_on(self) -> None:
        """Offers the saved games, to go on with one."""
        self._go_on()

    def action_help_quit(self) -> None:
        """Says how to leave; Ctrl+C does not, so that copying text never ends the evening."""
        self.notify("Ctrl+Q leaves the program.")

    def action_leave(self) -> None:
        """Leaves the program, after a question while a game is on."""
        if not self.game_on or isinstance(self.screen, self.screen_class(routes.Leave)):
            self.exit(0)
            return
        asks = routes.Leave(ends_program=True, kept=self.game_kept)
        self.open(asks, self._leave_answered)

    def _leave_answered(self, leave: bool | None) -> None:
        if leave:
            self.exit(0)

    @work(exclusive=True, group="game")
    async def _new_game(self) -> None:
        """Asks for variant, house rules and players, then plays (from the menu)."""
        from shanghai.ui.setup.new_game import choose_game

        start = await choose_game(self)
        if start is not None:
            await self.play_games(start)

    @work(exclusive=True, group="game")
    async def _other_evening(self) -> None:
        """Leads through another kind of evening, and plays the game that it comes to."""
        from shanghai.ui.evenings.other import other_evening

        start = await other_evening(self)
        if start is not None:
            await self.play_games(start)

    @work(exclusive=True, group="lesson")
    async def _learn(self, variant: str) -> None:
        """Plays a lesson; of the variant played last if another is not asked for."""
        from shanghai.ui.setup.new_game import choose_lesson, lesson_rules
        from shanghai.ui.tutorial.lesson import teach

        chosen = variant or await choose_lesson(self)
        while chosen and not await teach(self, lesson_rules(self.folder, chosen)) and not variant:
            chosen = await choose_lesson(self, chosen)

    @work(exclusive=True, group="game")
    async def _start_game(self) -> None:
        """Plays the game of the command line; the menu comes after it."""
        start, kept = self.options.start, self.options.resume
        if kept is not None:
            await self.resume_game(kept)
        elif start is not None:
            await self.play_games(start)
        self.open(routes.Menu())

    @work(exclusive=True, group="game")
    async def _show_replay(self, replay: "Replay") -> None:
        """Steps through a kept game, and leaves the program after it."""
        await self.ask(routes.GameReplay(replay))
        self.exit(0)

    @work(exclusive=True, group="game")
    async def _go_on(self) -> None:
        """Asks which saved game to go on with, and plays it."""
        kept = await self.ask(routes.SavedGames(self.folder))
        if kept is not None:
            await self.resume_game(kept)

    async def play_games(self, start: Start) -> None:
        """Plays games with the same seats, until no rematch is wanted."""
        from shanghai.ui.table.games import play_games

        await play_games(self, start)

    async def resume_game(self, kept: ResumedGame) -> None:
        """Goes on with a saved game, then plays games with the same seats."""
        from shanghai.ui.table.games import resume_game

        await resume_game(self, kept)

    def before_stop(self) -> None:
        """Covers an open hand, so that it is covered when the program goes on."""
        for screen in reversed(self.screen_stack):
            hide = getattr(screen, "action_blank", None)
            if hide is not None and not getattr(self.screen, "is_cover", False):
                hide()
                return


def _palette_words(label: str, help: str) -> str:
    """What the palette calls a command; leaving the game is not leaving the program."""
    return label if label and label != _LEAVE else help.rstrip(".")


def run_app(options: Options) -> int:
    """Runs the interface and returns the exit code of the program."""
    app = ShanghaiApp(options)
    app.listen_for_signals()
    result = app.run()
    if app.return_code:
        return app.return_code
    return result or 0
