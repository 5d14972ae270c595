"""Planted blunders are named, and strong players are seldom blamed: with real play-outs, slow."""

from collections import Counter

import pytest

from tests.review.games import seat_blunderers

pytest.importorskip("numba")
pytestmark = pytest.mark.slow


def test_planted_blunders_are_clear_errors_and_mostly_the_turning_point(monkeypatch):
    from tests.review.figures import VARIANTS, planted

    seat_blunderers(monkeypatch)
    told = Counter()
    for variant in VARIANTS.split(","):
        for seed in (1, 2, 3, 4):
            told += planted(variant, seed, (2, 4))
    total = told["clear"] + told["maybe"] + told["none"]
    assert total > 20
    assert told["clear"] >= 0.85 * total
    # The player that blunders is `hard`, which at times makes a dearer error of its own.
    assert told["turning"] >= 0.7 * total


@pytest.mark.parametrize(("level", "share"), [("master", 0.02), ("hard", 0.04)])
def test_few_moves_of_strong_players_are_called_clear_errors(level, share):
    from tests.review.figures import against_itself

    told = against_itself("playerules", level, 1, (2, 3))
    assert told["clear"] <= share * (told["clear"] + told["maybe"] + told["none"])
