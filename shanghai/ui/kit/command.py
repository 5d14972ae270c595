"""What a command is, and the table of those that a screen has."""

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
"""Why a command may not be done now: a sentence, or what the rules have refused."""


class Label(NamedTuple):
    """The words of a command in the key bar, with the player's name that may be shortened."""

    text: str
    name: str = ""


def always(*_: object) -> bool:
    """For commands that belong to every moment of their screen."""
    return True


def freely(*_: object) -> None:
    """For commands that may always be done."""


Question = Callable[..., Any] | property
"""A method of what does a command, which is asked with its parameters, or a property of it."""
MethodT = TypeVar("MethodT", bound=Callable[..., object])
FIRST: Final = -1
LAST: Final = 9
"""The place in the bar of what moves the mark, and of help and the way back."""
ScreenT = TypeVar("ScreenT")


class Part(Generic[ScreenT]):
    """A part of a screen, such as the clock or the cursor, which does some of its commands.

    A screen has it as an attribute: `clock = cached_property(Clock)`.
    """

    def __init__(self, screen: ScreenT) -> None:
        self.screen = screen


class Command(Struct, frozen=True, kw_only=True):
    """A command: its keys, its words, what does it, and the questions about it.

    What does it is the screen or a part of it, the owner. The questions `when`, `may`, `label` and
    `shown` are asked with the owner and the parameters.
    """

    id: str
    keys: str
    """Textual's names of its keys, with commas between them; the first stands in the bar."""
    message: str = ""
    """The key of its words, where that is not its id."""
    label: str | Late | Question = ""
    """A word or two for the bar, where they are not among the messages."""
    action: str
    """What does it: `action_` of the owner, or of the app after `app.`."""
    parameters: tuple[str | int | bool, ...] = ()
    when: Question = always
    """Whether it belongs to the moment; if not, its key only says why it does nothing."""
    may: str | Late | Question = freely
    """Why it may not be done now, None if it may; a sentence is the reason outside its moment."""
    shown: bool | Question = True
    """Whether it stands in the bar; its keys work in any case."""
    cap: str = ""
    """What the bar and the tables draw in place of the names of its keys."""
    place: int = 0
    """Where it stands in the bar, in ascending order: FIRST, the screen's own at 0, LAST."""
    typing: bool | None = None
    """Whether it belongs to a text field that is open, to the screen without one, or to both."""
    part: str = ""
    """The part of the screen that does it, by its name there."""

    @property
    def names(self) -> tuple[str, ...]:
        """Textual's names of its keys."""
        return tuple(self.keys.split(","))

    @property
    def label_text(self) -> str:
        """Its word or two where they are always the same, empty where they change."""
        if self.label:
            return str(self.label) if isinstance(self.label, str | Late) else ""
        return key_words(self.message or self.id)[0]

    @property
    def help_text(self) -> str:
        """What it does, in a sentence."""
        return key_words(self.message or self.id)[1]

    def owner(self, screen: Any) -> Any:  # noqa: ANN401
        """What does it and is asked about it: the screen, or a part of it."""
        return getattr(screen, self.part) if self.part else screen

    def _ask(self, question: Question, screen: object) -> Any:  # noqa: ANN401
        owner = self.owner(screen)
        if isinstance(question, property):
            return question.__get__(owner)
        return question(owner, *self.parameters)

    def words(self, screen: object) -> Label:
        """Its words in the bar of a screen in its present state."""
        label: str | Label | None = self.label_text
        if not isinstance(self.label, str | Late):
            label = self._ask(self.label, screen)
        return label if isinstance(label, Label) else Label(label or "")

    def is_of_moment(self, screen: Any) -> bool:  # noqa: ANN401
        """Whether it belongs to the moment of a screen."""
        is_due = self.typing is None or self.typing == screen.is_typing
        return is_due and (self.when is always or bool(self._ask(self.when, screen)))

    def why_not(self, screen: object) -> Reason | None:
        """Why it may not be done now, None if it may."""
        if self.may is freely:
            return None
        if isinstance(self.may, str | Late):
            return None if self._ask(self.when, screen) else str(self.may)
        reason: Reason | None = self._ask(self.may, screen)
        return reason

    def is_shown(self, screen: object) -> bool:
        """Whether it is in the bar of a screen in its present state."""
        return self.shown if isinstance(self.shown, bool) else bool(self._ask(self.shown, screen))

    def on(self, keys: str, **changes: Any) -> "Command":  # noqa: ANN401
        """The same command on another screen, where it has these keys."""
        return structs.replace(self, keys=keys, **changes)


