"""A further meld of one who is down, at the table."""

import pytest
from msgspec import structs

from shanghai.engine.events import WentDown
from shanghai.ui.table.lay_down import LayDownScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.variants.house_rules import with_house_rules
from tests.ui.tables import after_draw, at, at_table, flat, host_of, press, status

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")


def down(hand: str, **rules: object):
    """Ann is on turn, down and with this hand."""
    state = after_draw(hand=hand)
    return host_of(structs.replace(state, rules=with_house_rules(state.rules, rules)))


async def test_one_who_is_down_lays_a_further_meld(tmp_path):
    host = down("4S 4H 4D 9D KC", meld_when_down=True)
    assert host.state.seats[0].down
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "g")
        assert at(app) is LayDownScreen
        assert "a set of 3, or a run of 4" in flat(app)
        await press(pilot, "enter")
        assert at(app) is PlayerScreen
        assert host.log[-1] == WentDown(0, 3, 1, True)
        assert len(host.state.seats[0].hand) == 2


async def test_a_hand_without_one_says_so(tmp_path):
    host = down("4S 4H 9D KC", meld_when_down=True)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "g")
        assert "The hand holds no further meld." in status(app)


async def test_without_the_rule_there_is_none(tmp_path):
    host = down("4S 4H 4D 9D KC")
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "g")
        assert "down already" in status(app)
