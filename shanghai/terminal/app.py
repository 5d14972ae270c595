"""The base class of the app: it ends in good order whatever happens. Uses private Textual names."""

import asyncio
import atexit
import contextlib
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from traceback import walk_tb
from typing import Any, Final

from rich.color import ColorSystem
from rich.console import RenderableType
from rich.text import Text
from textual import constants
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._compositor import CompositorUpdate
from textual._styles_cache import StylesCache
from textual.app import App
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.events import DescendantFocus, Event, Key, Resize
from textual.filter import Monochrome, NoColor
from textual.geometry import Offset, Size
from textual.screen import Screen
from textual.worker import WorkerFailed

from shanghai.storage.crash_report import CRASHED, crash_sentence
from shanghai.terminal.input import KeyReleased
from shanghai.terminal.line import Line
from shanghai.terminal.picture import Picture, move_to
from shanghai.terminal.screen import paint
from shanghai.terminal.size import bounded_size
from shanghai.words import setup

if sys.platform == "win32":
    from shanghai.terminal.windows import RobustWindowsDriver as RobustDriver
else:
    import termios

    from shanghai.terminal.driver import RobustDriver

SIGNALS: Final = (
    *("SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT"),
    *("SIGUSR1", "SIGUSR2", "SIGPWR", "SIGXCPU"),
)
PATIENCE: Final = 1.4
"""Seconds that an end in good order may take after a signal."""
LEISURE: Final = 3.0
"""Seconds that an end without a signal may take. A slow disk may still have to write."""
_SIGNALLED: Final = 128
_DRAW_ANEW: Final = "ctrl+l"
"""The key that draws a garbled terminal again, as in most programs."""
_PALETTE: Final = "--command-palette"
_AT_HOME: Final = (
    b"\x18\x1b[?2026l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l\x1b[?2004l\x1b[?2048l"
    b"\x1b[?1004l\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h"
)
"""Restores a terminal that was left in the middle of a frame."""


class Shutdown:
    """Ends the program in good order at a signal. It calls `ask` with the number of the signal, in
    the main thread. If the end then takes too long, it restores the terminal and exits at once."""

    def __init__(self, ask: Callable[[int], None]) -> None:
        self._ask = ask
        self._code: int | None = None
        self._in_haste = False
        self.in_terminal = False
        """Whether the terminal is in the app's mode, not as it was before."""
        self._settings = _terminal_settings()

    @property
    def has_started(self) -> bool:
        """Whether `begin` was called, so that the program is about to end."""
        return self._code is not None

    def listen(self) -> None:
        """Handles the signals, except those that the parent process has set to be ignored."""
        for name in SIGNALS:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._signalled)
        if hasattr(signal, "SIGALRM"):
            signal.signal(signal.SIGALRM, self._overdue)
            # After this Python takes its handlers away, and an alarm would end the process itself.
            atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)

    def begin(self, code: int) -> None:
        """Notes that the program is about to end with this exit code. Starts the time limit, which
        is shorter after a signal."""
        in_haste = code > _SIGNALLED
        if (self._code is None or in_haste > self._in_haste) and hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, PATIENCE if in_haste else LEISURE)
        self._in_haste = self._in_haste or in_haste
        self._code = code

    def _signalled(self, number: int, _: object) -> None:
        self.begin(_SIGNALLED + number)
        self._ask(number)

    def _overdue(self, number: int, frame: object) -> None:
        if self._code is None:
            self._signalled(number, frame)
            return
        if self.in_terminal:
            with contextlib.suppress(Exception):
                self._leave_terminal()
        os._exit(self._code)

    def _leave_terminal(self) -> None:
        """Restores the terminal without waiting for it. Drops what it has not shown yet."""
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        screen = os.dup(2)
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        # The thread that writes frames is woken, so that it does not write another one.
        signal.signal(signal.SIGALRM, lambda *_: None)
        for thread in threading.enumerate():
            if thread.name == "textual-output" and thread.ident is not None:
                signal.pthread_kill(thread.ident, signal.SIGALRM)
                thread.join(0.05)
        with contextlib.suppress(termios.error):
            termios.tcflush(screen, termios.TCOFLUSH)
        with contextlib.suppress(OSError):
            if select.select([], [screen], [], 0.1)[1]:
                os.write(screen, _AT_HOME)
        if self._settings is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(0, termios.TCSANOW, self._settings)


def _terminal_settings() -> list[Any] | None:
    if sys.platform == "win32":
        return None
    try:
        return termios.tcgetattr(0)
    except termios.error:
        return None


