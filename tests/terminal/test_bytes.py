"""A screen that opens, returns or lies over another costs hardly more bytes than its cells need."""

from copy import copy

import pytest

from shanghai.table.chance import cards_of
from shanghai.ui.options import Options, Start
from shanghai.variants.loader import load_variant
from tests.long import long, some
from tests.positions import PEOPLE
from tests.terminal.drawn import drawn
from tests.terminal.smallest import smallest
from tests.ui.apps import SIZES

AT_TABLE = ("c", "i", "question_mark", "f2", "ctrl+p", "f1")
AT_MENU = ("n", "l", "o", "e", "r", "question_mark")
MOST = 1.15
FRAME = 8
"""Bytes of a frame for which no cell can be blamed, as the mark of the cursor."""


def copied(terminal):
    """A terminal as it is now."""
    one = copy(terminal)
    one.buffer = {y: dict(terminal.buffer[y]) for y in range(terminal.lines)}
    for y, row in one.buffer.items():
        row |= {x: terminal.buffer[y][x] for x in range(terminal.columns)}
    return one


async def costs(folder, size, depth, start, keys):
    """For each key, what opens by it and the return: bytes sent, bytes needed, and frames."""
    options = Options(data_dir=str(folder), start=start, animation=False)
    async with drawn(options, size, depth) as shown:
        # Past who deals, and the screen before the hand.
        await shown.press(*["enter"] * 2 * (start is not None))
        for key in keys:
            for pressed in (key, "escape"):
                before, top = copied(shown.terminal), shown.app.screen
                frames = await shown.press(pressed)
                assert shown.faults() == []
                assert shown.app.screen is not top, (key, pressed)
                name = f"{type(shown.app.screen).__name__} by {pressed}"
                yield name, sum(frames), smallest(before, shown.terminal, depth), len(frames)


@pytest.mark.parametrize("depth", ["truecolor", long("256"), long("16")])
@pytest.mark.parametrize("size", some([(size,) for size in SIZES]))
@pytest.mark.parametrize("keys", [AT_TABLE, AT_MENU], ids=["table", "menu"])
async def test_twelve_screens_cost_what_their_cells_need(tmp_path, keys, size, depth):
    start = Start(load_variant("california"), PEOPLE, cards_of(5)) if keys is AT_TABLE else None
    measured = 0
    async for name, sent, needed, frames in costs(tmp_path, size, depth, start, keys):
        measured += 1
        assert needed > 0
        if name.startswith("LedgerScreen"):
            # It is drawn again once a thread has read the games, if that is later.
            continue
        assert sent - FRAME <= MOST * needed, (name, sent, needed)
        assert frames == 1, (name, frames)
    assert measured == 2 * len(keys)
