"""Actions, events, melds and states print as the table writes cards, and can be pasted back."""

import pytest

from shanghai.engine import actions, cards, events, handicap, state
from shanghai.engine.actions import CallShanghai, Deal, Discard, GoDown, MeldCards
from shanghai.engine.cards import HIDDEN, MAX_CARDS, card, card_code, face_of, label
from shanghai.engine.events import CallGranted, DealerDrawn, MovesUndone
from shanghai.engine.game import game_before
from shanghai.engine.refusal import Refused
from shanghai.engine.seen import public_view
from shanghai.engine.state import End, Ending, Kind, Meld, RoundResult, Seat
from shanghai.storage.journal import course
from shanghai.storage.saves import sound_game
from shanghai.variants.loader import load_variant
from tests.saving import SAVES

NAMES = {
    name: value
    for module in (actions, cards, events, handicap, state)
    for name, value in vars(module).items()
}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Discard(0, card("10S/2")), "Discard(0, card('10S/2'))"),
        (Discard(1, card("JK"), True), "Discard(1, card('JK'), True)"),
        (CallShanghai(2, 1, End.LOW), "CallShanghai(2, 1, End.LOW)"),
        (CallShanghai(2, 1, picked=card("9D")), "CallShanghai(2, 1, picked=card('9D'))"),
        (
            GoDown(0, (MeldCards(Kind.RUN, cards.cards("2S JK 4S")),)),
            "GoDown(0, (MeldCards(Kind.RUN, cards('2S JK 4S')),))",
        ),
        (Deal(cards.cards("9D 9D/2")), "Deal(cards('9D 9D/2'))"),
        (DealerDrawn(((card("9D"), HIDDEN),), 0), "DealerDrawn((cards('9D ??'),), 0)"),
        (CallGranted(1, card("9D"), ()), "CallGranted(1, card('9D'), cards(''))"),
        (Meld(1, Kind.SET, cards.cards("4S 4H JK"), 4), "Meld(1, Kind.SET, cards('4S 4H JK'), 4)"),
        (Seat("Ann", cards.cards("4S"), score=5), "Seat('Ann', cards('4S'), score=5)"),
        (RoundResult(1, (0, 5), 0, Ending.OUT), "RoundResult(1, (0, 5), 0, Ending.OUT)"),
        (
            MovesUndone(0, True, 1, (Discard(0, HIDDEN),)),
            "MovesUndone(0, True, 1, (Discard(0, card('??')),))",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_value_prints_with_its_cards_and_can_be_pasted_back(value, text):
    assert repr(value) == text
    assert eval(text, NAMES) == value


def test_all_of_a_whole_game_can_be_pasted_back():
    kinds = set()
    for step in course(sound_game(SAVES / "1-rummygames.jsonl")):
        for value in (step.action, *step.events, *step.after.table, *step.after.seats):
            kinds.add(type(value))
            assert eval(repr(value), NAMES) == value
    assert len(kinds) > 20


def test_each_physical_card_has_a_text_of_its_own():
    texts = [card_code(number) for number in range(MAX_CARDS)]
    assert len({*texts}) == MAX_CARDS
    assert [card(text) for text in texts] == [*range(MAX_CARDS)]
    assert all(text.split("/")[0] == label(face_of(number)) for number, text in enumerate(texts))


@pytest.mark.parametrize("text", ["", "9", "9D/", "9D/0", "9D/65", "9D/1/2", "9D/x", "??/2"])
def test_what_names_no_card_is_refused(text):
    with pytest.raises(Refused):
        card(text)


def test_a_state_prints_in_a_line():
    before = game_before(load_variant("playerules"), ["Ann", "Bob", "Cy"], 2, 0)
    assert repr(before.rules) == "<Rules: Seven contracts>"
    assert repr(before) == "<State: Seven contracts, round 2, dealing, melds 0, stock 0, top none>"
    view = public_view(before)
    assert repr(view).startswith("<SeatView: Seven contracts, round 2")
