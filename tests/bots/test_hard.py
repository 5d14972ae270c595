"""The strongest and the easiest computer player: what they do otherwise than the simple one."""

from random import Random

import pytest

from shanghai.bots.easy import EasyBot
from shanghai.bots.hard import HardBot
from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import never
from shanghai.bots.weights import BUYER, CAUTIOUS, EVEN
from shanghai.engine.actions import Call, Discard, GoDown, LayOff
from shanghai.engine.cards import label, read_face
from shanghai.engine.events import Dealt, Discarded, DiscardTaken, LaidOff
from shanghai.engine.view import view_for
from tests.bots.test_levels import REST, position


def shrewd(seat: int = 0, weights=EVEN) -> HardBot:
    return HardBot(seat, Random(1), never, weights)


def discard(state, weights=EVEN) -> str:
    step = shrewd(0, weights).decide(view_for(state, 0))
    assert isinstance(step, Discard)
    return label(step.card)


LARGE = """
    hands: {Ann: 2D 2C, Bob: 2S 5H 9C KD 4S 7H JC 3D 8S QH 6C, Cy: 3H 3S 3C}
    stock: 2H 3H 4H 5H 6H 7C 8C
    discards: AD
    discarded_by: Ann
"""


def in_large(round: int, hand: str = "", variant: str = "california"):
    text = LARGE.replace("2S 5H 9C KD 4S 7H JC 3D 8S QH 6C", hand) if hand else LARGE
    return position(variant, text, round=round, phase="draw", turn="Cy")


def test_in_a_large_contract_any_card_is_bought_while_buys_are_plenty():
    state = in_large(8)
    view = view_for(state, 1)
    assert isinstance(shrewd(1).wants_call(view), Call)
    assert LEVELS["simple"].make(1, Random(1), never).wants_call(view) is None


def test_in_a_small_contract_nothing_is_bought_that_does_not_help():
    assert shrewd(1).wants_call(view_for(in_large(2), 1)) is None


def test_where_a_call_brings_one_card_more_only_the_buyer_calls_for_its_own_sake():
    view = view_for(in_large(7, variant="playerules"), 1)
    assert shrewd(1).wants_call(view) is None
    assert isinstance(shrewd(1, BUYER).wants_call(view), Call)


def test_the_cautious_one_calls_nothing_far_from_the_contract():
    # An ace brings the hand nearer to three sets and a run, but it is many cards short.
    state = in_large(7, hand="AS 5H 9C KD 4S 7H JC 3D 8S QH 6C")
    view = view_for(state, 1)
    assert isinstance(shrewd(1).wants_call(view), Call)
    assert shrewd(1, CAUTIOUS).wants_call(view) is None


@pytest.mark.parametrize(
    ("hand", "calls"),
    [
        ("2D 3D 4D 5D 9C 4S 7H JC 8S QH KC", False),
        ("2D 3D 4D 5D 6D 7D 8D KS KH 9C JC", True),
    ],
    ids=["far", "near"],
)
def test_for_a_run_of_ten_it_keeps_its_calls_until_it_is_near(hand, calls):
    view = view_for(in_large(8, hand=hand, variant="rummygames"), 1)
    assert isinstance(LEVELS["simple"].make(1, Random(1), never).wants_call(view), Call)
    assert isinstance(shrewd(1).wants_call(view), Call) is calls


def test_a_call_is_made_late_in_the_round_too():
    text = """
        hands: {Ann: 2D 2C, Bob: 9S 9H 5C 5D 2S KD 7H JC 3D, Cy: 3H}
        table: [{owner: Cy, set: QS QH QD}, {owner: Cy, set: 4S 4H 4D}]
        stock: 2H 3S 4C 5H 6H
        discards: 9D
        discarded_by: Ann
    """
    state = position("playerules", text, phase="draw", turn="Cy")
    view = view_for(state, 1)
    assert isinstance(shrewd(1).wants_call(view), Call)
    assert LEVELS["simple"].make(1, Random(1), never).wants_call(view) is None


def test_of_idle_cards_the_heaviest_goes_first():
    state = position("playerules", f"hands: {{Ann: 4S 4H 5S 5D KC 2D 8H, Bob: JC, Cy: JD}}{REST}")
    assert discard(state) == "KC"


def test_with_somebody_about_to_go_out_heavy_cards_go_first():
    text = """
        hands: {Ann: KS KH QD 2C 3C 5D 6S 8H 10D, Bob: 7S, Cy: JD}
        table: [{owner: Bob, run: 2H 3H 4H 5H}, {owner: Bob, run: 6C 7C 8C 9C}]
    """
    text += REST
    far = position("playerules", text, round=3)
    assert discard(far)[:-1] in ("K", "Q", "10")
    assert discard(far, CAUTIOUS)[:-1] == "K"


