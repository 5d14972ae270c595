"""How often the view of a seat is built: once for each state of the game, at most twice a key."""

from collections import Counter

import pytest

from shanghai.table import host as host_module
from tests.long import long, some
from tests.ui.tables import HANDS, SMALL, WIDE, at_table, host_of, position, press

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

KEYS = ("enter", "d", "right", "space", "o", "u", "f", "escape", "i", "escape", "c", "escape", "x")


@pytest.fixture
def built(monkeypatch):
    """How often a view was built for each viewer since the last look."""
    counts = Counter()
    view_for, public_view = host_module.view_for, host_module.public_view

    def counted(state, seat):
        counts[seat] += 1
        return view_for(state, seat)

    def counted_public(state):
        counts[-1] += 1
        return public_view(state)

    monkeypatch.setattr(host_module, "view_for", counted)
    monkeypatch.setattr(host_module, "public_view", counted_public)
    return counts


@pytest.mark.parametrize("size", some([(SMALL,), (WIDE,)]))
@pytest.mark.parametrize("bots", [("Bob", "Cy"), long(())])
async def test_a_key_builds_the_view_of_a_seat_at_most_twice(tmp_path, built, size, bots):
    host = host_of(position("grandma-davis", HANDS, turn="Ann", by="Cy"), bots)
    async with at_table(tmp_path, host, size) as (_app, pilot):
        for key in KEYS:
            built.clear()
            before = host.version
            await press(pilot, key)
            # Computers play on after a discard: each of their moves is a state of its own.
            states = max(2, host.version - before)
            assert all(count <= states for count in built.values()), (key, built)


async def test_one_view_serves_all_who_ask_until_the_game_goes_on(tmp_path, built):
    host = host_of(position("grandma-davis", HANDS, turn="Ann", by="Cy"))
    async with at_table(tmp_path, host) as (app, pilot):
        session = app.screen.session
        before = session.view(0)
        assert session.view(0) is before
        await press(pilot, "enter", "d")
        assert session.view(0) is not before
