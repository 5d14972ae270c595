"""Every state at every size and in every palette: whole, without holes, and to be read."""

import pytest

from shanghai.ui.app import ShanghaiApp
from shanghai.ui.kit.app import GameApp
from tests.long import some
from tests.ui.apps import SIZES, WIDE
from tests.ui.measured import broken_frames, faint_texts, faults
from tests.ui.states import STATES, first_of, shown
from tests.ui.test_themes import DEPTHS, THEMES

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

QUICK = ("called going 4", "paper", "last round over 2", "cover")
PALETTES = [*((theme, False) for theme in THEMES), (THEMES[0], True)]


@pytest.mark.parametrize("name", some(first_of(STATES, QUICK), 2))
async def test_a_state_is_whole_at_every_size(tmp_path, name):
    for size in SIZES:
        async with shown(name, tmp_path / str(size[0]), size) as (app, pilot):
            await pilot.pause()
            assert not faults(app), size


@pytest.mark.parametrize("depth", some(DEPTHS[::-1], 2))
@pytest.mark.parametrize("name", some(first_of(STATES, QUICK), 1))
async def test_what_a_state_says_can_be_read_in_every_palette(tmp_path, monkeypatch, name, depth):
    monkeypatch.setattr(ShanghaiApp, "depth", depth)
    monkeypatch.setattr(GameApp, "has_few_colours", depth == "16")
    async with shown(name, tmp_path, WIDE) as (app, pilot):
        for theme, four_colours in PALETTES:
            app.change_settings(theme=theme, four_colours=four_colours)
            await pilot.pause()
            assert not faint_texts(app, depth), (theme, four_colours)


def test_a_broken_frame_is_seen():
    whole = ["╭─ 2 ─╮", "│ ab  │", "╰─────╯"]
    assert not broken_frames(whole)
    assert broken_frames(["╭─ 2 ─╮", "│ ab   ", "╰─────╯"])
    assert broken_frames(whole[:2])
