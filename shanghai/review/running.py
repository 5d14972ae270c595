"""A review made in other processes and kept as it goes: moves are tried in worlds that fit the
view, the better ones in more, and at last in fresh ones, so that chance favours none."""

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct, structs

from shanghai.review import report
from shanghai.review.advice import PLAIN, reason_of
from shanghai.review.decisions import Cost, MetDecision, decisions_of, moments_of
from shanghai.simulation.workers import Backend, played
from shanghai.storage.journal import Journal
from shanghai.storage.saves import NotAGame, sound_game
from shanghai.words import evenings
from shanghai.words.moves import Move

if TYPE_CHECKING:
    import numpy as np

    from shanghai.bots.playouts.compact_rules import CompactRules

_PIECE: Final = 12
"""Decisions that a process judges at a time."""
_SAVED_EVERY: Final = 8
"""Pieces after which what is done is kept."""

Progress = Callable[[int, int], bool]
"""Told how many decisions of how many are judged; gives whether to go on."""

_FIRST: Final = 96
_MORE: Final = 288
_FRESH: Final = 400
"""Worlds of the three stages."""
_MOST_FRESH: Final = 1600
"""Worlds of the last stage at most, where fewer leave in doubt what may be said."""
_KEPT: Final = 3
"""Moves that go on to the second stage."""
_HOPEFUL: Final = 0.3
"""Standard errors by which a move must be better over the first stage to go on."""
_IN_MIND: Final = 4
"""The last discards, whose order a player may know where they are turned over as a new stock."""
_SEEMS: Final = 1.5
"""Standard errors by which a move must be better over the first stages to be tried afresh."""


class CannotReview(Exception):
    """A game that cannot be reviewed, or a library that is missing; a sentence."""

    code = 2


class Piece(Struct, frozen=True):
    """Some decisions of a game, by their numbers, to be judged in another process."""

    path: str
    numbers: tuple[int, ...]

    def play(self) -> tuple[Cost, ...]:
        """What each of them cost."""
        moments = moments_of(_read(self.path), set(self.numbers))
        return tuple(judge(number, moment) for number, moment in moments)


@lru_cache(maxsize=1)
def _read(path: str) -> Journal:
    return sound_game(Path(path))


def finished_game(path: Path) -> Journal:
    """The journal of a finished game; NotAGame for any other."""
    read = sound_game(path)
    if not read.is_ended:
        raise NotAGame(evenings.NOT_FINISHED.format(path=path))
    return read


def make_review(path: Path, jobs: int, progress: Progress, *, again: bool = False) -> report.Review:
    """The review of a finished game, kept as far as `progress` lets it go; CannotReview where a
    library is missing, NotAGame for an unfinished game, CannotStore where nothing can be kept."""
    if why := report.missing_library():
        raise CannotReview(why)
    read = finished_game(path)
    costs = {} if again else report.load_costs(path, read)
    total = len(decisions_of(read))
    lacking = [number for number in range(total) if number not in costs]
    starts = range(0, len(lacking), _PIECE)
    work = [Piece(str(path), tuple(lacking[at : at + _PIECE])) for at in starts]
    if not (progress(len(costs), total) and work):
        return report.review_of(read, costs)
    # A process of its own even for one job: the caller's must stay free and small.
    reports = played(work, Backend(max(1, jobs)), apart=True)
    try:
        for done, costs_of_game in enumerate(reports, 1):
            costs.update((cost.number, cost) for cost in costs_of_game)
            if done % _SAVED_EVERY == 0:
                report.save_costs(path, read, costs)
            if not progress(len(costs), total):
                break
    finally:
        reports.close()
        report.save_costs(path, read, costs)
    return report.review_of(read, costs)


def judge(number: int, moment: MetDecision) -> Cost:
    """What a decision cost; the same moment is always judged alike."""
    import numpy as np

    from shanghai.bots.playouts.compact_rules import compact_rules_of
    from shanghai.bots.playouts.search import costs, judged

    view = moment.view
    compact = compact_rules_of(view)
    if compact is None:
        return Cost(number, is_known=False)
    moves = moment.decision.moves
    tried = list(range(1, len(moves)))
    cost = costs(_points(compact, moment, [0, *tried], _FIRST, f"{number} first"), view.viewer)
    means, errors = judged(cost)
    order = sorted(range(1, len(means)), key=lambda at: means[at])
    tried = [tried[at - 1] for at in order[:_KEPT] if means[at] < -_HOPEFUL * errors[at]]
    if not tried:
        return Cost(number)
    more = costs(_points(compact, moment, [0, *tried], _MORE, f"{number} more"), view.viewer)
    judgement = judged(np.vstack([cost[:, [0, *tried]], more]))
    at = int(np.argmin(judgement.means))
    if at == 0 or judgement.means[at] > -_SEEMS * judgement.errors[at]:
        return Cost(number)
    best = tried[at - 1]
    reason = reason_of(view, moves[0], moves[best])
    points = np.zeros((0, 2, compact.players), np.int64)
    while True:
        fresh = _points(compact, moment, [0, best], _FRESH, f"{number} fresh {len(points)}")
        points = np.vstack([points, fresh])
        means, errors = judged(costs(points, view.viewer))
        outcome = Cost(
            number,
            -float(means[1]),
            float(errors[1]),
            best,
            is_plain=reason in PLAIN,
            is_out=reason == "out",
        )
        if len(points) >= _MOST_FRESH or not outcome.is_in_doubt:
            own = float(np.subtract(*points[:, :, view.viewer].mean(axis=0)))
            # What harms the others alone is no error that anyone would see as one.
            return structs.replace(outcome, own=own) if own > 0 else Cost(number)


def _points(
    compact: "CompactRules", moment: MetDecision, tried: list[int], count: int, what: str
) -> "np.ndarray":
    """By world, move and seat what a round comes to; nobody is blamed for not having kept in mind
    how all discards lie that will be turned over."""
    import numpy as np

    from shanghai.bots.playouts.search import play_moves, worlds

    view, decision = moment.view, moment.decision
    moves: list[Move] = [decision.moves[at] for at in tried]
    seed = int.from_bytes(sha256(f"{decision.at} {decision.seat} {what}".encode()).digest()[:8])
    drawn = worlds(compact, view, moment.memory, count, seed)
    if view.rules.recycle == "turn":
        chance, below = np.random.default_rng(seed), max(0, len(view.discards) - _IN_MIND)
        drawn.piles[:, :below] = chance.permuted(drawn.piles[:, :below], axis=1)
    return play_moves(compact, view, moves, drawn)
