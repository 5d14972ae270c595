"""Makes a review in other processes, and saves it again and again."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Final

from msgspec import Struct

from shanghai.review import saved
from shanghai.review.decisions import Cost, RoundLuck, decisions_of, rounds_played
from shanghai.review.judging import judge
from shanghai.review.luck import luck_of
from shanghai.review.moments import MetDecision, moments_of
from shanghai.review.report import Review, review_of
from shanghai.simulation.workers import Backend, played
from shanghai.storage.journal import Journal
from shanghai.storage.saves import JOURNAL, NotAGame, StoreError, sound_game
from shanghai.words import evenings

_LOWEST: Final = 19
"""The niceness of a process that runs only if no other process wants the processor."""
_CHUNK: Final = 4096
"""The bytes of the input that are read at a time, and thrown away."""
_SAVED_AFTER: Final = 1.0
"""So many seconds after it was last saved the review is saved again, so that one that is killed
loses no more."""

Progress = Callable[[int, int], bool]
"""Gets how many decisions are judged and how many there are. Returns whether to go on."""


class DecisionWork(Struct, frozen=True):
    """A decision of a game that is to be judged."""

    path: str
    number: int

    def play(self) -> Cost:
        """Judges it and returns its cost."""
        return judge(self.number, _moments(self.path)[self.number])


class LuckWork(Struct, frozen=True):
    """A round of a game whose luck is to be measured."""

    path: str
    round: int

    def play(self) -> RoundLuck | None:
        """Measures its luck. None if that is not possible."""
        return luck_of(_read(self.path), self.round)


@lru_cache(maxsize=1)
def _read(path: str) -> Journal:
    return sound_game(Path(path))


@lru_cache(maxsize=1)
def _moments(path: str) -> dict[int, MetDecision]:
    read = _read(path)
    return dict(moments_of(read, set(range(len(decisions_of(read))))))


def finished_game(path: Path) -> Journal:
    """The journal of a finished game. Raises NotAGame if it is not finished or damaged."""
    read = sound_game(path)
    if not read.is_ended:
        raise NotAGame(evenings.NOT_FINISHED.format(path=path))
    return read


def review_game(path: str | Path, processes: int = 1) -> Review:
    """The review of a finished game: what each decision cost, and which part of the result was
    cards. `path` is its file or its folder. Raises NotAGame if it is no finished game."""
    file = Path(path)
    return make_review(file / JOURNAL if file.is_dir() else file, processes, lambda *_: True)


def make_review(path: Path, jobs: int, progress: Progress, *, again: bool = False) -> Review:
    """Makes and saves the review of a finished game, until `progress` returns False. Raises
    NotAGame if the game is not finished, CannotStore if nothing can be saved."""
    return judge_rounds(path, finished_game(path), jobs, progress, again=again)


def judge_rounds(
    path: Path, read: Journal, jobs: int, progress: Progress, *, again: bool = False
) -> Review:
    """Makes and saves the review of all finished rounds of a game, until `progress` returns False.
    With `again` it does not use the saved one. Raises CannotStore if nothing can be saved."""
    costs, luck = ({}, {}) if again else saved.load_judged(path, read)
    total = len(decisions_of(read))
    rounds = (round for round, _ in rounds_played(read) if round not in luck)
    lacking = (number for number in range(total) if number not in costs)
    work: list[DecisionWork | LuckWork] = [LuckWork(str(path), round) for round in rounds]
    work += [DecisionWork(str(path), number) for number in lacking]
    if not (progress(len(costs), total) and work):
        return review_of(read, costs, luck=luck)
    # Uses another process even for one job, so that this one stays free and small.
    reports = played(work, Backend(max(1, jobs)), apart=True)
    saved_at = monotonic()
    try:
        for judged in reports:
            if isinstance(judged, Cost):
                costs[judged.number] = judged
            elif judged is not None:
                luck[judged.round] = judged
            if monotonic() - saved_at >= _SAVED_AFTER:
                saved.save_costs(path, read, costs, luck)
                saved_at = monotonic()
            if not progress(len(costs), total):
                break
    finally:
        reports.close()
        saved.save_costs(path, read, costs, luck)
    return review_of(read, costs, luck=luck)


def main(path: Path) -> None:
    """Judges the finished rounds of a game. Ends when all are judged, or the input is closed."""
    if hasattr(os, "nice"):
        os.nice(_LOWEST)
    is_ending = Event()

    def wait_for_end() -> None:
        # Not by `sys.stdin`, at whose lock Python would abort if this process ends first.
        while os.read(sys.stdin.fileno(), _CHUNK):
            continue
        is_ending.set()

    Thread(target=wait_for_end, daemon=True).start()
    with suppress(StoreError):
        judge_rounds(path, sound_game(path), 1, lambda done, total: not is_ending.is_set())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
