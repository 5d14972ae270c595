"""The app as its screens know it: data folder, settings, how cards look, and opening screens."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, cast

from msgspec import structs
from textual import constants
from textual.message import Message
from textual.screen import Screen
from textual.widget import AwaitMount, Widget

from shanghai.storage import settings as settings_file
from shanghai.storage.open_games import has_open_game
from shanghai.storage.paths import data_dir
from shanghai.terminal.app import RobustApp
from shanghai.ui.options import Options
from shanghai.words import settings
from shanghai.words.cards import COURTS, CardStyle
from shanghai.words.language import section, speak, wanted_language, write_plainly
from shanghai.words.system import system_fault

if TYPE_CHECKING:
    from shanghai.bots.protocol import SearchEngine
    from shanghai.remote.phones import Phones
    from shanghai.review.ahead import ReviewAhead
    from shanghai.storage.writer import GameWriter
    from shanghai.table.table import Table
    from shanghai.variants.loader import Agreed

AnswerT = TypeVar("AnswerT")
_WITHOUT_LOOKS: Final = frozenset(
    {"variant", "seats", "names", "no_hints", "no_needs", "newcomers", "offered_all_keys"}
)
"""The settings that change nothing in how a screen is drawn."""
_THINKING_SECONDS: Final = {"short": 0.2, "medium": 0.5, "long": 1.0}


class OtherLanguage(Message, bubble=False):
    """The message that the language has changed."""


class GameApp(RobustApp):
    """An app with a data folder, settings and, at times, a game that is being played."""

    REVIEWS_AHEAD: ClassVar = True
    """Whether finished rounds are reviewed while the game goes on."""

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options()
        self.folder: Path = data_dir(self.options.data_dir)
        self.settings: settings_file.Settings = settings_file.load(self.folder)
        super().__init__()
        self.writer: GameWriter | None = None
        """Writes the journal of the present game. None: no game is stored now."""
        self.review_ahead: ReviewAhead | None = None
        """Reviews the finished rounds of the present game. None: they are not reviewed."""
        self.phones: Phones | None = self.options.phones
        """The server for phones. None: nobody has asked for it."""
        self.table: Table | None = None
        """The table of the present game. None in a lesson and without a game."""
        self.won_before: Counter[str] = Counter()
        """How many games each player has won in the present series of rematches."""
        self.announced_problem = ""
        """The last message about why the game cannot be saved. Empty if it can."""
        self.agreed: dict[str, Agreed] = {}
        self.knows_layout_hint = False
        """Whether the players know from a message that keys are Latin letters."""
        self.lifted_by = "", 0.0
        """The key that has lifted a cover and may still be down, and the time of that."""
        self.led_from: list[Screen[Any]] = []
        """The screens below a sequence of dialogs. They are not drawn between two dialogs."""

    @cached_property
    def search(self) -> "SearchEngine":
        """The search for computer players and hints, the same one for all games of this app."""
        # Here, as the menu never needs it.
        from shanghai.bots.thoughts import search_with

        return search_with(self.options.search_cores)

    @property
    def is_game_saved(self) -> bool:
        """Whether all moves of the game so far are stored on the disk."""
        return self.writer is not None and not self.writer.problem

    @property
    def has_open_game(self) -> bool:
        """Whether there may be a saved game to resume."""
        return has_open_game(self.folder)

    @property
    def is_ascii(self) -> bool:
        """Whether only ASCII characters are drawn."""
        return self.options.ascii or self.settings.ascii

    @property
    def has_quadrants(self) -> bool:
        """Whether the font has signs for quarters of a cell. That of the Linux console has none."""
        return os.environ.get("TERM") != "linux"

    @property
    def has_few_colours(self) -> bool:
        """Whether the terminal has only sixteen colours, as the Linux console does."""
        return self.console.color_system in ("standard", "windows")

    @property
    def card_style(self) -> CardStyle:
        """How cards are drawn by the present settings."""
        chosen = self.settings
        courts = section("grammar")["COURTS"] if chosen.courts == "language" else COURTS
        letters = chosen.suits == "letters"
        return CardStyle(letters, self.is_ascii, chosen.cards, courts, self.has_quadrants)

    @property
    def thinking_time(self) -> float:
        """The seconds for which computer players may think, by the present settings."""
        return _THINKING_SECONDS.get(self.settings.think, _THINKING_SECONDS["medium"])

    @property
    def may_animate(self) -> bool:
        """Whether movement may be shown. It is not without colours, as little would be seen."""
        off = self.no_color or constants.TEXTUAL_ANIMATIONS == "none"
        return self.options.animation and self.settings.animation and not off

    def open(
        self, screen: Screen[AnswerT], answered: Callable[[AnswerT | None], None] | None = None
    ) -> AwaitMount:
        """Opens a screen over the present one. `answered` gets its answer."""
        return self.push_screen(screen, answered)

    def open_then(self, screen: Screen[AnswerT], then: Callable[[AnswerT], object]) -> None:
        """Opens a screen over the present one. `then` gets its answer, unless that is None."""

        def answered(answer: AnswerT | None) -> None:
            if answer:
                then(answer)

        self.open(screen, answered)

    def is_open(self, kind: type[Screen[Any]]) -> bool:
        """Whether a screen of this class is shown, or is below others."""
        return any(isinstance(screen, kind) for screen in self.screen_stack)

    @contextmanager
    def leading(self) -> Iterator[None]:
        """Goes from dialog to dialog. The screen below all of them is drawn only at the end."""
        below = self.screen
        self.led_from.append(below)
        try:
            yield
        finally:
            self.led_from.remove(below)
            below.refresh()

    async def ask(self, screen: Screen[AnswerT]) -> AnswerT | None:
        """Opens a screen over the present one and waits for its answer. Call it in a worker."""
        return await self.push_screen_wait(screen)

    def notify(self, message: str, **more: Any) -> None:  # noqa: ANN401
        """Shows a toast (extends Textual's). The text is no markup, and may name no card of a
        hand."""
        super().notify(message, **{**more, "markup": False})

    def change_settings(self, **changes: Any) -> None:  # noqa: ANN401
        """Changes settings, applies them at once and saves them. Says so if the disk is full."""
        self.settings = structs.replace(self.settings, **changes)
        if "language" in changes:
            speak(wanted_language(self.settings.language))
        self._follow_settings()
        if {"language", "ascii"} & {*changes}:
            for screen in self.screen_stack:
                screen.post_message(OtherLanguage())
        if self.theme != self.settings.theme:
            self.theme = self.settings.theme
        elif {*changes} - _WITHOUT_LOOKS:
            self.refresh_css(animate=False)
        try:
            settings_file.save(self.folder, self.settings)
        except OSError as error:
            self.notify(settings.NOT_STORED.format(why=system_fault(error)))

    def toggle_name(self, setting: str, name: str) -> None:
        """Adds a name to a setting that is a list of names, or removes it from there."""
        names = getattr(self.settings, setting)
        others = tuple(other for other in names if other != name)
        if others == names:
            others = (*names, name)[-settings_file.MAX_NAMES :]
        self.change_settings(**{setting: others})

    def _follow_settings(self) -> None:
        self.set_class(self.is_ascii, "-ascii")
        write_plainly(self.is_ascii)
        self.animation_level = "full" if self.may_animate else "none"
        if self.phones is not None and self.phones.grace != self.settings.grace:
            self.phones.set_grace(self.settings.grace)


def app_of(widget: Widget) -> GameApp:
    """The app of a widget, with its type for our own screens and widgets."""
    return cast(GameApp, widget.app)
