"""The public screen: call window and hand-over in one."""

import asyncio

import pytest
from msgspec import structs

from shanghai.engine.events import CallGranted, CallMade, ShanghaiCalled
from shanghai.engine.state import Phase
from shanghai.table.wishes import Wish
from shanghai.terminal import threads
from shanghai.ui.kit.lines import CommandTarget
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.cover import CoverScreen
from shanghai.ui.table.peek import PeekScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.targets import SeatTarget
from tests.ui.apps import click_key
from tests.ui.tables import (
    SHORT_HANDS,
    at,
    at_table,
    click_target,
    flat,
    host_of,
    position,
    press,
    settle,
    status,
)

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")


def toss(variant="grandma-davis", by="Ann", turn="Bob", **more):
    return position(variant, SHORT_HANDS, turn=turn, by=by, discards="KD QD", **more)


def shanghai_toss(by="Ann", turn="Bob", discards="KD 2D"):
    table = (("Dee", "set", "KS KH KC"), ("Dee", "run", "9D TD JD QD"))
    return position("grandma-davis", SHORT_HANDS, turn=turn, by=by, discards=discards, table=table)


@pytest.mark.parametrize("key", ["enter", "m"])
async def test_the_next_player_takes_the_keyboard(tmp_path, key):
    async with at_table(tmp_path, host_of(toss())) as (app, pilot):
        assert at(app) is PublicScreen
        assert not app.screen.query(CardRow)
        await press(pilot, key)
        assert at(app) is PlayerScreen
        assert app.screen.seat == 1


async def test_no_other_key_hands_over(tmp_path):
    async with at_table(tmp_path, host_of(toss())) as (app, pilot):
        for key in ("d", "t", "p", "x", "g", "space", "b", "h", "e", "escape"):
            await press(pilot, key)
            assert at(app) is PublicScreen, key


async def test_keys_typed_ahead_and_held_keys_do_not_hand_over(tmp_path):
    async with at_table(tmp_path, host_of(toss())) as (app, pilot):
        for _ in range(60):
            app.clock.now += 1 / 30
            await pilot.press("enter")
        await settle(pilot)
        assert at(app) is PublicScreen
        app.clock.now += 0.4
        await pilot.press("enter")
        await settle(pilot)
        assert at(app) is PlayerScreen


async def test_a_held_discard_key_ends_one_turn_only(tmp_path):
    host = host_of(toss())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "d", "x")
        for _ in range(10):
            await pilot.press("x", "enter")
        await settle(pilot)
        assert at(app) is PublicScreen
        assert host.state.turn == 2


async def test_a_number_calls_for_its_seat(tmp_path):
    host = host_of(toss())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "4")
        assert host.log == [CallMade(3, host.state.top)]
        assert "Dee says MAY I." in flat(app)
        assert "! Cy (3) would have it first." in flat(app)
        await press(pilot, "1")
        assert host.state.calls == (3,), "Ann tossed the card"


async def test_the_first_to_call_has_it_where_the_variant_says_so(tmp_path):
    host = host_of(toss("playerules"))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "3")
        assert isinstance(host.log[-1], CallGranted)
        assert len(host.state.seats[2].hand) == 6
        assert "Cy gets K♦ by BUY with a card from the stock." in flat(app)


async def test_a_click_on_a_key_calls_and_hands_over(tmp_path):
    host = host_of(toss())
    async with at_table(tmp_path, host) as (app, pilot):
        await click_key(pilot, "Cy MAY I")
        await settle(pilot)
        assert host.state.calls == (2,)
        app.clock.now += 5
        await click_key(pilot, "Bob is here")
        await settle(pilot)
        assert at(app) is PlayerScreen


