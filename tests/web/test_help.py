import pytest

from shanghai.ui.app import ShanghaiApp
from tests.ui.apps import at_menu, press
from tests.ui.pictures import screen_lines


@pytest.mark.parametrize("is_web", [False, True])
async def test_sleep_is_offered_in_a_terminal_only(tmp_path, monkeypatch, is_web):
    monkeypatch.setattr(ShanghaiApp, "is_web", property(lambda _: is_web))
    async with at_menu(tmp_path, (100, 60)) as (app, pilot):
        await press(pilot, "question_mark")
        text = "\n".join(screen_lines(app))
    assert "Ctrl+Q" in text
    assert ("Ctrl+Z" in text) is not is_web
