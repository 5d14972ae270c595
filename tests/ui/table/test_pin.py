"""The PIN of a seat at the table: set in the own view, asked before the hand is first shown."""

import pytest

from shanghai.table.pins import PinHash, TypedPin
from shanghai.ui.kit.lines import CommandTarget
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.cover import CoverScreen
from shanghai.ui.table.peek import PeekScreen
from shanghai.ui.table.pin import AskPinScreen, SetPinScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.seat import TableSeatsScreen
from shanghai.ui.table.session import Session
from tests.ui.apps import SIZES, click_key, showing
from tests.ui.pictures import assert_pictures, screen_text
from tests.ui.tables import (
    at,
    at_table,
    before_draw,
    click_target,
    flat,
    host_of,
    press,
    settle,
    status,
)
from tests.ui.test_leaks import check

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses", "quick_hash")

PIN, OTHER = "73190", "73191"


@pytest.fixture
def quick_hash(monkeypatch):
    """A hash that takes no time; the slow one is tested by itself."""
    monkeypatch.setattr(TypedPin, "_hash", lambda typed, salt: f"{salt.hex()}{typed._digits}")


def resumed(host, *seats):
    """The host of a game that was resumed, in which these seats have a PIN."""
    host.pins.resume((seat, PinHash("00", f"00{PIN}")) for seat in seats)
    return host


def shows_no_hand(app, host):
    assert not any(row.rows for screen in app.screen_stack for row in screen.query(CardRow))
    check(app, host)


async def test_it_is_asked_before_the_hand_and_once_alone(tmp_path):
    host = resumed(host_of(before_draw()), 0)
    async with at_table(tmp_path, host) as (app, pilot):
        assert at(app) is PublicScreen
        await press(pilot, "enter")
        assert at(app) is AskPinScreen
        for digit in PIN:
            await press(pilot, digit)
            shows_no_hand(app, host)
            assert PIN[:2] not in screen_text(app).replace("1234567890", "")
        await press(pilot, "enter")
        assert at(app) is PlayerScreen
        await press(pilot, "b")
        await press(pilot, "m")
        assert at(app) is PlayerScreen


async def test_three_wrong_ones_show_the_table_again(tmp_path):
    host = resumed(host_of(before_draw()), 0)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        for left in ("2 tries are left", "1 try is left"):
            await press(pilot, *OTHER, "enter")
            assert left in status(app)
        await press(pilot, *OTHER, "enter")
        assert at(app) is PublicScreen
        assert "stays closed" in status(app)
        shows_no_hand(app, host)
        await press(pilot, "enter", *PIN, "enter")
        assert at(app) is PlayerScreen


async def test_fewer_than_four_digits_are_no_try(tmp_path):
    host = resumed(host_of(before_draw()), 0)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "1", "2", "enter")
        assert "4 to 12 digits" in status(app)
        await press(pilot, "backspace", "escape")
        assert at(app) is PublicScreen


async def test_the_mouse_types_it_too(tmp_path):
    host = resumed(host_of(before_draw()), 0)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        for digit in PIN:
            app.clock.now += 5
            await click_target(pilot, CommandTarget(f"pin-{digit}"))
        app.clock.now += 5
        await click_key(pilot, "Show the hand")
        await settle(pilot)
        assert at(app) is PlayerScreen


async def test_a_look_asks_it_too(tmp_path):
    host = resumed(host_of(before_draw()), 1)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "v", "2")
        assert at(app) is CoverScreen
        await press(pilot, "p")
        assert at(app) is AskPinScreen
        shows_no_hand(app, host)
        await press(pilot, *OTHER, "enter", *PIN, "enter")
        assert at(app) is PeekScreen


async def test_a_person_alone_is_asked_at_once(tmp_path):
    host = resumed(host_of(before_draw(), bots={"Bob": "easy", "Cy": "easy"}), 0)
    async with at_table(tmp_path, host) as (app, pilot):
        assert at(app) is AskPinScreen
        for _ in range(3):
            await press(pilot, *OTHER, "enter")
        assert at(app) is CoverScreen
        shows_no_hand(app, host)
        await press(pilot, "m")
        assert at(app) is AskPinScreen
        await press(pilot, *PIN, "enter")
        assert at(app) is PlayerScreen


async def test_a_person_alone_may_leave_without_it(tmp_path):
    host = resumed(host_of(before_draw(), bots={"Bob": "easy", "Cy": "easy"}), 0)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "q")
        assert app.ended == [None]


async def test_a_forgotten_one_is_taken_away_aloud(tmp_path):
    host = resumed(host_of(before_draw()), 0)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "f")
        assert "the table is told" in status(app)
        await press(pilot, *OTHER, "enter", "f")
        assert at(app) is AskPinScreen
        await press(pilot, "f")
        assert at(app) is PublicScreen
        assert [note.text for note in host.notes] == ["The PIN of Ann was taken away."]
        assert any("PIN of Ann" in str(n.message) for n in app._notifications)
        app.clear_notifications()
        await press(pilot, "i")
        assert "The PIN of Ann was taken away." in flat(app)
        await press(pilot, "escape", "enter")
        assert at(app) is PlayerScreen


async def test_it_is_set_in_the_own_view_typed_twice(tmp_path):
    host = host_of(before_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "y", "p")
        assert "with the own hand open" in status(app)
        await press(pilot, "escape", "enter", "y", "p")
        assert at(app) is SetPinScreen
        await press(pilot, *PIN, "enter", *OTHER, "enter")
        assert "not the same" in status(app)
        assert 0 not in host.pins
        await press(pilot, *PIN, "enter", *PIN, "enter")
        assert at(app) is TableSeatsScreen
        assert 0 in host.pins
        assert "PIN" in flat(app)
        assert not host.pins.is_locked(0)
        await press(pilot, "p", "x")
        assert 0 not in host.pins


async def test_that_of_another_is_taken_away_by_two_presses(tmp_path):
    host = resumed(host_of(before_draw()), 1)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "y", "down", "p", "up", "down", "p")
        assert 1 in host.pins
        await press(pilot, "p")
        assert 1 not in host.pins
        assert at(app) is TableSeatsScreen


@pytest.mark.parametrize("screen", [AskPinScreen, SetPinScreen])
async def test_pictures(tmp_path, screen):
    session = Session(resumed(host_of(before_draw()), 0))
    shown = screen(session, 0)
    async with showing(shown, tmp_path) as (app, pilot):
        await pilot.press("7", "3", "1")
        await pilot.pause()
        await assert_pictures(f"pin-{screen.__name__[:3].lower()}", pilot, SIZES)
        assert app.title == "Shanghai"
