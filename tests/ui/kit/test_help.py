"""The help: each screen has words of its own, and the key for them works above all of them."""

import importlib
import inspect
import pkgutil

import pytest

from shanghai.ui import screens
from shanghai.ui.app import ShanghaiApp
from shanghai.ui.kit.help import HelpScreen
from shanghai.ui.kit.screen import BaseScreen

SHARED = {"BaseScreen", "ReadingScreen", "TableScreen", "CallClock", "HandScreen", "PlayerMoves"}
"""Classes that others grow from; none of them is shown."""


def shown_screens():
    for module in pkgutil.iter_modules(screens.__path__):
        name = f"{screens.__name__}.{module.name}"
        for kind in vars(importlib.import_module(name)).values():
            is_screen = inspect.isclass(kind) and issubclass(kind, BaseScreen)
            if is_screen and kind.__module__ == name and kind.__name__ not in SHARED:
                yield kind


@pytest.mark.parametrize("kind", [*shown_screens()], ids=lambda kind: kind.__name__)
def test_every_screen_explains_itself(kind):
    if kind is HelpScreen:
        return
    said = kind.HELP_TEXT
    assert len(said) > 40
    assert all(said != other.HELP_TEXT for other in shown_screens() if other is not kind)
    assert said.rstrip().endswith(".")


def test_the_key_works_wherever_no_text_is_typed():
    keys = [key for binding in ShanghaiApp.BINDINGS for key in binding.key.split(",")]
    assert {"question_mark", "f1"} <= set(keys)
