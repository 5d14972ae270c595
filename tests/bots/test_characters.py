"""Each player with a name of its own plays in its way."""

import pytest

from shanghai.bots.levels import FORMER, LEVELS
from tests.bots.characters import figures, played

NAMED = [level for level, one in LEVELS.items() if one.strength]


def test_each_has_a_name_a_sign_and_a_strength():
    named = [LEVELS[level] for level in NAMED]
    assert 6 <= len(named) <= 8
    assert (
        len({level.name for level in named}) == len({level.sign for level in named}) == len(named)
    )
    for name, level in zip(NAMED, named, strict=True):
        assert level.name.lower() == name
        assert not LEVELS[level.strength].strength
        assert len(level.sign) == 2
        assert level.sign[1].isascii()
        assert level.description.endswith(".")


def test_former_ids_are_still_known():
    for former, present in FORMER.items():
        assert former in LEVELS
        assert former not in list(LEVELS)
        assert LEVELS[former] is LEVELS[present]


@pytest.fixture(scope="module")
def measured():
    return {level: figures(played(level, 2)) for level in ("hard", "simple", *NAMED)}


@pytest.mark.slow
def test_their_ways_show_in_their_play(measured):
    calls, down, heavy = ({level: each[at] for level, each in measured.items()} for at in range(3))
    assert calls["mia"] > calls["hard"] > calls["walter"]
    assert calls["emil"] < 0.5 * calls["simple"]
    assert calls["pip"] > calls["hard"]
    assert heavy["greta"] > heavy["simple"]
    assert down["rocco"] > down["hard"]
