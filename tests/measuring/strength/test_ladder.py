"""The ladder of levels: ratings add up from the last level, and so do the squares of intervals."""

import pytest
from msgspec import structs

from shanghai.simulation.summary import Estimate
from shanghai.variants.loader import load_variant
from tests.measuring.strength.duplicate import DuplicateTrial, deals_of, sum_up
from tests.measuring.strength.figures import ladder_lines, ratings
from tests.playable import only_rounds


@pytest.fixture(scope="module")
def summary():
    rules = only_rounds(load_variant("playerules"), [1])
    trial = DuplicateTrial(rules, 3, "simple", "random", 1)
    return sum_up(trial, [work.play() for work in deals_of(trial, 2)])


def pair(summary, first, second, mean, reach):
    difference = Estimate(mean, mean - reach, mean + reach)
    overall = structs.replace(summary.overall, difference=difference)
    return structs.replace(summary, first=first, second=second, overall=overall)


def test_ratings_and_their_intervals_add_up(summary):
    trials = [pair(summary, "hard", "simple", -4.0, 3.0), pair(summary, "simple", "easy", -10, 4)]
    points = {one.level: one.points for one in ratings(trials)}
    assert list(points) == ["hard", "simple", "easy"]
    assert points["hard"] == Estimate(14.0, 9.0, 19.0)
    assert points["simple"] == Estimate(10.0, 6.0, 14.0)
    assert points["easy"] == Estimate(0.0, 0.0, 0.0)


def test_a_level_above_which_nothing_was_measured_has_no_interval(summary):
    single = structs.replace(summary.overall, difference=Estimate(-2.0))
    trials = [
        pair(summary, "hard", "simple", -4.0, 3.0),
        structs.replace(summary, first="simple", second="easy", overall=single),
    ]
    assert [one.points.lower for one in ratings(trials)] == [None, None, 0.0]


def test_each_variant_with_several_trials_has_a_ladder(summary):
    trials = [pair(summary, "hard", "simple", -4.0, 3.0), pair(summary, "simple", "easy", -10, 4)]
    other = structs.replace(summary, variant="other")
    lines = list(ladder_lines([*trials, other]))
    assert [line.split() for line in lines[2:]] == [
        ["level", "points", "95", "%"],
        ["hard", "14.0", "9.0", "to", "19.0"],
        ["simple", "10.0", "6.0", "to", "14.0"],
        ["easy", "0.0", "0.0", "to", "0.0"],
    ]
    assert list(ladder_lines([other])) == []


def test_levels_tried_against_one_are_rated_by_those_trials_alone(summary):
    trials = [pair(summary, "hard", "simple", -6.0, 3.0), pair(summary, "easy", "simple", 4, 1)]
    assert {one.level: one.points for one in ratings(trials)} == {
        "hard": Estimate(6.0, 3.0, 9.0),
        "easy": Estimate(-4.0, -5.0, -3.0),
        "simple": Estimate(0.0, 0.0, 0.0),
    }
