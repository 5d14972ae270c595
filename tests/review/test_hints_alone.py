"""Hints and the review agree: games played by hints alone have next to no clear errors."""

from importlib.util import find_spec

import pytest

from tests.measuring.by_hints import play_by_hints

MOVES_A_CLEAR_ERROR = 200
"""There may be one clear error in so many moves."""


@pytest.mark.slow
@pytest.mark.skipif(find_spec("numba") is None, reason="the play-outs are not compiled")
@pytest.mark.parametrize("variant", ["playerules", "rummygames", "california", "grandma-davis"])
def test_games_by_hints_alone_have_next_to_no_clear_errors(variant):
    games = [play_by_hints(variant, seed, (1, 4, 6)) for seed in (1, 2)]
    moves = sum(game.decisions for game in games)
    clear = [error for game in games for error in game.errors]
    assert moves > MOVES_A_CLEAR_ERROR
    assert len(clear) <= moves / MOVES_A_CLEAR_ERROR, clear
