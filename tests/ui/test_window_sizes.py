"""Every screen gives a picture in a window of any size, with bounded work."""

import os
from contextlib import contextmanager
from functools import partial
from itertools import product
from random import Random

import pytest
from textual.events import Resize
from textual.geometry import Size

from shanghai.engine.cards import deck_cards, label
from shanghai.terminal.size import LARGEST
from shanghai.ui.kit.keybar import KeyBar
from shanghai.ui.kit.list_screen import BlockScreen
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.setup.workshop import WorkshopScreen
from shanghai.ui.table.card_row import CardRow
from shanghai.words.cells import cell_width
from tests.ui.apps import NAMES, SMALL, scored, showing
from tests.ui.pictures import screen_lines
from tests.ui.states import SCREENS, STATES, TABLES, shown
from tests.ui.tables import at_table, host_of, position, press
from tests.ui.work import bounded_work

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

MOST = 300
"""The most columns and lines that are drawn by chance."""
STEPS = 4_000_000
"""The most work for a picture of a new size."""
EDGES = (0, 1, 2, 3, 4, 79, 80, 119, 120, MOST)
EDGE_PAIRS = 20
"""The pairs of edges that each state is tried with, other ones for each."""
DRAWN = int(os.environ.get("SHANGHAI_TEST_SIZES", "200"))
"""The sizes drawn for each state, half as many where a screen has several of a table."""
QUICK = ("own going 8", "round over 4", "palette")
QUICK_SIZES = ((3, 2), (4, 119), (MOST, 3), (0, 80), (79, MOST), SMALL)


def drawn_sizes(name):
    """The sizes that a state is tried with in the long tests, the same ones each time."""
    chance = Random(f"sizes of {name}")
    edges = chance.sample([*product(EDGES, EDGES)], EDGE_PAIRS)
    count = DRAWN // 2 if name in TABLES else DRAWN
    sizes = [(chance.randint(0, MOST), chance.randint(0, MOST)) for _ in range(count)]
    return [*edges, *sizes, SMALL]


@contextmanager
def work_of(app, what):
    """Bounds what an app does for a new size, and raises what has gone wrong in it."""
    with bounded_work(STEPS):
        yield
    if app._exception is not None:
        raise AssertionError(what) from app._exception


async def take_size(pilot, size):
    """Gives the window a size, and looks at its picture."""
    app, before = pilot.app, pilot.app.size
    with work_of(app, size):
        await pilot.resize_terminal(*size)
        lines = screen_lines(app)
    if min(size) < 1:
        assert app.size == before, "a size of zero is none"
        # Widgets may have no room all the same.
        with work_of(app, size):
            for room in (Size(*size), before):
                app.screen.post_message(Resize(room, room))
                await pilot.pause()
                lines = screen_lines(app)
    else:
        assert app.size == size
    assert len(lines) == app.size.height
    assert max(map(cell_width, lines)) <= app.size.width
    if isinstance(app.screen, BaseScreen):
        is_small = app.size.width < 80 or app.size.height < 24
        assert app.screen.is_too_small == is_small
        assert any(lines) or app.size.area < 8


def layouts_of(screen):
    """What a screen gives for a width alone."""
    if isinstance(screen, ReadingScreen):
        yield screen.rows
    if isinstance(screen, BlockScreen):
        yield screen._blocks
    if isinstance(screen, WorkshopScreen):
        yield from (screen._rows, screen._about)
    for bar in screen.query(KeyBar):
        yield partial(bar._rows, bar.keys)


def lay_out(app, widths):
    """Lays a screen out for each of the widths; how many layouts it has."""
    ways = [*layouts_of(app.screen)]
    for way, width in product(ways, widths):
        with bounded_work(STEPS):
            assert isinstance(way(width), list | tuple)
    return len(ways)


@pytest.mark.parametrize("name", QUICK)
async def test_a_screen_takes_the_edges_of_all_sizes(tmp_path, name):
    async with shown(name, tmp_path, SMALL) as (app, pilot):
        screen, before = app.screen, screen_lines(app)
        for size in QUICK_SIZES:
            await take_size(pilot, size)
        assert app.screen is screen
        assert screen_lines(app) == before
        assert lay_out(app, (0, 3, 33, MOST)) or name == "palette"


