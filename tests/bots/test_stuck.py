"""A round that has lasted long: the simple player gives up what keeps it from its end."""

from random import Random

import pytest
from msgspec import structs

from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import Call, Discard, Draw, Take
from shanghai.engine.cards import FACES, JOKER, read_face
from shanghai.engine.events import Drawn
from shanghai.engine.seen import view_for
from shanghai.engine.state import Kind, Meld, Phase, Seat, State
from shanghai.variants.loader import load_variant

LONG = 80
"""Own turns after which a round has lasted long."""


def cards(text):
    return tuple(read_face(word) for word in text.split())


def table(hand, rules, *, down=False, phase=Phase.PLAY, top="9S"):
    """Ann, who is on turn with this hand, and Bob."""
    game = load_variant("playerules", {"contracts": [{"sets": [3]}], "deal": [5], **rules})
    return State(
        rules=game,
        seats=(Seat("Ann", hand, down=down), Seat("Bob", cards("2H 5H"), down=down)),
        phase=phase,
        dealer=1,
        turn=0,
        stock=cards("5C 6C"),
        discards=cards(top),
        tossers=(1,),
        live=phase is Phase.DRAW,
    )


def player(turns, seed=1):
    bot = SimpleBot(0, Random(seed))
    for _ in range(turns):
        bot.notice(Drawn(0, 0))
    return bot


@pytest.mark.parametrize(("turns", "gives"), [(40, False), (LONG, True)])
def test_it_lets_jokers_go_that_no_meld_may_hold(turns, gives):
    jokers = tuple(JOKER + FACES * copy for copy in range(4))
    rules = {"joker_cap": {"kind": "fixed", "most": 0}, "call_limit": [0]}
    state = table((*cards("8S 8H"), *jokers), rules)
    thrown = [player(turns, seed).decide(view_for(state, 0)) for seed in range(10)]
    wild = sum(isinstance(each, Discard) and each.card in jokers for each in thrown)
    assert (wild > 5) is gives


def test_it_does_not_take_round_and_round_what_only_helps():
    state = table(cards("8S KH 3D 5C 7H"), {"call_limit": [0]}, phase=Phase.DRAW, top="8D")
    steps = {type(player(LONG, seed).decide(view_for(state, 0))) for seed in range(20)}
    assert steps == {Take, Draw}
    assert isinstance(player(1).decide(view_for(state, 0)), Take)
    state = table(cards("8S 8H 3D 5C 7H"), {"call_limit": [0]}, phase=Phase.DRAW, top="8D")
    assert all(
        isinstance(player(LONG, seed).decide(view_for(state, 0)), Take) for seed in range(20)
    )


def test_it_throws_at_last_what_another_may_wait_for():
    rules = {"call_limit": [0], "lay_off_on": "own", "last_discard": False}
    state = table(cards("KS 3D"), rules, down=True)
    kings = Meld(0, Kind.SET, cards("KH KD KC"), 13)
    view = view_for(structs.replace(state, table=(kings,)), 0)
    assert player(1).decide(view) == Discard(0, *cards("3D"))
    thrown = {player(LONG, seed).decide(view) for seed in range(20)}
    assert thrown == {Discard(0, *cards("3D")), Discard(0, *cards("KS"))}


def test_it_takes_no_card_that_fits_a_meld_of_another_alone():
    rules = {"call_limit": [0], "lay_off_on": "own"}
    state = table(cards("3D 4H"), rules, down=True, phase=Phase.DRAW, top="KS")
    for owner, step in ((0, Take), (1, Draw)):
        kings = Meld(owner, Kind.SET, cards("KH KD KC"), 13)
        view = view_for(structs.replace(state, table=(kings,)), 0)
        assert isinstance(player(1).decide(view), step)


def test_it_calls_for_a_hand_that_must_go_down_whole_and_is_too_small():
    rules = {"contracts": [{"sets": [4, 4]}], "all_in_rounds": [1], "call_limit": [3]}
    state = table(cards("2H 5H"), rules, phase=Phase.DRAW)
    seats = (state.seats[0], Seat("Bob", cards("2H 5H")), Seat("Cy", cards("KS KH 3D 4D 8C")))
    state = structs.replace(state, seats=seats, dealer=2)
    bot = SimpleBot(2, Random(1))
    assert bot.wants_call(view_for(state, 2)) is None
    for _ in range(LONG):
        bot.notice(Drawn(2, 0))
    assert isinstance(bot.wants_call(view_for(state, 2)), Call)