class CommandOptions(TypedDict, total=False):
    """What `command` takes after the keys and the parameters: fields of `Command`."""

    id: str
    message: str
    label: str | Late | Question
    when: Question
    may: str | Late | Question
    shown: bool | Question
    cap: str
    place: int
    typing: bool


def command(
    keys: str, *parameters: str | int | bool, **options: Unpack[CommandOptions]
) -> Callable[[MethodT], MethodT]:
    """Makes `action_...` of a screen or a part the command of some keys.

    The method is called with the parameters, and so is each question about the command. Where it
    is not said otherwise, a command belongs to the screen while no text field is open, its id is
    the name of the method with the parameters, and its words are those of this name.
    """

    def declared(method: MethodT) -> MethodT:
        name = method.__name__.removeprefix("action_")
        words = name.replace("_", "-")
        named: CommandOptions = {
            "id": "-".join((words, *map(str, parameters))),
            "message": options.get("id", words),
            "typing": False,
        }
        made = Command(keys=keys, action=name, parameters=parameters, **(named | options))
        method.__dict__["commands"] = (made, *method.__dict__.get("commands", ()))
        return method

    return declared


def numbered(
    values: Iterable[int], *, first_key: int = 1, **options: Unpack[CommandOptions]
) -> Callable[[MethodT], MethodT]:
    """Makes a method with a number the command of the digits, one a value.

    The ids are `id`, or else `message`, with the digit.
    """

    def declared(method: MethodT) -> MethodT:
        name = options.get("id") or options["message"]
        for value in reversed(list(values)):
            key = str(value + first_key)
            command(key, value, **(options | {"id": f"{name}-{key}"}))(method)
        return method

    return declared


def declared_commands(kind: type) -> dict[str, Command]:
    """The commands of a class by their ids in the order of its bar, those of bases and parts first,
    with those that its `KEYS` adds or changes and without those in `WITHOUT`."""
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
"""What is written for keys that Textual does not spell."""
_character = cache(key_to_character)
_ARROW_KEYS: Final = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
_ARROWS: Final = {"↑": "^", "↓": "v", "←": "<", "→": ">"}


def cap_of(key: str, ascii_only: bool = False) -> str:
    """What is written for a key, such as `Enter`, `Ctrl+Q` or `?`."""
    if not ascii_only and key in _ARROW_KEYS:
        return _ARROW_KEYS[key]
    modifier, _, pressed = key.rpartition("+")
    cap = CAPS.get(pressed) or _SIGNS.get(pressed) or _character(pressed) or pressed
    return f"{CAPS[modifier]}+{cap.capitalize()}" if modifier else cap


def command_cap(command: Command, ascii_only: bool = False) -> str:
    """What the bar writes for a command's key."""
    if not command.cap:
        return cap_of(command.names[0], ascii_only)
    if not ascii_only:
        return command.cap
    return "".join(_ARROWS.get(letter, letter) for letter in command.cap)


def offered_letters(table: Iterable[Command]) -> list[tuple[str, Command]]:
    """The first letters of the words of commands whose key is a letter, in the order of the bar."""
    letters = ((letter_of(each.label_text), each) for each in table if is_letter(each.names[0]))
    return [(letter, each) for letter, each in letters if letter]


def is_letter(key: str) -> bool:
    """Whether a key, by its name in Textual, types a letter."""
    return len(key) == 1 and key.isalpha()


HELP: Final = Command(id="help", keys="question_mark,f1", action="app.show_help", place=LAST)
SETTINGS: Final = Command(id="settings", keys="f2", action="app.settings", shown=False)
PHONES: Final = Command(id="phones", keys="f4", action="app.phones", shown=False)
LEAVE_PROGRAM: Final = Command(id="leave-program", keys="ctrl+q", action="app.leave", shown=False)
SUSPEND: Final = Command(id="suspend", keys="ctrl+z", action="app.suspend_process", shown=False)
PALETTE: Final = Command(id="palette", keys="ctrl+p", action="app.command_palette", shown=False)
EVERYWHERE: Final = (HELP, PALETTE, LEAVE_PROGRAM, SETTINGS, PHONES, SUSPEND)


def bindings_of_the_app() -> list[Binding]:
    """The commands of the app as Textual knows them; leaving comes before any screen."""
    return [
        Binding(
            made.keys,
            made.action.removeprefix("app."),
            made.label_text,
            show=False,
            tooltip=made.help_text,
            id=made.id,
            priority=made in (LEAVE_PROGRAM, SUSPEND),
        )
        for made in (LEAVE_PROGRAM, SUSPEND, SETTINGS, PHONES, HELP)
    ]


BACK: Final = Command(id="back", keys="escape", action="dismiss", place=LAST)
BACK_Q: Final = BACK.on("escape,q")
CLOSE: Final = BACK.on("escape,q,enter")
