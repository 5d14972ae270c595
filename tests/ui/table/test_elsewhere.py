"""A table at which some hands are elsewhere, as the terminal shows it."""

import threading

import pytest

from shanghai.engine.actions import Call, Discard, Draw
from shanghai.engine.state import Phase
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player
from shanghai.table.places import (
    Agree,
    CutCards,
    GiveSeat,
    LetGo,
    Order,
    Place,
    Ready,
    TakeCallBack,
    Undo,
)
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.table.dealer import DealerScreen
from shanghai.ui.table.games import draw_for_dealer
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.session import Session
from shanghai.ui.table.undo import UndoScreen
from shanghai.variants.loader import load_variant
from tests.positions import FOUR_HANDS, card, host_of, position
from tests.ui.apps import at_menu
from tests.ui.tables import at, at_table, flat, press, settle

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

ANN, BOB, MIA, CY = range(4)


def anns_turn():
    """Ann is on turn and has not drawn; Cy has tossed the queen."""
    return host_of(position("grandma-davis", FOUR_HANDS, turn="Ann", by="Cy", discards="4D QD"))


async def send(pilot, table, seat, does):
    """The reply to an order that another thread sends from elsewhere."""
    replies = []
    thread = threading.Thread(target=lambda: replies.append(table.send(Order(seat, does))))
    thread.start()
    thread.join()
    await settle(pilot)
    return replies[0].result(0)


async def moved(pilot, table, *seats):
    for seat in seats:
        table.move_to(seat, Place.ELSEWHERE)
    await settle(pilot)


async def test_the_public_screen_stays_while_nobody_at_the_keyboard_is_on_turn(tmp_path):
    async with at_table(tmp_path, anns_turn()) as (app, pilot):
        table = app.screen.session
        await moved(pilot, table, ANN)
        await press(pilot, "enter", "m")
        assert at(app) is PublicScreen
        assert not app.screen.is_awaited
        assert (await send(pilot, table, ANN, Draw(ANN))).outcome == "accepted"
        discard = Discard(ANN, card(table.host, ANN, "KC"))
        assert (await send(pilot, table, ANN, discard)).outcome == "accepted"
        assert "Ann tossed the K♣" in flat(app), "drawn without a key"
        assert app.screen.is_awaited, "Bob is at the keyboard"
        await press(pilot, "enter")
        assert at(app) is PlayerScreen
        assert app.screen.seat == BOB


async def test_hidden_cards_change_nothing_on_the_screen_of_a_table_of_phones(tmp_path):
    other = {"Ann": "AD 8S KC 3H JK", "Bob": "JH AS 10C 9D", "Mia": "5S 5H QC 2C", "Cy": "6C 6D"}
    games = []
    for number, hands in enumerate((FOUR_HANDS, other)):
        host = host_of(position("grandma-davis", hands, turn="Ann", by="Cy", discards="4D QD"))
        async with at_table(tmp_path / str(number), host, (120, 40)) as (app, pilot):
            table = app.screen.session
            await moved(pilot, table, ANN, BOB, MIA, CY)
            pictures = []
            for seat, does in (
                (MIA, Call(MIA, "may-i")),
                (MIA, TakeCallBack()),
                (ANN, Draw(ANN)),
                (ANN, Discard(ANN, card(table.host, ANN, "KC"))),
                (BOB, Draw(BOB)),
                (ANN, Undo(2)),
            ):
                assert (await send(pilot, table, seat, does)).outcome == "accepted"
                strips = app.screen._compositor.render_strips()
                pictures.append(repr([[*strip] for strip in strips]))
            games.append(pictures)
    assert len({*games[0]}) == 6, "each move is seen"
    assert games[0] == games[1]


async def test_a_call_from_elsewhere_is_seen_at_once_and_a_key_here_does_not_make_it(tmp_path):
    async with at_table(tmp_path, anns_turn()) as (app, pilot):
        table = app.screen.session
        await moved(pilot, table, MIA)
        await press(pilot, "3")
        assert table.public().calls == ()
        assert "Mia is not played from here." in flat(app)
        await send(pilot, table, MIA, Call(MIA, "may-i"))
        assert table.public().calls == (MIA,)
        assert "Mia says MAY I" in flat(app)


