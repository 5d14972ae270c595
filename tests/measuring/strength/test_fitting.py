"""Which cards that fit a discard leaves in the hand."""

import pytest

from shanghai.engine.cards import labels
from shanghai.engine.seen import view_for
from tests.positions import position

HANDS = {"Ann": "9D 10H JK", "Bob": "2S 3S QH", "Cy": "8D KH"}
TABLE = (("Ann", "set", "9C 9S 9H"), ("Bob", "run", "6H 7H 8H 9H"))


def test_a_discard_leaves_the_other_cards_that_fit():
    # It measures the play-outs, which take NumPy.
    pytest.importorskip("numpy")
    from tests.measuring.strength.fitting import lay_offs_but

    view = view_for(position("rummygames", HANDS, turn="Ann", phase="play", table=TABLE), 0)
    nine, ten, joker = view.seats[0].hand
    assert {step.card for step in lay_offs_but(view)} == {nine, ten, joker}
    assert {step.card for step in lay_offs_but(view, nine)} == {ten, joker}
    ends = [step.end for step in lay_offs_but(view, nine) if step.card == ten]
    assert len(ends) == 2, labels(view.seats[0].hand)
