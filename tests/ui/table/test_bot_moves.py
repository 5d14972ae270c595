"""Computers that think beside the screen: nobody is quicker than they, nobody waits for ever."""

import asyncio
import sys
import threading

import pytest

from shanghai.bots.levels import Level
from shanghai.bots.pool import simplest
from shanghai.engine.actions import Call
from shanghai.engine.events import CallMade, Discarded, Drawn
from shanghai.engine.state import Phase
from shanghai.table.host import Host, Player
from shanghai.table.log import TableLog
from shanghai.terminal import threads
from shanghai.ui.table import play
from shanghai.ui.table.log_screen import LogScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.table_screen import TableScreen
from tests.bots.packages import offer_hostile
from tests.ui.apps import until
from tests.ui.tables import HANDS, at_table, flat, host_of, position, press, settle, status

pytestmark = pytest.mark.usefixtures("short_pauses")


def table(turn="Ann", phase="draw", by="Cy", variant="playerules", **more):
    return position(variant, HANDS, turn=turn, phase=phase, by=by, discards="4D QD", **more)


class Odd:
    """Plays the simplest moves, and calls if it is told to."""

    calls = False
    stuck = None
    """Waits for this event before it decides, in C, where nothing can break in."""

    def __init__(self, seat, random, is_late):
        self.seat = seat

    def notice(self, event):
        pass

    def decide(self, view):
        if self.stuck is not None:
            self.stuck.wait()
        return simplest(view, self.seat)

    def wants_call(self, view):
        return Call(self.seat, view.rules.call_word) if self.calls else None


def among(state, *, limit=None, **methods):
    """A host whose seats but the first are computers with these ways."""
    kind = type("OddOne", (Odd,), methods)
    players = [Player(s.name, "odd" if at else "") for at, s in enumerate(state.seats)]
    levels = {"odd": Level(kind, "Odd", "A test.")}
    return Host(state.rules, players, 3, state, levels=levels, limit=limit)


def let_go(stuck):
    """Lets thoughts go on that wait, and waits until they are over."""
    stuck.set()
    for thread in threading.enumerate():
        if thread.name == "thinking":
            thread.join()


@pytest.fixture
def gate(monkeypatch):
    """Every thought waits until it is let through."""
    opened = asyncio.Event()

    async def slowly(function, *args, **named):
        await opened.wait()
        return function(*args, **named)

    monkeypatch.setattr(threads, "in_thread", slowly)
    return opened


async def test_whoever_draws_at_once_waits_for_the_calls_of_the_computers(tmp_path, gate):
    host = among(table(), calls=True)
    async with at_table(tmp_path, host) as (_, pilot):
        await press(pilot, "d", "d", "t")
        assert not host.log
        gate.set()
        await settle(pilot)
        kinds = [type(event) for event in host.log]
        assert kinds.index(CallMade) < kinds.index(Drawn)
        assert kinds.count(Drawn) == 1
        assert host.state.phase is Phase.PLAY


async def test_the_same_where_a_call_comes_too_late_for_the_first_right(tmp_path, gate):
    host = among(table(), calls=True)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "t")
        gate.set()
        await settle(pilot)
        assert any(isinstance(event, CallMade) for event in host.log)
        if host.state.phase is Phase.DRAW:
            assert status(app)


async def test_what_waits_is_said_after_a_while(tmp_path, gate, monkeypatch):
    host = among(table())
    monkeypatch.setattr(play, "LOOK", 0.001)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "d")
        await until(pilot, lambda: "the computers still think about the card" in status(app))
        gate.set()
        await settle(pilot)
        assert "still think" not in status(app)
        assert host.state.phase is Phase.PLAY


