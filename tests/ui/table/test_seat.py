"""Seats during the game: handed to people and computers and back, and the help they do without."""

import pytest
from textual.widgets import Input

from shanghai.bots.foreign import LevelTable
from shanghai.bots.levels import LEVELS, Level
from shanghai.engine.actions import Call
from shanghai.engine.events import Discarded, SeatHandedOver
from shanghai.engine.seats import NOBODY
from shanghai.ui.kit.lines import CommandTarget
from shanghai.ui.table import levels
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.cover import CoverScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.seat import TableSeatsScreen
from shanghai.ui.table.targets import SeatTarget
from tests.ui.apps import click_key
from tests.ui.pictures import assert_picture, screen_text
from tests.ui.tables import (
    HANDS,
    SMALL,
    WIDE,
    at,
    at_table,
    click_target,
    flat,
    host_of,
    position,
    press,
    settle,
    status,
)

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")


def table(phase="draw", turn="Ann", **more):
    return position("rummygames", HANDS, turn=turn, phase=phase, by="Cy", discards="4D QD", **more)


async def to_computer(pilot, *more):
    """Hands the marked seat to a computer of the first strength, under the name proposed."""
    await press(pilot, *more, "right", "enter", "enter")


async def test_a_seat_on_turn_goes_to_a_computer_that_plays_on_and_back(tmp_path):
    host = host_of(table("play"))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "y")
        assert at(app) is TableSeatsScreen
        assert not app.screen.query(CardRow)
        await to_computer(pilot)
        assert host.log[0] == SeatHandedOver(0, "Ann", "Mabel")
        assert host.is_bot(0)
        assert any(isinstance(event, Discarded) and event.seat == 0 for event in host.log)
        assert at(app) is PublicScreen
        await press(pilot, "y")
        for _ in range(app.screen._at):
            await press(pilot, "up")
        await press(pilot, "enter")
        assert app.screen.query_one(Input).value == "Ann"
        await press(pilot, "enter")
        assert host.log[-1] == SeatHandedOver(0, "Mabel", "Ann")
        assert host.people() == (0, 1, 2)
        assert at(app) is PublicScreen


async def test_a_call_that_waits_stays_with_the_seat(tmp_path):
    host = host_of(table())
    host.do(Call(1, "buy"))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "y", "down")
        await to_computer(pilot)
        assert host.is_bot(1)
        assert host.state.calls == (1,)
        assert "Mabel says BUY" in flat(app)
        await press(pilot, "y", "down", "enter", "enter")
        assert host.state.seats[1].name == "Bob"
        assert host.state.calls == (1,)
        await press(pilot, "enter", "d")
        assert len(host.state.seats[1].hand) == 6


async def test_the_last_person_is_handed_the_keyboard_before_the_hand_is_shown(tmp_path):
    host = host_of(table(turn="Bob"), bots=("Cy",))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "y")
        await to_computer(pilot)
        assert host.people() == (0,)
        assert at(app) is CoverScreen
        assert "Ann takes the keyboard and presses m" in flat(app)
        assert not any(screen.query(CardRow) for screen in app.screen_stack)
        before = len(host.log)
        await press(pilot, "enter", "d", "space")
        assert at(app) is CoverScreen
        assert len(host.log) == before
        await press(pilot, "m")
        assert at(app) is PlayerScreen
        assert app.screen.seat == 0


async def test_a_seat_that_a_person_takes_back_opens_on_the_public_screen_only(tmp_path):
    host = host_of(table(turn="Ann"), bots=("Bob", "Cy"))
    async with at_table(tmp_path, host) as (app, pilot):
        assert at(app) is PlayerScreen
        await press(pilot, "y", "down", "enter", *"Bea", "enter")
        assert host.people() == (0, 1)
        assert at(app) is PublicScreen
        await press(pilot, "enter")
        assert app.screen.seat == 0


@pytest.mark.slow
async def test_another_computer_in_a_seat_leaves_the_own_view_open(tmp_path):
    host = host_of(table(turn="Ann"), bots=("Bob", "Cy"))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "y", "down")
        await to_computer(pilot)
        assert host.log == [SeatHandedOver(1, "Bob", "Mabel")]
        assert at(app) is PlayerScreen
        assert app.screen.session.keyboard == 0


