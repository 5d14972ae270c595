"""No hand opens before the wrong eyes: looks, covers and the keys that hand the keyboard over."""

import pytest

from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.cover import CoverScreen
from shanghai.ui.table.peek import PeekScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from tests.ui.apps import click_key
from tests.ui.tables import (
    SHORT_HANDS,
    at,
    at_table,
    flat,
    host_of,
    position,
    press,
    settle,
    status,
)

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

HAND_OVERS = ("m", "enter")


def toss(**more):
    more = {"turn": "Bob", "by": "Ann", "discards": "KD QD"} | more
    return position("grandma-davis", SHORT_HANDS, **more)


def shown(app):
    """The lines of a hand on any screen."""
    return [line for s in app.screen_stack for row in s.query(CardRow) for line in row.rows]


async def test_who_may_not_look_leads_to_nobody_elses_hand(tmp_path):
    host = host_of(toss(calls=(3,)))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "v", *HAND_OVERS)
        assert at(app) is PublicScreen
        assert "Who looks first?" in status(app)
        for number, why in (
            ("4", "called this card already"),
            ("1", "Ann tossed K♦"),
            ("2", "Bob is on turn, and sees the hand by Esc and Enter."),
        ):
            await press(pilot, number, *HAND_OVERS)
            assert at(app) is PublicScreen, f"{number} opened a hand"
            await press(pilot, number)
            assert why in status(app)
        dimmed = [key for key in app.screen.bar_keys() if key.cap in "1234" and not key.enabled]
        assert [key.cap for key in dimmed] == ["1", "2", "4"]
        await press(pilot, "v")
        await pilot.press("m")
        await settle(pilot)
        assert at(app) is PublicScreen, "the key that was meant for the question"
        await press(pilot, "m")
        assert at(app) is PlayerScreen


@pytest.mark.slow
async def test_the_cover_of_a_look_has_a_key_of_its_own(tmp_path):
    async with at_table(tmp_path, host_of(toss())) as (app, pilot):
        await press(pilot, "v", "3", *HAND_OVERS)
        assert at(app) is CoverScreen
        assert not shown(app)
        await press(pilot, "p")
        assert at(app) is PeekScreen
        assert shown(app)
        await press(pilot, "b", *HAND_OVERS)
        assert at(app) is CoverScreen, "the next player would press these"
        assert not shown(app)
        await press(pilot, "p")
        assert at(app) is PeekScreen
        await press(pilot, "p", *HAND_OVERS, "n")
        assert at(app) is PublicScreen
        await press(pilot, "p", "p")
        assert at(app) is PublicScreen


async def test_a_hidden_hand_comes_back_by_either_key_but_not_by_a_held_one(tmp_path):
    async with at_table(tmp_path, host_of(toss())) as (app, pilot):
        await press(pilot, "enter")
        for key in HAND_OVERS:
            await press(pilot, "b")
            for _ in range(60):
                app.clock.now += 1 / 30
                await pilot.press(key)
            await settle(pilot)
            assert at(app) is CoverScreen, f"{key} was held down"
            assert not shown(app)
            app.clock.now += 0.4
            await pilot.press(key)
            for _ in range(4):
                await pilot.press(key)
            await settle(pilot)
            assert at(app) is PlayerScreen
            assert not app.screen.hand.picked, f"{key} was held on"


async def test_a_call_shows_on_a_cover(tmp_path):
    host = host_of(toss())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "b", "4")
        assert host.state.calls == (3,)
        assert "Dee says MAY I." in flat(app)
        assert not shown(app)
        await press(pilot, "3")
        assert "Dee and Cy say MAY I: Cy comes first." in flat(app)


async def test_a_dimmed_key_of_the_window_says_why(tmp_path):
    table = (("Dee", "set", "KS KH KC"),)
    async with at_table(tmp_path, host_of(toss(discards="4C QD", table=table))) as (app, pilot):
        for key, why in (
            ("1", "Ann tossed 4♣"),
            ("2", "Bob is on turn"),
            ("s", "4♣ fits no meld on the table"),
            ("u", "no move"),
        ):
            await press(pilot, key)
            assert why in status(app), key
        await click_key(pilot, "Bob MAY I")
        await settle(pilot)
        assert "Bob is on turn" in status(app)
