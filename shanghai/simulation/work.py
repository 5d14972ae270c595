"""Games as pieces of work for some processes, and which of them the compact table plays."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from shanghai.bots.machine_code import is_ready, use_plain_python
from shanghai.bots.unknown import unknown_rules
from shanghai.simulation.games import GameReport, Task, play_game, seated
from shanghai.storage.files import make_folder
from shanghai.table.host import Host

COMPACT_LEVEL: Final = "hard"
"""The level whose games are played at the compact table, if all seats have it."""
MANY: Final = 100
"""Games from which on it pays to load machine code."""


class GameWork(Struct, frozen=True):
    """A game to be played."""

    task: Task
    number: int

    def play(self) -> GameReport:
        """Plays it, at the compact table where that knows its rules and players."""
        report = self._play_compact() if is_compact(self.task) else None
        return report or play_game(self.task, self.number)

    def _play_compact(self) -> GameReport | None:
        if not is_ready():
            use_plain_python()
        # Only now: numba takes a second of the processor to load.
        from shanghai.simulation.compact_games import play_compact

        return play_compact(self.task, self.number)


def is_compact(task: Task) -> bool:
    """Whether the games of a task are played at the compact table."""
    return {*task.levels} == {COMPACT_LEVEL} and not unknown_rules(task.rules)


def games_of(tasks: Sequence[Task], games: int) -> list[GameWork]:
    """The games of each task and their folder; ValueError for players or levels, or OSError."""
    if games * len(tasks) < MANY:
        use_plain_python()
    for task in tasks:
        Host(task.rules, seated(task.levels), seed=0)
        if task.record:
            make_folder(Path(task.record))
            # Raises where a file has this name.
            Path(task.record).mkdir(exist_ok=True)
    return [GameWork(task, number) for task in tasks for number in range(1, games + 1)]
