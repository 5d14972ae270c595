"""When an app in a test has come to rest: told by its event loop, not by how long it was quiet."""

import asyncio
import threading
import time
from asyncio.base_events import BaseEventLoop
from pathlib import Path

from textual import _callback, app, pilot
from textual._compositor import Compositor
from textual.css.stylesheet import Stylesheet
from textual.message_pump import MessagePump

from shanghai.terminal.screen import FrameTimer

THINKING = "thinking"
"""The name of the threads in which the game thinks beside the screen."""
LOOKS = 3
"""Looks at which no such thread works until all of them are taken to wait for something."""
LONG = 1.0
"""Seconds of the processor's time that what is thought is waited for."""
_READING: set[asyncio.Future] = set()
"""What is read and written in other threads beside the screen, which always comes to an end."""


async def quiet(*_):
    """Waits until nothing is left to run, here and in the threads beside the screen."""
    loop, begun, looks = asyncio.get_running_loop(), None, 0
    await asyncio.sleep(0)
    while loop._ready or looks < LOOKS:
        if loop._ready:
            await asyncio.sleep(0)
        elif any(future.get_loop() is loop for future in _READING):
            await asyncio.sleep(0.001)
        elif not (threads := [one for one in threading.enumerate() if one.name == THINKING]):
            return
        else:
            begun = begun or time.process_time()
            at_work = any(map(_works, threads)) and time.process_time() < begun + LONG
            looks = 0 if at_work else looks + 1
            await asyncio.sleep(0.002)


def _works(thread):
    """Whether a thread is at work, or would be if the machine let it; no system but Linux says."""
    try:
        state = Path(f"/proc/self/task/{thread.native_id}/stat").read_text()
    except OSError:
        return False
    return state.rpartition(")")[2].split()[0] != "S"


async def at_rest(pilot, timeout=None):
    """Draws what is to be drawn until nothing follows from it; whether the app is sound."""
    app = pilot.app
    while True:
        await quiet()
        if app._exception is not None or not app.screen_stack:
            return False
        if app._resize_event is not None:
            app._check_resize()
        elif waiting := [one for one in app.screen_stack if is_due(one)]:
            for screen in waiting:
                screen._on_timer_update()
        else:
            return True


def is_due(screen):
    """Whether a screen is to be drawn: by the timer of the program, or by Textual's own."""
    timer = screen._update_timer
    return timer.is_due if isinstance(timer, FrameTimer) else timer._active.is_set()


async def pause(pilot, delay=None):
    """A pause of so many seconds, or until the app is at rest, all of it drawn."""
    if delay is not None:
        await asyncio.sleep(delay)
    await at_rest(pilot)
    pilot.app.screen._on_timer_update()


def rest_by_the_loop(patch):
    """Makes the pilot wait as long as there is something to do, and no longer."""
    begin = BaseEventLoop.run_in_executor

    def note_reading(loop, *what):
        future = begin(loop, *what)
        _READING.add(future)
        future.add_done_callback(_READING.discard)
        return future

    patch.setattr(BaseEventLoop, "run_in_executor", note_reading)
    patch.setattr(app, "wait_for_idle", quiet)
    patch.setattr(pilot.Pilot, "_wait_for_screen", at_rest)
    patch.setattr(pilot.Pilot, "pause", pause)


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
    """Makes all apps share the rules that were read from the same texts with the same variables."""
    read, texts = Stylesheet._parse_rules, {}
    parse, sheets = Stylesheet.parse, {}
    mapped = Stylesheet.rules_map.fget

    def read_once(sheet, *source, **more):
        key = (*source, *more.items(), frozenset(sheet._variables.items()))
        if key not in texts:
            texts[key] = read(sheet, *source, **more)
        return texts[key]

    def parse_once(sheet):
        key = (*sheet.source.items(), frozenset(sheet._variables.items()))
        if key not in sheets:
            parse(sheet)
            sheets[key] = sheet._rules, mapped(sheet)
        sheet._rules, sheet._rules_map = sheets[key]
        sheet._require_parse = False

    def rules_map(sheet):
        return mapped(sheet) if sheet.rules else {}

    patch.setattr(Stylesheet, "_parse_rules", read_once)
    patch.setattr(Stylesheet, "parse", parse_once)
    patch.setattr(Stylesheet, "rules_map", property(rules_map))


class _StylesOfPlace:
    """What a sheet gives to a node, kept for all of its kind at such a place in such a state."""

    def __init__(self, known, place):
        self._known, self._place = known, place

    def get(self, _):
        return self._known.get(self._place)

    def __setitem__(self, _, rules):
        self._known[self._place] = rules


def _place_of(node):
    """The kinds and states of a node and of all above it; nothing for one that is taken away."""
    place = []
    while node is not None and not isinstance(node, app.App):
        place.append((type(node), node._id, node.classes, node._pseudo_classes_cache_key))
        node = node._parent
    if node is None:
        return None
    return *place, (type(node), node.classes, frozenset(node.pseudo_classes))


def match_styles_once(patch):
    """Finds the rules for a node once for all apps whose sheets are the same."""
    apply, known = Stylesheet.apply, {}

    def apply_known(sheet, node, *, animate=False, cache=None):
        if place := _place_of(node):
            # The rules are kept beside what is known of them, lest others get their number.
            _, of_places = known.setdefault(id(sheet.rules), (sheet.rules, {}))
            cache = _StylesOfPlace(of_places, place)
        apply(sheet, node, animate=animate, cache=cache)

    patch.setattr(Stylesheet, "apply", apply_known)


def find_handlers_once(patch):
    """Looks once at each class for what handles a kind of message by its name alone."""
    find, known = MessagePump._get_dispatch_methods, {}

    def found(kind, name):
        """The functions of a class and those above it, or None where some are decorated."""
        if any(above.__dict__.get("_decorated_handlers") for above in kind.__mro__):
            return None
        named = (
            (above, above.__dict__.get(f"_{name}") or above.__dict__.get(name))
            for above in kind.__mro__
        )
        return [(above, method) for above, method in named if method is not None]

    def known_methods(pump, name, message):
        kind = type(pump)
        key = kind, name
        if key not in known:
            known[key] = found(kind, name)
        methods = known[key]
        if methods is None:
            yield from find(pump, name, message)
            return
        for above, method in methods:
            if message._no_default_action:
                break
            if not getattr(method, "_textual_on", None):
                yield above, method.__get__(pump, above)

    patch.setattr(MessagePump, "_get_dispatch_methods", known_methods)


def count_once(patch):
    """Looks at each function once for what it takes, not at each call of a part of it."""
    count, counted = _callback._count_parameters, {}

    def known(function):
        plain = getattr(function, "__func__", function)
        code = getattr(plain, "__code__", None)
        if code is None or hasattr(plain, "__wrapped__"):
            return count(function)
        if code not in counted:
            counted[code] = count(plain)
        return counted[code] - (plain is not function)

    patch.setattr(_callback, "_count_parameters", known)