async def test_a_computer_that_is_stuck_does_not_hold_the_game_up(tmp_path, monkeypatch):
    stuck = threading.Event()

    async def go():
        monkeypatch.setattr(play, "LOOK", 0.005)
        monkeypatch.setattr(play, "SLACK", 0.01)
        host = among(table(turn="Bob", used={"Ann": 3}), limit=0.02, stuck=stuck)
        async with at_table(tmp_path, host) as (app, pilot):
            await until(pilot, lambda: host.state.turn == 0)
            discarded = [event.seat for event in host.log if isinstance(event, Discarded)]
            assert discarded == [1, 2]
            await press(pilot, "i")
            assert isinstance(app.screen, LogScreen)
            said = "Bob's computer did not answer; the simplest move was made."
            assert said in flat(app)
            assert flat(app).index(said) < flat(app).index("Bob draws")

    try:
        await go()
    finally:
        let_go(stuck)


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as on Linux")
async def test_players_of_another_package_do_not_hold_up_the_game_or_the_end(tmp_path, monkeypatch):
    with offer_hostile(tmp_path / "packages", monkeypatch) as family:
        state = table(turn="Bob", used={"Ann": 3})
        players = [Player("Ann"), Player("Bob", "loops"), Player("Cy", "leavesprocesses")]
        host = Host(state.rules, players, 3, state, limit=2.0)
        async with at_table(tmp_path, host) as (app, pilot):
            await until(pilot, lambda: host.state.turn == 0)
            assert any(
                note.text.startswith("Bob's computer did not answer; ") for note in host.notes
            )
            assert len(family.alive()) > 1
            await press(pilot, "q", "y")
            await until(pilot, lambda: app.ended)
        host.close()
        family.require_gone()


async def test_leaving_does_not_wait_for_a_thought(tmp_path):
    stuck = threading.Event()

    async def go():
        host = among(table(turn="Bob", used={"Ann": 3}), stuck=stuck)
        async with at_table(tmp_path, host) as (app, pilot):
            assert isinstance(app.screen, PlayerScreen)
            assert "Bob thinks." in flat(app)
            await press(pilot, "q", "y")
            await until(pilot, lambda: app.ended)
            assert app.ended == [None]
            assert not isinstance(app.screen, TableScreen)

    try:
        await go()
    finally:
        let_go(stuck)


async def test_a_seat_handed_over_while_its_computer_thinks_is_the_persons_at_once(tmp_path):
    stuck = threading.Event()

    async def go():
        host = among(table(turn="Bob", used={"Ann": 3}), stuck=stuck)
        async with at_table(tmp_path, host) as (app, pilot):
            app.screen.session.hand_over(1, "Bea")
            await settle(pilot)
            stuck.set()
            await until(pilot, lambda: isinstance(app.screen, PublicScreen))
            await until(pilot, lambda: "Bea is next" in flat(app))
            assert host.notes == []
            assert len(host.log) == 1

    try:
        await go()
    finally:
        let_go(stuck)


async def test_the_thinking_time_is_that_of_the_settings(tmp_path):
    host = host_of(table(turn="Ann"), bots=("Bob",))
    async with at_table(tmp_path, host, think="long"):
        assert host.computers.think == 1.0


@pytest.mark.usefixtures("thinking_in_place")
async def test_a_key_hurries_the_computers_until_the_turn_is_a_persons(tmp_path):
    host = among(table(turn="Bob", by="Ann"))
    async with at_table(tmp_path, host, pace="slow") as (app, pilot):
        session = app.screen.session
        assert host.state.turn == 1, "at this pace nobody has played yet"
        await press(pilot, "tab")
        for _ in range(20):
            if host.state.turn == 0 or session.calls.is_open:
                break
            await settle(pilot)
        assert host.state.turn != 1
        assert host.state.turn == 0 or session.calls.is_open


async def test_the_log_opens_at_its_end_and_scrolls_as_pages_do(tmp_path, monkeypatch):
    said = [f"Sentence {number} is told." for number in range(60)]
    monkeypatch.setattr(TableLog, "sentences", lambda *_: said)
    async with at_table(tmp_path, among(table(turn="Ann"))) as (app, pilot):
        await press(pilot, "i")
        await settle(pilot)
        scroll = app.screen.scroller
        end = scroll.max_scroll_y
        assert scroll.scroll_y == end > 30
        await press(pilot, "home", "down", "pagedown")
        assert 1 < scroll.scroll_y < end
        assert "Sentence 30 is told." in flat(app)
