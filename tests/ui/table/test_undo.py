"""Undo in one's own turn, and beyond it by agreement of the table."""

import pytest

from shanghai.engine.actions import Discard
from shanghai.engine.events import CallGranted, Discarded, MovesUndone
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Phase
from shanghai.engine.undo import UndoRequest
from shanghai.table.host import Host, Player
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.targets import SeatTarget
from shanghai.ui.table.undo import UndoScreen
from tests.long import long
from tests.ui.apps import click_key
from tests.ui.pictures import assert_pictures
from tests.ui.tables import (
    SMALL,
    WIDE,
    at_table,
    card,
    click_target,
    flat,
    host_of,
    pick,
    position,
    press,
    settle,
    status,
)
from tests.ui.test_leaks import check

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

HANDS = {"Ann": "4S 4H 4D 9C 9D 9H 6S KC", "Bob": "2S 3S QH 7D", "Cy": "8D 8H JK 3C"}
TABLE = [("Bob", "run", "7S 8S 9S 10S"), ("Cy", "run", "5H 6H JK 8H")]


def anns_turn(phase="play", table=TABLE, variant="playerules", **more):
    more = {"discards": "JS 2D", "by": "Cy"} | more
    return host_of(position(variant, HANDS, turn="Ann", phase=phase, table=table, **more))


# -- alone --


async def test_laying_off_going_down_exchanging_and_taking_are_taken_back_one_by_one(tmp_path):
    host = anns_turn("draw", table=[*TABLE, ("Bob", "set", "KS KH JK")])
    states = [host.state]
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "t")
        states.append(host.state)
        await pick(pilot, host, 0, "KC")
        await press(pilot, "j")
        states.append(host.state)
        assert not app.screen.picker.is_open
        await press(pilot, "g", "enter")
        states.append(host.state)
        assert host.state.seats[0].down
        await pick(pilot, host, 0, "6S")
        await press(pilot, "l")
        states.append(host.state)
        assert len({len(state.seats[0].hand) for state in states}) > 2
        for earlier in reversed(states[:-1]):
            await press(pilot, "u")
            assert host.state == earlier
            assert isinstance(app.screen, PlayerScreen)
            assert status(app).startswith("Ann takes back ")
            assert set(app.screen.hand.cards) == set(earlier.seats[0].hand)
        assert host.state.phase is Phase.DRAW


async def test_undo_by_mouse(tmp_path):
    host = anns_turn("draw")
    before = host.state
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "t")
        app.clock.now += 5
        await click_key(pilot, "Undo")
        await settle(pilot)
        assert host.state == before


async def test_there_is_nothing_to_undo_at_first(tmp_path):
    host = anns_turn()
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "u")
        assert isinstance(app.screen, PublicScreen)
        await press(pilot, "enter", "u")
        assert isinstance(app.screen, PlayerScreen)
        assert not host.log


@pytest.mark.slow
async def test_the_help_knows_undo(tmp_path):
    async with at_table(tmp_path, anns_turn("draw")) as (app, pilot):
        await press(pilot, "question_mark")
        assert "u asks everybody whether moves are taken back" in flat(app)
        await press(pilot, "escape", "enter", "question_mark")
        assert "u takes the last move back as" in flat(app)
        await press(pilot, "escape", "d", "u", "question_mark")
        assert "Everybody at the table agrees with the number" in flat(app)


# -- by agreement --


async def test_a_card_drawn_goes_back_when_everybody_agrees(tmp_path):
    host = anns_turn("draw")
    before = host.state
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "d", "u")
        assert isinstance(app.screen, UndoScreen)
        check(app, host)
        for screen in app.screen_stack:
            assert not any(row.rows for row in screen.query(CardRow)), "the hand is away"
        assert "Ann asks to take back: Ann draws a card from the stock." in flat(app)
        assert "Then Ann is on turn again, before the draw." in flat(app)
        await press(pilot, "3", "1", "1", "space", "enter")
        assert host.state.phase is Phase.PLAY
        assert "1 Ann agrees 2 Bob ? 3 Cy agrees" in flat(app)
        await press(pilot, "2")
        assert host.state == before
        assert isinstance(app.screen, PublicScreen)
        said = "Ann takes back the draw of a card from the stock, as the table agrees."
        assert said in flat(app)
        event = host.log[-1]
        assert (event.seat, event.agreed, event.moves) == (0, True, 1)


@pytest.mark.parametrize("key", ["n", long("escape")])
async def test_one_who_does_not_agree_leaves_it_as_it_is(tmp_path, key):
    host = anns_turn("draw")
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "d")
        drawn = host.state
        await press(pilot, "u", "1", "2", key)
        assert host.state == drawn
        assert isinstance(app.screen, PublicScreen), "the keyboard has gone round"
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayerScreen)


async def test_the_table_goes_back_as_far_as_it_likes(tmp_path):
    host = anns_turn("draw")
    before = host.state
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "d", "k", "space", "x")
        assert isinstance(app.screen, PublicScreen)
        discarded = host.log[-1]
        assert isinstance(discarded, Discarded)
        await press(pilot, "u")
        assert "This would be taken back: Ann discards K♣." in flat(app)
        assert "Then Ann is on turn again, after the draw." in flat(app)
        await press(pilot, "1", "2", "up")
        assert "1 Ann ? 2 Bob ? 3 Cy ?" in flat(app), "all are asked anew"
        assert "before the draw" in flat(app)
        await press(pilot, "up", "down")
        assert "after the draw" in flat(app)
        await click_key(pilot, "More")
        await settle(pilot)
        for seat in (1, 0, 2):
            await click_target(pilot, SeatTarget(seat))
        assert host.state == before
        assert host.log[-1].seat == 1, "who agreed first has asked"
        assert "Bob takes back 2 moves" in flat(app)


