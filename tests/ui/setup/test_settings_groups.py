"""The settings in four groups, and the games of Learn in two lists."""

from msgspec import structs

from shanghai.storage.settings import Settings
from shanghai.ui.setup.settings import SettingsScreen
from shanghai.ui.tutorial.lesson import LessonsScreen
from shanghai.words.settings import GROUPS, SETTINGS
from tests.ui.apps import at_menu, press, showing
from tests.ui.pictures import screen_lines, screen_text

OUR_GAMES = 4
NO_SETTINGS = {"variant", "seats", "names", "no_hints", "no_needs"} | {
    "newcomers",
    "offered_all_keys",
}


def test_every_setting_is_in_one_group():
    grouped = [field for fields in GROUPS.values() for field in fields]
    assert sorted(grouped) == sorted(SETTINGS)
    assert {*grouped} == {*structs.asdict(Settings())} - NO_SETTINGS


async def test_a_group_is_named_once_at_its_first_setting(tmp_path):
    async with showing(SettingsScreen(), tmp_path) as (app, pilot):
        for keys in ((), ("end",)):
            await press(pilot, *keys)
            lines = [line for line in screen_lines(app) if "Settings" not in line]
            column = next(line for line in lines if "Screen" in line).index("Screen")
            begun = [line[column:] for line in lines if line[column - 1 : column + 1].strip()]
            named = [line.partition(" ")[0] for line in begun if line[:1].isalpha()]
            assert named[:4] == ["Screen", "Cards", "Computers", "Table"]


async def test_learn_offers_the_four_games_first_and_the_others_behind_one_choice(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "l")
        assert isinstance(app.screen, LessonsScreen)
        assert len(app.screen.choices) == OUR_GAMES + 1
        await press(pilot, "end", "enter")
        assert isinstance(app.screen, LessonsScreen)
        assert len(app.screen.choices) > 2 * OUR_GAMES
        assert "Liverpool" in screen_text(app)
        await press(pilot, "escape")
        assert len(app.screen.choices) == OUR_GAMES + 1, "back to the four"
        assert app.screen.chooser.at == OUR_GAMES, "the mark is where it was"
