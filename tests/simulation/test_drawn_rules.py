"""Games under rules drawn at random: no crash, no lost card, no endless round, sound records.

`pytest -m slow tests/simulation/test_drawn_rules.py` plays 20 games under each of many more rules.
"""

import random

import pytest

from shanghai.engine.parameters.checks import check_variant
from shanghai.engine.parameters.fields import RULES
from tests.long import some
from tests.simulation.drawing import drawn_rules, play_drawn, some_changes


def test_every_rule_is_drawn():
    rng = random.Random(0)
    drawn = {name for key in RULES for name in some_changes(rng, key)}
    assert drawn == set(RULES)


def test_drawn_rules_go_together():
    for seed in range(10):
        assert not [*check_variant(drawn_rules(seed))], seed


@pytest.mark.parametrize("seed", some(range(5), 3))
def test_a_game_under_drawn_rules_ends_and_its_record_holds(seed, tmp_path):
    play_drawn(seed, 1, tmp_path, most_rounds=2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(5, 10), *range(100, 300)])
def test_many_games_under_drawn_rules(seed, tmp_path):
    play_drawn(seed, 20, tmp_path)
