"""Calls stay open until the next player draws, whatever screen lies over the table."""

import pytest

from shanghai.engine.events import CallGranted
from shanghai.engine.state import Phase
from shanghai.ui.app import ShanghaiApp
from shanghai.ui.help import HelpScreen
from shanghai.ui.kit.keybar import KeyBar
from shanghai.ui.scores.card import ScorecardScreen
from shanghai.ui.setup.rules import RulesScreen
from shanghai.ui.setup.settings import SettingsScreen
from shanghai.ui.table.cover import CoverScreen
from shanghai.ui.table.leave import LeaveScreen
from shanghai.ui.table.log_screen import LogScreen
from shanghai.ui.table.peek import PeekScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.wishes import WishScreen
from tests.long import some
from tests.ui.apps import click_key
from tests.ui.tables import (
    HANDS,
    at_table,
    flat,
    host_of,
    own_hand,
    position,
    press,
    settle,
    status,
)
from tests.ui.test_leaks import check, faces_in, screen_text

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

FOUR_HANDS = {**HANDS, "Dee": "5C 6C 9H"}
SCREENS = {
    "c": ScorecardScreen,
    "i": LogScreen,
    "r": RulesScreen,
    "question_mark": HelpScreen,
    "b": CoverScreen,
    "f": WishScreen,
    "q": LeaveScreen,
}


def anns_draw(variant="grandma-davis", **more):
    """Dee has tossed a card, and Ann is on turn."""
    return host_of(position(variant, FOUR_HANDS, turn="Ann", by="Dee", discards="4D QD", **more))


def bar(app):
    """The keys at the foot of the screen."""
    return [f"{key.cap} {key.label}" for key in app.screen.query_one(KeyBar).keys]


async def open_over(pilot, key):
    await press(pilot, "enter")
    assert isinstance(pilot.app.screen, PlayerScreen)
    await press(pilot, key)
    assert isinstance(pilot.app.screen, SCREENS[key])


WAYS = [("c", True), *((key, False) for key in SCREENS)]


@pytest.mark.parametrize(("key", "by_mouse"), some(WAYS, 2))
async def test_a_seat_calls_over_the_own_view(tmp_path, key, by_mouse):
    host = anns_draw()
    async with at_table(tmp_path, host) as (app, pilot):
        await open_over(pilot, key)
        before = set(faces_in(screen_text(app)))
        assert "2 Bob MAY I" in bar(app)
        assert "3 Cy MAY I" in bar(app)
        assert "4 Dee MAY I" not in bar(app), "she tossed it"
        assert "1 Ann MAY I" not in bar(app), "she is on turn"
        app.clock.now += 5
        await (click_key(pilot, "Cy MAY I") if by_mouse else press(pilot, "3"))
        await settle(pilot)
        assert host.state.calls == (2,)
        assert isinstance(app.screen, SCREENS[key]), "the screen stays"
        assert set(faces_in(screen_text(app))) <= before | {"4D"}
        assert "3 Cy MAY I" not in bar(app)
        assert "2 Bob MAY I" in bar(app)
        if key != "f":
            # There the joker has a place of its own among the ranks.
            check(app, host)
        if key not in ("b", "f", "i"):
            assert "Cy says MAY I. Bob (2) would have it first." in flat(app)


@pytest.mark.parametrize("key", some(["c", "i", "question_mark"]))
async def test_a_seat_calls_over_the_public_screen(tmp_path, key):
    host = anns_draw("playerules")
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, key, "3")
        assert isinstance(app.screen, SCREENS[key])
        assert isinstance(host.log[-1], CallGranted)
        assert "Cy gets 4♦ by BUY with a card from the stock." in flat(app)
        assert "2 Bob BUY" not in bar(app), "the first to call has it, and the next is dead"
        await press(pilot, "2", "escape")
        assert isinstance(app.screen, PublicScreen)
        assert host.state.calls == ()
        check(app, host)


async def test_the_settings_let_a_seat_call(tmp_path):
    host = anns_draw()
    async with at_table(tmp_path, host) as (app, pilot):
        app.action_settings()
        await settle(pilot)
        assert isinstance(app.screen, SettingsScreen)
        await press(pilot, "2")
        assert host.state.calls == (1,)


@pytest.mark.parametrize("bell", [True, False])
async def test_a_call_rings_where_it_is_wanted(tmp_path, monkeypatch, bell):
    rung = []
    monkeypatch.setattr(ShanghaiApp, "bell", lambda _: rung.append("bell"))
    async with at_table(tmp_path, anns_draw(), bell=bell) as (app, pilot):
        first = len(rung)
        assert first == bell, "somebody is to take the keyboard"
        await press(pilot, "2")
        assert len(rung) == first + bell, "Bob called"
        await press(pilot, "c", "escape")
        assert isinstance(app.screen, PublicScreen)
        assert len(rung) == first + bell, "nothing is new"


async def test_others_call_while_a_seat_looks_at_its_hand(tmp_path):
    host = anns_draw()
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "v", "3")
        assert isinstance(app.screen, CoverScreen)
        await press(pilot, "2", "3")
        assert not host.state.calls, "a number pressed twice is no call"
        await press(pilot, "p", "2")
        assert isinstance(app.screen, PeekScreen)
        assert host.state.calls == (1,)
        assert bar(app).count("3 MAY I") == 1
        assert "3 Cy MAY I" not in bar(app)
        await press(pilot, "3")
        assert host.state.calls == (1, 2)
        assert isinstance(app.screen, PublicScreen)


async def test_after_the_draw_no_seat_key_is_there(tmp_path):
    host = anns_draw()
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "d", "c", "2")
        assert isinstance(app.screen, ScorecardScreen)
        assert not any("MAY I" in key for key in bar(app))
        assert not host.state.calls


async def test_a_refused_call_says_nothing_and_does_nothing(tmp_path):
    host = anns_draw(used={"Bob": 2})
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "c", "2", "4", "1")
        assert not host.state.calls
        assert "2 Bob MAY I" not in bar(app)


async def test_outside_a_game_the_same_screens_have_no_seat_keys(tmp_path):
    from tests.ui.apps import at_menu

    async with at_menu(tmp_path) as (app, pilot):
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert not any(key.command.startswith("seat-") for key in app.screen.bar_keys())


async def test_a_call_over_the_own_view_is_told_and_taken_back_by_its_number(tmp_path):
    host = anns_draw()
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        held = own_hand(app)
        for _ in range(10):
            app.clock.now += 0.5
            await pilot.press("3")
        await settle(pilot)
        assert host.state.calls == (2,), "a held key calls once"
        assert status(app) == "3 takes the call back when it is pressed again after a second."
        assert "3 Cy takes it back" in flat(app)
        await press(pilot, "3")
        assert not host.state.calls
        assert isinstance(app.screen, PlayerScreen)
        assert own_hand(app) == held
        assert not app.screen.status_rows
        await press(pilot, "2", "3")
        assert status(app) == "Cy says MAY I; 3 again takes it back."
        await press(pilot, "2")
        assert "called this card already" in status(app), "only the last call"
        await press(pilot, "d", "3")
        assert host.state.phase is Phase.PLAY, "after the draw a number is a rank"
    host = anns_draw("playerules")
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "3")
        assert status(app) == "Cy says BUY.", "what is settled on the spot stays"
