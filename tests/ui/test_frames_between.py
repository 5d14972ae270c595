"""Between two dialogs no other screen is painted, not for a single frame."""

import pytest
from textual._compositor import Compositor

from tests.long import some
from tests.ui.apps import LATE, at_menu
from tests.ui.states import first_of

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")


@pytest.fixture
def frames(monkeypatch):
    """The kinds of the screens that were painted, one after the other."""
    seen, draw = [], Compositor.render_update

    def noted(compositor, *args, **named):
        kind = type(compositor.root).__name__
        if compositor._dirty_regions and (not seen or seen[-1] != kind):
            seen.append(kind)
        return draw(compositor, *args, **named)

    monkeypatch.setattr(Compositor, "render_update", noted)
    return seen


TO_TABLE = ("VariantScreen", "EveningScreen", "PlayersScreen", "DealerScreen", "PlayerScreen")
WAYS = {
    "a first game": ("n enter enter end enter enter", TO_TABLE),
    "more games": ("n m enter enter end", ("VariantScreen", "MoreGamesScreen", *TO_TABLE[1:4])),
    "back to the rules": (
        "n enter enter escape enter escape escape",
        (*TO_TABLE[:3], "VariantScreen", "PlayersScreen", "VariantScreen", "MenuScreen"),
    ),
    "back from the draw": (
        "n enter enter end escape escape escape",
        (*TO_TABLE[:4], "PlayersScreen", "VariantScreen", "MenuScreen"),
    ),
    "leaving the table": (
        "n enter enter end enter enter q y",
        (*TO_TABLE, "LeaveScreen", "MenuScreen"),
    ),
    "a lesson": (
        "l enter enter q y",
        ("LessonsScreen", "LessonPage", "PlayerScreen", "LeaveScreen", "MenuScreen"),
    ),
    "back from a lesson": (
        "l enter escape escape",
        ("LessonsScreen", "LessonPage", "LessonsScreen", "MenuScreen"),
    ),
    "a lesson of the rules": (
        "n l enter q y escape",
        (
            "VariantScreen",
            "LessonPage",
            "PlayerScreen",
            "LeaveScreen",
            "VariantScreen",
            "MenuScreen",
        ),
    ),
    "real cards": (
        "o enter enter enter A n n enter B o b enter enter escape escape escape",
        ("PickScreen", "VariantScreen", "NamesScreen", "PaperScreen", "PickScreen", "MenuScreen"),
    ),
    "a deal code": (
        "o down enter down enter enter enter escape escape escape",
        ("PickScreen", "VariantScreen", "PickScreen", "DealCodeScreen", "PickScreen", "MenuScreen"),
    ),
}


QUICK = ("a first game", "back from the draw")


@pytest.mark.parametrize("way", some(first_of(WAYS, QUICK)))
async def test_no_other_screen_is_painted_on_the_way(tmp_path, frames, way):
    keys, screens = WAYS[way]
    async with at_menu(tmp_path) as (app, pilot):
        frames.clear()
        for count, key in enumerate(keys.split(), 1):
            app.clock = lambda count=count: LATE + 60 * count
            await pilot.press(key)
            await pilot.pause()
            await pilot.pause()
        assert tuple(frames) == screens, frames
