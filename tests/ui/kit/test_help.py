"""The help: each screen has words of its own, and the key for them works above all of them."""

import pytest

from shanghai.ui.app import ShanghaiApp
from shanghai.ui.help import HelpScreen
from shanghai.ui.kit.screen import BaseScreen
from tests.ui.apps import all_screens, at_menu, press, showing, until
from tests.ui.pictures import screen_text

SHOWN = [kind for kind in all_screens() if not kind.__subclasses__() and kind is not HelpScreen]


@pytest.mark.parametrize("kind", SHOWN, ids=lambda kind: kind.__name__)
def test_every_screen_explains_itself(kind):
    if kind.help_text is not BaseScreen.help_text:
        return
    said = kind.HELP_TEXT
    assert len(said) > 40
    assert all(said != other.HELP_TEXT for other in SHOWN if other is not kind)
    assert said.rstrip().endswith(".")


def test_the_key_works_wherever_no_text_is_typed():
    keys = [key for binding in ShanghaiApp.BINDINGS for key in binding.key.split(",")]
    assert {"question_mark", "f1"} <= set(keys)


async def test_the_help_names_the_letters_of_both_arrows(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "n", "question_mark")
        assert "↑↓, j or k" in screen_text(app)
        await press(pilot, "escape", "escape", "e", "question_mark")
        await until(pilot, lambda: "←→, l or h" in screen_text(app))
        await press(pilot, "escape", "escape", "s", "question_mark")
        assert "→ or l " in screen_text(app)


async def test_the_keys_stand_before_what_signs_mean(tmp_path):
    text = "What this is for.\nSigns\n  * the dealer"
    page = HelpScreen("Table", text, (("d", "Draw", "Draws a card."),))
    async with showing(page, tmp_path) as (app, _):
        shown = screen_text(app)
        assert shown.index("What this is for") < shown.index("Draws a card")
        assert shown.index("Draws a card") < shown.index("Signs") < shown.index("* the dealer")
