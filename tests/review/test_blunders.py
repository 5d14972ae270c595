"""Planted blunders are named, and strong players are seldom blamed: with real play-outs, slow."""

from collections import Counter
from importlib.util import find_spec

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("numba") is None, reason="the play-outs are not compiled"),
]


def test_most_planted_blunders_are_named_and_the_turning_point_of_their_player():
    from tests.review.figures import VARIANTS, planted

    told = Counter()
    for variant in VARIANTS.split(","):
        for seed in (1, 2, 3):
            told += planted(variant, seed, (2, 4))[0]
    assert told["planted"] > 15
    assert told["named"] >= 0.85 * told["planted"]
    assert told["turning"] >= 0.7 * told["planted"]


@pytest.mark.parametrize(("level", "share"), [("master", 0.02), ("hard", 0.04)])
def test_few_moves_of_strong_players_are_called_clear_errors(level, share):
    from tests.review.figures import against_itself

    told = against_itself("playerules", level, 1, (2, 3))[0]
    assert told["clear"] <= share * told["planted"]
