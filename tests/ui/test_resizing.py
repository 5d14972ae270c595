"""A screen that takes another size looks as if it had begun with that size, both ways."""

import pytest

from tests.long import some
from tests.ui.apps import HUGE, SMALL, WIDE
from tests.ui.pictures import screen_text
from tests.ui.states import STATES, first_of, shown

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

QUICK = ("round over 4", "album", "own going 8")


async def settled(pilot):
    """The picture once nothing changes any more."""
    seen = ""
    while (now := screen_text(pilot.app)) != seen:
        seen = now
        await pilot.pause()
    return seen


async def taken(pilot, size):
    await pilot.resize_terminal(*size)
    return await settled(pilot)


# The page of a file names its folder, which is another one each time.
NAMES = [name for name in first_of(STATES, QUICK) if name != "workshop file"]
WAYS = ((SMALL, WIDE, HUGE, WIDE), (HUGE, WIDE, SMALL, HUGE), (WIDE,))
"""The size with which a window begins, and those that it takes."""


@pytest.mark.parametrize("name", some(NAMES))
async def test_a_state_follows_the_size_of_its_window(tmp_path, name):
    begun, followed = {}, {}
    for first, *others in WAYS:
        async with shown(name, tmp_path / str(first[0]), first) as (_, pilot):
            begun[first] = await settled(pilot)
            for at, size in enumerate(others):
                followed[first, at, size] = await taken(pilot, size)
    for (first, at, size), picture in followed.items():
        assert picture == begun[size], (first, at, size)
