"""Apps to press keys in: a fresh data folder, a clock that stands still, nothing that moves."""

import importlib
import pkgutil
from contextlib import asynccontextmanager
from itertools import count

from msgspec import structs

import shanghai.ui
from shanghai.engine.cards import read_face
from shanghai.engine.game import new_game
from shanghai.engine.seen import public_view
from shanghai.engine.state import Ending, Phase, RoundResult
from shanghai.ui.app import ShanghaiApp
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.options import Options
from shanghai.variants.loader import load_variant
from tests.patience import Patience

SMALL, WIDE, HUGE = (80, 24), (120, 40), (200, 60)
SIZES = (SMALL, WIDE, HUGE)
NAMES = ("Ann", "Bob", "Christopher", "Dora", "Eve", "Fay", "Gustav-Adolf", "Hal")
LATE = 1e9


@asynccontextmanager
async def at_menu(folder, size=SMALL, options=None):
    app = ShanghaiApp(options or Options(data_dir=str(folder)))
    app.clock = lambda: LATE
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield app, pilot


@asynccontextmanager
async def showing(screen, folder, size=SMALL, options=None):
    """The screen above the menu; `app.answers` gathers what it is dismissed with."""
    async with at_menu(folder, size, options) as (app, pilot):
        app.answers = []
        app.push_screen(screen, app.answers.append)
        await pilot.pause()
        app.clock = lambda: LATE + 60
        await pilot.pause()
        yield app, pilot


@asynccontextmanager
async def in_turn(folder, size=SMALL):
    """The app and its pilot with a way to show one screen after another above the menu."""
    async with at_menu(folder, size) as (app, pilot):
        shown = count(1)

        async def show(screen):
            for _ in app.screen_stack[2:]:
                await app.pop_screen()
            app.push_screen(screen)
            await pilot.pause()
            now = LATE + 60 * next(shown)
            app.clock = lambda: now
            await pilot.pause()

        yield app, pilot, show


def all_screens():
    """Every class of a screen there is, those that others grow from too."""
    for module in pkgutil.walk_packages(shanghai.ui.__path__, "shanghai.ui."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found, left = [], [BaseScreen]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        found.append(kind)
    return [kind for kind in found if kind.__module__.startswith("shanghai.")]


async def press(pilot, *keys):
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def until(pilot, holds):
    """Lets the app work until something holds."""
    patience = Patience()
    while not holds():
        patience.require("what an app works at")
        await pilot.pause(0.01)


async def click_key(pilot, label):
    """Clicks a key of the bar by its label."""
    from shanghai.ui.kit.keybar import KeyBar

    await click_text(pilot, label, pilot.app.screen.query_one(KeyBar).region)


async def click_text(pilot, text, region=None):
    """Clicks the first place at which the text stands on the screen."""
    from tests.ui.pictures import screen_lines

    for y, line in enumerate(screen_lines(pilot.app)):
        inside = region is None or region.y <= y < region.bottom
        if inside and (x := line.find(text)) >= 0:
            await pilot.click(offset=(x, y))
            await pilot.pause()
            return
    raise AssertionError(f"{text!r} does not stand on the screen")


def scored(variant, players, rounds, over=False, hands=()):
    """A game after so many rounds, the points made of the seat and round alone."""
    state = new_game(load_variant(variant), NAMES[:players])
    results, totals = [], [0] * players
    for number in range(1, rounds + 1):
        out = (number * 5) % players
        points = tuple(
            0 if seat == out else 5 * ((seat * 7 + number * 11) % 23) for seat in range(players)
        )
        results.append(RoundResult(number, points, out, Ending.OUT))
        totals = [total + gained for total, gained in zip(totals, points, strict=True)]
    seats = [structs.replace(s, score=t) for s, t in zip(state.seats, totals, strict=True)]
    for seat, hand in enumerate(hands):
        cards = tuple(map(read_face, hand.split()))
        seats[seat] = structs.replace(seats[seat], hand=cards, down=seat % 2 == 0)
    phase = Phase.GAME_OVER if over else (Phase.ROUND_OVER if rounds else Phase.DRAW)
    state = structs.replace(
        state,
        seats=tuple(seats),
        phase=phase,
        round=max(1, rounds),
        dealer=0,
        turn=0,
        results=tuple(results),
    )
    return public_view(state)
