"""The screen of the seats at phones, and what the table tells of them."""

import asyncio

import pytest
from msgspec import structs

from shanghai.remote.phones import Phones
from shanghai.table.chance import cards_of
from shanghai.table.host import Player
from shanghai.table.places import Place
from shanghai.ui.options import Options, Start
from shanghai.ui.table.dealer import DealerScreen
from shanghai.ui.table.middle import TIME_BAR
from shanghai.ui.table.phones import PhonesScreen, square
from shanghai.ui.table.public_view import PublicScreen
from shanghai.variants.loader import load_variant
from shanghai.words.language import languages, speak
from tests.remote.served import Client
from tests.ui.apps import ShanghaiApp, showing
from tests.ui.states import OpenPhones, phones
from tests.ui.tables import (
    WIDE,
    Clock,
    at,
    at_table,
    before_draw,
    flat,
    host_of,
    press,
    screen_text,
    settle,
)

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")


async def outside(pilot, does, *values):
    """Does something in another thread, as a phone does, while the app runs."""
    answer = await asyncio.get_running_loop().run_in_executor(None, does, *values)
    await settle(pilot)
    return answer


async def test_phones_come_before_the_deal_and_in_the_game(tmp_path):
    players = (Player("Mia"), Player("Oma"), Player("Tom"))
    start = Start(load_variant("grandma-davis"), players, cards_of(5))
    phones = Phones("127.0.0.1", 0)
    app = ShanghaiApp(Options(str(tmp_path), start=start, phones=phones))
    app.clock = Clock()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert at(app) is PhonesScreen
        assert phones.address in flat(app), "one word that can be copied"
        assert "█▀▀▀▀▀█" in flat(app)
        mia, oma = Client(phones.address), Client(phones.address)
        assert await outside(pilot, mia.join, 1) == 201
        assert "Mia: on a phone" in flat(app)
        await press(pilot, "g", "enter")
        assert phones.grace == 5
        assert at(app) is DealerScreen
        await press(pilot, "enter")
        assert at(app) is PublicScreen
        assert "1 Mia D ▐▌" in screen_text(app)
        assert "Still thinking: Mia" in flat(app), "beside the call window"
        assert "━" * TIME_BAR in screen_text(app)
        assert "on a phone" in flat(app)
        assert await outside(pilot, oma.join, 2) == 202
        await press(pilot, "f4")
        assert "A phone asks for Oma's hand." in flat(app)
        await press(pilot, "y")
        assert await outside(pilot, oma.join, 2) == 201
        session = app.table
        assert session.seating.of(Place.KEYBOARD) == (2,)
        await press(pilot, "1")
        assert session.seating.of(Place.KEYBOARD) == (0, 2)
        assert (await outside(pilot, mia.ask, "GET", mia.seat))[0] == 404
        await press(pilot, "f4")
        assert at(app) is PublicScreen
        app.settings = structs.replace(app.settings, animation=False)
        session.move_to(session.public().turn, Place.ELSEWHERE)
        await settle(pilot)
        assert "2 Oma MAY I" not in flat(app), "it is called on the phone"
        await press(pilot, "n")
        name = session.names[session.public().turn]
        assert f"{name} plays on a phone." in flat(app)
        session.note_connection(session.public().turn, is_there=False)
        await settle(pilot)
        assert f"Waiting for {name}'s phone:" in flat(app)
        view = await outside(pilot, oma.view)
        hand = view["seats"][1]["hand"]
        assert len(hand) == 11
    phones.close()


async def test_f4_says_when_phones_can_come_where_no_game_is_on(tmp_path):
    app = ShanghaiApp(Options(str(tmp_path)))
    app.clock = Clock()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "f4")
        assert "Phones can come once the seats are chosen." in [
            note.message for note in app._notifications
        ]


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize("language", sorted(languages()))
async def test_eight_seats_are_seen_without_scrolling(language, asks, tmp_path):
    speak(language)
    async with showing(phones(8, asks=asks), tmp_path, (80, 24)) as (app, _):
        text = screen_text(app)
        assert "8 ▬ Hu" in text
        assert "▌↑↓▐" not in text


def test_the_square_has_a_quiet_zone_and_33_by_17_cells():
    rows = square("http://192.168.178.123:54321/ABC234")
    assert {len(row[0].text) for row in rows} == {33}
    assert len(rows) == 17
    assert all(row[0].look == "qr" for row in rows)
    assert not rows[0][0].text.strip()
    assert not any(row[0].text[:4].strip() or row[0].text[-4:].strip() for row in rows)


async def test_the_square_stands_beside_the_table_while_all_hands_are_on_phones(tmp_path):
    async with at_table(tmp_path, host_of(before_draw()), WIDE) as (app, pilot):
        session = app.screen.session
        app.phones = OpenPhones("192.168.178.123", 54321)
        app.phones.table = session
        assert "█▀▀▀▀▀█" not in screen_text(app)
        for seat in range(3):
            session.move_to(seat, Place.ELSEWHERE)
        await settle(pilot)
        text = screen_text(app)
        assert "█▀▀▀▀▀█" in text
        assert app.phones.address in text
        session.calls.grace = 9
        app.screen.redraw()
        await settle(pilot)
        assert "Still thinking" in screen_text(app), "the window is shown, as the phones ask"
        assert "press the number" not in screen_text(app)
        session.move_to(0, Place.KEYBOARD)
        await settle(pilot)
        assert "█▀▀▀▀▀█" not in screen_text(app)
