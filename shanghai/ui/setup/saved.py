"""The list of saved games, to resume one of them."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from textual.app import ComposeResult

from shanghai.bots.levels import LEVELS, USUAL_LEVEL
from shanghai.storage import saves
from shanghai.storage.archive import archive
from shanghai.storage.verdict import Listed
from shanghai.storage.writer import GameWriter
from shanghai.ui import screens
from shanghai.ui.kit.command import command
from shanghai.ui.kit.lines import Bit, Lines, balanced
from shanghai.ui.kit.list_screen import Choice, ListScreen
from shanghai.ui.options import ResumedGame
from shanghai.words import setup
from shanghai.words.games import of_game

_MAX_CELLS: Final = 106


class SavedScreen(ListScreen[ResumedGame]):
    """Lists the saved games, first those that can be resumed. Answers with the resumed game, or
    None."""

    SHOWS_NO_HAND = True
    WITHOUT = ("choose",)
    NAME_CELLS = 26
    HELP_TEXT = setup.say.late("SAVED_HELP")
    DEFAULT_CSS = """
    SavedScreen {
        & Choices { max-width: 110; }
        &.-tall Choices { max-width: 116; }
        & #said { width: 100%; max-width: 106; height: auto; max-height: 3; margin: 0 2; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._games: dict[str, Listed] = {}
        self._busy = False
        self._asked = ""
        """The game about which was just asked, so that the same key pressed again does it."""

    def heading(self) -> str:
        """The question of the list, by the kinds of games on it: open ones, finished ones or
        both."""
        is_open = {game.is_open for game in self._games.values()}
        kinds = ("open" if each else "finished" for each in sorted(is_open, reverse=True))
        return setup.say.of("WHICH_GAME", " ".join(kinds))

    @property
    def choices(self) -> Sequence[Choice]:
        """The only line while the games are read."""
        return (Choice("", setup.READING_GAMES, enabled=False),)

    def content(self) -> ComposeResult:
        """The list, and below it a line for messages."""
        yield from super().content()
        yield Lines([()], id="said")

    async def read(self) -> None:
        """Reads the saved games and fills the list. It is slow if some must be replayed."""
        try:
            saved = await asyncio.to_thread(saves.saved_games, self.app.folder)
            games = sorted(saved.games, key=lambda game: not game.is_open)
            self._games = {game.id: game for game in games}
            if saved.problem:
                self._say(saved.problem)
        except saves.StoreError as error:
            self._say(str(error))
        choices = [
            Choice(id, setup.saved_name(game.title, game.players, id), _note(game), game.is_open)
            for id, game in self._games.items()
        ]
        self.chooser.replace(choices or [Choice("", setup.NO_GAMES, enabled=False)])
        self.refresh_heading()
        self.refresh_keys()

    @property
    def marks_finished(self) -> bool:
        """Whether the marked game is finished."""
        marked = self._games.get(self.chooser.current.id)
        return marked is not None and marked.finished

    def on_choices_moved(self) -> None:
        """Removes the message about another game."""
        self._asked = ""
        self._say("")
        self.refresh_keys()

    @command(
        "enter,space",
        id="resume",
        label=lambda self: setup.OPEN_GAME if self.marks_finished else setup.GO_ON,
        why_not=lambda self: None if self._games else setup.NO_GAMES,
    )
    async def action_choose(self) -> None:
        """Resumes the marked game, or opens it if it is finished. Says why if it cannot."""
        await self.take(self.chooser.current)

    @command("x", why_not=lambda self: None if self._games else setup.NO_GAMES)
    async def action_put_away(self) -> None:
        """Asks whether to put the marked game into the archive. The second press does so."""
        choice = self.chooser.current
        if not choice.id or self._busy:
            return
        if self._asked != choice.id:
            self._asked = choice.id
            self._say(setup.ASK_TO_ARCHIVE.format(key=self.keys.cap("put-away"), game=choice.name))
            return
        self._asked, self._busy = "", True
        try:
            folder = await asyncio.to_thread(archive, self.app.folder, choice.id)
            await self.read()
            self._say(setup.ARCHIVED.format(folder=str(folder)))
        except saves.StoreError as error:
            self._say(str(error))
        finally:
            self._busy = False

    async def take(self, choice: Choice) -> None:
        """Resumes a game, or opens it if it is finished. If a computer player of it is missing, it
        asks. The second press replaces that player."""
        if not choice.id or self._busy:
            return
        game, again = self._games[choice.id], f"{choice.id} instead"
        instead, self._asked = USUAL_LEVEL if self._asked == again else "", ""
        self._busy = True
        try:
            path = saves.path_of(self.app.folder, game.id)
            if game.finished:
                read = await asyncio.to_thread(saves.sound_game, path)
                self.app.open(screens.FinishedScreen(game.id, read))
            else:
                resumed = await asyncio.to_thread(GameWriter.resume, path, instead=instead)
                self.dismiss(ResumedGame(*resumed))
        except saves.PlayerMissing:
            self._asked = again
            key, instead = self.keys.cap("resume"), LEVELS[USUAL_LEVEL].name
            self._say(setup.LACKS_PLAYER(missing=game.missing, key=key, instead=instead))
        except saves.StoreError as error:
            self._say(str(error))
        finally:
            self._busy = False

    def _say(self, sentence: str) -> None:
        width = max(20, min(self.size.width - 4, _MAX_CELLS))
        self.query_one("#said", Lines).show(balanced((Bit(sentence, "warn"),), width)[:3])


def _note(game: Listed) -> str:
    """What is written next to a game: how far it is and when it was played, or its problem."""
    if not game.rounds:
        return f"{game.verdict}: {game.problem}"
    if game.missing and not game.finished:
        return game.missing
    when = setup.when_text(datetime.fromisoformat(game.changed), datetime.now().astimezone())
    note = setup.SAVED_FINISHED if game.finished else setup.SAVED_NOTE
    return note(round=game.round, rounds=game.rounds, when=when, variant=of_game(game.variant))