async def test_with_the_last_seat_given_away_computers_play_on_and_a_person_may_come_back(tmp_path):
    host = host_of(table(turn="Ann"), bots=("Bob", "Cy"))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "y")
        app.settings = app.settings.__class__(pace="slow")
        await to_computer(pilot)
        assert host.people() == ()
        assert at(app) is PublicScreen
        assert app.screen.session.keyboard == NOBODY
        await press(pilot, "y")
        for _ in range(app.screen._at):
            await press(pilot, "up")
        await press(pilot, "enter", "enter")
        assert host.people() == (0,)
        assert at(app) is CoverScreen
        await press(pilot, "m")
        assert at(app) is PlayerScreen


async def test_a_name_that_is_seated_is_refused(tmp_path):
    host = host_of(table())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "y", "right", "enter")
        app.screen.query_one(Input).value = "bob"
        await press(pilot, "enter")
        assert "two players called bob" in status(app)
        await press(pilot, "escape", "escape")
        assert at(app) is PublicScreen
        assert not host.log


async def test_keys_while_a_name_is_typed_are_letters_and_calls_stay_open_before(tmp_path):
    host = host_of(table())
    async with at_table(tmp_path, host) as (_, pilot):
        await press(pilot, "y", "enter", *"2vw", "escape")
        assert not host.state.calls
        await press(pilot, "2")
        assert host.state.calls == (1,)


@pytest.mark.parametrize("size", [SMALL, WIDE])
async def test_picture(tmp_path, size, monkeypatch):
    plain = Level(LEVELS["simple"].make, "Plain", "Holds its cards long, and goes down late.")
    ivy = Level(plain.make, "Ivy", plain.description, "plain", "●+")
    monkeypatch.setattr(levels, "LEVELS", LevelTable({"random": plain, "plain": plain, "ivy": ivy}))
    host = host_of(table(), bots=("Cy",))
    async with at_table(tmp_path, host, size, no_hints=("Bob",)) as (app, pilot):
        await press(pilot, "y", "down", "w", "left", "t")
        assert_picture("seats-in-game", app)
        await press(pilot, "enter")
        assert_picture("seats-in-game-naming", app)


async def test_in_plain_ascii(tmp_path):
    host = host_of(table(), bots=("Cy",))
    async with at_table(tmp_path, host, ascii=True) as (app, pilot):
        await press(pilot, "y", "right", "enter")
        assert screen_text(app).isascii()


async def test_by_the_mouse_alone(tmp_path):
    host = host_of(table())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "y")
        await click_target(pilot, SeatTarget(2))
        await click_target(pilot, CommandTarget("right"))
        for label in ("Hand over", "Hand over"):
            app.clock.now += 5
            await click_key(pilot, label)
            await settle(pilot)
        assert host.log[0] == SeatHandedOver(2, "Cy", "Mabel")
        assert host.is_bot(2)


# -- help --


@pytest.mark.slow
async def test_a_seat_goes_without_hints_and_needs_until_they_are_given_back(tmp_path):
    host = host_of(table())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        assert "h Hint" in screen_text(app)
        assert "Helps:" in screen_text(app)
        await press(pilot, "y", "h", "w", "escape")
        assert "h Hint" not in screen_text(app)
        assert "Helps:" not in screen_text(app)
        await press(pilot, "h")
        assert not app.screen.session.hinted
        assert (app.settings.no_hints, app.settings.no_needs) == (("Ann",), ("Ann",))
        await press(pilot, "y", "h", "escape", "w", "h")
        assert "Helps:" in screen_text(app)
        assert app.screen.session.hinted == {0}
        assert (app.settings.no_hints, app.settings.no_needs) == ((), ())


async def test_a_table_goes_without_hints(tmp_path):
    host = host_of(table())
    async with at_table(tmp_path, host, hints=False) as (app, pilot):
        await press(pilot, "enter", "h")
        assert "h Hint" not in screen_text(app)
        assert not app.screen.session.hinted
        app.change_settings(hints=True)
        await press(pilot, "space")
        assert "h Hint" in screen_text(app)


async def test_a_computer_has_no_help_to_go_without(tmp_path):
    host = host_of(table(), bots=("Ann", "Cy"))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "y", "up", "h", "w")
        assert app.screen._at == 0
        assert app.settings.no_hints == app.settings.no_needs == ()
