"""The help: each screen has words of its own, and the key for them works above all of them."""

import pytest

from shanghai.ui.app import ShanghaiApp
from shanghai.ui.kit.help import HelpScreen
from shanghai.ui.kit.screen import BaseScreen
from tests.ui.apps import all_screens

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
