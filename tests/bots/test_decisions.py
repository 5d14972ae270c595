"""The versions of the levels: raised wherever their decisions change, and read by the proof."""

import pytest

from shanghai.bots import levels
from shanghai.bots.levels import LEVELS, SEARCHING, decides_as, level_versions
from shanghai.bots.machine_code import make_ready
from tests.bots.decisions import decisions, file_of

HINT = "raise the version of this level (bots/levels.py), then: python -m tests.bots.decisions"


@pytest.mark.parametrize("level", [level for level in LEVELS if level not in SEARCHING])
def test_a_level_decides_as_its_version_did(level):
    assert decisions(level) == file_of(level).read_text("utf-8"), HINT


@pytest.mark.slow
@pytest.mark.parametrize("level", sorted(SEARCHING))
def test_a_level_that_searches_decides_as_its_version_did(level):
    if not make_ready():
        pytest.skip("the search needs numba")
    assert decisions(level) == file_of(level).read_text("utf-8"), HINT


def test_a_level_is_known_again_by_its_version():
    code = level_versions(["hard-buyer", "nobody"])
    assert decides_as("hard", code)
    assert decides_as("hard-buyer", code)
    assert not decides_as("hard", "hard:999")
    assert not decides_as("hard", "0123456789abcdef")
    assert not decides_as("hard", "")
    assert levels.LEVELS["hard"].version > 0
