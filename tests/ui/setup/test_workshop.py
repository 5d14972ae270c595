"""The workshop: rules changed by keys and mouse, tried, compared, and saved as a small file."""

import pytest
import yaml

from shanghai.engine.parameters.fields import RULES
from shanghai.ui.setup import workshop
from shanghai.ui.setup.compare import CompareScreen
from shanghai.ui.setup.variant import VariantScreen
from shanghai.ui.setup.workshop import WorkshopScreen
from shanghai.variants.draft import Draft, id_of
from shanghai.variants.library import own_library
from shanghai.variants.loader import load_variant
from tests.ui.apps import SIZES, at_menu, click_text, press, showing, until
from tests.ui.pictures import assert_picture, screen_text


@pytest.fixture(autouse=True)
def no_trial(monkeypatch):
    """Nothing is tried while a test presses keys."""
    monkeypatch.setattr(workshop, "_QUIET", 10_000.0)


def california():
    return WorkshopScreen(load_variant("california"))


async def go_to(pilot, screen, key):
    while workshop._KEYS[screen._at] != key:
        await press(pilot, "down")


def test_every_rule_stands_in_the_list():
    assert set(workshop._KEYS) == {*RULES, "rounds", "words"}


async def test_a_family_makes_its_variant_and_finds_it_in_the_list(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "n", "1", "w")
        screen = app.screen
        assert isinstance(screen, WorkshopScreen)
        await press(pilot, "left", "left", "left")
        await go_to(pilot, screen, "wild_ranks")
        await press(pilot, "enter", "backspace", "2", "right_square_bracket", "enter")
        await go_to(pilot, screen, "call_cost")
        await press(pilot, "left")
        assert "- Cards for a call: 2 extra cards;" in screen_text(app)
        await press(pilot, "s", *"Smiths", "enter")
        await until(pilot, lambda: isinstance(app.screen, VariantScreen))
        assert "▸ Smiths" in screen_text(app)
    file = tmp_path / "variants" / "smiths.yaml"
    assert yaml.safe_load(file.read_text("utf-8")) == {
        "id": "smiths",
        "name": "Smiths",
        "extends": "california",
        "rounds": 7,
        "wild_ranks": [2],
        "call_cost": 1,
    }
    rules = load_variant("smiths", library=own_library(tmp_path))
    assert (rules.rounds, rules.call_cost, rules.wild_ranks) == (7, 1, (2,))


async def test_what_cannot_be_played_is_not_taken(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "deal")
        await press(pilot, "enter", "backspace", "backspace", "2", "enter")
        assert screen.is_typing
        assert "a hand can grow to 12 at" in " ".join(screen_text(app).split())
        await press(pilot, "escape")
        assert not screen._draft.changes
        await press(pilot, "enter", "backspace", "backspace", *"x: [", "enter")
        assert "That is no value" in screen_text(app)


async def test_a_rule_is_put_back_and_leaving_asks_twice(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "ace")
        await press(pilot, "right")
        assert screen._draft.changes
        await press(pilot, "escape")
        assert app.screen is screen
        assert "Nothing is saved yet" in screen_text(app)
        await press(pilot, "x")
        assert not screen._draft.changes
        await press(pilot, "escape")
        assert app.screen is not screen


async def test_the_difference_is_a_key_away_and_the_mouse_changes_too(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        await click_text(pilot, "Exact sizes")
        await click_text(pilot, "▸ Exact sizes")
        assert screen._draft.changes == {"exact_sizes": True}
        await press(pilot, "d")
        assert isinstance(app.screen, CompareScreen)
        assert "Exact sizes" in screen_text(app)


async def test_a_change_without_effect_is_said(tmp_path):
    """HR-8."""
    async with at_menu(tmp_path) as (app, pilot):
        app.push_screen(california())
        await until(pilot, lambda: isinstance(app.screen, WorkshopScreen))
        await go_to(pilot, app.screen, "wild_natural")
        assert "no effect" not in screen_text(app)
        await press(pilot, "right")
        assert "no effect beside wild_ranks" in screen_text(app)


async def test_a_name_that_is_taken_is_refused(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "ace")
        await press(pilot, "right", "s", *"California", "enter")
        assert "'california' is the id of a" in screen_text(app)
        assert not (tmp_path / "variants").exists()


async def test_the_trial_is_told(tmp_path, monkeypatch):
    asked = {}

    class Process:
        returncode = 0

        async def communicate(self, text):
            asked["text"] = text.decode()
            return b"standard input: good: Your variant; 3-5 players\n  3 players, 1 game\n", b""

    async def begin(words, **more):
        asked["words"] = words
        return Process()

    monkeypatch.setattr(workshop, "_QUIET", 0.0)
    monkeypatch.setattr(workshop, "begin_async", begin)
    screen = WorkshopScreen(load_variant("playerules"))
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "ace")
        await press(pilot, "right")
        await until(pilot, lambda: "good: Your variant" in screen_text(app))
    assert asked["words"][-4:] == ["check", "-", "--games", "1"]
    assert "extends: playerules" in asked["text"]


@pytest.mark.parametrize("size", SIZES)
async def test_pictures(tmp_path, size):
    screen = california()
    async with showing(screen, tmp_path, size) as (app, pilot):
        await go_to(pilot, screen, "call_cost")
        await press(pilot, "left")
        assert_picture("workshop", app)


def test_a_draft_turns_values_over_and_knows_what_is_no_change():
    draft = Draft(load_variant("california"))
    assert draft.turned("call_cost", -1).changes == {"call_cost": 1}
    assert draft.turned("call_cost", -1).turned("call_cost", 1).changes == {}
    assert draft.turned("ace", 1).turned("ace", -1).changes == {}
    assert draft.turned("min_players", -1).changes == {}
    assert draft.turned("rounds", 1).changes == {}
    picked = draft.with_value("rounds", 3).with_value("contracts", [{"sets": [3, 3]}])
    assert set(picked.changes) == {"contracts"}
    assert draft.with_value("deal", 2).rules is None


def test_names_become_ids():
    assert id_of("The Smiths, at Æ home é") == "the-smiths-at-home-e"
    assert id_of("♠") == ""
