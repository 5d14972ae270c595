"""The screen that all others grow from: a title line, the content, the keys, and a size guard."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.dom import DOMNode
from textual.events import Key as KeyEvent
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from shanghai.engine.seats import SeatIndex
from shanghai.ui.widgets.keybar import Key, KeyBar

if TYPE_CHECKING:
    from shanghai.ui.widgets.guide import Guide

LEAST_WIDTH: Final = 80
LEAST_HEIGHT: Final = 24

ResultT = TypeVar("ResultT")

HELP_KEY: Final = Key("question_mark", "Help", "app.show_help", also=("f1",))


class TitleLine(Static):
    """The top line of a screen: its title at the left, a few words at the right."""

    DEFAULT_CSS = """
    TitleLine {
        dock: top;
        height: 1;
        padding: 0 1;
        background: $panel;
        color: $accent;
        text-style: bold;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    """


class SizeGuard(Widget):
    """Covers the screen while the window is too small to draw it; nothing beneath is lost."""

    DEFAULT_CSS = """
    SizeGuard {
        layer: guard;
        position: absolute;
        offset: 0 0;
        width: 100%;
        height: 100%;
        background: $background;
        color: $foreground;
        content-align: center middle;
        text-align: center;
        display: none;
    }
    """

    def render(self) -> Content:
        """The sentence, short where even that has little room."""
        size = self.app.size
        if size.width < 30 or size.height < 4:
            return Content(f"too small: {LEAST_WIDTH}x{LEAST_HEIGHT}")
        return Content(
            f"This window is {size.width} by {size.height}.\n"
            f"The game needs {LEAST_WIDTH} by {LEAST_HEIGHT}.\n\n"
            "Make it larger and play goes on where it was."
        )


class BaseScreen(Screen[ResultT]):
    """A screen with a title, its own content, and the keys that are legal now.

    A screen gives its widgets by `content`, its keys by `keys` (drawn in the bar, pressed or
    clicked, and refused where not enabled) and its help by `help_text`; `refresh_keys` is called
    after anything that changes what is legal.
    """

    DEFAULT_CSS = """
    BaseScreen {
        layers: base guard;
        overflow: hidden;
        background: $background;
        color: $foreground;
    }
    BaseScreen.-too-small SizeGuard { display: block; }
    """

    HEADING: ClassVar[str] = ""
    HELP_TEXT: ClassVar[str] = ""
    SETTLE: ClassVar[float] = 0.0
    """Seconds for which keys are ignored after the screen came up, against keys typed ahead."""
    CALLS_OPEN: ClassVar[bool] = False
    """Whether it may lie over the table before a draw, so that the seat keys call here too."""
    SHOWS_NO_HAND: ClassVar[bool] = False
    """Whether no hand is ever on it, and the same player is at the keyboard after it."""
    last_key = ""
    """The key that was pressed last; nothing else than a key closes such a screen, or a click."""

    guide: "Guide | None" = None
    """What tells a learner what to do here, above the content; only in a lesson."""
    _kept_focus: DOMNode | None = None

    def content(self) -> ComposeResult:
        """The widgets between the title and the keys."""
        yield from ()

    def keys(self) -> tuple[Key, ...]:
        """The keys of this screen as it now stands."""
        return (HELP_KEY,)

    def idle_keys(self) -> tuple[Key, ...]:
        """The keys that it has at other times: none of them is enabled, each only says why."""
        return ()

    def why_not(self, key: Key) -> str:
        """Why a key does nothing now, as a sentence; asked for only when it was pressed."""
        return key.why

    def tell_why_not(self, sentence: str) -> None:
        """Says why a pressed key does nothing: in the title, where there is no line for it."""
        self._title_answers = True
        for line in self.query(TitleLine):
            line.update(Content(sentence))

    def seat_keys(self) -> tuple[Key, ...]:
        """The keys of the seats that may call meanwhile, where this screen lets them."""
        if not self.CALLS_OPEN:
            return ()
        from shanghai.ui.screens.table.calling import seat_keys

        return seat_keys(self)

    def legal_keys(self) -> tuple[Key, ...]:
        """The keys of this screen, and those of the seats that may call."""
        return (*self.keys(), *self.seat_keys())

    def action_call_for(self, seat: SeatIndex) -> None:
        """Calls for a seat whose holder said so aloud."""
        from shanghai.ui.screens.table.calling import call_for

        call_for(self, seat)

    def show_call(self, said: str) -> None:
        """Says in the title line who has called."""
        for line in self.query(TitleLine):
            line.update(Content(said))

    def heading(self) -> str:
        """The words of the title line; empty: no title line."""
        return self.HEADING

    @property
    def help_text(self) -> str:
        """What the help says of this screen, before its keys."""
        return self.HELP_TEXT

    def compose(self) -> ComposeResult:
        """Title, content, keys and guard (overrides the composing of the screen)."""
        self._follow_size(self.app.size)
        if self.heading():
            yield TitleLine(self.heading(), markup=False)
        if self.guide is not None:
            yield self.guide
        yield from self.content()
        yield KeyBar()
        yield SizeGuard()

    def on_mount(self) -> None:
        """Draws the keys and starts the time in which they are not heard."""
        self._deaf_until = self._now() + self.SETTLE
        self.refresh_keys()

    def refresh_keys(self) -> None:
        """Draws the keys anew after a change of what is legal."""
        for bar in self.query(KeyBar):
            bar.keys = self.legal_keys()
        self.draw_guide()

    @property
    def guide_lines(self) -> int:
        """The lines that what a learner is told takes from the content."""
        return 0 if self.guide is None else self.guide.LINES

    def draw_guide(self) -> None:
        """Draws anew what a learner is told."""
        if self.guide is not None:
            self.guide.draw()

    def refresh_heading(self) -> None:
        """Draws the title line anew."""
        for line in self.query(TitleLine):
            line.update(Content(self.heading()))

    @property
    def is_too_small(self) -> bool:
        """Whether the window is too small for any screen."""
        return self.has_class("-too-small")

    def on_resize(self, event: Resize) -> None:
        """Raises the guard below the least size, and gives the focus back above it."""
        small = event.size.width < LEAST_WIDTH or event.size.height < LEAST_HEIGHT
        if small != self.is_too_small:
            self.set_class(small, "-too-small")
            if small:
                self._kept_focus = self.focused
                self.set_focus(None)
            elif isinstance(self._kept_focus, Widget) and self._kept_focus.is_attached:
                self.set_focus(self._kept_focus)
        self._follow_size(event.size)
        for guard in self.query(SizeGuard):
            guard.refresh()

    def _follow_size(self, size: Size) -> None:
        """Sets the classes by which styles follow the size of the window."""
        self.set_class(size.width >= 120, "-wide")
        self.set_class(size.width >= 160, "-very-wide")
        self.set_class(size.height >= 36, "-tall")

    async def on_key(self, event: KeyEvent) -> None:
        """Runs the action of a pressed key if it is legal now."""
        self.last_key = event.key
        if self.is_too_small or not self.is_on_top or self._now() < self._deaf_until:
            event.stop()
            return
        for keys in (self.legal_keys, self.idle_keys):
            for key in keys():
                if key.answers(event.key, event.character):
                    event.stop()
                    event.prevent_default()
                    if self.guide is not None:
                        self.guide.hear(key)
                    await self._press(key)
                    return
        if self.guide is not None and event.is_printable:
            self.guide.hear(None)

    async def _press(self, key: Key) -> None:
        """Runs the action of a key of this screen, or says why it does nothing now."""
        if self._title_answers:
            self._title_answers = False
            self.refresh_heading()
        if key.enabled:
            await self.run_action(key.action)
        elif why := self.why_not(key):
            self.tell_why_not(why)

    async def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Runs the action of a clicked key if it is still legal."""
        message.stop()
        if self.is_on_top and not self.is_too_small and message.key in self.legal_keys():
            await self._press(message.key)

    def runner(self, key: Key) -> Callable[[], Awaitable[object]]:
        """What runs the action of a key from the palette, if it is still legal then."""

        async def run() -> None:
            if self.is_on_top and key in self.legal_keys():
                await self._press(key)

        return run

    @property
    def is_on_top(self) -> bool:
        """Whether this is the screen that is shown; keys may come to one that was just left."""
        return self.app.screen is self

    def dismiss(self, result: ResultT | None = None) -> AwaitComplete:
        """Leaves this screen once: a second key in the same moment must not leave the next too."""
        return super().dismiss(result) if self.is_on_top else AwaitComplete()

    def _now(self) -> float:
        """Seconds on the clock of the app, which a test may stop."""
        from shanghai.terminal.app import clock_of

        return clock_of(self.app)()

    _deaf_until = 0.0
    _title_answers = False
    """Whether the title line says why a key does nothing."""
