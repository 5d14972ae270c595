"""What a seat may see: its own hand, counts of the others, one discard, none of the stock."""

import pytest
from msgspec import structs

from shanghai.engine.actions import Deal, DrawForDealer
from shanghai.engine.cards import HIDDEN
from shanghai.engine.game import apply, legal, new_game
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import public_view, view_for
from shanghai.engine.state import Phase
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant


def dealt(variant, players=3):
    state = new_game(load_variant(variant), ["Ann", "Bob", "Cy"][:players])
    state, _ = apply(state, DrawForDealer((tuple(range(players)),)))
    state, _ = apply(state, Deal(state.rules.cards(players)))
    return state


@pytest.mark.parametrize("variant", known_variants())
def test_a_view_holds_the_viewers_hand_and_counts_of_all_else(variant):
    """ALL-13."""
    state = dealt(variant)
    for viewer in range(3):
        view = view_for(state, viewer)
        assert view.seats[viewer] == state.seats[viewer]
        for other in {0, 1, 2} - {viewer}:
            assert set(view.seats[other].hand) == {HIDDEN}
            assert len(view.seats[other].hand) == len(state.seats[other].hand)
        assert set(view.stock) == {HIDDEN}
        assert len(view.stock) == len(state.stock)
        assert view.discards == state.discards


def test_buried_discards_are_seen_by_nobody():
    """ALL-13."""
    state = structs.replace(dealt("playerules"), discards=(1, 2, 3), tossers=(0, 1, NOBODY))
    assert view_for(state, 0).discards == (1, HIDDEN, HIDDEN)
    assert public_view(state).discards == (1, HIDDEN, HIDDEN)


def test_public_view_holds_no_hand_until_the_round_is_scored():
    """ALL-13."""
    state = dealt("playerules")
    assert {card for seat in public_view(state).seats for card in seat.hand} == {HIDDEN}
    over = structs.replace(state, phase=Phase.ROUND_OVER)
    assert [seat.hand for seat in public_view(over).seats] == [seat.hand for seat in state.seats]


def test_views_are_equal_when_only_hidden_cards_differ():
    state = dealt("california")
    hands = [state.seats[1].hand, state.seats[2].hand]
    mixed = structs.replace(
        state,
        seats=(
            state.seats[0],
            structs.replace(state.seats[1], hand=hands[1]),
            structs.replace(state.seats[2], hand=hands[0]),
        ),
        stock=state.stock[::-1],
    )
    assert view_for(mixed, 0) == view_for(state, 0)
    assert view_for(mixed, 1) != view_for(state, 1)


@pytest.mark.parametrize("variant", known_variants())
def test_a_view_lists_the_viewers_own_legal_actions(variant):
    state = dealt(variant)
    for viewer in range(3):
        own = [action for action in legal(state) if action.seat == viewer]
        assert list(legal(view_for(state, viewer))) == own
