"""Movement of the cards: what each frame shows, that no key waits for it, and that it ends."""

import re
from contextlib import asynccontextmanager

import pytest
from textual import constants

from shanghai.storage.settings import load
from shanghai.table.host import Host, Player
from shanghai.ui.app import ShanghaiApp
from shanghai.ui.kit.lines import Lines
from shanghai.ui.options import Options
from shanghai.ui.table import movement
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.cover import CoverScreen
from shanghai.ui.table.flights import FLIGHT_FRAMES
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.table_contents import TableView
from shanghai.ui.table.targets import CardTarget, DiscardTarget, MeldTarget
from shanghai.variants.loader import load_variant
from tests.long import long
from tests.ui.pictures import faces_drawn, screen_lines
from tests.ui.tables import (
    MOVING_HANDS,
    SMALL,
    WIDE,
    at_table,
    click_target,
    host_of,
    own_hand,
    position,
    press,
    settle,
)
from tests.ui.test_leaks import check

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses", "moving")

TABLE = (("Ann", "set", "8S 8D 8C"), ("Bob", "run", "5H 6H 7H 8H"))


@pytest.fixture
def moving(monkeypatch):
    """Things may move, and no frame comes before the test asks for it."""
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "full")
    monkeypatch.setattr(movement, "DEAL_STEP", 1e6)
    monkeypatch.setattr(movement, "TRAVEL_STEP", 1e6)


def dealt():
    return Host(load_variant("playerules"), [Player(name) for name in MOVING_HANDS], seed=5)


def drawn(app):
    """All that is on the screen, with its colours."""
    strips = app.screen._compositor.render_strips()
    return [[(segment.text, segment.style) for segment in strip] for strip in strips]


def tables(folder, make, *size, **looks):
    """A table at which cards move, then one at which they do not, and what was seen at both."""
    seen = []
    for moves in (True, False):
        yield moves, sit(folder / str(moves), make(), moves, seen, *size, **looks)


@asynccontextmanager
async def sit(folder, host, moves, seen, *size, **looks):
    """One of the tables; `rest` waits until all is drawn, which must be the same at both."""
    async with at_table(folder, host, *size, animation=moves, **looks) as (app, pilot):

        async def rest(look=drawn):
            last = None
            while last != (last := drawn(app)):
                await settle(pilot)
            if moves:
                seen.append(look(app))
            else:
                assert look(app) == seen.pop(0)

        yield app, pilot, host, rest


def timers(app):
    """How many timers run on the screen."""
    return sum(timer._task is not None for timer in app.screen._timers)


def is_moving(app):
    return app.screen.motion.movement is not None and not app.screen.motion.movement.is_over


async def next_frame(app, pilot, host):
    """Goes on to the next frame, after a look at this one for cards that nobody may see."""
    check(app, host)
    app.screen.motion.movement.advance()
    await pilot.pause()


def hand_on_screen(app):
    """The cards of the hand as they stand on the screen, each once though it names itself twice."""
    region = app.screen.query_one(CardRow).region
    lines = screen_lines(app)[region.y : region.bottom]
    named = [re.findall(r"(?:10|[2-9AJQK])[SHDC♠♥♦♣]|JK", line) for line in lines]
    if drawn := faces_drawn(lines):
        return drawn
    named = [cards for cards in named if cards]
    return [
        card
        for i, cards in enumerate(named)
        if not i or not {*cards} <= {*named[i - 1]}
        for card in cards
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "looks"),
    [(SMALL, {"ascii": True}), long(WIDE, {"suits": "letters", "cards": "off"})],
    ids=["small, ascii", "wide, letters"],
)
async def test_a_deal_comes_card_by_card_and_comes_to_rest(tmp_path, size, looks):
    for moves, table in tables(tmp_path, dealt, size, **looks):
        async with table as (app, pilot, host, rest):
            await press(pilot, "enter")
            assert isinstance(app.screen, PublicScreen)
            if moves:
                await watch_public(app, pilot, host)
            await rest()
            await press(pilot, "enter")
            assert isinstance(app.screen, PlayerScreen)
            if moves:
                await watch_own(app, pilot, host)
            await rest()
            await rest(timers)
            app.screen.redraw()
            await press(pilot, "b", "m")
            assert app.screen.motion.movement is None
            await rest()


def is_count(bit):
    """Whether a piece of text is the number of cards of a seat."""
    return "count" in bit.look.split()


async def watch_public(app, pilot, host):
    """The cards of the seats are counted out, and the first discard is turned over last."""
    upcard = app.card_style.text(host.state.top)
    table = app.screen.query_one(TableView)
    counts = []
    while not app.screen.motion.movement.is_over:
        lines = screen_lines(app)[table.region.y : table.region.bottom]
        assert upcard not in " ".join(line[: table.region.right] for line in lines)
        counts.append(min(int(bit.text) for row in table._drawn for bit in row if is_count(bit)))
        await next_frame(app, pilot, host)
    assert counts == sorted(counts)
    assert len({*counts, 11}) > 5


