"""Whole games among computer players, each from its own seed, and a small report of each.

The seed of a game follows from the base seed and its number alone, and so do its deals: games do
not depend on each other, nor on who plays how many of them.
"""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase
from shanghai.host.host import Host
from shanghai.records.recorder import GameRecorder
from shanghai.simulation.rounds import (
    FIRST_LOOK,
    PATIENCE,
    RoundReport,
    digest_of,
    game_seed,
    play_round,
    seated,
)
from shanghai.storage.files import write_file


class Task(Struct, frozen=True):
    """What to play: the rules, the level of each seat in the first game, the base seed."""

    rules: Rules
    levels: tuple[str, ...]
    seed: int
    record: str = ""
    """The folder for the records, or nothing."""
    variant: str = ""
    """How a record names the variant; left out, by the id of the rules."""
    work: int = 0
    """Calls of functions that an answer may take, however long that is; 0: the usual seconds."""
    most_replaced: int = 0
    """Replaced moves after which the game is given up; 0: never."""
    most_turns: int = 0
    """Turns a seat in one round after which the game is given up; 0: the usual limit."""


class GameReport(Struct, frozen=True):
    """One game: levels by seat, rounds, totals, winners, the computer moves that were replaced."""

    number: int
    levels: tuple[str, ...]
    rounds: tuple[RoundReport, ...]
    """Those played to their end."""
    scores: tuple[int, ...]
    winners: tuple[SeatIndex, ...]
    replaced: int
    finished: bool
    digest: str
    """SHA-256 of everything that happened, as hexadecimal digits."""


class GameWork(Struct, frozen=True):
    """A game to be played."""

    task: Task
    number: int

    def play(self) -> GameReport:
        """Plays it."""
        return play_game(self.task, self.number)


def games_of(tasks: Sequence[Task], games: int) -> list[GameWork]:
    """Games 1 to `games` of each task, and the folder for their records.

    ValueError for players or levels that are not allowed, OSError where there is no such folder.
    """
    for task in tasks:
        Host(task.rules, seated(task.levels), seed=0)
        if task.record:
            Path(task.record).mkdir(parents=True, exist_ok=True)
    return [GameWork(task, number) for task in tasks for number in range(1, games + 1)]


def play_game(task: Task, number: int) -> GameReport:
    """Plays one game to its end, or to the turn limit, and stores its record where one is asked."""
    # The levels move on by one seat from game to game.
    first = (number - 1) % len(task.levels)
    levels = (*task.levels[first:], *task.levels[:first])
    seed = game_seed(task.seed, number)
    host = Host(task.rules, seated(levels), seed, limit=FIRST_LOOK if task.work else PATIENCE)
    host.computers.work = task.work
    recorder = GameRecorder(variant=task.variant)
    if task.record:
        host.on_change.append(lambda before, action, after, _: recorder.feed(before, action, after))
    host.draw_for_dealer()
    rounds: list[RoundReport] = []
    while host.state.phase is not Phase.GAME_OVER:
        one = play_round(host, task.most_turns, task.most_replaced)
        if not one.finished:
            break
        rounds.append(one)
    report = GameReport(
        number=number,
        levels=levels,
        rounds=tuple(rounds),
        scores=tuple(seat.score for seat in host.state.seats),
        winners=host.state.winners,
        replaced=len(host.notes),
        finished=host.state.phase is Phase.GAME_OVER,
        digest=digest_of(host),
    )
    if task.record and report.finished:
        name = f"{task.rules.id}-{len(levels)}-players-game-{number:05d}.yaml"
        write_file(Path(task.record) / name, recorder.yaml().encode())
    return report