def test_it_lays_down_what_leaves_least_once_all_is_laid_off():
    text = """
        hands: {Ann: KS KH KC QS QH QD 5S 5H 5D 8C, Bob: JC, Cy: JD}
        table: [{owner: Bob, set: KS KH KD}, {owner: Bob, set: 9D 9C 9H}]
    """
    state = position("playerules", text + REST)
    step = shrewd().decide(view_for(state, 0))
    assert isinstance(step, GoDown)
    laid = {label(card) for meld in step.melds for card in meld.cards}
    assert laid == {"QS", "QH", "QD", "5S", "5H", "5D"}


@pytest.mark.parametrize("weights", [EVEN, CAUTIOUS, BUYER])
def test_who_is_down_calls_nothing(weights):
    text = """
        hands: {Ann: 2D 2C, Bob: 9S KD, Cy: 3H}
        table: [{owner: Bob, set: QS QH QD}, {owner: Bob, set: 4S 4H 4D}]
        stock: 2H 3S 4C 5H 6H
        discards: 9D
        discarded_by: Ann
    """
    state = position("playerules", text, phase="draw", turn="Cy")
    assert shrewd(1, weights).wants_call(view_for(state, 1)) is None


def test_the_easy_one_overlooks_lay_offs_and_calls_now_and_then():
    text = """
        hands: {Ann: 3S KC 8H, Bob: JC, Cy: JD}
        table: [{owner: Ann, set: 3H 3D 3C}, {owner: Ann, set: 9H 9D 9C}]
    """
    state = position("playerules", text + REST)
    steps = [EasyBot(0, Random(n)).decide(view_for(state, 0)) for n in range(40)]
    kinds = {type(step) for step in steps}
    assert kinds == {LayOff, Discard}
    wanted = in_large(7, hand="AS AH 9C KD 4S 7H JC 3D 8S QH 6C")
    wishes = [EasyBot(1, Random(n)).wants_call(view_for(wanted, 1)) for n in range(40)]
    assert {type(wish) for wish in wishes} == {Call, type(None)}


GIFTS = """
    hands: {Ann: 4S 4H 5S 5D KC QD 2D, Bob: 2S 3C 8D 9C 10H, Cy: JD JH 3S 6C 7H}
    stock: 2C 3C 4C 6D 7D
    discards: 9S
"""


def informed(*events) -> HardBot:
    bot = shrewd()
    for event in events:
        bot.notice(event)
    return bot


@pytest.mark.parametrize(("collected", "kept"), [("KH KD", "KC"), ("QH QS", "QD")])
def test_what_the_next_player_collects_is_not_thrown(collected, kept):
    state = position("playerules", GIFTS)
    taken = [DiscardTaken(1, read_face(name)) for name in collected.split()]
    step = informed(*taken).decide(view_for(state, 0))
    assert isinstance(step, Discard)
    thrown = label(step.card)
    assert thrown in ("KC", "QD")
    assert thrown != kept


def test_what_the_next_player_let_go_is_thrown_sooner():
    state = position("playerules", GIFTS)
    first = discard(state)
    other = {"KC": "QD", "QD": "KC"}[first]
    let_go = Discarded(1, read_face("KS" if other == "KC" else "QS"), False)
    assert label(informed(let_go).decide(view_for(state, 0)).card) == other


def test_what_was_collected_counts_no_more_once_it_is_laid_or_the_round_is_over():
    state = position("playerules", GIFTS)
    taken = [DiscardTaken(1, read_face("KH")), DiscardTaken(1, read_face("KD"))]
    laid = [LaidOff(1, read_face("KH"), 0, None), LaidOff(1, read_face("KD"), 0, None)]
    fresh = discard(state)
    assert label(informed(*taken, *laid).decide(view_for(state, 0)).card) == fresh
    dealt = Dealt(2, 0, read_face("9S"))
    assert label(informed(*taken, dealt).decide(view_for(state, 0)).card) == fresh


WAITS = """
    hands: {Ann: 4S 4H 5S 5D KC 3D 2D, Bob: 7S, Cy: JD JH 3S 6C}
    table: [{owner: Bob, set: KS KH KD}, {owner: Bob, set: 9S 9H 9D}]
"""


def test_nothing_is_thrown_that_lets_the_next_player_out():
    state = position("rummygames", WAITS + REST)
    assert discard(state) != "KC"


def test_who_is_down_keeps_from_the_next_player_what_that_one_collects():
    text = """
        hands: {Ann: KC QD, Bob: 7S 2S 3C 8D 9C, Cy: JD JH 3S}
        table: [{owner: Ann, set: 5S 5H 5D}, {owner: Ann, set: 6S 6H 6D}]
    """
    state = position("rummygames", text + REST)
    taken = [DiscardTaken(1, read_face("KH")), DiscardTaken(1, read_face("KD"))]
    assert label(informed(*taken).decide(view_for(state, 0)).card) == "QD"
    taken = [DiscardTaken(1, read_face("QH")), DiscardTaken(1, read_face("QS"))]
    assert label(informed(*taken).decide(view_for(state, 0)).card) == "KC"


def test_a_card_that_may_not_be_taken_is_no_gift():
    state = position("grandma-davis", WAITS + REST)
    step = shrewd().decide(view_for(state, 0))
    assert isinstance(step, Discard)
    assert (label(step.card), step.shanghai) == ("KC", True)
