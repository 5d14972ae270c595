from msgspec import structs

from shanghai.engine.handicap import NO_HANDICAP, Handicap, Player
from shanghai.engine.parameters.parts import Pack
from shanghai.storage import settings
from shanghai.storage.settings import Settings
from shanghai.ui.setup.seats import HandicapScreen, PlayersScreen
from shanghai.ui.table.scorecard import scorecard_rows
from shanghai.variants.loader import load_variant
from tests.ui.apps import NAMES, SIZES, click_key, click_text, press, scored, showing
from tests.ui.pictures import assert_pictures, screen_text


def seats_screen():
    return PlayersScreen(load_variant("california"), [Player("Ann"), Player("Bob")])


async def test_a_handicap_is_given_by_keys_and_stands_beside_the_seat(tmp_path):
    async with showing(seats_screen(), tmp_path) as (app, pilot):
        await press(pilot, "up", "equals_sign", "right", "down", "right", "right", "down", "left")
        await assert_pictures("handicap", pilot, SIZES)
        await press(pilot, "enter")
        await assert_pictures("seats-handicap", pilot, SIZES)
        await press(pilot, "end")
        given = Handicap(calls=1, points=10, cards=-1)
        assert app.answers == [(Player("Ann"), Player("Bob", "", given))]


async def test_a_handicap_is_given_by_the_mouse(tmp_path):
    async with showing(HandicapScreen("Bob"), tmp_path) as (app, pilot):
        await click_text(pilot, "Free hints")
        assert app.screen.handicap == Handicap(hints=True)
        await click_key(pilot, "None")
        assert app.screen.handicap == NO_HANDICAP
        await click_key(pilot, "Change")
        await click_key(pilot, "Keep it")
        assert app.answers == [Handicap(hints=True)]


async def test_the_way_back_leaves_the_handicap(tmp_path):
    async with showing(seats_screen(), tmp_path) as (app, pilot):
        await press(pilot, "down", "equals_sign", "right", "escape", "end")
        assert [seat.handicap for seat in app.answers[0]] == [NO_HANDICAP] * 2


async def test_a_deal_that_the_pack_cannot_give_is_refused(tmp_path):
    rules = structs.replace(load_variant("california"), packs=(Pack(8, 1, 2),))
    seats = [Player(name, "", Handicap(cards=3)) for name in NAMES[:4]]
    async with showing(PlayersScreen(rules, seats), tmp_path) as (app, pilot):
        assert "is too small for so many cards more." in screen_text(app)
        await press(pilot, "end")
        assert not app.answers


def test_the_handicap_of_a_seat_is_kept_for_the_next_evening(tmp_path):
    seats = (Player("Ann", "", Handicap(points=5)),)
    settings.save(tmp_path, Settings(seats=seats))
    assert settings.load(tmp_path).seats == seats


def test_the_scorecard_says_what_each_seat_is_given():
    view = scored("grandma-davis", 4, 3)
    seats = (view.seats[0], structs.replace(view.seats[1], handicap=Handicap(points=5)))
    rows = scorecard_rows(structs.replace(view, seats=(*seats, *view.seats[2:])), 70)
    text = "\n".join("".join(bit.text for bit in row) for row in rows)
    assert f"{NAMES[1]} has a handicap: 5 points off a round." in text
    assert f"{NAMES[0]} has" not in text
