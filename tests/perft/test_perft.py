"""The sequences of legal actions are as many as the file of counts says."""

import pytest

from shanghai.engine.game import refuse
from shanghai.engine.legal import legal
from shanghai.variants.library import shipped_variants
from tests.long import some
from tests.perft import COUNTS, positions, table

WRITTEN = {part.split("\n")[0]: part for part in COUNTS.read_text("utf-8").rstrip().split("\n\n")}


def test_every_shipped_variant_has_its_counts():
    assert tuple(WRITTEN) == shipped_variants()


@pytest.mark.parametrize("variant", some(shipped_variants()))
def test_as_many_sequences_of_actions_are_legal_as_are_written(variant):
    assert table(variant).rstrip() == WRITTEN[variant]


@pytest.mark.parametrize("variant", shipped_variants())
def test_the_first_actions_are_as_many_as_are_written_and_not_refused(variant):
    found = list(positions(variant))
    rows = WRITTEN[variant].splitlines()[1:]
    assert len(found) == len(rows) == 5
    for (title, state), row in zip(found, rows, strict=True):
        actions = list(legal(state))
        assert f"{row} ".startswith(f"  {title}: {len(actions)} ")
        assert all(refuse(state, action) is None for action in actions)
