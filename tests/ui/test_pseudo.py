"""States in a language of accents: nothing of them is still in English, nothing is cut."""

import re

import pytest

from tests.ui.apps import NAMES, WIDE
from tests.ui.measured import cuts
from tests.ui.pictures import screen_text
from tests.ui.states import shown
from tests.words import pseudo

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

SAID = ("menu", "settings", "called going 4")
_WORD = re.compile(r"\b[A-Za-z]?[a-z]{3,}\b")
KEYS = ("Enter", "Shift", "Home", "Space")


def english_in(app):
    """The words on a screen without any accent that English would have."""
    found = {word for word in _WORD.findall(screen_text(app)) if re.search("[aeiou]", word)}
    return found - {*NAMES, *KEYS, "Bartho", "California"}


@pytest.mark.parametrize("name", SAID)
async def test_a_state_is_said_in_the_language(tmp_path, name):
    with pseudo.spoken():
        async with shown(name, tmp_path, WIDE) as (app, pilot):
            await pilot.pause()
            assert not english_in(app)
            assert not cuts(app)
