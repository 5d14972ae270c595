"""The computer players: games a second by level and number of players, and how long they think.

`python -m tests.measuring.bench.players [SECONDS] [GAMES]` prints three tables: SECONDS are played
for each figure of the first two, GAMES of each variant for each level of the third. All times are
of the processor.
"""

import statistics
import sys
from collections.abc import Iterable
from time import process_time

from shanghai.bots.levels import LEVELS
from shanghai.simulation.games import Task, play_game, play_round
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from tests.measuring.bench.solver import p99
from tests.measuring.strength.duplicate import DuplicateTrial, deals_of
from tests.measuring.strength.timing import clocked

PLAYERS = 4
GROWTH = ("california", (2, 4, 6, 8))
"""A variant for any number of players, and the numbers played."""


def games_a_second(variant: str, level: str, players: int, seconds: float) -> float:
    """Whole games of one level, at least one, until so many seconds have gone."""
    task = Task(load_variant(variant), (level,) * players, seed=1)
    games, start, took = 0, process_time(), 0.0
    while took < seconds or not games:
        games += 1
        play_game(task, games)
        took = process_time() - start
    return games / took


def thinking(level: str, games: int) -> list[float]:
    """Seconds of each answer of four of a level, in all rounds of every variant."""
    levels, clocks = clocked({level: LEVELS[level]})
    for variant in known_variants():
        trial = DuplicateTrial(load_variant(variant), PLAYERS, level, level, seed=1)
        for deal in deals_of(trial, games):
            play_round(deal.table(0, levels))
    return clocks[level].taken


def _print_rows(
    head: str, columns: Iterable[object], rows: Iterable[tuple[str, list[str]]]
) -> None:
    print(f"{head:16}" + "".join(f"{column:>16}" for column in columns))
    for name, cells in rows:
        print(f"{name:16}" + "".join(f"{cell:>16}" for cell in cells), flush=True)


def print_games(seconds: float) -> None:
    """Prints games a second by level, for each variant and as the players get more."""
    variant, numbers = GROWTH
    kinds = [(each, PLAYERS) for each in known_variants()]
    growth = [(variant, players) for players in numbers]
    for head, columns, tables in (
        (f"{PLAYERS} players", known_variants(), kinds),
        (variant, [f"{players} players" for players in numbers], growth),
    ):
        rows = (
            (level, [f"{games_a_second(name, level, n, seconds):.2f}" for name, n in tables])
            for level in LEVELS
        )
        _print_rows(head, columns, rows)
        print()


def print_thinking(games: int) -> None:
    """Prints how long a level thinks about one answer, in milliseconds."""
    rows = (
        (
            level,
            [
                f"{len(taken):,}",
                f"{statistics.fmean(taken) * 1e3:.3f}",
                f"{p99(taken) * 1e3:.3f}",
                f"{max(taken) * 1e3:.1f}",
            ],
        )
        for level in LEVELS
        for taken in [thinking(level, games)]
    )
    _print_rows("level", ("answers", "mean, ms", "p99, ms", "longest, ms"), rows)


def main(seconds: float = 3.0, games: int = 3) -> None:
    """Prints all three tables."""
    print_games(seconds)
    print_thinking(games)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]), *map(int, sys.argv[2:3]))
