"""When one person among computers is asked about a card: every time, when it helps, never."""

import pytest

from shanghai.table.wishes import Needs
from tests.ui.tables import at_table, host_of, position, press

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

HANDS = {"Ann": "4S 4H 9D 9C KD 2C", "Bob": "2S 3S", "Cy": "5D 6D"}


def tossed(card):
    """Bob is to draw; Ann alone is a person and may call what Cy has tossed."""
    state = position("grandma-davis", HANDS, turn="Bob", by="Cy", discards=f"{card} QD")
    return host_of(state, bots=("Bob", "Cy"))


@pytest.mark.parametrize(
    ("mode", "card", "asked"),
    [("always", "7H", True), ("helps", "7H", False), ("helps", "4D", True), ("never", "4D", False)],
)
async def test_a_card_is_offered_as_the_setting_says(tmp_path, mode, card, asked):
    host = tossed(card)
    async with at_table(tmp_path, host, call_offers=mode) as (_, pilot):
        assert (not host.log) == asked, "computers wait for an answer as long as one is asked for"
        if asked:
            await press(pilot, "1")
            assert 0 in host.state.calls or host.state.seats[0].calls_used


def test_a_card_helps_a_seat_that_is_down_where_it_fits_a_meld():
    table = (("Ann", "set", "7S 7H 7C"),)
    for card, helps in (("7D", True), ("8D", False)):
        state = position("california", HANDS, turn="Bob", by="Cy", table=table, discards=card)
        assert Needs().is_helped(host_of(state).view(0)) == helps
