"""Random keys in windows of random sizes: screens open, close and are resized in any order."""

import asyncio
import json
from itertools import count
from random import Random

import pytest
from textual.events import Key, Resize
from textual.geometry import Size

from shanghai.table.chance import cards_of
from shanghai.ui.app import ShanghaiApp
from shanghai.ui.options import Options, Start
from shanghai.variants.loader import load_variant
from tests.positions import PEOPLE

KEYS = [*"dtxpganljeobvcirsumhkfwy12345?", *("enter", "escape") * 4, "space", "tab", "up", "down"]
KEYS += ["left", "right", "pageup", "pagedown", "home", "end", "f1", "f2", "ctrl+p"]
WINDOWS = [(80, 24), (120, 40), (200, 60), (20, 5), (79, 23), (100, 30)]


def key(name):
    if name == "?":
        return Key("question_mark", "?")
    return Key(name, {"enter": "\r", "space": " "}.get(name, name if len(name) == 1 else None))


async def lean_on_keys(app, chance, number):
    """Keys and sizes, some before the screen has answered the last; how many there were.

    Fewer than the number asked for where they have left the program.
    """
    async with app.run_test(size=WINDOWS[0]) as pilot:
        await pilot.pause()
        for sent in range(number):
            if app._exit:
                return sent
            if chance.random() < 0.75:
                app.post_message(key(chance.choice(KEYS)))
            else:
                size = Size(*chance.choice(WINDOWS))
                app._driver._size = size
                app.post_message(Resize(size, size))
            for _ in range(chance.choice([0, 0, 0, 1, 2, 5, 20, 60])):
                await asyncio.sleep(0)
            if not chance.randrange(10):
                await pilot.pause()
        await pilot.pause()
    return number


async def play_at_random(folder, start, seed, number):
    """Begins again where the keys have left the program; any fault on the way is raised."""
    chance = Random(f"keys and sizes {seed}")
    (folder / "settings.json").write_text(json.dumps({"pace": "at once"}))
    while number > 0:
        app = ShanghaiApp(Options(data_dir=str(folder), start=start))
        # No screen is deaf to keys.
        app.clock = count(0, 0.5).__next__
        number -= await lean_on_keys(app, chance, number)
        assert app.return_code in (None, 0)


STARTS = {"menu": None, "table": Start(load_variant("playerules"), PEOPLE, cards_of(5))}


@pytest.mark.parametrize("seed", [10])
@pytest.mark.parametrize("place", STARTS)
async def test_random_keys_and_sizes_end_no_screen(tmp_path, place, seed):
    await play_at_random(tmp_path, STARTS[place], seed, 80)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("place", STARTS)
async def test_many_random_keys_and_sizes_end_no_screen(tmp_path, place, seed):
    await play_at_random(tmp_path, STARTS[place], seed, 150)
