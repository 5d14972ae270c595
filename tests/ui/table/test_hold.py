"""A key that is held shows the own hand until it is let go, where the terminal tells that."""

import pytest
from textual.events import Key

from shanghai.terminal.input import KeyReleased, TextParser
from shanghai.ui.table.cover import CoverScreen
from shanghai.ui.table.peek import PeekScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from tests.ui.tables import at, at_table, before_draw, host_of, own_hand, press, settle

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")


async def let_go(pilot, key, after):
    pilot.app.clock.now += after
    pilot.app.post_message(KeyReleased(key))
    await settle(pilot)


async def test_a_held_key_shows_the_hand_until_it_is_let_go(tmp_path):
    async with at_table(tmp_path, host_of(before_draw())) as (app, pilot):
        await press(pilot, "enter")
        await let_go(pilot, "enter", 2)
        assert at(app) is PlayerScreen, "the key that hands over is no look"
        held = own_hand(app)
        await press(pilot, "b")
        await let_go(pilot, "b", 0.1)
        assert at(app) is CoverScreen
        await press(pilot, "enter", "enter", "enter")
        assert own_hand(app) == held
        assert not app.screen.hand.picked, "a held key picks nothing"
        await let_go(pilot, "enter", 1)
        assert at(app) is CoverScreen
        await press(pilot, "enter")
        await let_go(pilot, "enter", 0.1)
        assert own_hand(app) == held, "a short press shows it as ever"


async def test_a_look_ends_when_its_key_is_let_go(tmp_path):
    async with at_table(tmp_path, host_of(before_draw())) as (app, pilot):
        await let_go(pilot, "x", 0)
        await press(pilot, "v", "2", "p")
        assert at(app) is PeekScreen
        await let_go(pilot, "p", 1)
        assert at(app) is PublicScreen


async def test_without_releases_a_look_stays(tmp_path):
    async with at_table(tmp_path, host_of(before_draw())) as (app, pilot):
        await press(pilot, "v", "2", "p", "p")
        assert at(app) is PeekScreen


KITTY = {
    "\x1b[112;1;112u": [Key("p", "p")],
    "\x1b[112;1:1;112u": [Key("p", "p")],
    "\x1b[112;1:2;112u": [Key("p", "p")],
    "\x1b[112;1:3u": [KeyReleased("p")],
    "\x1b[13;1:3u": [KeyReleased("enter")],
    "\x1b[1;1:3A": [KeyReleased("up")],
    "\x1b[1;1:1Ax": [Key("up", None), Key("x", "x")],
}


@pytest.mark.parametrize("text", KITTY)
def test_what_a_terminal_tells_of_a_key(text):
    for cut in range(1, len(text) + 1):
        parser = TextParser()
        events = [*parser.feed(text[:cut]), *parser.feed(text[cut:])]
        assert [(type(event), event.key) for event in events] == [
            (type(event), event.key) for event in KITTY[text]
        ], cut
