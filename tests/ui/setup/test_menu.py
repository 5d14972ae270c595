import re

import pytest

from shanghai.ui.app import ShanghaiApp
from shanghai.ui.help import HelpScreen
from shanghai.ui.kit.list_screen import Choices
from shanghai.ui.kit.pictures import suit_print
from shanghai.ui.setup.menu import MenuScreen
from shanghai.ui.setup.rules import RulesScreen
from shanghai.ui.setup.settings import SettingsScreen
from shanghai.ui.setup.variant import VariantScreen
from shanghai.ui.tutorial.lesson import LessonsScreen
from shanghai.words import setup
from shanghai.words.cards import GLYPHS
from tests.ui.apps import SIZES, at_menu, click_key, click_text, press, until
from tests.ui.pictures import assert_pictures, screen_lines, screen_text


async def test_picture(tmp_path):
    async with at_menu(tmp_path) as (_, pilot):
        await assert_pictures("menu", pilot, SIZES)


OPENED = {
    "enter": VariantScreen,
    "space": VariantScreen,
    "n": VariantScreen,
    "l": LessonsScreen,
    "r": RulesScreen,
    "s": SettingsScreen,
    "question_mark": HelpScreen,
    "f1": HelpScreen,
}


async def test_each_key_opens_its_screen_and_escape_comes_back(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        for key, kind in OPENED.items():
            await press(pilot, key)
            assert isinstance(app.screen, kind), key
            await press(pilot, "escape")
            assert isinstance(app.screen, MenuScreen), key


CLICKED = {
    "New game": VariantScreen,
    "Learn": LessonsScreen,
    "Rules": RulesScreen,
    "Help": HelpScreen,
}


@pytest.mark.slow
async def test_each_choice_and_each_key_can_be_clicked(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        for label, kind in CLICKED.items():
            for click in (click_text, click_key):
                await click(pilot, label)
                assert isinstance(app.screen, kind), label
                await press(pilot, "escape")


async def test_the_arrows_move_the_mark_around_the_ends(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        choices = app.screen.query_one(Choices)
        for key, at in (("up", "quit"), ("down", "new"), ("j", "learn"), ("k", "new")):
            await press(pilot, key)
            assert choices.current.id == at


@pytest.mark.parametrize("key", ["q", "ctrl+q"])
async def test_leaving(tmp_path, key):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, key)
        assert app.return_value == 0


async def test_a_window_too_small_says_so_and_hears_no_key(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "down")
        for size in ((79, 24), (80, 23), (20, 5), (1, 1)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            if size[0] > 40:
                assert "needs 80 by 24" in screen_text(app)
            await press(pilot, "enter", "n")
            assert isinstance(app.screen, MenuScreen)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "too small" not in screen_text(app)
        assert app.screen.query_one(Choices).current.id == "learn"


async def test_the_palette_offers_the_keys_but_no_screenshot(tmp_path):
    async with at_menu(tmp_path) as (app, _):
        titles = [command.title for command in app.get_system_commands(app.screen)]
        assert {"New game", "Rules", "Settings", "Help", "Leave the program"} <= set(titles)
        assert not any("screenshot" in title.lower() for title in titles)


async def test_a_toast_shows_markup_as_text(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        app.notify("[/] and [bold]Ann")
        while not app.screen.query("Toast"):
            await pilot.pause()
        await pilot.pause()
        assert "[/] and [bold]Ann" in screen_text(app)


async def test_the_palette_runs_a_key_of_the_screen(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        commands = {c.title: c.callback for c in app.get_system_commands(app.screen)}
        await commands["New game"]()
        await pilot.pause()
        assert isinstance(app.screen, VariantScreen)
        await press(pilot, "escape", "ctrl+p")
        text = screen_text(app)
        assert "Search for commands" in text
        assert "\U0001f50e" not in text


async def test_the_open_palette_follows_a_change_of_theme(tmp_path, monkeypatch):
    monkeypatch.setattr(ShanghaiApp, "depth", "truecolor")
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "ctrl+p")
        app.change_settings(theme="daylight")
        await pilot.pause()
        wanted = app.get_css_variables()["panel"]
        assert app.screen.query_one("Vertical").styles.background.hex.lower() == wanted


@pytest.mark.slow
async def test_no_haste_with_the_palette_ends_the_program(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        app.action_command_palette()
        app.action_command_palette()
        assert len(app.screen_stack) == 3
        palette = app.screen
        palette.dismiss()
        app.action_command_palette()
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)
        await press(pilot, "ctrl+p")
        assert "Search for commands" in screen_text(app)
    assert not app.return_code


@pytest.mark.parametrize("high", [40, 47])
async def test_the_baize_is_printed_with_whole_suits(tmp_path, high):
    whole = {"\n".join(map(str.strip, suit_print(suit, False))).strip() for suit in GLYPHS}
    async with at_menu(tmp_path, size=(120, high)) as (app, _):
        left = [line[1:20].strip() for line in screen_lines(app)[1:-2]]
    prints = [part.strip() for part in re.split(r"\n{3,}", "\n".join(left).strip())]
    assert len(prints) == (high - 3) // 10
    assert {*prints} <= whole


@pytest.mark.parametrize("at", range(len(setup.MENU) - 2))
async def test_a_screen_is_titled_as_the_menu_names_it(tmp_path, at):
    async with at_menu(tmp_path) as (app, pilot):
        choice = app.screen.choices[at]
        await press(pilot, *["down"] * at, "enter")
        await until(pilot, lambda: not isinstance(app.screen, MenuScreen))
        assert app.screen.heading().startswith(choice.name)