@pytest.mark.parametrize("way", ["v", "click"])
async def test_a_seat_may_look_first(tmp_path, way):
    host = host_of(toss())
    async with at_table(tmp_path, host) as (app, pilot):
        if way == "v":
            await press(pilot, "v", "3")
        else:
            await click_target(pilot, SeatTarget(2))
        assert at(app) is CoverScreen
        assert "Everyone but Cy looks away." in flat(app)
        assert not app.screen.query(CardRow)
        await press(pilot, "3", "enter", "m", "y")
        assert at(app) is CoverScreen, "no other key uncovers"
        await press(pilot, "p")
        assert at(app) is PeekScreen
        assert app.screen.query_one(CardRow).cards == app.screen.hand.cards
        assert set(app.screen.hand.cards) == set(host.state.seats[2].hand)
        await press(pilot, "3")
        assert at(app) is PublicScreen
        assert host.state.calls == (2,)


async def test_a_look_may_end_without_a_call(tmp_path):
    host = host_of(toss())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "v", "3", "p", "n")
        assert at(app) is PublicScreen
        await press(pilot, "v", "3", "escape")
        assert at(app) is PublicScreen
        assert not host.log


async def test_who_cannot_call_cannot_look(tmp_path):
    async with at_table(tmp_path, host_of(toss(used={"Cy": 2}))) as (app, pilot):
        await press(pilot, "v", "3")
        assert at(app) is PublicScreen
        assert "Cy has no MAY I left" in status(app)
        await press(pilot, "3")
        assert not app.screen.session.public().calls


async def test_shanghai_asks_who_and_where(tmp_path):
    host = host_of(shanghai_toss())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "s")
        assert at(app) is PublicScreen
        assert "who calls?" in flat(app)
        await press(pilot, "3")
        assert "on which meld" in flat(app)
        await press(pilot, "2")
        assert at(app) is PublicScreen
        called = host.log[-1]
        assert isinstance(called, ShanghaiCalled)
        assert (called.seat, called.tosser, called.meld) == (2, 0, 1)
        assert "Ann draws a card from the hand of Cy" in flat(app)


async def test_shanghai_may_be_left(tmp_path):
    host = host_of(shanghai_toss())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "s", "escape", "s", "2", "escape")
        assert at(app) is PublicScreen
        assert not host.log


@pytest.mark.parametrize("key", ["n", "space", "enter"])
async def test_before_a_computer_the_window_asks_the_people(tmp_path, key):
    host = host_of(toss(), bots=("Bob",))
    async with at_table(tmp_path, host) as (app, pilot):
        assert at(app) is PublicScreen
        assert "n nobody: Bob plays" in flat(app)
        await press(pilot, key)
        assert host.log
        assert host.state.turn != 1
        assert at(app) is PublicScreen, "the next hand is opened by another press"


async def test_enter_again_and_again_hands_over_and_a_held_one_does_not(tmp_path):
    for gap, opens in ((0.2, True), (0.03, False)):
        async with at_table(tmp_path / str(opens), host_of(toss())) as (app, pilot):
            for _ in range(int(1.2 / gap)):
                app.clock.now += gap
                await pilot.press("enter")
            await settle(pilot)
            assert (at(app) is PlayerScreen) == opens


@pytest.mark.slow
async def test_computers_alone_play_by_themselves(tmp_path):
    state = toss()
    short = structs.replace(state, stock=state.stock[:2])
    host = host_of(short, bots=("Ann", "Bob", "Cy", "Dee"))
    async with at_table(tmp_path, host) as (_app, pilot):
        assert host.state.phase is Phase.ROUND_OVER
        assert len(host.log) > 4
        await press(pilot, "q", "y")


async def test_scorecard_log_and_rules_open_and_close(tmp_path):
    async with at_table(tmp_path, host_of(toss())) as (app, pilot):
        for key in ("c", "i", "r", "question_mark"):
            await press(pilot, key)
            assert at(app) is not PublicScreen
            await press(pilot, "escape")
            assert at(app) is PublicScreen


async def test_leaving_asks_first(tmp_path):
    async with at_table(tmp_path, host_of(toss())) as (app, pilot):
        await press(pilot, "q", "escape")
        assert at(app) is PublicScreen
        await press(pilot, "q", "y")
        assert app.ended == [None]