async def test_a_call_and_its_cards_go_back(tmp_path):
    host = anns_turn("draw", table=[])
    before = host.state
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "2", "enter", "p")
        assert any(isinstance(event, CallGranted) for event in host.log)
        await press(pilot, "u")
        assert isinstance(app.screen, UndoScreen)
        paid = host.state.seats[1].hand[-1]
        assert app.card_style.text(paid) not in flat(app)
        await press(pilot, *["up"] * 3, "1", "2", "3")
        assert host.state == before
        assert host.state.seats[1].calls_used == 0


@pytest.mark.slow
async def test_one_person_decides_alone_and_computers_agree(tmp_path):
    state = anns_turn(table=[]).state
    players = [Player("Ann"), Player("Bob", "random"), Player("Cy", "random")]
    host = Host(state.rules, players, seed=3, state=state)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "k", "space", "x")
        for _ in range(6):
            if host.state.turn == 0:
                break
            await press(pilot, "n")
        assert host.state.turn == 0
        await press(pilot, "u")
        assert isinstance(app.screen, UndoScreen)
        assert "Bob agrees" in flat(app)
        assert "Ann alone decides it" in flat(app)
        await press(pilot, "1")
        assert host.state == state
        assert isinstance(app.screen, PlayerScreen)
        await press(pilot, "k", "space", "x")
        assert isinstance(host.log[1], Discarded)


async def test_a_computer_waits_while_the_table_is_asked(tmp_path):
    state = anns_turn(table=[]).state
    players = [Player("Ann"), Player("Bob"), Player("Cy", "random")]
    host = Host(state.rules, players, seed=3, state=state)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "k", "space", "x", "enter", "d", "k", "space", "x")
        assert host.state.turn == 2
        version = host.version
        await press(pilot, "u")
        assert isinstance(app.screen, UndoScreen)
        await settle(pilot)
        assert host.version == version
        await press(pilot, "1", "2")
        assert host.state.turn == 1
        assert host.state.phase is Phase.PLAY


async def test_whoever_had_seen_the_moves_is_told_of_the_change(tmp_path):
    host = anns_turn("draw", table=[])
    async with at_table(tmp_path, host) as (app, pilot):
        session = app.screen.session
        await press(pilot, "enter", "d", "k", "space", "x", "enter", "d", "k", "space", "x")
        to = next(m.number for m in host.undo_history.moments if isinstance(m.action, Discard))
        assert session.undo(UndoRequest(2, to, agreed=True)) == ""
        told = session.log.since_last_turn(1)
        assert len(told) == 1
        said = told[0].text
        assert said.startswith(
            "Cy takes back 3 moves of Ann and Bob, as the table agrees: Ann discards"
        )
        assert len(session.log.marked_sentences(NOBODY)) == len(host.log) == 2
        assert isinstance(host.log[1], MovesUndone)
        assert session.undo(UndoRequest(2, to, agreed=True)).startswith("There is no move")


async def test_a_window_that_was_let_go_by_is_open_again(tmp_path):
    state = position("playerules", HANDS, turn="Bob", phase="play", discards="2D", by="Ann")
    players = [Player("Ann"), Player("Bob", "random"), Player("Cy", "random")]
    host = Host(state.rules, players, seed=3, state=state)
    host.do(Discard(1, card(host, 1, "7D")))
    async with at_table(tmp_path, host) as (app, pilot):
        session = app.screen.session
        assert session.calls.is_open
        await press(pilot, "1")
        await settle(pilot)
        assert any(isinstance(event, CallGranted) for event in host.log)
        called = next(session.offers.options())[0]
        assert session.undo(called) == ""
        assert session.calls.is_open
        assert host.may_call() == (0,)


async def test_picture(tmp_path):
    host = anns_turn("draw")
    async with at_table(tmp_path, host) as (_, pilot):
        await press(pilot, "enter", "d", "k", "space", "x", "enter", "d", "u", "up", "up", "2")
        await assert_pictures("take-back", pilot, (SMALL, WIDE))


async def test_the_help_above_the_question_offers_no_calls(tmp_path):
    host = anns_turn("draw")
    async with at_table(tmp_path, host) as (app, pilot):
        session = app.screen.session
        session.ask_undo()
        await settle(pilot)
        assert isinstance(app.screen, UndoScreen)
        assert session.calls.able()
        await press(pilot, "question_mark")
        calls = [key for key in app.screen.bar_keys() if key.command.startswith("seat-")]
        assert not calls


async def test_log_above_the_public_screen_still_takes_calls(tmp_path):
    async with at_table(tmp_path, anns_turn("draw")) as (app, pilot):
        assert app.screen.session.calls.able()
        await press(pilot, "i", "question_mark")
        assert [key for key in app.screen.bar_keys() if key.command.startswith("seat-")]
