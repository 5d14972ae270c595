"""When an app in a test has come to rest: told by its event loop, not by how long it was quiet."""

import asyncio
import threading

from textual import _wait, app, pilot
from textual._compositor import Compositor
from textual.css.stylesheet import Stylesheet

BESIDE = ("thinking", "asyncio_")
"""How the threads are named in which the game works beside the screen."""


async def quiet(*_):
    """Waits until nothing is left to run; work in threads is waited for as Textual does."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready:
        await asyncio.sleep(0)
    if any(thread.name.startswith(BESIDE) for thread in threading.enumerate()):
        await _wait.wait_for_idle(0)


async def at_rest(pilot, timeout=None):
    """Draws what is to be drawn until nothing follows from it; whether the app is sound."""
    app = pilot.app
    while True:
        await quiet()
        if app._exception is not None or not app.screen_stack:
            return False
        if app._resize_event is not None:
            app._check_resize()
        elif app.screen._update_timer._active.is_set():
            app.screen._on_timer_update()
        else:
            return True


async def pause(pilot, delay=None):
    """A pause of so many seconds, or until the app is at rest, all of it drawn."""
    if delay is not None:
        await asyncio.sleep(delay)
    await at_rest(pilot)
    pilot.app.screen._on_timer_update()


def rest_by_the_loop(patch):
    """Makes the pilot wait no longer than there is something to do."""
    patch.setattr(app, "wait_for_idle", quiet)
    patch.setattr(pilot.Pilot, "_wait_for_screen", at_rest)
    patch.setattr(pilot.Pilot, "pause", pause)
    patch.setattr(_wait, "SLEEP_GRANULARITY", 1 / 250)
    patch.setattr(_wait, "SLEEP_IDLE", 1 / 1000)


def draw_what_is_new(patch):
    """Draws a screen of each kind once in each size; what changes on it later is drawn when a test
    looks at it, for nobody else does."""
    draw, drawn = Compositor.render_update, set()

    def draw_once(compositor, full=False, *args, **named):
        kind = type(compositor.root), compositor.size
        if kind in drawn:
            compositor._dirty_regions.clear()
            compositor.root.app.shown_screen = compositor.root
            return None
        drawn.add(kind)
        return draw(compositor, full, *args, **named)

    patch.setattr(Compositor, "render_update", draw_once)


def share_style_sheets(patch):
    """Makes all apps share the rules that were read from the same text with the same variables."""
    parse, shared = Stylesheet._parse_rules, {}

    def parse_once(sheet, *source, **more):
        key = (*source, *more.items(), frozenset(sheet._variables.items()))
        if key not in shared:
            shared[key] = parse(sheet, *source, **more)
        return shared[key]

    patch.setattr(Stylesheet, "_parse_rules", parse_once)
