"""What the decisions of a finished game have cost. Moves are tried in play-outs of worlds that fit
the view, the better ones in more worlds, and at last in fresh ones, so that chance favours none."""

from collections.abc import Sequence
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Final

from msgspec import structs

from shanghai.bots.machine_code import is_machine_code
from shanghai.engine.state import SeatView
from shanghai.review.advice import PLAIN, reason_of
from shanghai.review.decisions import Cost
from shanghai.review.engine_trials import EngineTrials
from shanghai.review.moments import MetDecision, Trials

_MAX_MOVES: Final = 3
"""Moves that go on to the second stage."""
_HOPEFUL: Final = 0.3
"""Standard errors by which a move must be better over the first stage to go on."""
_SEEMS: Final = 1.5
"""Standard errors by which a move must be better over the first stages to be tried afresh."""

Points = list[list[tuple[int, ...]]]
"""`points[world][move]` has the points of each seat."""


def judge(number: int, moment: MetDecision) -> Cost:
    """What a decision cost; the same moment is always judged the same."""
    view, trials = moment.view, trials_for(moment.view)
    worlds, moves = trials.worlds, moment.decision.moves
    tried = trials.worth_trying(moment)
    if not tried:
        return Cost(number)
    first = trials.points(moment, [0, *tried], worlds.first, f"{number} first")
    rated = []
    for column, move in enumerate(tried, 1):
        mean, error = _judged(first, view, column)
        if mean < -_HOPEFUL * error:
            rated.append((mean, column, move))
    if not rated:
        return Cost(number)
    columns = [0, *(column for _, column, _ in sorted(rated)[:_MAX_MOVES])]
    tried = [move for _, _, move in sorted(rated)[:_MAX_MOVES]]
    more = trials.points(moment, [0, *tried], worlds.more, f"{number} more")
    both = [[world[column] for column in columns] for world in first] + more
    mean, error, best = min(
        (*_judged(both, view, column), move) for column, move in enumerate(tried, 1)
    )
    if mean > -_SEEMS * error:
        return Cost(number)
    reason = reason_of(view, moves[0], moves[best])
    fresh: Points = []
    while True:
        what = f"{number} fresh {len(fresh)}"
        fresh += trials.points(moment, [0, best], worlds.fresh, what)
        mean, error = _judged(fresh, view, 1)
        cost = Cost(number, -mean, error, best, is_plain=reason in PLAIN, is_out=reason == "out")
        if len(fresh) >= worlds.most_fresh or not cost.is_in_doubt:
            side = view.sides.seats(view.sides.of(view.viewer))
            own = fmean(was[seat] - better[seat] for was, better in fresh for seat in side)
            own *= len(side)
            # What harms the others alone is no error that anyone would see as one.
            return structs.replace(cost, own=own) if own > 0 else Cost(number)


def trials_for(view: SeatView) -> Trials:
    """The play-outs for a round: those in machine code if there is any and they know its rules,
    else those of the engine, which are slow and so are fewer."""
    if is_machine_code():
        # Here, as numba takes a second to load and is not always installed.
        from shanghai.review.compact_trials import compact_trials

        if (trials := compact_trials(view)) is not None:
            return trials
    return EngineTrials()


def _judged(points: Points, view: SeatView, column: int) -> tuple[float, float]:
    """How many points more a move costs than the first move: the mean over all worlds, and the
    standard error of that mean. `column` is the number of the move in each world."""
    extra = [_lead(world[column], view) - _lead(world[0], view) for world in points]
    return fmean(extra), _standard_error(extra)


def _lead(points: Sequence[int], view: SeatView) -> float:
    """The points of the viewer's side less the mean of the other sides' (HR-15)."""
    totals = view.sides.totals(points)
    own = totals[view.sides.of(view.viewer)]
    return own - (sum(totals) - own) / (len(totals) - 1)


def _standard_error(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else inf
