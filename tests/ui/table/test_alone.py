"""The player's own view where one person plays among computers."""

import pytest
from msgspec import structs

from shanghai.engine.events import CallGranted, CallMade
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from tests.ui.tables import HANDS, at, at_table, before_draw, flat, host_of, position, press, settle

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")


def bobs_turn(variant):
    """Bob, a computer like Cy, is on turn; Ann may call what Cy has tossed."""
    state = position(variant, HANDS, turn="Bob", by="Cy", discards="4D QD")
    return host_of(state, bots=("Bob", "Cy"))


async def test_alone_among_computers_the_hand_stays_and_calls_are_asked(tmp_path):
    host = bobs_turn("grandma-davis")
    async with at_table(tmp_path, host) as (app, pilot):
        assert at(app) is PlayerScreen
        assert "Ann, MAY I?" in flat(app)
        assert not host.log
        await press(pilot, "1")
        assert any(isinstance(event, CallMade) and event.seat == 0 for event in host.log)


async def test_what_a_call_brings_to_one_alone_is_marked_and_told(tmp_path):
    host = bobs_turn("playerules")
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "1")
        got = next(event for event in host.log if isinstance(event, CallGranted))
        assert app.screen.session.log.new_cards(0) == {got.card, *got.extra}
        assert flat(app).split().count("new") == 2
        told = app.screen.session.log.since_last_turn(0)
        assert any("Ann gets " in str(said) for said in told)


async def test_alone_among_computers_no_lets_them_play_on(tmp_path):
    host = bobs_turn("grandma-davis")
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "n")
        assert host.log
        assert at(app) is PlayerScreen


async def test_alone_among_computers_no_more_calls_are_asked_about_in_a_round(tmp_path):
    host = bobs_turn("playerules")
    async with at_table(tmp_path, host) as (app, pilot):
        session = app.screen.session
        await press(pilot, "0")
        assert host.state.turn == 0, "the computers have played on"
        assert "0 Ask me again" in flat(app)
        await press(pilot, "d", "x", "x")
        assert host.state.turn == 0, "and play on without a question"
        await press(pilot, "0")
        assert not session.calls.is_silent
        await press(pilot, "d", "x", "x")
        assert session.calls.is_open
        assert "Ann, BUY?" in flat(app)
        assert "0 No more calls" in flat(app)


async def test_the_clock_runs_down_can_be_held_and_lets_the_computer_play(tmp_path):
    host = bobs_turn("grandma-davis")
    async with at_table(tmp_path, host, call_seconds=10) as (app, pilot):
        screen = app.screen
        screen.clock.tick()
        assert "10 s" in flat(app)
        app.clock.now += 4
        screen.clock.tick()
        assert "6 s" in flat(app)
        await pilot.press("z")
        app.clock.now += 100
        screen.clock.tick()
        assert "6 s held" in flat(app)
        assert not host.log
        await pilot.press("z")
        app.clock.now += 7
        screen.clock.tick()
        await settle(pilot)
        assert host.log


@pytest.mark.slow
async def test_that_a_computer_may_be_quicker_is_said_and_the_line_is_not_cut(tmp_path):
    for variant, more in (("playerules", {}), ("california", {"live": False})):
        state = position(variant, HANDS, turn="Ann", by="Cy", discards="4D QD", **more)
        host = host_of(state, bots=("Bob", "Cy"))
        async with at_table(tmp_path, host) as (app, _):
            for part in ("Whoever is first has it: t ", " takes it. "):
                assert (part in flat(app)) == (not more), variant
            assert ("nobody may take it." in flat(app)) == bool(more)


async def test_what_is_over_is_not_drawn_below_the_end_of_a_round(tmp_path):
    state = structs.replace(before_draw(), stock=())
    state = structs.replace(state, discards=state.discards[:1], tossers=state.tossers[:1])
    host = host_of(state, bots=("Bob", "Cy"))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "d", "d")
        assert isinstance(app.screen, RoundOverScreen)
        public = app.screen_stack[-2]
        assert isinstance(public, PublicScreen)
        assert not public.prepare_to_show()
