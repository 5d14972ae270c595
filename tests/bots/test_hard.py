"""The strongest and the easiest computer player: what they do otherwise than the simple one."""

from random import Random

import pytest

from shanghai.bots.easy import EasyBot
from shanghai.bots.hard import HardBot
from shanghai.bots.protocol import never
from shanghai.engine.actions import Call, Discard
from shanghai.engine.cards import label, read_face
from shanghai.engine.events import Dealt, Discarded, DiscardTaken, LaidOff
from shanghai.engine.seen import view_for
from tests.bots.test_levels import REST, position


def shrewd() -> HardBot:
    return HardBot(0, Random(1), never)


def discard(state) -> str:
    step = shrewd().decide(view_for(state, 0))
    assert isinstance(step, Discard)
    return label(step.card)


LARGE = """
    hands: {Ann: 2D 2C, Bob: AS AH 9C KD 4S 7H JC 3D 8S QH 6C, Cy: 3H 3S 3C}
    stock: 2H 3H 4H 5H 6H 7C 8C
    discards: AD
    discarded_by: Ann
"""


def test_the_easy_one_misses_a_call_now_and_then():
    wanted = position("california", LARGE, round=7, phase="draw", turn="Cy")
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


@pytest.mark.parametrize(("collected", "wanted"), [("KH KD", "KC"), ("QH QS", "QD")])
def test_what_the_next_player_collects_is_not_thrown(collected, wanted):
    state = position("playerules", GIFTS)
    taken = [DiscardTaken(1, read_face(name)) for name in collected.split()]
    step = informed(*taken).decide(view_for(state, 0))
    assert isinstance(step, Discard)
    thrown = label(step.card)
    assert thrown in ("KC", "QD")
    assert thrown != wanted


def test_what_the_next_player_let_go_is_thrown_sooner():
    state = position("playerules", GIFTS)
    first = discard(state)
    other = {"KC": "QD", "QD": "KC"}[first]
    let_go = Discarded(1, read_face("KS" if other == "KC" else "QS"), False)
    assert label(informed(let_go).decide(view_for(state, 0)).card) == other


def test_what_was_collected_counts_no_more_once_it_is_laid_or_the_round_is_over():
    state = position("playerules", GIFTS)
    taken = [DiscardTaken(1, read_face("KH")), DiscardTaken(1, read_face("KD"))]
    lay_offs = [LaidOff(1, read_face("KH"), 0, None), LaidOff(1, read_face("KD"), 0, None)]
    fresh = discard(state)
    assert label(informed(*taken, *lay_offs).decide(view_for(state, 0)).card) == fresh
    dealt = Dealt(2, 0, read_face("9S"))
    assert label(informed(*taken, dealt).decide(view_for(state, 0)).card) == fresh


WAITS = """
    hands: {Ann: 4S 4H 5S 5D KC 3D 2D, Bob: 7S, Cy: JD JH 3S 6C}
    table: [{owner: Bob, set: KS KH KD}, {owner: Bob, set: 9S 9H 9D}]
"""


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
