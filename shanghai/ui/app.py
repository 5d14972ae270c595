"""The application: its looks, its settings, and which screen leads to which.

Long, as each way from the menu to a screen is a method of its own.
"""

import gc
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
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
from shanghai.ui.commands.everywhere import HELP, LEAVE_PROGRAM, SETTINGS, bindings_of_the_app
from shanghai.ui.options import Options, ResumedGame
from shanghai.ui.router import RoutedApp
from shanghai.ui.routes import After
from shanghai.ui.screens.base import BaseScreen
from shanghai.ui.themes import deck_variables, depth_of, themes

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules
    from shanghai.host.host import Host, Player
    from shanghai.records.replay import Replay
    from shanghai.storage.writer import GameWriter
    from shanghai.ui.themes import Depth
    from shanghai.ui.widgets.cards import CardStyle


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
        self.game_on = False
        """Whether a game is being played, so that leaving asks first."""
        self.writer: GameWriter | None = None
        """What keeps that game on disk as it goes."""
        self.won_before: Counter[str] = Counter()
        """Who has won how many games of the present series of rematches."""
        self._said_problem = ""
        self.keymap: Keymap = {}
        """Other keys for commands, by the ids of the table of commands."""
        self.told_layout = False
        """Whether it has been said that keys are Latin letters."""

    @property
    def game_kept(self) -> bool:
        """Whether the game is on disk as far as it has come."""
        return self.writer is not None and not self.writer.problem

    @property
    def has_open_game(self) -> bool:
        """Whether there may be a saved game to go on with."""
        return has_open_game(self.folder)

    @property
    def is_ascii(self) -> bool:
        """Whether nothing but ASCII is drawn."""
        return self.options.ascii or self.settings.ascii

    @property
    def card_style(self) -> "CardStyle":
        """How cards are written by the present settings."""
        from shanghai.ui.widgets.cards import CardStyle

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
        """Registers the themes before anything is drawn."""
        for theme in themes(self.depth):
            self.register_theme(theme)
        self.theme = self.settings.theme
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
        """The variables of the theme with those of the cards (extends Textual's)."""
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
        from shanghai.ui.new_game import all_variants

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
        from shanghai.ui.new_game import choose_game

        start = await choose_game(self)
        if start is not None:
            await self.play_game(start.rules, start.players, start.seed)

    @work(exclusive=True, group="game")
    async def _other_evening(self) -> None:
        """Leads through another kind of evening, and plays the game that it comes to."""
        from shanghai.ui.evenings.other import other_evening

        start = await other_evening(self)
        if start is not None:
            await self.play_game(
                start.rules, start.players, start.seed, cut=start.cut, code=start.code
            )

    @work(exclusive=True, group="lesson")
    async def _learn(self, variant: str) -> None:
        """Plays a lesson; of the variant played last if another is not asked for."""
        from shanghai.ui.new_game import choose_lesson, lesson_rules
        from shanghai.ui.tutorial.lesson import teach

        chosen = variant or await choose_lesson(self)
        while chosen and not await teach(self, lesson_rules(self.folder, chosen)) and not variant:
            chosen = await choose_lesson(self, chosen)

    @work(exclusive=True, group="game")
    async def _start_game(self) -> None:
        """Plays the game of the command line; the menu comes after it."""
        start, kept = self.options.start, self.options.resume
        if kept is not None:
            await self.play_kept(kept)
        elif start is not None:
            await self.play_game(
                start.rules, start.players, start.seed, cut=start.cut, code=start.code
            )
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
            await self.play_kept(kept)

    async def play_kept(self, kept: ResumedGame) -> None:
        """Goes on with a saved game to its end, then as `play_game` does."""
        if kept.said:
            self.notify(kept.said, timeout=12)
        host, terms = kept.host, kept.writer.terms
        self.won_before.clear()
        after = await self.play_host(host, kept.writer)
        if after in ("rematch", "same cards"):
            is_same = after == "same cards"
            seed, cut = (host.seed, host.cut) if is_same else (None, None)
            code, series = terms.code if is_same else "", terms.series or kept.writer.id
            self._count_wins(host)
            rules, players = host.state.game_rules, host.players
            await self.play_game(rules, players, seed, cut=cut, code=code, series=series)

    async def play_game(
        self,
        rules: "Rules",
        players: "Sequence[Player]",
        seed: int | str | None = None,
        house_rules: Mapping[str, Any] | None = None,
        cut: int | None = None,
        code: str = "",
        series: str = "",
    ) -> None:
        """Plays one game after another with these seats, until no rematch is wanted.

        `house_rules` are put over the rules first; every game is kept on disk as it goes. Where no
        seed is named somebody cuts the cards, or they are cut again where they were cut before.
        `code` is the deal code that has named the cards, `series` the game that came before.
        """
        from shanghai.host.host import Host
        from shanghai.storage.entries import Terms
        from shanghai.storage.writer import GameWriter

        if house_rules:
            from shanghai.variants.house_rules import with_house_rules

            rules = with_house_rules(rules, dict(house_rules))
        after: After | None = "rematch"
        if not series:
            self.won_before.clear()
        while after in ("rematch", "same cards"):
            is_fair = seed is None or cut is not None
            host = Host(rules, players, seed, is_fair=is_fair, cut=cut)
            terms = Terms(series, code, known_seed=seed is not None)
            writer = GameWriter.begin(self.folder, host, terms=terms)
            series = series or writer.id
            after = await self.play_host(host, writer)
            players = host.players
            self._count_wins(host)
            seed, cut = (host.seed, host.cut) if after == "same cards" else (None, None)
            code = code if after == "same cards" else ""

    def _count_wins(self, host: "Host") -> None:
        """Adds the winners of a game to the tally of the evening."""
        self.won_before.update(host.state.seats[seat].name for seat in host.state.winners)

    async def play_host(self, host: "Host", writer: "GameWriter") -> "After | None":
        """Plays a game that is kept, and lets go of its file however the game is left."""
        from shanghai.ui.first_deal import draw_for_dealer

        self.game_on, self.writer = True, writer
        host.on_change.append(self._note_saving)
        host.on_change.append(partial(self._remark, host))
        try:
            await draw_for_dealer(self, host)
            from shanghai.ui.play import play

            return await play(self, host)
        finally:
            self.game_on, self.writer = False, None
            writer.close()

    def before_stop(self) -> None:
        """Covers an open hand, so that it is covered when the program goes on."""
        for screen in reversed(self.screen_stack):
            hide = getattr(screen, "action_blank", None)
            if hide is not None and not getattr(self.screen, "is_cover", False):
                hide()
                return

    def _remark(
        self, host: "Host", _before: object, _action: object, _after: object, events: Sequence[Any]
    ) -> None:
        """Shows what a computer player says about what the whole table has just seen."""
        if not self.settings.remarks:
            return
        from shanghai.text.remarks import remark
        from shanghai.ui.session.levels import present_level, sign_of

        levels = [present_level(player.bot) for player in host.players]
        names = [player.name for player in host.players]
        for number, event in enumerate(events, len(host.log) - len(events)):
            said = remark(event, number, levels, names)
            if said is not None:
                seat, words = said
                sign = sign_of(levels[seat], ascii_only=self.is_ascii)
                self.notify(f"{sign} {names[seat]}: {words}", timeout=4)

    def _note_saving(self, *_: object) -> None:
        """Says once that the disk does not take the game, and once that it does again."""
        problem = self.writer.problem if self.writer is not None else ""
        if problem != self._said_problem:
            self._said_problem = problem
            self.notify(problem or "The game is saved again.", timeout=10)


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
