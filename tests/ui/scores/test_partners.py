"""A side stands together: at the end of a round, on the podium, on the scorecard (HR-15)."""

import pytest

from shanghai.ui.scores.card import GameOverScreen, ScorecardScreen
from shanghai.ui.scores.round_over import RoundOverScreen
from tests.ui.apps import SIZES, SMALL, showing
from tests.ui.pictures import assert_pictures, screen_text
from tests.ui.states import over, sided


async def test_pictures(tmp_path):
    screens = {
        "partners-round": RoundOverScreen(sided(over(4, 3))),
        "partners-end": GameOverScreen(sided(over(4))),
        "partners-card": ScorecardScreen(sided(over(4))),
    }
    for name, screen in screens.items():
        async with showing(screen, tmp_path) as (_, pilot):
            await assert_pictures(name, pilot, SIZES)


@pytest.mark.parametrize(("sides", "seats"), [(2, 4), (3, 6), (2, 8)])
async def test_each_side_is_told_with_its_total(sides, seats, tmp_path):
    view = sided(over(seats), sides)
    totals = view.sides.totals([seat.score for seat in view.seats])
    async with showing(ScorecardScreen(view), tmp_path) as (app, pilot):
        await pilot.resize_terminal(*SMALL)
        text = " ".join(screen_text(app).split())
        for letter, total in zip("ABC", totals, strict=False):
            assert f"Side {letter}, " in text
            assert f": {total} points" in text
    async with showing(GameOverScreen(view), tmp_path) as (app, pilot):
        await pilot.resize_terminal(*SMALL)
        text = screen_text(app)
        assert all(str(total) in text for total in totals)
        assert "win with" in " ".join(text.split())
