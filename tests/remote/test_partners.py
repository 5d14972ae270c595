"""A phone and the television show who plays with whom, and the score of each side (HR-15)."""

from msgspec import json, structs

from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import view_for
from shanghai.remote.views import SeatDisplay, view_json
from shanghai.table.places import Place
from tests.positions import FOUR_HANDS, position


def seen(viewer, sides):
    state = position("playerules", FOUR_HANDS, turn="Ann")
    seats = [structs.replace(seat, score=10 * at) for at, seat in enumerate(state.seats)]
    rules = structs.replace(state.rules, sides=sides)
    state = structs.replace(state, rules=rules, seats=tuple(seats))
    display = SeatDisplay(view_for(state, viewer), (Place.KEYBOARD,) * 4)
    return json.decode(view_json(display, "en"))


def test_each_side_has_a_letter_and_a_score():
    for viewer in (NOBODY, 0, 3):
        view = seen(viewer, 2)
        assert [seat["side"] for seat in view["seats"]] == [" (A)", " (B)", " (A)", " (B)"]
        assert view["standing"] == ["Side A, Ann + Mia: 20 points", "Side B, Bob + Cy: 40 points"]
        assert [side["score"] for side in view["sides"]] == [20, 40]


def test_who_plays_alone_has_none():
    view = seen(0, 0)
    assert not {"sides", "standing"} & view.keys()
    assert not any("side" in seat for seat in view["seats"])


def test_the_hand_of_a_partner_is_hidden():
    view = seen(0, 2)
    assert [seat["hand"] is None for seat in view["seats"]] == [False, True, True, True]
