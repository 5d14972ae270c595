"""Commands of screens: what a command is, and how a screen gets its table of commands."""

from collections.abc import Callable, Iterable
from functools import cache, cached_property
from types import FunctionType
from typing import Any, Final, Generic, NamedTuple, TypedDict, TypeVar, Unpack

from msgspec import Struct, structs
from textual.binding import Binding
from textual.keys import key_to_character

from shanghai.engine.refusal import Refusal
from shanghai.words.keys import CAPS, key_words, letter_of
from shanghai.words.messages import Late

Reason = str | Refusal
"""Why a command may not be done now: a sentence, or the refusal of the rules."""


class Label(NamedTuple):
    """The words of a command in the key bar. A player's name in them may be shortened."""

    text: str
    name: str = ""


def always(*_: object) -> bool:
    """The `when` of commands that belong to every moment of their screen."""
    return True


def no_reason(*_: object) -> None:
    """The `why_not` of commands that may always be done."""


Question = Callable[..., Any] | property
"""A question about a command: a method of its owner, called with the parameters, or a property."""
MethodT = TypeVar("MethodT", bound=Callable[..., object])
FIRST: Final = -1
LAST: Final = 9
"""The places in the bar of the keys that move the cursor (FIRST), and of help and back (LAST)."""
ScreenT = TypeVar("ScreenT")


class Part(Generic[ScreenT]):
    """A part of a screen that does some of its commands, such as the clock or the cursor. The
    screen has it as an attribute: `clock = cached_property(Clock)`."""

    def __init__(self, screen: ScreenT) -> None:
        self.screen = screen


class Command(Struct, frozen=True, kw_only=True):
    """A command: its keys, its words, the method that does it, and the questions about it.

    The owner of the method is the screen or a part of it. The questions `when`, `why_not`,
    `label` and `shown` are called with the owner and the parameters.
    """

    id: str
    keys: str
    """Textual's names of its keys, with commas between them. The bar shows the first one."""
    message: str = ""
    """The message with its words, if its name is not the id."""
    label: str | Late | Question = ""
    """A word or two for the bar, if they are not in the messages."""
    action: str
    """The name of the method: `action_...` of the owner, or of the app after `app.`."""
    parameters: tuple[str | int | bool, ...] = ()
    when: Question = always
    """Whether the command belongs to this moment. If not, its key only says why."""
    why_not: str | Late | Question = no_reason
    """Why it may not be done now; None if it may. A fixed sentence is the reason when `when` says
    that the command does not belong to this moment."""
    shown: bool | Question = True
    """Whether the bar shows it. Its keys work in any case."""
    cap: str = ""
    """What is written in place of the names of its keys, such as arrows."""
    place: int = 0
    """Its place in the bar, in ascending order: FIRST, 0 for most commands, LAST."""
    typing: bool | None = None
    """Whether it works while a text field is open (True), without one (False), or always (None)."""
    part: str = ""
    """The name of the part that does it. Empty: the screen does."""

    @property
    def names(self) -> tuple[str, ...]:
        """Textual's names of its keys."""
        return tuple(self.keys.split(","))

    @property
    def label_text(self) -> str:
        """Its label, if that is always the same. Else empty."""
        if self.label:
            return str(self.label) if isinstance(self.label, str | Late) else ""
        return key_words(self.message or self.id)[0]

    @property
    def help_text(self) -> str:
        """A sentence about what it does."""
        return key_words(self.message or self.id)[1]

    def owner(self, screen: Any) -> Any:  # noqa: ANN401
        """The owner of the command: the screen, or a part of it."""
        return getattr(screen, self.part) if self.part else screen

    def _ask(self, question: Question, screen: object) -> Any:  # noqa: ANN401
        owner = self.owner(screen)
        if isinstance(question, property):
            return question.__get__(owner)
        return question(owner, *self.parameters)

    def words(self, screen: object) -> Label:
        """Its label in the bar of a screen, in the present state."""
        label: str | Label | None = self.label_text
        if not isinstance(self.label, str | Late):
            label = self._ask(self.label, screen)
        return label if isinstance(label, Label) else Label(label or "")

    def belongs_now(self, screen: Any) -> bool:  # noqa: ANN401
        """Whether it belongs to the present moment of a screen."""
        is_due = self.typing is None or self.typing == screen.is_typing
        return is_due and (self.when is always or bool(self._ask(self.when, screen)))

    def why_not_now(self, screen: object) -> Reason | None:
        """Why it may not be done now. None if it may."""
        if self.why_not is no_reason:
            return None
        if isinstance(self.why_not, str | Late):
            return None if self._ask(self.when, screen) else str(self.why_not)
        reason: Reason | None = self._ask(self.why_not, screen)
        return reason

    def is_shown(self, screen: object) -> bool:
        """Whether the bar of a screen shows it, in the present state."""
        return self.shown if isinstance(self.shown, bool) else bool(self._ask(self.shown, screen))

    def on(self, keys: str, **changes: Any) -> "Command":  # noqa: ANN401
        """The same command with other keys, for another screen."""
        return structs.replace(self, keys=keys, **changes)


class CommandOptions(TypedDict, total=False):
    """The further arguments of `command`, which are fields of `Command`."""

    id: str
    message: str
    label: str | Late | Question
    when: Question
    why_not: str | Late | Question
    shown: bool | Question
    cap: str
    place: int
    typing: bool


