"""From the start command to the first own card, and the way back from the draw for dealer."""

import pytest

from shanghai.storage.saves import saved_games
from shanghai.ui.setup.seats import PlayersScreen
from shanghai.ui.setup.variant import VariantScreen
from shanghai.ui.table.dealer import DealerScreen
from shanghai.ui.table.player_view import PlayerScreen
from tests.long import long, some
from tests.ui.apps import LATE, SIZES, at_menu, click_text, press, until
from tests.ui.pictures import screen_text


class Newcomer:
    """Presses keys and counts them; each screen must say what Enter does."""

    def __init__(self, app, pilot):
        self.app, self.pilot, self.keys, self.screens = app, pilot, 0, []

    async def press(self, *keys):
        for key in keys:
            self.app.clock = lambda: LATE + 60 * (1 + self.keys)
            await press(self.pilot, key)
            self.keys += 1

    async def enter(self):
        bar = {key.cap: key.label for key in self.app.screen.bar_keys()}
        assert bar["Enter"], self.app.screen
        assert f"Enter▐{bar['Enter']}" in screen_text(self.app).replace("▐ ", "▐")
        self.screens.append(type(self.app.screen).__name__)
        before = self.app.screen
        await self.press("enter")
        if not isinstance(before, PlayersScreen):
            await until(self.pilot, lambda: self.app.screen is not before)


async def test_three_people_see_their_first_card_within_25_keys(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        family = Newcomer(app, pilot)
        await family.enter()
        await family.enter()
        assert "3 hands, about an hour" in screen_text(app)
        await family.enter()
        for name in ("paul", "anna", "Mia"):
            await family.press(*name)
            await family.enter()
        assert f"Del takes {app.screen.seating.marked.name} away" in screen_text(app)
        await family.press("delete")
        assert "Enter deals" in screen_text(app)
        await family.enter()
        await until(pilot, lambda: isinstance(app.screen, DealerScreen))
        await family.enter()
        assert isinstance(app.screen, DealerScreen)
        await family.enter()
        await until(pilot, lambda: not isinstance(app.screen, DealerScreen))
        await pilot.pause()
        await family.enter()
        assert isinstance(app.screen, PlayerScreen)
        assert app.screen.hand.cards
        assert app.screen.session.names == ("paul", "anna", "Mia")
        assert len(app.screen.session.rules.contracts) == 3
        assert family.keys <= 25, (family.keys, family.screens)


@pytest.mark.parametrize("size", some([(size,) for size in SIZES]))
async def test_one_key_makes_the_evening_short_each_time(tmp_path, size):
    async with at_menu(tmp_path, size) as (app, pilot):
        app.change_settings(names=("Ann", "Ben", "Oma"))
        await press(pilot, "n")
        assert "s▐Short evening" in screen_text(app).replace("▐ ", "▐")
        await press(pilot, "s")
        assert "California  hands 1, 5, 10" in screen_text(app)
        assert "about an hour" in screen_text(app)
        assert "Whole game" in screen_text(app)
        await press(pilot, "s")
        assert "hands 1, 5, 10" not in screen_text(app)
        await press(pilot, "s", "enter")
        assert len(app.screen.seating.rules.contracts) == 3, "no question comes between"
        await press(pilot, "escape")
        await press(pilot, "n")
        assert "California  hands 1, 5, 10" in screen_text(app), "kept for the next game"


async def test_the_short_evening_of_beginners_is_the_first_three_rounds(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "n", "s")
        assert "California  hands 1, 2, 3" in screen_text(app)
        await press(pilot, "s", "e", "w", "s")
        assert app.screen.picked == {1, 2, 3}


@pytest.mark.parametrize("is_cut", [True, long(False)])
async def test_the_way_back_from_the_draw_for_dealer_leaves_no_game(tmp_path, is_cut):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "n", "enter", "space", "enter", *"paul", "enter", "end")
        await until(pilot, lambda: isinstance(app.screen, DealerScreen))
        app.clock = lambda: LATE + 60
        if is_cut:
            first = app.screen
            await press(pilot, "enter")
            await until(pilot, lambda: app.screen is not first)
            app.clock = lambda: LATE + 120
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, PlayersScreen))
        assert not saved_games(tmp_path).games
        assert app.screen.seating.seats[0].name == "paul"
        await press(pilot, "escape")
        assert isinstance(app.screen, VariantScreen)
        await press(pilot, "escape")
        assert not app.has_open_game
        # The evening is as it was chosen, and not asked again.
        await press(pilot, "n")
        assert "California  hands 2, 3" in screen_text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayersScreen)
        assert len(app.screen.seating.rules.contracts) == 2
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, DealerScreen))


@pytest.mark.slow
async def test_a_name_of_small_letters_is_a_name(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "n", "enter", "enter")
        seating = app.screen.seating
        for name in ("paul", "anna", "quentin", "jutta"):
            await press(pilot, *name, "enter")
        assert [seat.name for seat in seating.seats] == ["paul", "anna", "quentin", "jutta"]
        assert not seating.is_on_seat
        await press(pilot, *"xaver")
        assert "Go to a seat first" in screen_text(app)
        await press(pilot, "plus", *"xaver", "enter")
        assert seating.seats[4].name == "xaver"
        await click_text(pilot, "add a player")
        assert seating.seats[5].bot
        assert len(seating.seats) == 6
