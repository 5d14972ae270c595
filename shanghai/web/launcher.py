"""The command that a page starts: first the game asked for, then the one it was playing."""

from collections.abc import Sequence
from pathlib import Path

from shanghai.processes import module_command
from shanghai.storage.saves import JOURNAL, StoreError, games_dir, latest_open


class Launcher:
    """The command for the next page; a page that is reloaded resumes its game.

    `asked` are the arguments of the server's own command line, `everywhere` those that every game
    of it gets.
    """

    def __init__(self, data: Path, everywhere: Sequence[str], asked: Sequence[str]) -> None:
        self._data = data
        self._program = module_command("shanghai", *everywhere)
        self._asked = list(asked)
        self._seen: dict[str, int] = {}
        self._game: str | None = None
        self._has_begun = False
        self._is_refused = False

    def command(self) -> list[str]:
        """The program and its arguments for the next page; may take seconds, to read games."""
        self._game = self._left_here() if self._has_begun else None
        self._has_begun = True
        self._seen = self._times()
        if self._is_refused:
            # What cannot be opened now must not bar the way to the menu.
            return self._program
        return [*self._program, *(self._asked if self._game is None else ["resume", self._game])]

    def note_end(self, code: int) -> None:
        """Notes the exit code of the last game."""
        self._is_refused = self._game is not None and 0 < code < 128

    def _left_here(self) -> str | None:
        """The game that was played by the last page and can be gone on with."""
        try:
            game = latest_open(self._data)
        except StoreError:
            return None
        if game is None:
            return None
        was_played = self._times().get(game) != self._seen.get(game)
        return game if was_played or game == self._game else None

    def _times(self) -> dict[str, int]:
        """The time of the last change of each game, in nanoseconds."""
        found: dict[str, int] = {}
        for path in games_dir(self._data).glob(f"*/{JOURNAL}"):
            try:
                found[path.parent.name] = path.lstat().st_mtime_ns
            except OSError:
                continue
        return found
