"""A screen that takes another size looks as if it had begun with that size, both ways."""

import pytest

from tests.long import some
from tests.ui.apps import HUGE, SIZES, SMALL, WIDE
from tests.ui.pictures import screen_text
from tests.ui.states import STATES, first_of, shown

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

QUICK = ("round over 4", "album", "players 4", "public going 8", "own going 8", "called going 8")


async def settled(pilot):
    """The picture once nothing changes any more."""
    seen = ""
    while (now := screen_text(pilot.app)) != seen:
        seen = now
        for _ in range(3):
            await pilot.pause()
    return seen


async def taken(pilot, size):
    await pilot.resize_terminal(*size)
    return await settled(pilot)


# The page of a file names its folder, which is another one each time.
NAMES = [name for name in first_of(STATES, QUICK) if name != "workshop file"]


@pytest.mark.parametrize("name", some(NAMES, len(QUICK)))
async def test_a_state_follows_the_size_of_its_window(tmp_path, name):
    begun = {}
    for size in SIZES:
        async with shown(name, tmp_path / str(size[0]), size) as (_, pilot):
            begun[size] = await settled(pilot)
    for first, *others in ((SMALL, WIDE, HUGE, WIDE), (HUGE, WIDE, SMALL, HUGE)):
        async with shown(name, tmp_path / f"from {first[0]}", first) as (_, pilot):
            for size in others:
                assert await taken(pilot, size) == begun[size], (first, size)
