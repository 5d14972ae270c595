"""Games as pieces of work. Those among hard players are played at the compact table if possible."""

from collections.abc import Sequence
from typing import Final

from shanghai.bots.machine_code import is_ready, use_plain_python
from shanghai.bots.unknown import unknown_rules
from shanghai.simulation.games import GameReport, GameWork, Task, games_of, play_game

COMPACT_LEVEL: Final = "hard"
"""If all seats have this level, the game is played at the compact table."""
MANY: Final = 100
"""With so many games it pays to load machine code."""


class CompactWork(GameWork, frozen=True):
    """A piece of work: one game at the compact table, or by the engine if that gives it up."""

    def play(self) -> GameReport:
        """Plays the game."""
        if not is_ready():
            use_plain_python()
        # Imported here, as numba takes a second to load.
        from shanghai.simulation.compact_games import play_compact

        return play_compact(self.task, self.number) or play_game(self.task, self.number)


def is_compact(task: Task) -> bool:
    """Whether the games of a task can be played at the compact table."""
    return {*task.levels} == {COMPACT_LEVEL} and not unknown_rules(task.rules)


def quick_games_of(tasks: Sequence[Task], games: int) -> list[GameWork]:
    """The games of each task, as in `games_of`, as work that is done the fastest way."""
    if games * len(tasks) < MANY:
        use_plain_python()
    return [
        CompactWork(each.task, each.number) if is_compact(each.task) else each
        for each in games_of(tasks, games)
    ]
