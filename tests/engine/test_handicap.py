"""What a handicap changes: the deal, the calls, the points of a round; and what it may be."""

import pytest

from shanghai.engine.actions import Call, Deal
from shanghai.engine.game import apply, new_game, refuse
from shanghai.engine.handicap import NO_HANDICAP, Handicap, refuse_handicaps
from shanghai.engine.scoring import end_round
from shanghai.engine.state import Ending, Phase
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from shanghai.words.refusals import why
from tests.playable import only_rounds

NAMES = ("Ann", "Bob", "Cy")


def dealt(variant, *handicaps, round=1):
    from msgspec import structs

    rules = only_rounds(load_variant(variant), (round,))
    state = structs.replace(new_game(rules, NAMES, handicaps), dealer=2, phase=Phase.DEALING)
    return apply(state, Deal(rules.cards(3)))[0]


def test_cards_more_are_dealt_last_and_every_card_is_somewhere():
    """ALL-1."""
    plain, given = dealt("california"), dealt("california", Handicap(cards=2), *[NO_HANDICAP] * 2)
    each = len(plain.seats[0].hand)
    assert [len(seat.hand) for seat in given.seats] == [each + 2, each, each]
    assert given.seats[0].hand[:each] == plain.seats[0].hand
    assert given.seats[1:] == plain.seats[1:]
    held = [card for seat in given.seats for card in seat.hand]
    assert sorted((*held, *given.stock, *given.discards)) == sorted(given.rules.cards(3))
    assert given.discards == (given.rules.cards(3)[3 * each + 2],)


def test_fewer_cards_are_dealt_only_as_far_as_the_contract_stays_in_reach():
    for variant in known_variants():
        rules = load_variant(variant)
        for number in range(1, rules.rounds + 1):
            state = dealt(variant, NO_HANDICAP, Handicap(cards=-3), NO_HANDICAP, round=number)
            each, fewer = len(state.seats[0].hand), len(state.seats[1].hand)
            assert each - 3 <= fewer <= each
            assert fewer + 1 >= min(state.contract.size, each + 1)


def test_a_call_more_is_given_in_each_round_that_has_calls():
    """ALL-9."""
    plain = dealt("california")
    state = dealt("california", NO_HANDICAP, Handicap(calls=1), NO_HANDICAP)
    assert state.calls_left(1) == plain.calls_left(1) + 1
    assert state.calls_left(0) == plain.calls_left(0)
    from msgspec import structs

    limit = state.call_limit(1)
    spent = [structs.replace(seat, calls_used=limit - 1) for seat in state.seats]
    late = structs.replace(state, seats=tuple(spent))
    assert refuse(late, Call(1, "may-i" if late.rules.call_word == "may-i" else "buy")) is None
    assert refuse(late, Call(2, late.rules.call_word)).code == "no-calls-left"
    for number in range(1, state.rules.rounds + 1):
        silent = structs.replace(state.rules, call_limit=(0,) * state.rules.rounds)
        assert structs.replace(state, rules=silent, round=number).calls_left(1) == 0


def test_points_are_taken_off_each_round_also_below_zero():
    """ALL-12."""
    state = dealt("playerules", Handicap(points=10), NO_HANDICAP, Handicap(points=5))
    plain, _ = end_round(dealt("playerules"), 0, Ending.OUT)
    after, _ = end_round(state, 0, Ending.OUT)
    off = [b - a for a, b in zip(after.results[0].points, plain.results[0].points, strict=True)]
    assert off == [10, 0, 5]
    assert after.seats[0].score == -10


@pytest.mark.parametrize(
    ("handicap", "fault", "said"),
    [
        (Handicap(calls=4), "handicap-calls", "0 to 3 calls more, not 4"),
        (Handicap(calls=-1), "handicap-calls", "0 to 3 calls more, not -1"),
        (Handicap(points=60), "handicap-points", "0 to 50 points"),
        (Handicap(cards=4), "handicap-cards", "3 cards more or less"),
    ],
)
def test_a_handicap_is_bounded(handicap, fault, said):
    rules = load_variant("california")
    assert said in why(refuse_handicaps(rules, [NO_HANDICAP, handicap], 2))
    with pytest.raises(ValueError, match=fault):
        new_game(rules, NAMES[:2], [NO_HANDICAP, handicap])


def test_handicaps_stand_for_each_seat_or_for_none():
    with pytest.raises(ValueError, match="handicap-seats"):
        new_game(load_variant("california"), NAMES, [NO_HANDICAP])
