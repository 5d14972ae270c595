"""After every key of many at random the terminal shows the very cells of the screen on top."""

from random import Random

import pytest

from shanghai.table.chance import cards_of
from shanghai.ui.options import Options, Start
from shanghai.ui.table.card_row import CardRow
from shanghai.variants.loader import load_variant
from tests.long import some
from tests.positions import PEOPLE
from tests.terminal.drawn import drawn

NAMED = ("left", "right", "up", "down", "enter", "escape", "space", "tab", "f1", "f2", "f3", "home")
KEYS = (*NAMED * 3, *"abcdefghijklmnoprstuvwxyz0123456789", "question_mark", "pagedown", "end")
"""Keys that are drawn: all but those that end the program."""
AT_ONCE = 250
"""Keys that one run of the program gets, which begins at a table or at the menu in turn."""


@pytest.mark.parametrize(
    ("keys", "size", "depth"),
    some([(60, (120, 40), "truecolor"), (4000, (120, 40), "truecolor"), (1000, (80, 24), "16")]),
)
async def test_the_terminal_shows_what_is_meant_after_every_key(tmp_path, keys, size, depth):
    chance, pressed, changed, runs = Random(47), 0, 0, 0
    screens = set()
    while pressed < keys:
        start = Start(load_variant("california"), PEOPLE, cards_of(chance.random()))
        first_game = None if runs % 2 else start
        options = Options(data_dir=str(tmp_path / f"{runs}"), start=first_game, animation=False)
        runs += 1
        async with drawn(options, size, depth) as shown:
            for _ in range(min(AT_ONCE, keys - pressed)):
                key = chance.choice(KEYS)
                changed += sum(await shown.press(key)) > 0
                pressed += 1
                if shown.app._exit:
                    break
                assert shown.faults() == [], (pressed, key)
                screens.add(type(shown.app.screen).__name__)
    assert pressed == keys
    assert changed > keys / 4
    assert len(screens) >= min(keys // 50, 12), screens


async def test_a_screen_below_another_is_drawn_anew_in_the_colours_of_another_theme(tmp_path):
    start = Start(load_variant("california"), PEOPLE, cards_of(5))
    options = Options(data_dir=str(tmp_path), start=start, animation=False)
    async with drawn(options, (120, 40)) as shown:
        await shown.press("enter", "enter")
        app, hand = shown.app, shown.app.screen.query_one(CardRow)
        for theme in ("clear", "baize", "clear"):
            app.action_settings()
            await shown.pilot.pause()
            app.change_settings(theme=theme, four_colours=theme == "baize")
            await shown.press("escape")
            assert app.screen is hand.screen
            hand._line_cache.clear()
            assert shown.faults() == [], theme
