"""The play-outs count the points of a round as the table does, by every key."""

import pytest

from shanghai.bots.playouts import table
from shanghai.bots.playouts.compact_rules import compact_rules_of
from shanghai.bots.playouts.reading import read_state
from tests.bots.playouts.replaying import ENDINGS
from tests.counting import CASES, Round

pytestmark = pytest.mark.slow
"""The machine code of the play-outs is made once on each machine."""


@pytest.mark.parametrize("key", CASES)
def test_the_play_outs_count(key):
    for case in CASES[key]:
        assert points_of(case) == case.points, case


def points_of(case: Round) -> tuple[int, ...]:
    """The points of a round that ends at the compact table."""
    rules, compact = compact_rules_of(case.state), read_state(case.state)
    assert rules is not None
    table.end_round(rules, compact, case.out, ENDINGS[case.ending])
    return tuple(int(points) for points in compact.points[: rules.players])
