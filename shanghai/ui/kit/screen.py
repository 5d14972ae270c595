"""The base class of all screens: a title line, the content, a bar of keys, and a size guard."""

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
"""Two presses of a key with fewer seconds between them count as a key that is held down."""
RIM_FROM: Final = 110
"""The least width in cells of a screen with a rim at its sides and a column next to the table."""
VERY_BROAD_FROM: Final = 160
_MIN_SIDE: Final = 17
TALL_FROM: Final = 36


class BaseScreen(WholeScreen[ResultT]):
    """A screen with a title, its widgets from `content`, a bar of keys, and a help."""

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
    """The commands of the screen by their ids, collected from its methods and parts."""
    KEYS: ClassVar[tuple[commands.Command, ...]] = (commands.HELP,)
    """Commands for inherited actions, in addition to those declared with their methods."""
    WITHOUT: ClassVar[tuple[str, ...]] = ()
    """The ids of inherited commands that the screen does not have."""
    LETTERS_ARE_KEYS: ClassVar[bool] = True
    """Whether the first letter of a command's label works as its key too, if it is free."""
    AUTO_FOCUS = ""
    HEADING = ""
    HELP_TEXT = ""
    START_PAUSE: ClassVar[float] = 0.0
    """Seconds for which keys are ignored after the screen has come up, as they may be typed ahead.
    """
    PAUSE_AFTER_KEY: ClassVar[float] = 0.0
    """Seconds without a key that must follow a held key before a paused screen accepts keys."""
    SHOWS_NO_HAND: ClassVar[bool]
    """Whether the screen never shows a hand. Each screen class must set it."""
    MIDDLE: ClassVar[int] = 84
    """The cells that the content gets between the strips of baize. 0: the whole width."""
    last_key = ""
    """The key that was pressed last."""

    keys = cached_property(ScreenKeys)
    _key_bar: KeyBar | None = None
    guide: Guide | None = None
    """Tells a learner what to do here, above the content. None: it is no lesson."""

    def __init_subclass__(cls, **more: Any) -> None:  # noqa: ANN401
        """Collects the commands of the screen."""
        cls.COMMAND_TABLE = commands.declared_commands(cls)
        super().__init_subclass__(**more)

    def __init__(self) -> None:
        """Raises TypeError if the class does not set `SHOWS_NO_HAND`."""
        if not hasattr(self, "SHOWS_NO_HAND"):
            screen = type(self).__name__
            raise TypeError(f"SHOWS_NO_HAND is missing: say whether a hand is ever on {screen}")
        super().__init__()

    def content(self) -> ComposeResult:
        """The widgets between the title and the keys."""
        yield from ()

    @property
    def app(self) -> GameApp:  # type: ignore[override]
        """The app, with its type for our own screens."""
        return cast(GameApp, super().app)

    def run_in_worker(self, work: Callable[..., Awaitable[None]], *values: str) -> None:
        """Runs work in a worker, which replaces the one before."""
        coroutine: Callable[[], Awaitable[None]] = partial(work, *values)
        self.run_worker(coroutine, exclusive=True)

    @property
    def field(self) -> "TextField":
        """The text field of the screen."""
        return cast("TextField", self.query_one("TextField"))

    @property
    def is_typing(self) -> bool:
        """Whether the text field is open. Letters are then typed and are no keys."""
        return self.has_class("-typing")

    def bar_keys(self) -> tuple[Key, ...]:
        """The keys in the bar now, also those that may not be pressed."""
        return self.keys.of_bar()

    def sentence_of(self, reason: commands.Reason) -> str:
        """A reason as a sentence. A refusal is put into words."""
        return reason.code if isinstance(reason, Refusal) else reason

    def disabled_reason(self, key: str) -> commands.Reason | None:
        """Why a key without a command does nothing, if it does something on a related screen."""
        return None

    def tell_why_not(self, sentence: str) -> None:
        """Says why a pressed key does nothing. Here in the title; screens may have a line for
        it."""
        self._title_answers = True
        self.show_answer(sentence)

    def show_answer(self, sentence: str) -> None:
        """Shows the answer to a key in the title line, such as why it does nothing."""
        for line in self.query(TitleLine):
            line.show(sentence, is_answer=True)

    def heading(self) -> str:
        """The words of the title line. Empty: there is no title line."""
        return self.HEADING

    def sign(self) -> str:
        """A few words at the right end of the title line."""
        return ""

    @property
    def help_text(self) -> str:
        """The text of the help about this screen, before its keys."""
        return self.keys.spell(str(self.HELP_TEXT))

    def compose(self) -> ComposeResult:
        """Title, content, keys and guard (overrides Textual's)."""
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
        """The cells of the strip of baize at each side. 0 if there is no room for it."""
        width, height = self.app.size
        side = (width - 2 - self.MIDDLE) // 2 if self.MIDDLE and height >= TALL_FROM else 0
        return side if side >= _MIN_SIDE else 0

    def _prints(self) -> list[Baize]:
        if not self._side:
            return []
        return [Baize(self._side, classes=side) for side in ("-left", "-right")]

    def on_mount(self) -> None:
        """Draws keys and content, and ignores keys for the pause at the start."""
        self._paused_until = self.now() + self.START_PAUSE
        self.refresh_keys()
        self._draw_soon()
        if type(self).read is not BaseScreen.read:
            self.run_in_worker(self.read)

    async def read(self) -> None:
        """Reads what the screen shows. Runs in a worker once the screen has come up."""

    def on_resize(self, event: Resize) -> None:
        """Draws the content for the new size. A guard covers it if the window is too small."""
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
        """Draws the content after the next layout, only once for several calls."""
        if not self._is_draw_due:
            self._is_draw_due = True
            self.call_after_refresh(self._draw_due)

    def _draw_due(self) -> None:
        self._is_draw_due = False
        self.draw()

    def on_other_language(self) -> None:
        """Draws everything again in the new language."""
        self.refresh_heading()
        self.refresh_keys()
        self.draw()

    def follow_size(self, size: Size) -> None:
        """Sets the CSS classes for the size of the window, and the strips of baize (overrides)."""
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
        """The width in cells between the rims or strips of baize, for the present or coming
        size."""
        width = self.app.size.width
        return width - 2 * (width >= RIM_FROM) - 2 * self._side

    def draw(self) -> None:
        """Draws the content. The width of the screen is known when it is called."""

    def refresh_keys(self) -> None:
        """Draws the keys again, as other ones may be legal now."""
        if self._key_bar is not None and self._key_bar.is_attached:
            self._key_bar.keys = self.bar_keys()
        if self.guide is not None:
            self.guide.draw()

    @property
    def guide_lines(self) -> int:
        """The number of lines of the learner's guide, which the content has less."""
        return 0 if self.guide is None else self.guide.LINES

    def refresh_heading(self) -> None:
        """Draws the title line again."""
        for line in self.query(TitleLine):
            line.show(self.heading(), self.sign())

    def pause_input(self, seconds: float) -> None:
        """Ignores keys for so many seconds, as they may be meant for what was shown before."""
        self._paused_until = max(self._paused_until, self.now() + seconds)

    def ignores_key(self, key: str) -> bool:
        """Whether a key is ignored, as it was meant for another screen or comes too early.

        A key that is held down makes the pause longer. Slower presses do not, so they work once the
        pause is over.
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
        """The ids of commands that the rules of this game never need. Their letters are free."""
        return frozenset()

    @classmethod
    def taken_letters(cls, unused: frozenset[str]) -> frozenset[str]:
        """The letters that are keys of the screen or of a related one, without those of
        `unused`."""
        return screen_keys.letters_of((cls,), unused)

    def on_key_released(self, message: KeyReleased) -> None:
        """Notes that the key which has lifted a cover is up again."""
        if message.key == self.app.lifted_by[0]:
            self.app.lifted_by = "", 0.0

    def note_unknown_key(self, character: str) -> None:
        """Answers a key without a command. Says once that keys are Latin letters if it is of
        another alphabet. In a lesson the guide answers."""
        if self.guide is not None:
            self.guide.note_key(None)
        other = character.isalpha() and not unicodedata.name(character, "").startswith("LATIN")
        if other and not self.app.knows_layout_hint:
            self.app.knows_layout_hint = True
            self.tell_why_not(keys.OTHER_LETTERS)

    async def press(self, command: commands.Command) -> None:
        """Does a command of this screen. Says why if it cannot be done now."""
        if self._title_answers:
            self._title_answers = False
            self.refresh_heading()
        reason = command.why_not_now(self)
        is_legal = reason is None and command.belongs_now(self)
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
        """Calls the method of a command: of the app, of this screen, or of a part of it."""
        if command.action.startswith("app."):
            await self.run_action(command.action)
            return
        done = getattr(command.owner(self), f"action_{command.action}")(*command.parameters)
        if isawaitable(done):
            await done

    def press_soon(self, id: str) -> None:
        """Does a command after the present messages. Says why if it cannot be done then."""
        if self.is_on_top and not self.is_too_small:
            self.call_later(self.press, self.COMMAND_TABLE[id])

    async def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Does the command of a clicked key if it is still in the bar."""
        message.stop()
        await self.press_key(message.key)

    async def press_key(self, key: Key) -> None:
        """Does the command of a key from the bar or the palette, if the key is still there."""
        if self.is_on_top and not self.is_too_small and key in self.keys.of_palette():
            await self.press(self.COMMAND_TABLE[key.command])

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """Handles a click on a piece of text with a target."""
        message.stop()
        if self.is_on_top:
            self.clicked(message.target)

    def clicked(self, target: Target) -> None:
        """Handles a click on a target. Here only commands; subclasses add theirs and call this for
        the rest."""
        match target:
            case CommandTarget(id):
                self.press_soon(id)

    @property
    def is_on_top(self) -> bool:
        """Whether this screen is shown. Keys may still come to one that was just left."""
        return self.app.screen is self and self not in self.app.led_from

    def prepare_to_show(self) -> bool:
        """Does not draw a screen below dialogs if another dialog follows (overrides)."""
        return self not in self.app.led_from

    def dismiss(self, result: ResultT | None = None) -> AwaitComplete:
        """Leaves this screen (extends Textual's). A second key at the same moment does not leave
        the next screen too."""
        return super().dismiss(result) if self.is_on_top else AwaitComplete()

    def now(self) -> float:
        """The time of the app's clock in seconds. A test may replace the clock."""
        return self.app.clock()

    is_second_press = False
    """Whether the same command was done just before. It then asked, and this press confirms it."""
    _pressed = ""
    _paused_until = 0.0
    _pressed_at = float("-inf")
    """The time of the last key, in seconds."""
    _is_draw_due = False
    _focus_below: DOMNode | None = None
    """The widget that had the focus before the size guard covered the screen."""
    _title_answers = False
    """Whether the title line shows the answer to a key."""
