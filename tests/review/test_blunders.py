"""Planted blunders are named, and a strong player is seldom blamed: with real play-outs, slow."""

import pytest

from shanghai.review.report import review_of
from shanghai.storage.course import opened_course, sound_game
from tests.review.games import BLUNDERS, BlunderBot, play_game, seat_blunderers

pytest.importorskip("numba")
pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]

GAMES = [("playerules", 1), ("rummygames", 1), ("california", 2)]


def judged(path):
    from shanghai.review.decisions import decisions_of, moments_of
    from shanghai.review.judging import judge

    read = sound_game(path)
    wanted = set(range(len(decisions_of(read))))
    return read, review_of(read, {n: judge(n, moment) for n, moment in moments_of(read, wanted)})


@pytest.mark.parametrize("kind", BLUNDERS)
@pytest.mark.parametrize(("variant", "seed"), GAMES)
def test_a_planted_blunder_is_the_turning_point(variant, seed, kind, tmp_path, monkeypatch):
    seat_blunderers(monkeypatch)
    planted = []
    monkeypatch.setattr(BlunderBot, "planted", planted)
    levels = ["hard", f"blunder-{kind}", "hard", "hard"]
    read, review = judged(play_game(tmp_path, variant, levels, seed, (2, 3)))
    if not planted:
        pytest.skip("nothing to plant in this deal")
    steps = opened_course(read)
    named = [
        (found.round, steps[found.at].action)
        for found in review.findings
        if found.certainty == "clear" and found.seat == 1
    ]
    assert planted[0] in named
