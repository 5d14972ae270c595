"""The sequences of legal actions are as many as the file of counts says."""

import pytest

from shanghai.engine.game import refuse
from shanghai.engine.legal import legal
from shanghai.variants.library import known_variants
from tests.long import some
from tests.perft import COUNTS, positions, table

WRITTEN = {part.split("\n")[0]: f"{part}\n" for part in COUNTS.read_text("utf-8").split("\n\n")}


@pytest.mark.parametrize("variant", some(known_variants(), 2))
def test_as_many_sequences_of_actions_are_legal_as_are_written(variant):
    assert table(variant).rstrip() == WRITTEN[variant].rstrip()


@pytest.mark.parametrize("variant", known_variants())
def test_the_first_actions_are_those_that_are_not_refused(variant):
    for _, state in positions(variant):
        assert all(refuse(state, action) is None for action in legal(state))