def let_go_of_drawn_widgets() -> None:
    """Stops Textual from keeping the styles of removed widgets in a cache, which would take tens of
    megabytes in an evening."""
    blended = getattr(StylesCache.get_inner_outer, "__wrapped__", None)
    if blended is not None:
        shared = lru_cache(1024)(partial(blended, None))
        setattr(StylesCache, "get_inner_outer", lambda _, *colours: shared(*colours))  # noqa: B010


class RobustApp(App[int]):
    """An app that ends in good order at a signal, when its terminal is gone, and after a crash."""

    folder: Path
    ending: Shutdown | None = None
    """Handles signals. None: the app does not run in a terminal."""
    tells_releases = False
    """Whether the terminal reports that a key was released."""
    shown_screen: Screen[Any] | None = None
    _has_run = False
    """Whether the app runs in its loop, or has run."""
    _has_crashed = False
    _end_code = 0

    def __init__(self) -> None:
        let_go_of_drawn_widgets()
        super().__init__()
        self.clock: Callable[[], float] = time.monotonic
        """Gives the time in seconds. A test may replace it."""
        self.picture = Picture(self.console._color_system or ColorSystem.TRUECOLOR)
        self.is_picture_late = False
        """Whether the latest picture still waits to be sent, as the terminal is busy."""
        self._next_look: asyncio.TimerHandle | None = None
        self._shown_pointer = ""
        self._shown_cursor: Offset | None = None
        # Textual makes greys of colours where none is wanted; bold and reversed text is left here.
        # No palette has colours that a terminal names, or dim ones, so none are to be turned.
        self._filters = [NoColor() for it in self._filters if type(it) is Monochrome]

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        """The screens that show through the top one. None if it is opaque, as Textual would redraw
        them all (overrides Textual's)."""
        stack = self._screen_stack
        if stack and stack[-1].styles.background.a == 1:
            return []
        return super()._background_screens

    @property
    def size(self) -> Size:
        """The bounded size of the window in cells (extends Textual's)."""
        return Size(*bounded_size(*super().size))

    def on_load(self) -> None:
        """Notes that the loop has begun."""
        self._has_run = True

    def set_first_theme(self, name: str) -> None:
        """Sets the theme before the first picture. A later change would read all styles again."""
        self.set_reactive(App.theme, name)
        self.set_class(self.current_theme.dark, "-dark-mode", update=False)
        self.set_class(not self.current_theme.dark, "-light-mode", update=False)
        self.stylesheet.set_variables(self.get_css_variables())

    def get_default_screen(self) -> Screen[Any]:
        """The screen below all others, which is never seen. Leaves out Textual's widgets for
        tooltips and notifications."""
        screen = super().get_default_screen()
        setattr(screen, "_extend_compose", lambda _: None)  # noqa: B010
        return screen

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Paints what has changed, and sends it when the terminal is ready (extends Textual's)."""
        if renderable is None or self._batch_count:
            super()._display(screen, renderable)
            return
        self.shown_screen = screen
        if self._driver is None or self._driver.is_headless:
            super()._display(screen, renderable)
        elif isinstance(renderable, CompositorUpdate):
            paint(self.picture, renderable)
            self.show_picture()

    def show_picture(self) -> None:
        """Sends what the terminal does not show yet, or tries later while the terminal is busy."""
        # Set before the line is asked: it may become free at once, and then reads this flag.
        self.is_picture_late = True
        if self._next_look is not None:
            self._next_look.cancel()
            self._next_look = None
        driver: Any = self._driver
        if driver is None or not self._running or self._closed or not self._screen_stack:
            return
        line: Line | None = getattr(driver, "line", None)
        if line is not None and (wait := line.busy_seconds()):
            self._next_look = asyncio.get_running_loop().call_later(wait, self.show_picture)
            return
        self.is_picture_late = False
        if not (frame := self._frame()):
            return
        if line is not None and (question := line.ask_after(len(frame))):
            frame += question
            line.sent(len(frame))
        driver.write(frame)
        driver.flush()

    def _frame(self) -> str:
        """The text that brings the terminal up to date, empty if nothing has changed."""
        changes = self.picture.difference()
        cursor = self.screen.outer_size.clamp_offset(self.cursor_position)
        # Input methods look for the cursor where a text is typed.
        if cursor != self._shown_cursor or (changes and cursor != Offset()):
            self._shown_cursor = cursor
            changes += move_to(cursor.y, cursor.x)
        if changes and self._sync_available:
            return f"{SYNC_START}{changes}{SYNC_END}"
        return changes

    def _set_pointer_shape(self, shape: str) -> None:
        """Sends the shape of the mouse pointer only when it has changed (extends Textual's)."""
        if shape != self._shown_pointer:
            self._shown_pointer = shape
            super()._set_pointer_shape(shape)

    def draw_anew(self) -> None:
        """Draws the whole picture again, for a terminal that may show anything."""
        self.picture.forget()
        self.shown_screen = None
        self.refresh()

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Opens a page in the browser. Does nothing without a terminal (extends Textual's)."""
        if not self.is_headless:
            super().open_url(url, new_tab=new_tab)

    def get_driver_class(self) -> type[Driver]:
        """The driver class of this system that survives any input (extends Textual's)."""
        if constants.DRIVER is not None:
            return super().get_driver_class()
        return RobustDriver

    def _fatal_error(self) -> None:
        """Ends with code 70 and a report without cards (overrides Textual's, which prints a
        traceback with the values of variables)."""
        if self._exit:
            # Screens that were never composed, or are half removed, fail while the app ends anyway.
            self._return_code = self._end_code
            self._close_messages_no_wait()
            return
        self._return_code = CRASHED
        if self._has_crashed:
            # Later errors must not replace the report of the first one.
            return
        self._has_crashed = True
        self._expect_end(CRASHED)
        self._exit_renderables.append(Text(crash_sentence(sys.exc_info()[1], self.folder)))
        self._close_messages_no_wait()

    def _handle_exception(self, error: Exception) -> None:
        """Ends the app on an error. Ignores one from a command palette that is already closed."""
        cause = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(cause, NoMatches) and self.screen.id != _PALETTE:
            rooms = {frame.f_globals.get("__name__") for frame, _ in walk_tb(cause.__traceback__)}
            if "textual.command" in rooms:
                return
        super()._handle_exception(error)

    async def on_event(self, event: Event) -> None:
        """Filters keys and sizes before they are handled (extends Textual's).

        A key that its screen did not handle is dropped if another screen has come on top. The size
        of the window is bounded. A size of zero is dropped: terminals that do not know their size
        report it.
        """
        if isinstance(event, Resize):
            if min(event.size) < 1:
                return
            event.size = event.virtual_size = Size(*bounded_size(*event.size))
            if self.shown_screen is not None:
                self.draw_anew()
        if isinstance(event, Key):
            key: Any = event
            if event.key == _DRAW_ANEW and not event.is_forwarded:
                self.draw_anew()
                return
            if not event.is_forwarded:
                key.meant_for = self.screen
            elif getattr(key, "meant_for", self.screen) is not self.screen:
                return
        await super().on_event(event)

    def on_key_released(self, message: KeyReleased) -> None:
        """Passes a released key on to the screen, after all keys that were pressed before it."""
        self.tells_releases = True
        self.screen.post_message(type(message)(message.key))

    def panic(self, *_: RenderableType) -> None:
        """Ends as after any other error, and prints nothing of it (overrides Textual's)."""
        self._fatal_error()

    def action_command_palette(self) -> None:
        """Opens our palette (overrides Textual's)."""
        from shanghai.terminal.palette import RobustPalette

        is_there = any(screen.id == _PALETTE for screen in self._nodes)
        # A palette that was closed may not be removed yet.
        if self.use_command_palette and not is_there:
            self.push_screen(RobustPalette(placeholder=setup.PALETTE_SEARCH, id=_PALETTE))

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Keeps the cursor of a text field from blinking, so that at rest nothing is sent."""
        if hasattr(event.widget, "cursor_blink"):
            event.widget.cursor_blink = False

    def listen_for_signals(self) -> None:
        """Makes signals end the app soon, with code 128+n. Call it before the app runs."""
        self.ending = Shutdown(self._ask_to_end)
        self.ending.listen()

    def _ask_to_end(self, number: int) -> None:
        """Ends the app from a signal handler: soon if it runs, at once if it does not run yet. Does
        nothing after the run: the program ends anyway, and the loop must be closed in peace."""
        if self._loop is None and not self._has_run:
            # Objects that are half made print complaints when they are removed.
            sys.unraisablehook = lambda _: None
            raise SystemExit(128 + number)
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.end_by_signal, number)

    def end_by_signal(self, number: int) -> None:
        """Ends the app with the exit code of a signal."""
        self.exit(return_code=128 + number)

    def hang_up(self) -> None:
        """Ends the app as SIGHUP does, even if that signal is ignored. Any thread may call it."""
        number = int(getattr(signal, "SIGHUP", 1))
        self._expect_end(128 + number)
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.end_by_signal, number)

    def exit(
        self, result: int | None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """Ends the app, and starts the time limit of the end (extends Textual's)."""
        self._end_code = return_code
        self._expect_end(return_code or result or 0)
        super().exit(result, return_code, message)

    def _expect_end(self, code: int) -> None:
        if self.ending is not None:
            self.ending.begin(code)

    def before_stop(self) -> None:
        """Called before the program is suspended, as by Ctrl+Z, while it still has the terminal."""

    def after_stop(self) -> None:
        """Called when the program goes on after it was suspended. Draws the whole screen again."""
        self.draw_anew()
