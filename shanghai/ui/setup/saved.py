"""The saved games, to go on with one of them."""

import asyncio
from datetime import datetime
from pathlib import Path
from typing import Final

from textual.app import ComposeResult
from textual.containers import Middle

from shanghai.bots.levels import LEVELS, USUAL_LEVEL
from shanghai.storage.archive import archive
from shanghai.storage.course import sound_game
from shanghai.storage.saves import Listed, PlayerMissing, StoreError, kept_games, path_of
from shanghai.storage.writer import GameWriter
from shanghai.ui import routes
from shanghai.ui.commands.setup import SAVED
from shanghai.ui.kit.choices import Choice, Choices
from shanghai.ui.kit.lines import Bit, Lines, row, wrap
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.options import ResumedGame
from shanghai.words.setup import lacks_player, saved_name, saved_note

_MOST_WIDE: Final = 106
"""The cells of what is said at most."""


class SavedScreen(BaseScreen[ResumedGame]):
    """Lists the saved games, those that can be gone on with first; gives one, or None."""

    HEADING = "Which game?"
    COMMAND_LIST = SAVED
    HELP_TEXT = (
        "The games that are kept, the one saved last on top. {resume} goes on with the marked one. "
        "Finished games stand below them: {resume} opens their scores and their replay. Damaged "
        "games cannot be played on. {put-away}, pressed twice, "
        "puts the marked game away: it leaves this list, and nothing of it is lost."
    )
    DEFAULT_CSS = """
    SavedScreen {
        align: center top;
        & Middle { align: center middle; width: 100%; height: 1fr; padding: 1 1; }
        & Choices { width: 100%; max-width: 110; height: auto; max-height: 100%; }
        &.-tall Choices { max-width: 116; }
        & #said { width: 100%; max-width: 106; height: auto; max-height: 3; margin: 0 2; }
    }
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._games: list[Listed] = []
        self._busy = False
        self._asked = ""
        """What the next x, or the next Enter, does after it was asked about."""

    def heading(self) -> str:
        """Whether there is a game to go on with, or finished ones alone to be looked at."""
        if not self._games:
            return self.HEADING
        is_open = any(game.is_open for game in self._games)
        return "Go on with which game?" if is_open else "Look at which game?"

    def content(self) -> ComposeResult:
        """The list, and a line for what cannot be done."""
        with Middle():
            yield Choices((Choice("", "Reading the saved games"),), name_width=26)
        yield Lines([()], id="said")

    def on_mount(self) -> None:
        """Reads the games beside the screen: one that the index does not know is replayed."""
        self.run_worker(self._read(), exclusive=True)

    async def _read(self) -> None:
        try:
            kept = await asyncio.to_thread(kept_games, self._folder)
            self._games = sorted(kept.games, key=lambda game: not game.is_open)
            if kept.problem:
                self._say(kept.problem)
        except StoreError as error:
            self._say(str(error))
        now = datetime.now().astimezone()
        choices = [
            Choice(game.id, saved_name(game), saved_note(game, now), game.is_open)
            for game in self._games
        ]
        shown = self.query_one(Choices)
        shown.replace(choices or [Choice("", "There are none", enabled=False)])
        self.refresh_heading()
        self.refresh_keys()

    @property
    def has_games(self) -> bool:
        """Whether there are saved games."""
        return bool(self._games)

    @property
    def marks_finished(self) -> bool:
        """Whether the marked game is finished."""
        marked = self.query_one(Choices).current.id
        return any(game.id == marked and game.finished for game in self._games)

    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self.query_one(Choices).move(by)

    def on_choices_moved(self) -> None:
        """Forgets what was said of another game."""
        self._asked = ""
        self._say("")
        self.refresh_keys()

    async def action_archive(self) -> None:
        """Asks whether the marked game is put away; pressed again it is."""
        choice = self.query_one(Choices).current
        if not choice.id or self._busy:
            return
        if self._asked != choice.id:
            self._asked = choice.id
            key = self.cap("put-away")
            self._say(f"Press {key} again to put {choice.name} away: it leaves this list.")
            return
        self._asked, self._busy = "", True
        try:
            there = await asyncio.to_thread(archive, self._folder, choice.id)
            await self._read()
            self._say(f"It lies in {there} now; moved back among the games it is listed again.")
        except StoreError as error:
            self._say(str(error))
        finally:
            self._busy = False

    async def action_choose(self) -> None:
        """Takes up the marked game, or says why not."""
        await self._take_up(self.query_one(Choices).current)

    async def on_choices_chosen(self, message: Choices.Chosen) -> None:
        """Takes up the clicked game."""
        await self._take_up(message.choice)

    async def _take_up(self, choice: Choice) -> None:
        if not choice.id or self._busy:
            return
        game = next(game for game in self._games if game.id == choice.id)
        if game.finished:
            await self._show_finished(game)
            return
        self._busy, again = True, f"{game.id} with another player"
        instead, self._asked = USUAL_LEVEL if self._asked == again else "", ""
        try:
            path = path_of(self._folder, game.id)
            writer, host, said = await asyncio.to_thread(GameWriter.resume, path, instead=instead)
        except PlayerMissing:
            self._asked, self._busy = again, False
            self._say(lacks_player(game.missing, self.cap("resume"), LEVELS[USUAL_LEVEL].name))
            return
        except StoreError as error:
            self._say(str(error))
            self._busy = False
            return
        self.dismiss(ResumedGame(writer, host, said))

    async def _show_finished(self, game: Listed) -> None:
        """Opens a finished game: its scores, its replay, its record."""
        self._busy = True
        try:
            read = await asyncio.to_thread(sound_game, path_of(self._folder, game.id))
            self.open(routes.FinishedGame(self._folder, game.id, read))
        except StoreError as error:
            self._say(str(error))
        finally:
            self._busy = False

    def _say(self, sentence: str) -> None:
        wide = max(20, min(self.size.width - 4, _MOST_WIDE))
        self.query_one("#said", Lines).show(wrap(row(Bit(sentence, "warn")), wide)[:3])
