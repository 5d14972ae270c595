"""Planted blunders are named, and strong players are seldom blamed: with real play-outs, slow."""

from collections import Counter
from importlib.util import find_spec
from itertools import product

import pytest

from tests.review.games import BLUNDERS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("numba") is None, reason="the play-outs are not compiled"),
]


SEEDS = range(9901, 9907)


def test_nearly_all_planted_blunders_are_named_and_most_are_turning_points():
    from tests.review.figures import VARIANTS, planted

    told = Counter()
    for variant, seed in product(VARIANTS.split(","), SEEDS):
        told += planted(variant, seed, (2, 4))[0]
    kinds = [kind for kind in BLUNDERS if told[f"{kind} planted"]]
    assert told["planted"] >= 40
    assert len(kinds) >= 6
    assert told["named"] >= 0.95 * told["planted"]
    assert told["turning"] >= 0.7 * told["planted"]


@pytest.mark.parametrize(("level", "share"), [("master", 0.02), ("hard", 0.04)])
def test_few_moves_of_strong_players_are_called_clear_errors(level, share):
    from tests.review.figures import against_itself

    told = against_itself("playerules", level, 1, (2, 3))[0]
    assert told["clear"] <= share * told["planted"]
