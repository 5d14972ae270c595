"""Tests of the simulation: figures, games, comparisons, trials, engines, and its command."""

from shanghai.simulation.games import GameReport, Task, games_of
from shanghai.simulation.workers import Backend, play_all


def simulate(task: Task, games: int, jobs: int = 1) -> list[GameReport]:
    """The reports of games 1 to `games`, in that order."""
    return play_all(games_of([task], games), Backend(jobs))
