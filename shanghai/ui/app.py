"""The application: its themes and settings, and the actions that lead from screen to screen."""

import gc
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import SystemCommand
from textual.binding import BindingType
from textual.screen import Screen

from shanghai.engine.seats import NOBODY
from shanghai.ui import screens
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.command import HELP, LEAVE_PROGRAM, PHONES, SETTINGS, bindings_of_the_app
from shanghai.ui.kit.keybar import has_room_for_screens
from shanghai.ui.kit.list_screen import Choice
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.options import Options, ResumedGame, Start
from shanghai.ui.themes import Depth, deck_variables, depth_of, themes
from shanghai.words import remote, setup

if TYPE_CHECKING:
    from shanghai.records.replay import Replay


class ShanghaiApp(GameApp):
    """The game in the terminal. Screens are imported when they are first shown."""

    TITLE = "Shanghai"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of_the_app()]

    def __init__(self, options: Options | None = None) -> None:
        super().__init__(options)
        for theme in themes(self.depth):
            self.register_theme(theme)
        self.set_first_theme(self.settings.theme)

    @property
    def depth(self) -> Depth:
        """The colour depth of the terminal."""
        return depth_of(self.console.color_system)

    def on_load(self) -> None:
        """Applies the settings before anything is drawn (extends Textual's)."""
        self._follow_settings()

    def on_mount(self) -> None:
        """Shows the menu, or starts the game that the command line asks for."""
        if self.options.replay is not None:
            self._show_replay(self.options.replay)
        elif self.options.start is None and self.options.resume is None:
            self.open(screens.MenuScreen())
        else:
            self._start_game()

    def on_ready(self) -> None:
        """Turns garbage collection on, for objects that are made from now on."""
        gc.freeze()
        gc.enable()

    def get_css_variables(self) -> dict[str, str]:
        """The CSS variables of theme and cards. None before one of our themes is registered."""
        if self.settings.theme not in self.available_themes:
            return {}
        cards = deck_variables(self.theme, self.settings.four_colours, self.depth)
        return {**super().get_css_variables(), **cards}

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The card colours of the usual theme, so that styles may name them in any theme."""
        return deck_variables("baize", False, self.depth)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yields what the command palette offers: the keys of the screen, then those of the app."""
        if isinstance(screen, BaseScreen):
            for key in screen.keys.of_palette():
                command = screen.COMMAND_TABLE[key.command]
                if key.enabled and not command.action.startswith("app."):
                    name = key.label or command.help_text.rstrip(".")
                    words = setup.PALETTE_HELP(help=command.help_text, key=key.cap)
                    yield SystemCommand(name, words, partial(screen.press_key, key))
        for command, action in (
            (SETTINGS, self.action_settings),
            (PHONES, self.action_phones),
            (HELP, self.action_show_help),
            (LEAVE_PROGRAM, self.action_leave),
        ):
            yield SystemCommand(command.label_text, command.help_text, action)

    def action_show_help(self) -> None:
        """Opens the help for the present screen."""
        if not isinstance(self.screen, screens.HelpScreen):
            asks, screen = screens.HelpScreen("", "", ()), self.screen
            if isinstance(screen, BaseScreen):
                asks = screens.HelpScreen(screen.heading(), screen.help_text, screen.keys.words())
            self.open(asks)

    def action_settings(self) -> None:
        """Opens the settings on top of any screen."""
        if not self.is_open(screens.SettingsScreen):
            self.open(screens.SettingsScreen())

    def action_phones(self) -> None:
        """Opens the screen for seats at phones. Says that it needs a game if none is played."""
        if self.table is None:
            self.notify(remote.PHONES_LATER)
        elif not self.is_open(screens.PhonesScreen):
            self.open(screens.phones_screen(self, self.table))

    def action_rules(self) -> None:
        """Opens the rules of all variants. The one that was played last comes first."""
        if not self.is_open(screens.RulesScreen):
            self.open(screens.rules_of_all(self))

    def action_ledger(self) -> None:
        """Opens the ledger of all evenings."""
        if not self.is_open(screens.LedgerScreen):
            self.open(screens.LedgerScreen())

    @work(exclusive=True, group="game")
    async def action_evenings(self) -> None:
        """Asks for a kind of evening and leads through it. Plays a game if that kind begins one."""
        from shanghai.words import evenings

        start, at = None, 0
        kinds = [Choice(id, *words) for id, words in evenings.KINDS.items()]
        with self.leading():
            while start is None:
                asks = screens.PickScreen(evenings.WHAT_KIND, kinds, evenings.KINDS_HELP, at)
                chosen = await self.ask(asks)
                if chosen is None:
                    return
                at = list(evenings.KINDS).index(chosen)
                if chosen == "deal":
                    start = await screens.duplicate_evening(self)
                elif chosen == "paper":
                    await screens.paper_evening(self)
                elif chosen == "puzzles":
                    await screens.puzzle_evening(self)
                else:
                    await screens.tournament_evening(self)
            await self.play(start)

    @work(exclusive=True, group="game")
    async def action_new_game(self) -> None:
        """Asks for rules and players, then plays. Asks again if the game is left before a deal."""
        rules = None
        with self.leading():
            while (start := await screens.choose_game(self, rules)) and not await self.play(start):
                rules = start.rules

    @work(exclusive=True, group="lesson")
    async def action_learn(self, variant: str = "") -> None:
        """Gives the lesson of a variant. Asks for the variant if none is given."""
        with self.leading():
            chosen = variant or await screens.choose_lesson(self)
            while chosen:
                is_done = await screens.teach(self, screens.lesson_rules(self.folder, chosen))
                if is_done or variant:
                    return
                chosen = await screens.choose_lesson(self, chosen)

    @work(exclusive=True, group="game")
    async def action_go_on(self) -> None:
        """Asks which saved game to resume, and plays it."""
        with self.leading():
            game = await self.ask(screens.SavedScreen())
            if game is not None:
                await self.play(game)

    def action_help_quit(self) -> None:
        """Says how to leave (overrides Textual's). Ctrl+C does not, as people press it to copy."""
        self.notify(setup.CTRL_Q_LEAVES)

    def action_leave(self) -> None:
        """Leaves the program, after a question if a game is played. A saved game is left at once if
        the window is too small for the question."""
        is_unseen = self.is_game_saved and not has_room_for_screens(self.size)
        if self.writer is None or is_unseen or isinstance(self.screen, screens.LeaveScreen):
            self.exit(0)
            return
        asks = screens.LeaveScreen(ends_program=True, is_saved=self.is_game_saved)
        self.open(asks, lambda leaves: self.exit(0) if leaves else None)

    @work(exclusive=True, group="game")
    async def _start_game(self) -> None:
        if game := self.options.resume or self.options.start:
            await self.play(game)
        self.open(screens.MenuScreen())

    @work(exclusive=True, group="game")
    async def _show_replay(self, replay: "Replay") -> None:
        await self.ask(screens.ReplayScreen(replay, 0, NOBODY))
        self.exit(0)

    async def play(self, game: Start | ResumedGame) -> bool:
        """Plays a game, then more with the same seats as long as the players want. Returns False if
        a game was left before a deal."""
        if isinstance(game, ResumedGame) and game.problem:
            self.notify(game.problem, timeout=12)
        return await screens.play_games(self, game)

    def before_stop(self) -> None:
        """Covers an open hand before the program is suspended (overrides)."""
        for screen in reversed(self.screen_stack):
            hide = getattr(screen, "action_blank", None)
            if hide is not None and not getattr(self.screen, "is_cover", False):
                hide()
                return


def run_app(options: Options) -> int:
    """Runs the interface and returns the exit code of the program."""
    app = ShanghaiApp(options)
    app.listen_for_signals()
    result = app.run()
    if app.phones is not None:
        app.phones.close()
    return app.return_code or result or 0
