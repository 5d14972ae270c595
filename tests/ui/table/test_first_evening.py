"""The foot of a first evening: few keys at fixed places, all of them on request, offered once."""

import pytest
from msgspec import structs

from shanghai.engine.handicap import Player
from shanghai.storage.settings import Settings, load, save
from shanghai.ui.kit.keybar import KeyBar
from shanghai.ui.setup.new_game import seated
from shanghai.variants.loader import load_variant
from tests.ui.apps import at_menu, until
from tests.ui.pictures import screen_lines, screen_text
from tests.ui.states import begun, full_contract
from tests.ui.tables import HUGE, SMALL, WIDE, at_table, host_of, press

PLACED = ("draw", "take", "discard", "go-down")


def newcomer(folder, *names):
    folder.mkdir(parents=True, exist_ok=True)
    save(folder, Settings(newcomers=names))
    return folder


def foot(app):
    return {key.command: key for key in app.screen.query_one(KeyBar).keys}


def cell_of(app, command):
    """The cell of the foot at which the key of a command is written."""
    bar = app.screen.query_one(KeyBar)
    key = foot(app)[command]
    line = screen_lines(app)[bar.region.y]
    bright, dim = line.find(f"▌{key.cap}▐"), line.find(f"{key.cap} {key.label}")
    return bright + 1 if bright >= 0 else dim


@pytest.mark.parametrize("size", [SMALL, WIDE, HUGE])
async def test_the_keys_of_a_turn_keep_their_places(tmp_path, size):
    host = host_of(full_contract(4, "draw"))
    async with at_table(newcomer(tmp_path, "Ann"), host, size) as (app, pilot):
        await press(pilot, "enter")
        places = [cell_of(app, command) for command in PLACED]
        assert [foot(app)[command].enabled for command in PLACED] == [True, True, False, False]
        assert foot(app)["take"].label == "Take 2♣"
        await press(pilot, "d")
        await until(pilot, lambda: foot(app)["go-down"].enabled)
        assert [foot(app)[command].enabled for command in PLACED] == [False, False, True, True]
        assert [cell_of(app, command) for command in PLACED] == places
        await press(pilot, "g", "enter")
        assert "lay-off" in foot(app)
        assert cell_of(app, "discard") == places[2]
        assert len(foot(app)) == 7, "the others are a key away"


async def test_going_down_is_dim_until_the_hand_holds_the_contract(tmp_path):
    async with at_table(newcomer(tmp_path, "Ann"), host_of(begun(4, "play"))) as (app, pilot):
        await press(pilot, "enter")
        assert not foot(app)["go-down"].enabled
        await until(pilot, lambda: "Helps:" in screen_text(app))
        assert not foot(app)["go-down"].enabled


async def test_one_key_shows_all_keys_and_every_key_works_before(tmp_path):
    async with at_table(newcomer(tmp_path, "Ann", "Bob"), host_of(begun(4))) as (app, pilot):
        await press(pilot, "enter")
        assert "sort" not in foot(app)
        before = app.screen.hand.sort
        await press(pilot, "o")
        assert app.screen.hand.sort != before
        await press(pilot, "plus")
        assert "sort" in foot(app)
        assert "+ shows the few again" in screen_text(app)
        assert load(app.folder).newcomers == ("Bob",), "each person chooses alone"
        await press(pilot, "plus")
        assert "sort" not in foot(app)


async def test_all_keys_are_offered_once_to_each_person(tmp_path):
    late = structs.replace(begun(4), round=3)
    said = "shows all keys"
    for expected in (True, False):
        async with at_table(newcomer(tmp_path, "Ann") if expected else tmp_path, host_of(late)) as (
            app,
            pilot,
        ):
            await press(pilot, "enter")
            assert (said in screen_text(app)) == expected
    async with at_table(newcomer(tmp_path / "early", "Ann"), host_of(begun(4))) as (app, pilot):
        await press(pilot, "enter")
        assert said not in screen_text(app)


async def test_who_plays_for_the_first_time_is_a_newcomer(tmp_path):
    rules = load_variant("california")
    async with at_menu(tmp_path) as (app, _):
        app.change_settings(names=("Ann",))
        seated(app, rules, (Player("Ann"), Player("Bob"), Player("Cy", bot="easy")))
        assert load(app.folder).newcomers == ("Bob",)
        seated(app, rules, (Player("Ann"), Player("Bob")))
        assert load(app.folder).newcomers == ("Bob",)


async def test_the_public_screen_of_newcomers_has_few_keys_too(tmp_path):
    for names, few in ((("Ann", "Bob", "Cy", "Dee"), True), (("Ann",), False)):
        host = host_of(full_contract(4, "draw"))
        names = tuple(seat.name for seat in host.state.seats) if few else names
        async with at_table(newcomer(tmp_path / str(few), *names), host) as (app, _):
            keys = foot(app)
            assert "hand-over" in keys
            assert ("look-first" in keys) != few
            assert all(key.enabled for id, key in keys.items() if few and id.startswith("seat-"))
            assert not few or cell_of(app, "hand-over") == 1
