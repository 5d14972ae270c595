"""The length of the evening, chosen before a game by keys and by mouse."""

import re
from datetime import timedelta

import pytest

from shanghai.ui.setup.seats import PlayersScreen
from shanghai.ui.setup.variant import EveningScreen, VariantScreen
from shanghai.variants.loader import load_variant
from tests.long import some
from tests.saving import SAVES, chain, clock, put_game
from tests.ui.apps import SIZES, at_menu, click_key, click_text, press, showing, until
from tests.ui.pictures import assert_pictures, screen_text


async def test_pictures(tmp_path):
    async with showing(EveningScreen(load_variant("california")), tmp_path) as (_, pilot):
        await press(pilot, "s", "down", "down")
        await assert_pictures("evening", pilot, SIZES)


@pytest.mark.parametrize("size", some([(size,) for size in SIZES]))
async def test_rounds_are_picked_by_keys(tmp_path, size):
    screen = EveningScreen(load_variant("playerules"))
    async with showing(screen, tmp_path, size) as (app, pilot):
        assert "7 rounds" in screen_text(app)
        await press(pilot, "s")
        assert screen.picked == {1, 4, 7}
        await press(pilot, "down", "space", "down", "down", "space")
        assert screen.picked == {1, 2, 7}
        await press(pilot, "f")
        assert screen.picked == {4, 5, 6, 7}
        await press(pilot, "w", "up", "space", "enter")
        assert app.answers == [(1, 2, 4, 5, 6, 7)]


async def test_no_round_is_no_evening(tmp_path):
    screen = EveningScreen(load_variant("playerules"), (1,))
    async with showing(screen, tmp_path) as (app, pilot):
        await press(pilot, "space", "a")
        assert app.screen is screen
        await press(pilot, "escape")
        assert app.answers == [None]


async def test_the_mouse_picks_too(tmp_path):
    screen = EveningScreen(load_variant("playerules"))
    async with showing(screen, tmp_path) as (app, pilot):
        await click_text(pilot, "Round 3")
        assert screen.picked == {1, 2, 4, 5, 6, 7}
        await click_key(pilot, "Short")
        await click_key(pilot, "Accept")
        assert app.answers == [(1, 4, 7)]


async def test_a_new_game_has_the_rounds_that_were_picked(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "n")
        assert isinstance(app.screen, VariantScreen)
        await press(pilot, "e", "s", "a")
        assert "s 1, " in screen_text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayersScreen)
        assert app.screen.seating.rules.rounds == 3


async def test_the_time_is_measured_once_there_is_a_game(tmp_path):
    rules = load_variant("grandma-davis")
    async with showing(EveningScreen(rules), tmp_path) as (app, pilot):
        await until(pilot, lambda: "own estimate" in screen_text(app))
        assert "measured" not in screen_text(app)
    put_game(tmp_path, "cut", spread_out((SAVES / "3-cut.jsonl").read_bytes(), seconds=30))
    async with showing(EveningScreen(rules), tmp_path) as (app, pilot):
        await until(pilot, lambda: "measured" in screen_text(app))
        assert "1 person and 2 computers: about" in screen_text(app)
        assert "own estimate" not in screen_text(app)


def spread_out(journal, seconds):
    """The same journal with so many seconds between its moves."""
    bodies, at = [], clock()
    for line in journal.splitlines():
        at += timedelta(seconds=seconds)
        bodies.append(re.sub(rb'"at":"[^"]*"', b'"at":"%s"' % at.isoformat().encode(), line[9:]))
    return chain(bodies)
