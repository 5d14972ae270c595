"""One rating a level: the points a round that it has fewer than the last level of its trials."""

from collections.abc import Iterator, Sequence
from math import hypot

from msgspec import Struct

from shanghai.simulation.report import interval, table
from shanghai.simulation.statistics import Estimate
from shanghai.simulation.verdicts import TrialSummary


class Rating(Struct, frozen=True):
    """A level and the points a seat and round that it has fewer than the last one."""

    level: str
    points: Estimate


def ratings(trials: Sequence[TrialSummary]) -> list[Rating]:
    """The ratings of levels, the last one being 0, from trials against that one or the next.

    Where each was tried against the same one, that trial is its rating. Where it was tried against
    the next, it adds what it has fewer to that one's rating; the trials do not depend on each
    other, so the squares of their intervals add up.
    """
    if len({trial.second for trial in trials}) == 1:
        return [
            *(Rating(trial.first, _fewer(trial.overall.difference)) for trial in trials),
            Rating(trials[0].second, Estimate(0.0, 0.0, 0.0)),
        ]
    total, reach = 0.0, 0.0
    found = [Rating(trials[-1].second, Estimate(0.0, 0.0, 0.0))]
    for trial in reversed(trials):
        difference = trial.overall.difference
        if difference.high is None:
            reach = float("inf")
        else:
            reach = hypot(reach, difference.high - difference.mean)
        total -= difference.mean
        low, high = (total - reach, total + reach) if reach < float("inf") else (None, None)
        found.append(Rating(trial.first, Estimate(total, low, high)))
    return found[::-1]


def _fewer(difference: Estimate) -> Estimate:
    """The points that the first level of a trial has fewer."""
    if difference.low is None or difference.high is None:
        return Estimate(-difference.mean)
    return Estimate(-difference.mean, -difference.high, -difference.low)


def ladder_lines(trials: Sequence[TrialSummary]) -> Iterator[str]:
    """The ladder of each variant in which several pairs of levels were tried."""
    for variant in dict.fromkeys(trial.variant for trial in trials):
        of_variant = [trial for trial in trials if trial.variant == variant]
        if len(of_variant) > 1:
            yield ""
            yield f"ladder of {variant}: points a seat and round fewer than {of_variant[-1].second}"
            yield from table(
                [
                    ["level", "points", "95 %"],
                    *(
                        [
                            one.level,
                            f"{one.points.mean:z.1f}",
                            interval(one.points, "{:z.1f}".format),
                        ]
                        for one in ratings(of_variant)
                    ),
                ],
                left=1,
            )
