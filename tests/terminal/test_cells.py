"""The cells that a terminal shows are those that the screen on top is drawn with, key by key."""

import json
from random import Random

import pytest

from shanghai.ui.options import Options
from tests.terminal.drawn import drawn
from tests.ui.test_random_keys import KEYS, STARTS

SIZE = (80, 24)


async def faults_after_keys(folder, start, seed, number):
    """Presses keys at random, beginning again where they leave the program; how many were sent."""
    chance = Random(f"cells {seed}")
    (folder / "settings.json").write_text(json.dumps({"pace": "at once"}))
    sent = 0
    while sent < number:
        async with drawn(Options(data_dir=str(folder), start=start), SIZE) as shown:
            assert shown.faults() == []
            while sent < number and not shown.app._exit:
                key = chance.choice([*KEYS, "ctrl+l"])
                frames = await shown.press("question_mark" if key == "?" else key)
                if shown.app._exit:
                    break
                assert shown.faults() == [], (sent, key, frames)
                sent += 1
    return sent


@pytest.mark.parametrize("place", STARTS)
async def test_after_every_key_the_terminal_shows_what_is_meant(tmp_path, place):
    assert await faults_after_keys(tmp_path, STARTS[place], 1, 60) == 60


@pytest.mark.slow
@pytest.mark.parametrize("place", STARTS)
async def test_after_each_of_many_keys_the_terminal_shows_what_is_meant(tmp_path, place):
    assert await faults_after_keys(tmp_path, STARTS[place], 2, 2500) == 2500


async def test_a_fault_would_be_seen(tmp_path):
    async with drawn(Options(data_dir=str(tmp_path)), SIZE) as shown:
        shown.app.picture.paint(3, 3, [])
        cell = shown.terminal.buffer[3][3]
        shown.terminal.buffer[3][3] = cell._replace(data="?")
        assert [fault[:2] for fault in shown.faults()] == [(3, 3)]
        await shown.press("ctrl+l")
        assert shown.faults() == []