async def test_a_draw_at_the_keyboard_waits_for_who_is_elsewhere(tmp_path):
    async with at_table(tmp_path, anns_turn()) as (app, pilot):
        table = app.screen.session
        table.calls.grace = None
        await moved(pilot, table, MIA)
        await press(pilot, "enter", "d")
        assert table.public().phase is Phase.DRAW
        await send(pilot, table, MIA, LetGo())
        assert table.public().phase is Phase.PLAY
        assert at(app) is PlayerScreen


async def test_a_hand_that_goes_elsewhere_leaves_the_screen(tmp_path):
    async with at_table(tmp_path, anns_turn()) as (app, pilot):
        table = app.screen.session
        await press(pilot, "enter")
        assert at(app) is PlayerScreen
        await moved(pilot, table, ANN)
        assert at(app) is PublicScreen


@pytest.mark.parametrize("keys", ["124", "12n"])
async def test_an_undo_that_is_asked_for_elsewhere_is_answered_at_the_keyboard_too(tmp_path, keys):
    async with at_table(tmp_path, anns_turn()) as (app, pilot):
        table = app.screen.session
        await moved(pilot, table, MIA)
        await press(pilot, "enter", "d")
        await send(pilot, table, MIA, Undo(1))
        assert at(app) is UndoScreen
        await press(pilot, "3", *keys)
        assert at(app) is PublicScreen
        undone = table.public().phase is Phase.DRAW
        assert undone == (keys == "124")


async def test_a_question_that_is_settled_elsewhere_leaves_the_screen(tmp_path):
    async with at_table(tmp_path, anns_turn()) as (app, pilot):
        table = app.screen.session
        await moved(pilot, table, MIA)
        await press(pilot, "enter", "d", "u")
        table.ask_undo(ANN)
        await settle(pilot)
        assert at(app) is UndoScreen
        await send(pilot, table, MIA, Agree(False))
        assert at(app) is PublicScreen


async def test_the_next_round_is_dealt_when_all_elsewhere_are_ready(tmp_path):
    players = [Player("Ann", "simple"), Player("Bob", "simple"), Player("Cy", "simple")]
    host = Host(load_variant("grandma-davis"), players, 5)
    host.draw_for_dealer()
    host.deal()
    while host.state.phase is not Phase.ROUND_OVER:
        host.do(host.bot_action())
    async with at_table(tmp_path, host) as (app, pilot):
        table = app.screen._table
        for seat, name in enumerate(("Zoe", "Max", "Eva")):
            table.ask(seat, GiveSeat(name))
        await moved(pilot, table, 0, 1, 2)
        assert at(app) is RoundOverScreen
        await send(pilot, table, 0, Ready())
        await send(pilot, table, 1, Ready())
        assert at(app) is RoundOverScreen
        await send(pilot, table, 2, Ready())
        assert table.public().round == 2
        assert at(app) is PublicScreen


async def test_the_cards_are_cut_from_elsewhere_while_the_screen_asks_too(tmp_path):
    host = Host(
        load_variant("grandma-davis"), [Player("Ann"), Player("Bob")], CardSource(is_fair=True)
    )
    writer = GameWriter.begin(tmp_path, host)
    session = Session(host)
    (asked,) = [seat for seat in (0, 1) if session.question(seat) is not None]
    async with at_menu(tmp_path) as (app, pilot):
        session.run_orders_soon()
        session.move_to(asked, Place.ELSEWHERE)
        app.run_worker(draw_for_dealer(app, session))
        await settle(pilot)
        assert isinstance(app.screen, DealerScreen)
        assert app.screen.asks_cut
        await send(pilot, session, asked, CutCards(17))
        assert host.cuts == (17,)
        assert not getattr(app.screen, "asks_cut", False)
    writer.close()
