"""Judges what the decisions of a finished game cost. Moves are tried in worlds that agree with what
the player saw, the better ones in more worlds. The cost of the best is measured in fresh worlds, as
the first ones may have favoured it by chance."""

from collections.abc import Callable, Sequence
from math import inf, sqrt
from statistics import fmean
from typing import Final

from msgspec import structs

from shanghai.engine.state import SeatView
from shanghai.review.advice import PLAIN, reason_of
from shanghai.review.compact_trials import compact_trials
from shanghai.review.decisions import LEAST_COST, Cost
from shanghai.review.engine_trials import EngineTrials
from shanghai.review.moments import MetDecision, Trials
from shanghai.table.reasons import goes_out

_STAGES: Final = ((32, 8), (32, 5), (64, 3), (128, 3))
"""By stage in how many more worlds the moves are tried, and how many moves go on to the next."""
_SHOWN: Final = 4
"""How many times as much work is done to measure a cost if the cards show the reason."""
_FEWEST: Final = 8
"""The fewest worlds that are tried at a time, however long the round is."""
_HOPE: Final = 1.2
"""A move goes on if it is good enough when so many standard errors are added to its mean."""

Points = list[list[tuple[int, ...]]]
"""`points[world][move]` has the points of each seat."""
Worth = Callable[[Sequence[int]], float]
"""Makes one number of the points of all seats."""


def judge(number: int, moment: MetDecision) -> Cost:
    """What the decision with a number cost. The same decision always gives the same result."""
    if not moment.is_tried:
        return Cost(number)
    trials = trials_for(moment.view)
    tried = trials.worth_trying(moment)
    if len(tried) > 1:
        tried = _best_of(number, moment, trials, tried)
    return _cost_against(number, moment, trials, tried[0]) if tried else Cost(number)


def _best_of(number: int, moment: MetDecision, trials: Trials, tried: list[int]) -> list[int]:
    """A list with the index of the best of several moves, empty if none seems better than the one
    that was made. Bad moves are dropped after few worlds, the rest is tried in more."""
    view, moves = moment.view, moment.decision.moves
    costs: dict[int, list[float]] = {move: [] for move in tried}
    own: dict[int, list[float]] = {move: [] for move in tried}
    for stage, (usual, most) in enumerate(_STAGES):
        count = max(_FEWEST, round(usual * moment.effort))
        points = trials.points(moment, [0, *tried], count, f"{number} stage {stage}")
        leads, owns = _differences(points, _lead_of(view)), _differences(points, _own_of(view))
        for column, move in enumerate(tried):
            costs[move] += leads[column]
            own[move] += owns[column]
        tried = [move for move in tried if _is_hopeful(costs[move])]
        tried = sorted(tried, key=lambda move: -fmean(costs[move]))[:most]
        if not tried:
            return []
        if 2 * trials.work > _most_work(moment, trials):
            break
    return [move for move in tried if fmean(own[move]) > 0 or goes_out(view, moves[move])][:1]


def _is_hopeful(costs: Sequence[float]) -> bool:
    """Whether a move may still turn out to be better by LEAST_COST than the one that was made."""
    mean, error = _mean(costs)
    return mean > 0 and mean + _HOPE * error > LEAST_COST


def _cost_against(number: int, moment: MetDecision, trials: Trials, best: int) -> Cost:
    """What a decision cost compared with the move at index `best`. It tries fresh worlds until the
    result is clear, or until the limit."""
    view, moves = moment.view, moment.decision.moves
    reason = reason_of(view, moves[0], moves[best])
    is_plain, is_out = reason in PLAIN, reason == "out"
    costs: list[float] = []
    own: list[float] = []
    count = max(_FEWEST, round(trials.worlds.first * moment.effort))
    usual = trials.worlds.most if is_plain else trials.worlds.most_unshown
    most = max(count, round(usual * moment.effort))
    while count > 0:
        points = trials.points(moment, [0, best], count, f"{number} fresh {len(costs)}")
        costs += _differences(points, _lead_of(view))[0]
        own += _differences(points, _own_of(view))[0]
        mean, error = _mean(costs)
        cost = Cost(number, mean, error, best, is_plain, is_out, max(0.0, fmean(own)))
        if not cost.is_in_doubt or _is_hopeless(cost, len(costs), most):
            break
        if trials.work > _most_work(moment, trials) * (_SHOWN if is_plain else 1):
            break
        count = min(len(costs), most - len(costs))
    # It is no error if the own points are not higher, unless the player could have gone out.
    return cost if cost.certainty and (cost.own or is_out) else Cost(number)


def _most_work(moment: MetDecision, trials: Trials) -> float:
    """The work of the play-outs of a decision after which no further trial begins."""
    return trials.worlds.most_work * moment.effort if trials.worlds.most_work else inf


def _is_hopeless(cost: Cost, count: int, most: int) -> bool:
    """Whether a cost that is not likely after `count` worlds will hardly be so after `most`."""
    last_error = cost.error * sqrt(count / most)
    spread = sqrt(max(0.0, cost.error**2 - last_error**2))
    hoped = structs.replace(cost, points=cost.points + _HOPE * spread, error=last_error)
    return not (cost.certainty or hoped.certainty)


def trials_for(view: SeatView) -> Trials:
    """The trials for a round: at the compact table if it knows the rules, else by the engine, which
    is slow."""
    return compact_trials(view) or EngineTrials()


def _differences(points: Points, worth: Worth) -> list[list[float]]:
    """By other move and world by how many points the move that was made is worse."""
    worths = [[worth(seats) for seats in world] for world in points]
    return [[world[0] - world[column] for world in worths] for column in range(1, len(worths[0]))]


def _own_of(view: SeatView) -> Worth:
    """A function that sums the points of the viewer's side."""
    first, sides = view.sides.of(view.viewer), view.sides.count
    return lambda points: sum(points[first::sides])


def _lead_of(view: SeatView) -> Worth:
    """A function that gives the points of the viewer's side less the mean of the others (HR-15)."""
    own_of, others = _own_of(view), view.sides.count - 1

    def lead(points: Sequence[int]) -> float:
        own = own_of(points)
        return own - (sum(points) - own) / others

    return lead


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean of values, and its standard error."""
    count, mean = len(values), fmean(values)
    if count < 2:
        return mean, inf
    squares = sum((value - mean) ** 2 for value in values)
    return mean, sqrt(squares / (count - 1) / count)
