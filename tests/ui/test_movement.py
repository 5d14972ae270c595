"""Movement of the cards: what each frame shows, that no key waits for it, and that it ends."""

import re
from contextlib import asynccontextmanager

import pytest
from textual import constants

from shanghai.host import Host, Player
from shanghai.ui import movement
from shanghai.ui.app import ShanghaiApp
from shanghai.ui.compat import screen_lines
from shanghai.ui.options import Options
from shanghai.ui.screens.cover import CoverScreen
from shanghai.ui.screens.own import OwnScreen
from shanghai.ui.screens.window import WindowScreen
from shanghai.ui.settings import load
from shanghai.ui.widgets.cards import CardRow
from shanghai.ui.widgets.lines import Lines
from shanghai.variants import load_variant
from tests.ui.pictures import screen_text
from tests.ui.tables import (
    SMALL,
    WIDE,
    at_table,
    click_target,
    host_of,
    own_hand,
    position,
    press,
    run,
    settle,
)
from tests.ui.test_leaks import check

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses", "moving")

TABLE = (("Ann", "set", "8S 8D 8C"), ("Bob", "run", "5H 6H 7H 8H"))
HANDS = {"Ann": "4H 9D KC TH 8H", "Bob": "2S 3S", "Cy": "JD JS"}


@pytest.fixture
def moving(monkeypatch):
    """Things may move, and no frame comes before the test asks for it."""
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "full")
    monkeypatch.setattr(movement, "DEAL_STEP", 1e6)
    monkeypatch.setattr(movement, "LIGHT_STEP", 1e6)


def dealt():
    return Host(load_variant("playerules"), [Player(name) for name in HANDS], seed=5)


def drawn(app):
    """All that is on the screen, with its colours."""
    strips = app.screen._compositor.render_strips()
    return [[(segment.text, segment.style) for segment in strip] for strip in strips]


@asynccontextmanager
async def twice(folder, make, size=SMALL, **looks):
    """Two tables that are alike, of which only the first moves, and keys for both."""
    hosts = make(), make()
    async with (
        at_table(folder / "one", hosts[0], size, animation=True, **looks) as (app, pilot),
        at_table(folder / "two", hosts[1], size, **looks) as (still, other),
    ):

        async def keys(*names):
            for one in (pilot, other):
                await press(one, *names)

        async def alike(look=drawn):
            """Whether both screens are the same once they have come to rest."""
            for _ in range(20):
                if look(app) == look(still):
                    return True
                await settle(pilot)
                await settle(other)
            return False

        yield app, pilot, hosts[0], keys, alike


def timers(app):
    """How many timers run on the screen."""
    return sum(timer._task is not None for timer in app.screen._timers)


async def next_frame(app, pilot, host):
    """Goes on to the next frame, after a look at this one for cards that nobody may see."""
    check(app, host)
    app.screen.movement.advance()
    await pilot.pause()


def hand_on_screen(app):
    """The cards of the hand as they stand on the screen."""
    region = app.screen.query_one(CardRow).region
    lines = screen_lines(app)[region.y : region.bottom]
    return re.findall(r"(?:10|[2-9AJQK])[SHDC♠♥♦♣]|JK", " ".join(lines))


@pytest.mark.parametrize(
    ("size", "looks"),
    [(SMALL, {"ascii": True}), (WIDE, {"suits": "letters", "cards": "on"})],
    ids=["small, ascii", "wide, letters"],
)
def test_a_deal_comes_card_by_card_and_comes_to_rest(tmp_path, size, looks):
    async def go():
        async with twice(tmp_path, dealt, size, **looks) as (app, pilot, host, keys, alike):
            await keys("enter")
            assert isinstance(app.screen, WindowScreen)
            upcard = app.card_style.text(host.state.top)
            middle = app.screen.query_one("#middle").region
            counts = []
            while not app.screen.movement.is_over:
                lines = screen_lines(app)
                assert upcard not in " ".join(lines[middle.y : middle.bottom])
                counts.append(int(re.search(r"3 Cy +(\d+)", " ".join(lines))[1]))
                await next_frame(app, pilot, host)
            assert counts == sorted(counts)
            assert len({*counts, 11}) > 5
            assert await alike()

            await keys("enter")
            assert isinstance(app.screen, OwnScreen)
            hand = [app.card_style.text(held) for held in own_hand(app)]
            for there in range(1, len(hand)):
                assert hand_on_screen(app) == hand[:there]
                await next_frame(app, pilot, host)
            assert app.screen.movement.is_over
            assert await alike()
            assert await alike(timers)

            app.screen.redraw()
            await keys("b", "m")
            assert app.screen.movement is None
            assert await alike()

    run(go())