def command(
    keys: str, *parameters: str | int | bool, **options: Unpack[CommandOptions]
) -> Callable[[MethodT], MethodT]:
    """Makes the method `action_...` of a screen or a part the command of some keys.

    The method is called with the parameters, and so is each question about the command. Unless the
    options say otherwise, it works while no text field is open, its id is the name of the method
    with the parameters, and its words are those of that name.
    """

    def declared(method: MethodT) -> MethodT:
        name = method.__name__.removeprefix("action_")
        words = name.replace("_", "-")
        named: CommandOptions = {
            "id": "-".join((words, *map(str, parameters))),
            "message": options.get("id", words),
            "typing": False,
        }
        new = Command(keys=keys, action=name, parameters=parameters, **(named | options))
        method.__dict__["commands"] = (new, *method.__dict__.get("commands", ()))
        return method

    return declared


def numbered(
    values: Iterable[int], *, first_key: int = 1, **options: Unpack[CommandOptions]
) -> Callable[[MethodT], MethodT]:
    """Makes a method that takes a number the command of the digit keys, one for each value. The ids
    are `id`, or else `message`, followed by the digit."""

    def declared(method: MethodT) -> MethodT:
        name = options.get("id") or options["message"]
        for value in reversed(list(values)):
            key = str(value + first_key)
            command(key, value, **(options | {"id": f"{name}-{key}"}))(method)
        return method

    return declared


def declared_commands(kind: type) -> dict[str, Command]:
    """The commands of a screen class by their ids, in the order of its bar. These are those of its
    bases and parts, then its own and those of `KEYS`, without the ones in `WITHOUT`."""
    table: dict[str, Command] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("textual."):
            continue
        for name, part in base.__dict__.items():
            if isinstance(part, cached_property) and isinstance(part.func, type):
                for command in declared_commands(part.func).values():
                    table[command.id] = structs.replace(command, part=name)
        for value in base.__dict__.values():
            if isinstance(value, FunctionType):
                table |= {command.id: command for command in value.__dict__.get("commands", ())}
        for command in base.__dict__.get("KEYS", ()):
            table.pop(command.id, None)
            table[command.id] = command
        for id in base.__dict__.get("WITHOUT", ()):
            table.pop(id, None)
    return dict(sorted(table.items(), key=lambda item: item[1].place))


_SIGNS: Final = {"plus": "+", "minus": "-", "slash": "/", "f1": "F1", "f2": "F2", "f4": "F4"}
"""How keys are written that Textual has no sign for."""
_character = cache(key_to_character)
_ARROW_KEYS: Final = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
_ARROWS: Final = {"↑": "^", "↓": "v", "←": "<", "→": ">"}


def cap_of(key: str, ascii_only: bool = False) -> str:
    """How a key is written, such as `Enter`, `Ctrl+Q` or `?`."""
    if not ascii_only and key in _ARROW_KEYS:
        return _ARROW_KEYS[key]
    modifier, _, pressed = key.rpartition("+")
    cap = CAPS.get(pressed) or _SIGNS.get(pressed) or _character(pressed) or pressed
    return f"{CAPS[modifier]}+{cap.capitalize()}" if modifier else cap


def command_cap(command: Command, ascii_only: bool = False) -> str:
    """How the bar writes the key of a command."""
    if not command.cap:
        return cap_of(command.names[0], ascii_only)
    if not ascii_only:
        return command.cap
    return "".join(_ARROWS.get(letter, letter) for letter in command.cap)


def offered_letters(table: Iterable[Command]) -> list[tuple[str, Command]]:
    """The first letter of the label of each command that has a letter as key, with the command, in
    the order of the bar."""
    letters = ((letter_of(each.label_text), each) for each in table if is_letter(each.names[0]))
    return [(letter, each) for letter, each in letters if letter]


def is_letter(key: str) -> bool:
    """Whether a key types a letter. `key` is Textual's name of it."""
    return len(key) == 1 and key.isalpha()


HELP: Final = Command(id="help", keys="question_mark,f1", action="app.show_help", place=LAST)
SETTINGS: Final = Command(id="settings", keys="f2", action="app.settings", shown=False)
PHONES: Final = Command(id="phones", keys="f4", action="app.phones", shown=False)
LEAVE_PROGRAM: Final = Command(id="leave-program", keys="ctrl+q", action="app.leave", shown=False)
SUSPEND: Final = Command(id="suspend", keys="ctrl+z", action="app.suspend_process", shown=False)
PALETTE: Final = Command(id="palette", keys="ctrl+p", action="app.command_palette", shown=False)
EVERYWHERE: Final = (HELP, PALETTE, LEAVE_PROGRAM, SETTINGS, PHONES, SUSPEND)


def bindings_of_the_app() -> list[Binding]:
    """The commands of the app as Textual's bindings. The one that leaves comes before any
    screen's."""
    return [
        Binding(
            each.keys,
            each.action.removeprefix("app."),
            each.label_text,
            show=False,
            tooltip=each.help_text,
            id=each.id,
            priority=each in (LEAVE_PROGRAM, SUSPEND),
        )
        for each in (LEAVE_PROGRAM, SUSPEND, SETTINGS, PHONES, HELP)
    ]


BACK: Final = Command(id="back", keys="escape", action="dismiss", place=LAST)
BACK_Q: Final = BACK.on("escape,q")
CLOSE: Final = BACK.on("escape,q,enter")
