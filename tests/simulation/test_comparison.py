"""The same deals under changed rules."""

import pytest
from msgspec import structs

from shanghai.simulation.games import Task
from shanghai.simulation.summary import compare, has_same_deals
from tests.simulation import simulate

from .short import short
from .test_summary import GAME, TASK


@pytest.mark.slow
def test_a_change_that_changes_nothing_comes_to_exactly_nothing():
    task = Task(short("playerules", 2), ("simple", "random", "simple"), 3)
    games = [simulate(task, 3), simulate(structs.replace(task), 3)]
    comparison = compare(task, task, ["call_cost=1"], [*games[0], *games[1]])
    assert comparison.same_deals
    assert comparison.pairs == 3
    levels = [part for one in comparison.levels.values() for part in one.values()]
    for change in [*comparison.figures.values(), *levels]:
        assert change.plain == change.changed
        assert change.difference.mean == change.difference.lower == change.difference.upper == 0
    assert comparison.plain.digest == comparison.changed.digest


def test_differences_are_those_of_the_pairs():
    changed = structs.replace(GAME, scores=(9, 45, 70), winners=(0,))
    further = structs.replace(GAME, scores=(11, 25, 60), winners=(1,))
    comparison = compare(TASK, TASK, ["x=1"], [GAME, GAME, changed, further])
    points = comparison.levels["hard"]["points"]
    assert (points.plain, points.changed, points.difference.mean) == (5, 10, 5)
    # Differences 4 and 6: reach 12.7062 · √2 / √2.
    assert points.difference.upper == pytest.approx(5 + 12.7062, abs=1e-3)
    won = comparison.levels["easy"]["won"]
    assert (won.plain, won.changed, won.difference.mean) == (0, 0.5, 0.5)


def test_a_pair_with_a_game_given_up_is_left_out():
    given_up = structs.replace(GAME, finished=False, winners=())
    comparison = compare(TASK, TASK, ["x=1"], [GAME, given_up, GAME, GAME])
    assert comparison.pairs == 1
    assert (comparison.plain.unfinished, comparison.changed.unfinished) == (1, 0)


def test_another_pack_cannot_have_the_same_deals():
    rules = short("playerules")
    more = structs.replace(rules.packs[-1], jokers=rules.packs[-1].jokers + 1)
    changed = structs.replace(TASK, rules=structs.replace(rules, packs=(more,)))
    assert not has_same_deals(TASK, changed)
    assert has_same_deals(TASK, structs.replace(TASK, rules=structs.replace(rules, call_cost=2)))
