"""The screen that all others grow from: a title line, the content, the keys, and a size guard."""

import unicodedata
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property, partial
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, cast

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.dom import DOMNode
from textual.events import Key as KeyEvent, Resize
from textual.geometry import Size
from textual.widget import Widget

from shanghai.engine.refusal import Refusal
from shanghai.terminal.input import KeyReleased
from shanghai.terminal.screen import WholeScreen
from shanghai.ui.kit import command as commands, screen_keys
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.keybar import Guide, Key, KeyBar, SizeGuard, TitleLine, has_room_for_screens
from shanghai.ui.kit.lines import CommandTarget, Lines, Target
from shanghai.ui.kit.pictures import Baize
from shanghai.ui.kit.screen_keys import ScreenKeys
from shanghai.words import keys

if TYPE_CHECKING:
    from shanghai.ui.kit.text_field import TextField

ResultT = TypeVar("ResultT")

REPEAT_SECONDS: Final = 0.1
"""Seconds between two presses below which they are those of a key that is held."""
RIM_FROM: Final = 110
"""The cells of a screen from which on it has a rim at its sides, and a column beside the table."""
VERY_BROAD_FROM: Final = 160
_MIN_SIDE: Final = 17
TALL_FROM: Final = 36


class BaseScreen(WholeScreen[ResultT]):
    """A screen with a title, its widgets by `content`, the keys that are legal now, and a help."""

    DEFAULT_CSS = """
    BaseScreen {
        overflow: hidden; layers: base guard; align: center middle;
        background: $background; color: $foreground;
        &.-too-small SizeGuard { display: block; }
        & TextField { display: none; }
        &.-typing TextField { display: block; }
    }
    """

    COMMAND_TABLE: ClassVar[Mapping[str, commands.Command]] = {}
    """The commands of the screen by their ids, gathered from its methods and parts."""
    KEYS: ClassVar[tuple[commands.Command, ...]] = (commands.HELP,)
    """Commands for inherited actions, beside those that are declared with their methods."""
    WITHOUT: ClassVar[tuple[str, ...]] = ()
    """The ids of inherited commands that the screen does not have."""
    LETTERS_ARE_KEYS: ClassVar[bool] = True
    """Whether commands have the first letters of their words too, where these are free."""
    AUTO_FOCUS = ""
    HEADING = ""
    HELP_TEXT = ""
    START_PAUSE: ClassVar[float] = 0.0
    """Seconds for which keys are ignored after the screen came up, against keys typed ahead."""
    PAUSE_AFTER_KEY: ClassVar[float] = 0.0
    """Seconds of silence that a paused screen asks for after a held key, so that none gets in."""
    SHOWS_NO_HAND: ClassVar[bool]
    """Whether no hand is ever on it, and one player is at the keyboard all along: it is open.

    Each screen says so for itself.
    """
    MIDDLE: ClassVar[int] = 84
    """The cells of a large screen between the prints of its baize; 0: it needs them all."""
    last_key = ""
    """The key that was pressed last; nothing else than a key closes such a screen, or a click."""

    keys = cached_property(ScreenKeys)
    _key_bar: KeyBar | None = None
    guide: Guide | None = None
    """What tells a learner what to do here, above the content; only in a lesson."""

    def __init_subclass__(cls, **more: Any) -> None:  # noqa: ANN401
        """Gathers the commands of the screen."""
        cls.COMMAND_TABLE = commands.declared_commands(cls)
        super().__init_subclass__(**more)

    def __init__(self) -> None:
        """Raises TypeError where the screen does not say if a hand is on it."""
        if not hasattr(self, "SHOWS_NO_HAND"):
            screen = type(self).__name__
            raise TypeError(f"SHOWS_NO_HAND is missing: say whether a hand is ever on {screen}")
        super().__init__()

    def content(self) -> ComposeResult:
        """The widgets between the title and the keys."""
        yield from ()

    @property
    def app(self) -> GameApp:  # type: ignore[override]
        """The app as our own screens know it."""
        return cast(GameApp, super().app)

    def run_in_worker(self, work: Callable[..., Awaitable[None]], *values: str) -> None:
        """Runs work in a worker, in the place of the one before, also if the screen goes."""
        coroutine: Callable[[], Awaitable[None]] = partial(work, *values)
        self.run_worker(coroutine, exclusive=True)

    @property
    def field(self) -> "TextField":
        """The field in which people type."""
        return cast("TextField", self.query_one("TextField"))

    @property
    def is_typing(self) -> bool:
        """Whether the field is open, whose letters are no keys."""
        return self.has_class("-typing")

    def bar_keys(self) -> tuple[Key, ...]:
        """The keys that are in the bar now, those that may be pressed and those that may not."""
        return self.keys.of_bar()

    def sentence_of(self, reason: commands.Reason) -> str:
        """A reason as a sentence."""
        return reason.code if isinstance(reason, Refusal) else reason

    def disabled_reason(self, key: str) -> commands.Reason | None:
        """Why a key without a command does nothing, where it has one on a screen close by."""
        return None

    def tell_why_not(self, sentence: str) -> None:
        """Says why a pressed key does nothing: in the title, where there is no line for it."""
        self._title_answers = True
        self.show_answer(sentence)

    def show_answer(self, sentence: str) -> None:
        """Answers a key in the title line: says who has called, or why the key does nothing."""
        for line in self.query(TitleLine):
            line.show(sentence, is_answer=True)

    def heading(self) -> str:
        """The words of the title line; empty: no title line."""
        return self.HEADING

    def sign(self) -> str:
        """A few words at the right end of the title line."""
        return ""

    @property
    def help_text(self) -> str:
        """What the help says of this screen, before its keys."""
        return self.keys.spell(str(self.HELP_TEXT))

    def compose(self) -> ComposeResult:
        """Title, content, keys and guard (overrides the composing of the screen)."""
        yield from self._prints()
        if self.heading():
            yield TitleLine(self.heading(), self.sign())
        if self.guide is not None:
            yield self.guide
        yield from self.content()
        self._key_bar = KeyBar()
        yield self._key_bar
        yield SizeGuard()

    @property
    def _side(self) -> int:
        """The cells of the print at either side; none where the screen has no room for it."""
        width, height = self.app.size
        side = (width - 2 - self.MIDDLE) // 2 if self.MIDDLE and height >= TALL_FROM else 0
        return side if side >= _MIN_SIDE else 0

    def _prints(self) -> list[Baize]:
        if not self._side:
            return []
        return [Baize(self._side, classes=side) for side in ("-left", "-right")]

    def on_mount(self) -> None:
        """Draws keys and content, and starts the time in which no key is heard."""
        self._paused_until = self.now() + self.START_PAUSE
        self.refresh_keys()
        self._draw_soon()
        if type(self).read is not BaseScreen.read:
            self.run_in_worker(self.read)

    async def read(self) -> None:
        """Reads what the screen shows, in a worker, once it has come up."""

    def on_resize(self, event: Resize) -> None:
        """Draws the content for the new size; below the least one a guard covers it."""
        small = not has_room_for_screens(event.size)
        if small != self.is_too_small:
            self.set_class(small, "-too-small")
            if small:
                self._focus_below = self.focused
                self.set_focus(None)
            elif isinstance(self._focus_below, Widget) and self._focus_below.is_attached:
                self.set_focus(self._focus_below)
        self.follow_size(event.size)
        for guard in self.query(SizeGuard):
            guard.refresh()
        self._draw_soon()

    def _draw_soon(self) -> None:
        """Draws the content once it is laid out, once for all that asks for it until then."""
        if not self._is_draw_due:
            self._is_draw_due = True
            self.call_after_refresh(self._draw_due)

    def _draw_due(self) -> None:
        self._is_draw_due = False
        self.draw()

    def on_other_language(self) -> None:
        """Draws everything again in the language that was chosen."""
        self.refresh_heading()
        self.refresh_keys()
        self.draw()

    def follow_size(self, size: Size) -> None:
        """Sets the classes by which styles follow the size of the window, and prints the baize."""
        classes = {
            "-sided": size.width >= RIM_FROM,
            "-wide": size.width >= 120,
            "-very-wide": size.width >= VERY_BROAD_FROM,
            "-tall": size.height >= TALL_FROM,
        }
        self.update_classes(classes, update=self.is_mounted)
        printed = self.query(Baize)
        if self.is_mounted and not printed:
            self.mount_all(self._prints(), before=0)
        for each in printed:
            each.take(self._side)

    @property
    def is_too_small(self) -> bool:
        """Whether the window is too small for any screen."""
        return self.has_class("-too-small")

    @property
    def across(self) -> int:
        """The cells within the rim or the prints, at the size that the screen has or is taking."""
        width = self.app.size.width
        return width - 2 * (width >= RIM_FROM) - 2 * self._side

    def draw(self) -> None:
        """Draws what depends on the width of the screen, which is known then."""

    def refresh_keys(self) -> None:
        """Draws the keys again after a change of what is legal."""
        if self._key_bar is not None and self._key_bar.is_attached:
            self._key_bar.keys = self.bar_keys()
        if self.guide is not None:
            self.guide.draw()

    @property
    def guide_lines(self) -> int:
        """The number of lines that the learner's guide takes from the content."""
        return 0 if self.guide is None else self.guide.LINES

    def refresh_heading(self) -> None:
        """Draws the title line again."""
        for line in self.query(TitleLine):
            line.show(self.heading(), self.sign())

    def pause_input(self, seconds: float) -> None:
        """Ignores keys for a while: they were meant for what was on the screen before."""
        self._paused_until = max(self._paused_until, self.now() + seconds)

    def ignores_key(self, key: str) -> bool:
        """Whether a key is not heard: it was meant for another screen, or comes too early.

        A key that is held, as presses in quick succession are, begins the silence again. Somebody
        who only presses again and again is heard once it is over.
        """
        is_repeated = self.now() - self._pressed_at < REPEAT_SECONDS
        self._pressed_at = self.now()
        if self.now() < self._paused_until and is_repeated:
            self.pause_input(self.PAUSE_AFTER_KEY)
        return self.is_too_small or not self.is_on_top or self.now() < self._paused_until

    async def on_key(self, event: KeyEvent) -> None:
        """Runs the action of a pressed key if it is legal now."""
        self.last_key = event.key
        if self.ignores_key(event.key):
            event.stop()
            return
        if self.is_typing and event.is_printable:
            # Typed in the moment in which the field was opened, before it had the focus.
            event.stop()
            self.field.replace(event.character or "", *self.field.selection)
            return
        command = self.keys.command_for(event.key, event.character)
        if command is not None:
            event.stop()
            await self.press(command)
        elif reason := self.disabled_reason(event.key):
            event.stop()
            self.tell_why_not(self.sentence_of(reason))
        elif event.is_printable:
            self.note_unknown_key(event.character or "")

    @property
    def unused(self) -> frozenset[str]:
        """The ids of commands that this game has no use for: their letters are free."""
        return frozenset()

    @classmethod
    def taken_letters(cls, unused: frozenset[str]) -> frozenset[str]:
        """The letters that are keys of the screen, or of one close by; `unused` commands aside."""
        return screen_keys.letters_of((cls,), unused)

    def on_key_released(self, message: KeyReleased) -> None:
        """Forgets the key that has lifted a cover."""
        if message.key == self.app.lifted_by[0]:
            self.app.lifted_by = "", 0.0

    def note_unknown_key(self, character: str) -> None:
        """Answers a key without a command: once that of another alphabet, in a lesson any."""
        if self.guide is not None:
            self.guide.note_key(None)
        other = character.isalpha() and not unicodedata.name(character, "").startswith("LATIN")
        if other and not self.app.knows_layout_hint:
            self.app.knows_layout_hint = True
            self.tell_why_not(keys.OTHER_LETTERS)

    async def press(self, command: commands.Command) -> None:
        """Does a command of this screen, or says why it cannot be done now."""
        if self._title_answers:
            self._title_answers = False
            self.refresh_heading()
        reason = command.why_not(self)
        is_legal = reason is None and command.is_of_moment(self)
        self.is_second_press = is_legal and command.id == self._pressed
        self._pressed = command.id if is_legal and not self.is_second_press else ""
        if self.guide is not None:
            sentence = self.sentence_of(reason) if reason else ""
            self.guide.note_key(Key(command.id, "", command.words(self).text, is_legal), sentence)
        if is_legal:
            await self.act(command)
        elif reason:
            self.tell_why_not(self.sentence_of(reason))

    async def act(self, command: commands.Command) -> None:
        """Does a command: by the app, by this screen, or by the part of it that declares it."""
        if command.action.startswith("app."):
            await self.run_action(command.action)
            return
        done = getattr(command.owner(self), f"action_{command.action}")(*command.parameters)
        if isawaitable(done):
            await done

    def press_soon(self, id: str) -> None:
        """Does a command that was clicked or submitted elsewhere, or says why it cannot be done."""
        if self.is_on_top and not self.is_too_small:
            self.call_later(self.press, self.COMMAND_TABLE[id])

    async def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Does the command of a clicked key if it is still in the bar."""
        message.stop()
        await self.press_key(message.key)

    async def press_key(self, key: Key) -> None:
        """Does the command of a key from the bar or the palette, if it still is one of these."""
        if self.is_on_top and not self.is_too_small and key in self.keys.of_palette():
            await self.press(self.COMMAND_TABLE[key.command])

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """Answers a click on what has a target."""
        message.stop()
        if self.is_on_top:
            self.clicked(message.target)

    def clicked(self, target: Target) -> None:
        """Answers a click; one on a command does that as its key would."""
        match target:
            case CommandTarget(id):
                self.press_soon(id)

    @property
    def is_on_top(self) -> bool:
        """Whether this is the screen that is shown; keys may come to one that was just left."""
        return self.app.screen is self and self not in self.app.led_from

    def prepare_to_show(self) -> bool:
        """Keeps the dialog before in sight where another one is to follow it."""
        return self not in self.app.led_from

    def dismiss(self, result: ResultT | None = None) -> AwaitComplete:
        """Leaves this screen once: a second key in the same moment must not leave the next too."""
        return super().dismiss(result) if self.is_on_top else AwaitComplete()

    def now(self) -> float:
        """Seconds on the clock of the app, which a test may stop."""
        return self.app.clock()

    is_second_press = False
    """Whether the command before was the same one, which then asked and is confirmed by this."""
    _pressed = ""
    _paused_until = 0.0
    _pressed_at = float("-inf")
    """When a key was pressed last."""
    _is_draw_due = False
    _focus_below: DOMNode | None = None
    """What had the focus before the guard came up."""
    _title_answers = False
    """Whether the title line says why a key does nothing."""