async def test_no_window_is_larger_than_the_largest(tmp_path):
    async with shown("menu", tmp_path, SMALL) as (app, pilot):
        # One that could be drawn all the same comes first.
        for size in ((LARGEST.columns + 1, LARGEST.lines + 1), (99_999, 99_999), (1, 10**30)):
            with work_of(app, size):
                await pilot.resize_terminal(*size)
                lines = screen_lines(app)
            assert app.size == (min(size[0], LARGEST.columns), min(size[1], LARGEST.lines))
            assert len(lines) == app.size.height


@pytest.mark.slow
@pytest.mark.parametrize("name", STATES)
async def test_every_screen_takes_every_size(tmp_path, name):
    async with shown(name, tmp_path, SMALL) as (app, pilot):
        screen = app.screen
        for size in drawn_sizes(name):
            await take_size(pilot, size)
        assert app.screen is screen


def test_many_sizes_are_drawn():
    sizes = {name: drawn_sizes(name) for name in STATES}
    assert sum(map(len, sizes.values())) >= 20_000 * DRAWN // 200
    edges = {size for each in sizes.values() for size in each if {*size} <= {*EDGES}}
    assert edges >= {*product(EDGES, EDGES)}


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
async def test_every_page_is_laid_out_for_every_width(tmp_path, name):
    async with shown(name, tmp_path, SMALL) as (app, _):
        assert lay_out(app, range(MOST + 1)) or not isinstance(app.screen, BaseScreen)


HANDS = {"own": ("draw", "enter"), "lay down": ("play", "enter g"), "look": ("draw", "v 2 p")}
"""Screens of a table with a hand, by the phase and the keys that lead there."""


def table_with(seats, count, phase):
    """A table at which the first two players hold so many cards."""
    labels = [*map(label, deck_cards(1, 2))][::-1]
    names, cards = NAMES[:seats], " ".join(labels[:count])
    hands = {name: cards if at < 2 else labels[-at] for at, name in enumerate(names)}
    more = {"phase": phase, "discards": labels[-1], "by": names[-1]}
    return position("california", hands, turn="Ann", **more)


async def take_sizes_with_hand(folder, kind, seats, count, sizes):
    """Shows a hand of so many cards in windows of these sizes."""
    phase, keys = HANDS[kind]
    async with at_table(folder, host_of(table_with(seats, count, phase))) as (app, pilot):
        await press(pilot, *keys.split())
        in_row = app.screen.query_one(CardRow).cards
        staged = app.screen.staged.cards if kind == "lay down" else ()
        assert len(in_row) + len(staged) == count
        for size in sizes:
            await take_size(pilot, size)


async def test_a_hand_of_thirty_cards_takes_the_edges_of_all_sizes(tmp_path):
    await take_sizes_with_hand(tmp_path, "own", 8, 30, ((1, 24), (3, 120), (80, 1), (84, 24)))


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("kind", HANDS)
async def test_hands_of_all_lengths_take_every_size(tmp_path, kind, seats):
    chance = Random(f"hands {kind} {seats}")
    for count in range(31):
        sizes = [(chance.choice(EDGES), chance.randint(0, MOST)) for _ in range(4)]
        sizes += [(chance.randint(0, MOST), chance.choice(EDGES)) for _ in range(4)]
        sizes += [(chance.randint(80, MOST), chance.randint(24, MOST)) for _ in range(4)]
        await take_sizes_with_hand(tmp_path / str(count), kind, seats, count, sizes)


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 9))
async def test_hands_of_all_lengths_are_turned_over_at_every_size(tmp_path, seats):
    chance = Random(f"turned over {seats}")
    for count in range(31):
        cards = " ".join(map(label, deck_cards(1, 2)[:count]))
        hands = [cards if at else "" for at in range(seats)]
        screen = RoundOverScreen(scored("california", seats, 10, hands=hands))
        async with showing(screen, tmp_path / str(count)) as (_, pilot):
            for _ in range(12):
                size = chance.choice(EDGES), chance.randint(0, MOST)
                await take_size(pilot, size if chance.random() < 0.5 else size[::-1])
