"""Means and shares with 95 % confidence intervals, from values that do not depend on each other.

A mean has the interval of Student's t: mean ± t(n-1) · s / √n. A share has Wilson's score
interval, which stays within 0 and 1 and is sound for few trials too; half a success counts half,
which makes it a little wider than need be.
"""

from collections.abc import Sequence
from functools import cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist, fmean, stdev, variance
from typing import Final

from msgspec import Struct

LEVEL: Final = 0.95
_DIGITS: Final = 4
_EXACT_UP_TO: Final = 500


class Estimate(Struct, frozen=True):
    """A figure with its 95 % interval; there is none of fewer than two values."""

    mean: float
    low: float | None = None
    high: float | None = None


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of independent values, 0 for none."""
    if len(values) < 2:
        return Estimate(_rounded(fmean(values)) if values else 0.0)
    mean = fmean(values)
    reach = t_quantile(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(_rounded(mean), _rounded(mean - reach), _rounded(mean + reach))


def _rounded(value: float) -> float:
    """The value to four places, and never a zero below zero."""
    return round(value, _DIGITS) + 0.0


def clustered_share_of(shares: Sequence[float], trials: int) -> Estimate:
    """The share of successes among `trials` that come in groups, from one share a group.

    Groups are independent, trials of one group need not be: Wilson's interval for as many trials
    as would spread like the groups do, which is at least one a group and at most all; all, too,
    where no group differs from another.
    """
    share = fmean(shares) if shares else 0.0
    spread = variance(shares) / len(shares) if len(shares) > 1 else 0.0
    alike = share * (1 - share) / spread if spread else trials
    count = max(len(shares), min(trials, alike))
    return share_of(share * count, count)


def share_of(successes: float, trials: float) -> Estimate:
    """The share of successes among independent trials, 0 for none."""
    if not trials:
        return Estimate(0.0)
    share = successes / trials
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    shrink = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / shrink
    reach = z * sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2) / shrink
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return Estimate(_rounded(share), _rounded(low), _rounded(high))


@cache
def t_quantile(freedom: int) -> float:
    """What Student's t stays under, either side of zero, in 95 % of all cases.

    Above 500 degrees of freedom by the first terms of the expansion at the normal distribution,
    which are then right to seven digits.
    """
    if freedom > _EXACT_UP_TO:
        z = NormalDist().inv_cdf((1 + LEVEL) / 2)
        first = (z**3 + z) / 4
        second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        return z + first / freedom + second / freedom**2
    low, high = 1.9, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if t_within(middle, freedom) < LEVEL else (low, middle)
    return (low + high) / 2


def t_within(t: float, freedom: int) -> float:
    """How likely Student's t lies between -t and t: the finite sum for whole degrees of freedom."""
    angle = atan(t / sqrt(freedom))
    square = cos(angle) ** 2
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for step in range(1 + odd, freedom, 2):
        total += term
        term *= square * step / (step + 1)
    if odd:
        return (angle + sin(angle) * total) / (pi / 2)
    return sin(angle) * total
