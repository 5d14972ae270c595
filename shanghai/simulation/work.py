"""Games as pieces of work, those of the hard player at the compact table where that knows all."""

from collections.abc import Sequence
from typing import Final

from shanghai.bots.machine_code import is_ready, use_plain_python
from shanghai.bots.unknown import unknown_rules
from shanghai.simulation.games import GameReport, GameWork, Task, games_of, play_game

COMPACT_LEVEL: Final = "hard"
"""The level whose games are played at the compact table, if all seats have it."""
MANY: Final = 100
"""Games from which on it pays to load machine code."""


class CompactWork(GameWork, frozen=True):
    """A game to be played at the compact table, or in the engine where that leaves it."""

    def play(self) -> GameReport:
        """Plays it."""
        if not is_ready():
            use_plain_python()
        # Only now: numba takes a second of the processor to load.
        from shanghai.simulation.compact_games import play_compact

        return play_compact(self.task, self.number) or play_game(self.task, self.number)


def is_compact(task: Task) -> bool:
    """Whether the games of a task are played at the compact table."""
    return {*task.levels} == {COMPACT_LEVEL} and not unknown_rules(task.rules)


def quick_games_of(tasks: Sequence[Task], games: int) -> list[GameWork]:
    """The games of each task, as `games_of` has them, each played where that is quickest."""
    if games * len(tasks) < MANY:
        use_plain_python()
    return [
        CompactWork(each.task, each.number) if is_compact(each.task) else each
        for each in games_of(tasks, games)
    ]