def test_every_key_acts_at_once_as_if_nothing_moved(tmp_path):
    async def go():
        async with twice(tmp_path, dealt) as (app, _, _, keys, alike):
            await keys("enter", "enter")
            assert not app.screen.movement.is_over
            for key in ("right", "d", "o", "space", "escape", "x", "escape", "down"):
                await keys(key)
                if key == "d":
                    assert not app.screen.movement.is_over
                    assert glowing(app)
                    assert await alike(screen_text)
                else:
                    assert await alike()
                    assert await alike(timers)
            await keys("x", "x")
            assert isinstance(app.screen, WindowScreen)
            assert not app.screen.movement.is_over
            assert await alike(screen_text)
            await keys("enter")
            assert not app.screen.movement.is_over
            await keys("b")
            assert isinstance(app.screen, CoverScreen)
            assert not any(row.rows for s in app.screen_stack for row in s.query(CardRow))
            assert await alike()
            await keys("m")
            assert await alike()

    run(go())


def test_a_click_finds_a_card_that_is_not_dealt_yet(tmp_path):
    async def go():
        async with at_table(tmp_path, dealt(), animation=True) as (app, pilot):
            await press(pilot, "enter", "enter")
            assert not app.screen.movement.is_over
            last = own_hand(app)[-1]
            await click_target(pilot, ("card", last))
            assert app.screen.movement is None
            assert app.screen.hand.picked == (last,)
            assert app.card_style.text(last) in hand_on_screen(app)

    run(go())


def test_it_ends_by_itself(tmp_path, monkeypatch):
    async def go():
        for step in ("DEAL_STEP", "LIGHT_STEP"):
            monkeypatch.setattr(movement, step, 0.001)
        async with twice(tmp_path, dealt) as (app, _, _, keys, alike):
            for key in ("enter", "enter", "d"):
                await keys(key)
                assert await alike()
                assert app.screen.movement.is_over
                assert await alike(timers)

    run(go())


def glowing(app):
    """What glows on the screen, by what a click on it means."""
    found = set()
    for lines in app.screen.query(Lines):
        for bit in (bit for line in lines._drawn for bit in line):
            if "glow" in bit.look or "fading" in bit.look:
                found.add(bit.target)
    return found


def test_what_a_move_brings_glows_and_fades(tmp_path):
    async def go():
        state = position(
            "playerules", HANDS, turn="Ann", table=TABLE, discards="QD 5C", by="Cy", round=2
        )
        async with twice(tmp_path, lambda: host_of(state)) as (app, pilot, host, keys, alike):
            await keys("enter")
            assert app.screen.movement is None, "nothing is dealt, and nothing has changed"
            taken = ("card", host.state.top)
            await keys("t")
            assert glowing(app) == {taken}
            await next_frame(app, pilot, host)
            assert glowing(app) == {taken}
            await next_frame(app, pilot, host)
            assert not glowing(app)
            assert await alike()
            await keys("a", "a")
            melds = {("meld", 0), ("meld", 1)}
            assert glowing(app) == melds
            await keys("9", "space", "x")
            assert isinstance(app.screen, WindowScreen)
            assert glowing(app) == {("discard",), *melds}
            await next_frame(app, pilot, host)
            await next_frame(app, pilot, host)
            assert await alike()
            assert await alike(timers)

    run(go())


def test_it_is_off_where_it_is_not_wanted_or_not_to_be_seen(tmp_path, monkeypatch):
    async def go():
        async with at_table(tmp_path / "now", dealt(), animation=True) as (app, pilot):
            app.change_settings(animation=False)
            await press(pilot, "enter", "enter", "d")
            assert app.screen.movement is None
            app.change_settings(animation=True)
            assert app.screen.movement is None
            await press(pilot, "x", "x")
            assert glowing(app) == {("discard",)}
            assert load(app.folder).animation
        assert ShanghaiApp(Options(str(tmp_path))).may_animate
        assert not ShanghaiApp(Options(str(tmp_path), animation=False)).may_animate
        with monkeypatch.context() as surroundings:
            surroundings.setenv("NO_COLOR", "1")
            assert not ShanghaiApp(Options(str(tmp_path))).may_animate
        monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")
        assert not ShanghaiApp(Options(str(tmp_path))).may_animate

    run(go())
