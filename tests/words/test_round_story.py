"""A round in words: who was nearly down, what went by, who caught whom, what a joker cost."""

from msgspec import structs

from shanghai.engine.cards import deck_cards, face_of, read_face
from shanghai.engine.events import Discarded, ShanghaiCalled
from shanghai.words.cards import CardStyle
from shanghai.words.language import in_language
from shanghai.words.round_story import round_story
from tests.ui.apps import scored

STYLE = CardStyle()


def card(name):
    return next(each for each in deck_cards(2, 2) if face_of(each) == read_face(name))


def story(hands, *events, down=()):
    """The story of a second round of Grandma Davis, a book and a run of four."""
    view = scored("grandma-davis", len(hands), 2, hands=hands)
    seats = tuple(
        structs.replace(seat, down=index in down) for index, seat in enumerate(view.seats)
    )
    return round_story(structs.replace(view, seats=seats), events, STYLE)


def test_one_card_short_names_what_would_have_done_and_what_went_by():
    hands = ["7S 7H 7D 4C 5C 6C KH 2S", "2H", "", "3D"]
    tossed = Discarded(1, card("7C"), False), Discarded(0, card("3C"), False)
    (said,) = story(hands, *tossed, down=(1, 3))
    assert said == (
        "Ann was one card short of going down: 3♣ or 7♣ would have done, "
        "and one went by on the pile."
    )
    assert "went by" not in story(hands, down=(1, 3))[0]
    assert story(hands, down=(0, 1, 3)) == []


def test_many_cards_that_would_help_are_not_named():
    hands = ["7S 7H 4C 5C KH 2S 9D JD", "2H", "", "3D"]
    (said,) = story(hands, down=(1, 3))
    assert said == "Ann was three cards short of going down."


def test_a_shanghai_and_a_joker_are_told():
    hands = ["JK JK", "2H", "", "JK 3D"]
    caught = ShanghaiCalled(1, 3, card("9S"), 0, None, card("2C"))
    told = story(hands, caught, down=(0, 1, 3))
    assert told[0] == "Bob caught Dora with a SHANGHAI."
    assert told[1].startswith("The jokers in the hand of Ann cost 100 of ")
    assert told[2].startswith("The joker in the hand of Dora cost 50 of ")


def test_every_language_tells_it():
    hands = ["7S 7H 7D 4C 5C 6C JK KH", "2H", "", "3D"]
    with in_language("de"):
        assert (
            "SHANGHAI"
            in story(hands, ShanghaiCalled(1, 3, card("9S"), 0, None, card("2C")), down=(1,))[-2]
        )