async def watch_own(app, pilot, host):
    """The cards of the hand come one after the other."""
    hand = [app.card_style.text(held) for held in own_hand(app)]
    for there in range(1, len(hand)):
        assert hand_on_screen(app) == hand[:there]
        await next_frame(app, pilot, host)
    assert app.screen.motion.movement.is_over


async def test_every_key_acts_at_once_as_if_nothing_moved(tmp_path):
    for moves, table in tables(tmp_path, dealt):
        async with table as (app, pilot, _, rest):
            await press(pilot, "enter", "enter")
            assert is_moving(app) == moves
            for key in ("right", "d", "o", "space", "escape", "x", "escape", "down"):
                await press(pilot, key)
                assert is_moving(app) == (moves and key == "d")
                if key != "d":
                    # The key after the draw has ended what moved, and done the same.
                    await rest()
            await rest(timers)
            await press(pilot, "x", "x")
            assert isinstance(app.screen, PublicScreen)
            assert is_moving(app) == moves
            await press(pilot, "enter")
            assert is_moving(app) == moves
            await press(pilot, "b")
            assert isinstance(app.screen, CoverScreen)
            assert not any(row.rows for s in app.screen_stack for row in s.query(CardRow))
            await rest()
            await press(pilot, "m")
            await rest()


async def test_a_click_finds_a_card_that_is_not_dealt_yet(tmp_path):
    async with at_table(tmp_path, dealt(), animation=True) as (app, pilot):
        await press(pilot, "enter", "enter")
        assert not app.screen.motion.movement.is_over
        last = own_hand(app)[-1]
        await click_target(pilot, CardTarget(last))
        assert app.screen.motion.movement is None
        assert app.screen.hand.picked == (last,)
        assert app.card_style.text(last) in hand_on_screen(app)


async def test_it_ends_by_itself(tmp_path, monkeypatch):
    for step in ("DEAL_STEP", "TRAVEL_STEP"):
        monkeypatch.setattr(movement, step, 0.001)
    for moves, table in tables(tmp_path, dealt):
        async with table as (app, pilot, _, rest):
            for key in ("enter", "enter", "d"):
                await press(pilot, key)
                assert (app.screen.motion.movement is not None) == moves
                while is_moving(app):
                    await settle(pilot)
                await rest()
                await rest(timers)


LIGHTS = (("glow", movement.GLOW_FRAMES), ("fading", movement.FADING_FRAMES))


async def land(app, pilot, host):
    """Goes on until all cards that travel have landed."""
    for _ in range(FLIGHT_FRAMES * len(app.screen.motion.movement.flights)):
        assert not glowing(app, "glow")
        await next_frame(app, pilot, host)


def glowing(app, look):
    """What glows on the screen, by what a click on it means."""
    drawn = [bit for lines in app.screen.query(Lines) for line in lines._drawn for bit in line]
    return {bit.target for bit in drawn if look in bit.look}


@pytest.mark.slow
async def test_what_a_move_brings_glows_and_fades(tmp_path):
    state = position(
        "playerules", MOVING_HANDS, turn="Ann", table=TABLE, discards="QD 5C", by="Cy", round=2
    )
    for moves, table in tables(tmp_path, lambda: host_of(state)):
        async with table as (app, pilot, host, rest):

            async def shine(*targets, moves=moves, app=app, pilot=pilot, host=host):
                if moves:
                    await land(app, pilot, host)
                    for look, count in LIGHTS:
                        for _ in range(count):
                            assert glowing(app, look) == set(targets)
                            await next_frame(app, pilot, host)
                assert not glowing(app, "glow")
                assert not glowing(app, "fading")

            await press(pilot, "enter")
            assert app.screen.motion.movement is None, "nothing is dealt, and nothing has changed"
            taken = CardTarget(host.state.top)
            await press(pilot, "t")
            await shine(taken)
            await rest()
            await press(pilot, "a", "a")
            await shine(MeldTarget(0), MeldTarget(1))
            await press(pilot, "9", "space", "x")
            assert isinstance(app.screen, PublicScreen)
            await shine(DiscardTarget(), MeldTarget(0), MeldTarget(1))
            await rest()
            await rest(timers)


@pytest.mark.slow
async def test_it_is_off_where_it_is_not_wanted_or_not_to_be_seen(tmp_path, monkeypatch):
    async with at_table(tmp_path / "now", dealt(), animation=True) as (app, pilot):
        app.change_settings(animation=False)
        await press(pilot, "enter", "enter", "d")
        assert app.screen.motion.movement is None
        app.change_settings(animation=True)
        assert app.screen.motion.movement is None
        await press(pilot, "x", "x")
        await land(app, pilot, app.screen.session.host)
        assert glowing(app, "glow") == {DiscardTarget()}
        assert load(app.folder).animation
    assert ShanghaiApp(Options(str(tmp_path))).may_animate
    assert not ShanghaiApp(Options(str(tmp_path), animation=False)).may_animate
    with monkeypatch.context() as surroundings:
        surroundings.setenv("NO_COLOR", "1")
        assert not ShanghaiApp(Options(str(tmp_path))).may_animate
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")
    assert not ShanghaiApp(Options(str(tmp_path))).may_animate
