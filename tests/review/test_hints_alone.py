"""Hints and the review agree: games played by hints alone have next to no clear errors."""

from importlib.util import find_spec

import pytest

from shanghai.bots.protocol import Level
from shanghai.bots.thoughts import ThinkingHere
from shanghai.engine.events import Dealt
from shanghai.review.decisions import decisions_of
from shanghai.review.report import review_of
from shanghai.storage.saves import sound_game
from shanghai.table.hints import advise
from tests.review.games import play_game

WORLDS = 256
"""Worlds in which a hint is tried, about as many as a hint has time for."""
MOVES_A_CLEAR_ERROR = 200
"""There may be one clear error in so many moves."""


class SearchInPlace(ThinkingHere):
    """The search of hints, in this process and with a fixed number of worlds."""

    is_apart = True

    def think(self, question):
        return super().think(question._replace(most=WORLDS))


class Hinted:
    """Does what the hint says."""

    def __init__(self, seat, random, is_late):
        self.heard, self.is_late, self.search = [], is_late, SearchInPlace()

    def notice(self, event):
        if isinstance(event, Dealt):
            self.heard.clear()
        self.heard.append(event)

    def decide(self, view):
        return advise(view, self.heard, self.is_late, self.search)[0]

    wants_call = decide


@pytest.mark.slow
@pytest.mark.skipif(find_spec("numba") is None, reason="the play-outs are not compiled")
@pytest.mark.parametrize("variant", ["playerules", "rummygames", "california", "grandma-davis"])
def test_games_by_hints_alone_have_next_to_no_clear_errors(variant, tmp_path):
    from tests.review.figures import costs_of

    levels = {"hinted": Level(Hinted, "hinted", "A test.")}
    moves, clear = 0, []
    for seed in (1, 2):
        game = play_game(tmp_path, variant, ["hinted"] * 4, seed, (1, 4, 6), levels)
        read = sound_game(game)
        review = review_of(read, costs_of(read)[0])
        moves += len(decisions_of(read))
        clear += [found.sentence for found in review.findings if found.certainty == "clear"]
    assert moves > MOVES_A_CLEAR_ERROR
    assert len(clear) <= moves / MOVES_A_CLEAR_ERROR, clear
