"""Intervals against tables and cases worked out by hand."""

import math

import pytest
from hypothesis import given, strategies as st

from shanghai.simulation.summary import (
    Estimate,
    clustered_share_of,
    mean_of,
    share_of,
    t_quantile,
    t_within,
)
from tests.measuring.strength.duplicate import t_of


@pytest.mark.parametrize(
    ("freedom", "value"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (5, 2.5706),
        (9, 2.2622),
        (10, 2.2281),
        (30, 2.0423),
        (100, 1.9840),
        (499, 1.9647),
        (1000, 1.9623),
        (100_000, 1.9600),
    ],
)
def test_t_as_in_the_printed_tables(freedom, value):
    assert t_quantile(freedom) == pytest.approx(value, abs=6e-5)


def test_where_the_expansion_takes_over_nothing_jumps():
    for freedom in (501, 502, 700):
        assert t_within(t_quantile(freedom), freedom) == pytest.approx(0.95, abs=1e-8)


def test_a_mean_by_hand():
    # 1, 2, 3, 4: mean 2.5, s² = 5/3, reach 3.1824 · √(5/12).
    reach = 3.18245 * math.sqrt(5 / 12)
    estimate = mean_of([1, 2, 3, 4])
    assert estimate.mean == 2.5
    assert estimate.lower == pytest.approx(2.5 - reach, abs=1e-3)
    assert estimate.upper == pytest.approx(2.5 + reach, abs=1e-3)


def test_few_values_have_no_interval():
    assert mean_of([]) == Estimate(0.0)
    assert mean_of([7]) == Estimate(7.0)
    assert share_of(0, 0) == Estimate(0.0)
    assert t_of([3]) is None
    assert t_of([3, 3, 3]) is None


def test_t_by_hand():
    assert t_of([1, 2, 3, 4]) == pytest.approx(2.5 / math.sqrt(5 / 12), abs=0.005)


def test_a_share_by_hand():
    # Wilson, 8 of 10: (0.8 + 0.19207 ± 1.95996·√(0.016 + 0.0096036)) / 1.38415.
    estimate = share_of(8, 10)
    assert estimate.mean == 0.8
    assert estimate.lower == pytest.approx(0.4902, abs=1e-4)
    assert estimate.upper == pytest.approx(0.9433, abs=1e-4)
    assert share_of(0, 10).lower == 0
    assert share_of(0, 10).upper == pytest.approx(0.2775, abs=1e-4)


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, 2 * n), st.just(n))))
def test_a_share_lies_in_its_interval_and_mirrors(case):
    halves, trials = case
    estimate, mirror = share_of(halves / 2, trials), share_of(trials - halves / 2, trials)
    assert 0 <= estimate.lower <= estimate.mean <= estimate.upper <= 1
    assert estimate.lower == pytest.approx(1 - mirror.upper, abs=2e-4)


@given(st.lists(st.integers(-300, 300), min_size=2, max_size=60), st.integers(-50, 50))
def test_a_mean_moves_with_its_values(values, by):
    estimate, moved = mean_of(values), mean_of([value + by for value in values])
    assert estimate.lower <= estimate.mean <= estimate.upper
    assert moved.lower == pytest.approx(estimate.lower + by, abs=1e-3)
    assert moved.upper == pytest.approx(estimate.upper + by, abs=1e-3)


def test_groups_that_agree_count_for_little_and_mixed_ones_in_full():
    # Each group all or nothing: as many trials as groups, less one for the spread being found.
    assert clustered_share_of([0, 1] * 10, 200) == share_of(10, 20)
    # Every group alike: nothing holds the trials of a group together.
    assert clustered_share_of([0.5] * 20, 200) == share_of(100, 200)
    assert clustered_share_of([0] * 20, 200) == share_of(0, 200)
    # Groups that spread as ten free trials each would.
    mixed = clustered_share_of([0.4, 0.5, 0.5, 0.6] * 5, 40)
    assert mixed == share_of(20, 40)
