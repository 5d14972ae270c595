from types import SimpleNamespace

import pytest
from textual.containers import VerticalScroll

from shanghai.storage.paths import saved_language
from shanghai.ui.help import HelpScreen
from shanghai.ui.kit.list_screen import Choices
from shanghai.ui.setup.menu import MenuScreen
from shanghai.ui.setup.rules import RulesScreen
from shanghai.ui.setup.settings import SettingsScreen
from shanghai.ui.table.leave import LeaveScreen
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from shanghai.words.settings import SETTINGS
from tests.long import some
from tests.ui.apps import SIZES, at_menu, click_key, click_text, in_turn, press, showing
from tests.ui.pictures import assert_pictures, screen_text


async def test_pictures(tmp_path):
    async with in_turn(tmp_path) as (_, pilot, show):
        await press(pilot, "question_mark")
        await assert_pictures("help", pilot, SIZES)
        await press(pilot, "escape", "s")
        await assert_pictures("settings", pilot, SIZES)
        await show(RulesScreen(load_variant("grandma-davis")))
        await assert_pictures("rules", pilot, SIZES)
        await show(LeaveScreen())
        await assert_pictures("leave", pilot, SIZES)


@pytest.mark.parametrize("variant", some(known_variants()))
async def test_the_rules_page_can_be_read_to_its_end(tmp_path, variant):
    rules = load_variant(variant)
    async with showing(RulesScreen(rules), tmp_path) as (app, pilot):
        seen = []
        scroll = app.screen.query_one(VerticalScroll)
        while scroll.scroll_y < scroll.max_scroll_y:
            seen.append(screen_text(app))
            await press(pilot, "pagedown")
        seen.append(screen_text(app))
        text = " ".join("".join(seen).split())
        for word in ("Ruling:", "[ALL-3]", *next(iter(rules.sources.values())).clauses):
            assert word in text
        await press(pilot, "home")
        assert scroll.scroll_y == 0
        await press(pilot, "end", "up", "k", "down", "j", "pageup")
        await click_key(pilot, "Scroll")
        await click_key(pilot, "Back")
        assert app.answers == [None]


async def test_the_rules_are_turned_over(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "r")
        seen = [app.screen.heading()]
        for key in ("right", "l", "tab", "right", "left"):
            await press(pilot, key)
            seen.append(app.screen.heading())
        assert len(set(seen)) == 4
        assert seen[0] == seen[4]
        assert seen[5] == seen[3]
        assert seen[5] in screen_text(app)


async def test_each_setting_is_changed_shown_and_kept(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "s")
        for at, field in enumerate(SETTINGS):
            before = getattr(app.settings, field)
            await press(pilot, "enter")
            assert getattr(app.settings, field) != before
            if at < 3:
                await press(pilot, "left")
                assert getattr(app.settings, field) == before
                await press(pilot, *([] if field == "language" else ["right"]))
            await press(pilot, "down")
        kept = app.settings
    async with at_menu(tmp_path) as (app, pilot):
        assert app.settings == kept
        assert app.theme == kept.theme != "baize"
        assert app.is_ascii
        await press(pilot, "s")
        assert all(ord(letter) < 128 for letter in screen_text(app))


async def test_another_language_is_said_at_once_and_kept(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "s", "right")
        assert app.settings.language == saved_language(str(tmp_path)) == "de"
        assert "Einstellungen" in screen_text(app)
        await press(pilot, "escape")
        assert "Neues Spiel" in screen_text(app)


@pytest.mark.slow
async def test_settings_by_the_mouse_alone(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await click_text(pilot, "Settings")
        await click_text(pilot, "Four-colour deck")
        assert not app.settings.four_colours
        for label in ("Change", "Next value", "Value before", "Move"):
            await click_key(pilot, label)
        assert app.screen.query_one(Choices).at == 8
        await click_key(pilot, "Back")
        assert isinstance(app.screen, MenuScreen)


async def test_settings_open_by_a_key_and_once(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "n", "f2")
        assert isinstance(app.screen, SettingsScreen)
        deep = len(app.screen_stack)
        await press(pilot, "f2")
        assert len(app.screen_stack) == deep
        await press(pilot, "escape")
        assert not isinstance(app.screen, SettingsScreen)


async def test_every_screen_has_its_help(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        for keys in (["n"], ["n", "enter"], ["n", "h"], ["r"], ["s"]):
            await press(pilot, *keys)
            below = app.screen
            for key in ("question_mark", "f1")[: 1 + (keys == ["n"])]:
                await press(pilot, key)
                assert isinstance(app.screen, HelpScreen)
                assert " ".join(below.help_text.split())[:40] in screen_text(app)
                await press(pilot, key)
                assert app.screen is below
            if keys == ["n"]:
                await click_key(pilot, "Help")
                assert isinstance(app.screen, HelpScreen)
                await click_key(pilot, "Back")
                assert app.screen is below
            await press(pilot, *["escape"] * len(keys))
            assert isinstance(app.screen, MenuScreen)


@pytest.mark.slow
async def test_the_question_before_leaving(tmp_path):
    answers = (("y", "Leave", True), ("escape", "Go on", False), ("n", "Go on", False))
    async with at_menu(tmp_path) as (app, pilot):
        for key, label, answer in answers:
            for by_mouse in (False, True):
                given = []
                app.push_screen(LeaveScreen(), given.append)
                await press(pilot, "enter", "space")
                assert not given
                await (click_key(pilot, label) if by_mouse else press(pilot, key))
                assert given == [answer]


async def test_leaving_in_a_game_asks_first(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        app.writer = SimpleNamespace(problem="")
        await press(pilot, "ctrl+q")
        assert isinstance(app.screen, LeaveScreen)
        await press(pilot, "escape")
        assert app.return_value is None
        await press(pilot, "ctrl+q", "y")
        assert app.return_value == 0