async def test_a_seat_taken_while_a_computer_thinks_is_not_missed(tmp_path, monkeypatch):
    thought = asyncio.Event()

    async def slowly(function, *args, **named):
        await thought.wait()
        return function(*args, **named)

    monkeypatch.setattr(threads, "in_thread", slowly)
    async with at_table(tmp_path, host_of(toss())) as (app, pilot):
        app.screen.session.sit_down(1)
        await settle(pilot)
        thought.set()
        await settle(pilot)
        assert at(app) is PlayerScreen


async def test_a_call_is_taken_back_by_its_number_as_long_as_nothing_was_done_since(tmp_path):
    host = host_of(toss())
    async with at_table(tmp_path, host) as (app, pilot):
        for _ in range(20):
            app.clock.now += 0.5
            await pilot.press("4")
        await settle(pilot)
        assert host.state.calls == (3,), "a held key calls once"
        assert "4 Dee takes it back" in flat(app)
        assert "takes the call back when it is pressed again" in status(app)
        await press(pilot, "4")
        assert not host.state.calls
        assert "Dee takes back MAY I for K♦." in flat(app)
        await press(pilot, "4", "3")
        assert set(host.state.calls) == {2, 3}
        assert "say MAY I: Cy comes first." in flat(app)
        await press(pilot, "4")
        assert "called this card already" in status(app)
        await press(pilot, "3", "4")
        assert not host.state.calls, "of Cy, whose call was the last, and then of Dee"


async def test_a_wish_does_not_call_again_for_a_card_that_was_called_back(tmp_path):
    host = host_of(toss())
    async with at_table(tmp_path, host) as (app, pilot):
        session = app.screen.session
        session.calls.wishes.set_wish(2, Wish(ranks=frozenset({12})))
        session.changed.set()
        await settle(pilot)
        assert host.state.calls == (2,)
        await press(pilot, "3")
        assert not host.state.calls


async def test_a_table_may_have_to_notice_a_card_for_shanghai_itself(tmp_path):
    for state, fits in ((shanghai_toss(), True), (shanghai_toss(discards="4C 2D"), False)):
        host = host_of(state)
        async with at_table(tmp_path, host, tell_shanghai=False) as (app, pilot):
            assert "s calls SHANGHAI" not in flat(app)
            keys = {key.cap: key for key in app.screen.bar_keys()}
            assert keys["s"].enabled, "lit whether the card fits or not"
            await press(pilot, "s")
            if fits:
                await press(pilot, "3", "2")
                assert isinstance(host.log[-1], ShanghaiCalled)
            else:
                assert at(app) is PublicScreen
                assert "4♣ fits no meld on the table" in status(app)


async def test_the_keys_of_the_window_can_be_clicked(tmp_path):
    host = host_of(toss())
    async with at_table(tmp_path, host) as (app, pilot):
        await click_target(pilot, CommandTarget("seat-3"))
        assert host.state.calls == (2,)
        await click_target(pilot, CommandTarget("hand-over"))
        assert at(app) is PlayerScreen


async def test_the_clock_runs_before_a_person_too_and_then_nobody_calls(tmp_path):
    hands = {"Ann": "4S 9D KC 2H 6S", "Bob": "2S 3S QH 7D", "Cy": "8D 8H JK 3C"}
    host = host_of(position("grandma-davis", hands, turn="Bob", by="Ann", discards="4D QD"))
    async with at_table(tmp_path, host, call_seconds=10) as (app, pilot):
        screen = app.screen
        screen.clock.tick()
        assert "10 s" in flat(app)
        assert 2 in screen.session.calls.able()
        app.clock.now += 11
        screen.clock.tick()
        await settle(pilot)
        assert not screen.session.calls.able()
        assert status(app) == "The time to call this card is up."
        await press(pilot, "3")
        assert not host.log
        assert status(app) == "The time to call this card is up."
        await press(pilot, "enter", "d")
        assert [type(event).__name__ for event in host.log] == ["Drawn"]
