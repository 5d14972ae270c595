"""States in a language of accents: nothing of them is still in English, nothing is cut."""

import pytest

from shanghai.words.rulebook.rules import KEY_WORDS
from tests.long import some
from tests.ui.apps import NAMES, SIZES, SMALL, WIDE
from tests.ui.measured import cuts
from tests.ui.pictures import screen_text
from tests.ui.states import STATES, first_of, shown
from tests.ui.table.test_table_pictures import NAMES as SEATED
from tests.words import pseudo

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

SAID = ("settings", "called going 4", "compare in full")
OWN = {"names", "help", "kinds of evening", "lessons", "lesson page", "cover", "save elsewhere"}
OWN |= {"workshop file"}
"""The states whose words are those of the tests, or a file."""
TYPED = ("Easter", "Cut")
"""What people have typed: names of players, of a tournament and of a game."""
CASES = [(name, size) for size in SIZES for name in first_of(STATES, SAID) if name not in OWN]
QUICK = [(SAID[0], SMALL), (SAID[1], WIDE), (SAID[2], WIDE)]


@pytest.mark.parametrize(("name", "size"), some(first_of(CASES, QUICK), len(QUICK)))
async def test_a_state_is_said_in_the_language(tmp_path, name, size):
    with pseudo.spoken():
        async with shown(name, tmp_path, size) as (app, pilot):
            await pilot.pause()
            assert not pseudo.english_in(screen_text(app), (*NAMES, *SEATED, *TYPED), KEY_WORDS)
            assert not cuts(app)
