"""A review is made: the decisions of a game judged in other processes, kept as they are done."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from shanghai.review.costs import Cost
from shanghai.review.decisions import decisions_of, moments_of
from shanghai.review.kept import load_costs, missing_library, save_costs
from shanghai.review.report import Review, review_of
from shanghai.simulation.work import Backend
from shanghai.simulation.workers import played
from shanghai.storage.course import sound_game
from shanghai.storage.journal import Journal
from shanghai.storage.saves import NotAGame

_PIECE: Final = 12
"""Decisions that a process judges at a time."""
_SAVED_EVERY: Final = 8
"""Pieces after which what is done is kept."""

Progress = Callable[[int, int], bool]
"""Told how many decisions of how many are judged; gives whether to go on."""


class CannotReview(Exception):
    """A game that cannot be reviewed, or a library that is missing; a sentence."""


class Piece(Struct, frozen=True):
    """Some decisions of a game, by their numbers, to be judged in another process."""

    path: str
    numbers: tuple[int, ...]

    def play(self) -> tuple[Cost, ...]:
        """What each of them cost."""
        from shanghai.review.judging import judge

        moments = moments_of(_read(self.path), set(self.numbers))
        return tuple(judge(number, moment) for number, moment in moments)


@lru_cache(maxsize=1)
def _read(path: str) -> Journal:
    return sound_game(Path(path))


def finished_game(path: Path) -> Journal:
    """The journal of a finished game; NotAGame for any other."""
    read = sound_game(path)
    if not read.is_ended:
        raise NotAGame(f"{path}: the game is not finished, and only a finished one is reviewed.")
    return read


def make_review(path: Path, jobs: int, progress: Progress, *, again: bool = False) -> Review:
    """The review of a finished game, made as far as it is not kept yet.

    It ends early where `progress` says so; what is done is kept. CannotReview where a library is
    missing, NotAGame for a game that is not finished, CannotStore where nothing can be kept.
    """
    if why := missing_library():
        raise CannotReview(why)
    read = finished_game(path)
    costs = {} if again else load_costs(path, read)
    total = len(decisions_of(read))
    lacking = [number for number in range(total) if number not in costs]
    starts = range(0, len(lacking), _PIECE)
    work = [Piece(str(path), tuple(lacking[at : at + _PIECE])) for at in starts]
    if work and progress(len(costs), total):
        _judge(path, read, work, jobs, costs, total, progress)
    return review_of(read, costs)


def _judge(
    path: Path,
    read: Journal,
    work: list[Piece],
    jobs: int,
    costs: dict[int, Cost],
    total: int,
    progress: Progress,
) -> None:
    """Judges pieces of work, and keeps what is done however it ends."""
    # A process of its own even for one job: the caller's must stay free and small.
    reports = played(work, Backend(max(1, jobs)), apart=True)
    try:
        for done, report in enumerate(reports, 1):
            costs.update((cost.number, cost) for cost in report)
            if done % _SAVED_EVERY == 0:
                save_costs(path, read, costs)
            if not progress(len(costs), total):
                break
    finally:
        reports.close()
        save_costs(path, read, costs)
