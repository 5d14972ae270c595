"""What a command is, and the table of those that a screen has."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct, structs
from textual.binding import Binding

from shanghai.engine.refusal import Refusal

Reason = str | Refusal
"""Why a command may not be done now: a sentence, or what the rules have refused."""
Keymap = Mapping[str, str]
"""Other keys for commands, by their ids: names of keys with commas between them."""


class Label(NamedTuple):
    """The words of a command in the key bar, with the player's name that may be shortened."""

    text: str
    name: str = ""


def always(_: object) -> bool:
    """For commands that belong to every moment of their screen."""
    return True


def freely(_: object) -> None:
    """For commands that may always be done."""


class Command(Struct, frozen=True, kw_only=True):
    """A command: its keys, its words, its moment, whether it may be done now, and its action.

    `when`, `may`, `label` and `shown` are asked with the screen; `may` gives the reason why not.
    """

    id: str
    keys: str
    """Textual's names of its keys, with commas between them; the first stands in the bar."""
    label: str | Callable[[Any], str | Label] = ""
    """A word or two for the bar."""
    help: str
    """What it does, in a sentence for the palette and the tables of keys."""
    action: str = ""
    """The action of the screen that does it; its id where this is empty."""
    parameters: tuple[str | int | bool, ...] = ()
    when: Callable[[Any], bool] = always
    """Whether it belongs to the moment; if not, its key only says why it does nothing."""
    may: Callable[[Any], Reason | None] = freely
    """Why it may not be done now, None if it may."""
    shown: bool | Callable[[Any], bool] = True
    """Whether it stands in the bar; its keys work in any case."""
    cap: str = ""
    """What the bar and the tables draw in place of the names of its keys."""

    @property
    def names(self) -> tuple[str, ...]:
        """Textual's names of its keys."""
        return tuple(self.keys.split(","))

    @property
    def method(self) -> str:
        """The name of its action without parameters."""
        return self.action or self.id.replace("-", "_")

    @property
    def call(self) -> str:
        """Its action with the parameters, as Textual writes it."""
        return f"{self.method}({', '.join(map(repr, self.parameters))})"

    def words(self, screen: object) -> Label:
        """Its words in the bar of a screen as it now stands."""
        label = self.label if isinstance(self.label, str) else self.label(screen)
        return label if isinstance(label, Label) else Label(label)

    def is_shown(self, screen: object) -> bool:
        """Whether it stands in the bar of a screen as it now stands."""
        return self.shown if isinstance(self.shown, bool) else self.shown(screen)

    def on(self, keys: str, **changes: Any) -> "Command":  # noqa: ANN401
        """The same command on another screen, where it has these keys."""
        return structs.replace(self, keys=keys, **changes)


def never(_: object) -> bool:
    """For commands of another moment, whose keys only say why they do nothing."""
    return False


def elsewhere(
    commands: Iterable[Command], may: Callable[[Any], Reason | None]
) -> tuple[Command, ...]:
    """Commands of another screen, whose keys say here why they do nothing."""
    return tuple(structs.replace(command, when=never, may=may, shown=False) for command in commands)


class CommandTable:
    """The commands of one screen in the order of its bar, found by key, id or action."""

    def __init__(self, commands: Iterable[Command] = ()) -> None:
        self.commands: tuple[Command, ...] = tuple(commands)
        self._by_key: dict[str, tuple[Command, ...]] | None = None
        self._by_action: dict[tuple[str, tuple[object, ...]], tuple[Command, ...]] | None = None
        self._mapped: dict[frozenset[tuple[str, str]], CommandTable] = {}

    def for_key(self, key: str) -> Sequence[Command]:
        """The commands of a key by Textual's name."""
        if self._by_key is None:
            found: dict[str, tuple[Command, ...]] = {}
            for command in self.commands:
                for name in command.names:
                    found[name] = (*found.get(name, ()), command)
            self._by_key = found
        return self._by_key.get(key, ())

    def for_action(self, action: str, parameters: tuple[object, ...]) -> Sequence[Command]:
        """The commands that do an action."""
        if self._by_action is None:
            found: dict[tuple[str, tuple[object, ...]], tuple[Command, ...]] = {}
            for command in self.commands:
                call = command.method, command.parameters
                found[call] = (*found.get(call, ()), command)
            self._by_action = found
        return self._by_action.get((action, parameters), ())

    def __getitem__(self, id: str) -> Command:
        return next(command for command in self.commands if command.id == id)

    def get(self, id: str, other: Command) -> Command:
        """The command of an id, or another where the screen has none."""
        return next((command for command in self.commands if command.id == id), other)

    def with_keys(self, keymap: Keymap) -> "CommandTable":
        """The table with other keys for some commands, made once for each such choice."""
        if not keymap:
            return self
        chosen = frozenset(keymap.items())
        if chosen not in self._mapped:
            self._mapped[chosen] = CommandTable(
                structs.replace(command, keys=keymap[command.id], cap="")
                if command.id in keymap
                else command
                for command in self.commands
            )
        return self._mapped[chosen]

    def bindings(self) -> list[Binding]:
        """The commands as Textual knows them, for its keymap and its panels."""
        return [
            Binding(
                command.keys,
                command.call,
                command.label if isinstance(command.label, str) else command.help,
                show=command.shown is not False,
                key_display=command.cap or None,
                tooltip=command.help,
                id=command.id,
            )
            for command in self.commands
        ]


_CAPS: Final = {
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "backspace": "Bksp",
    "delete": "Del",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "question_mark": "?",
    "asterisk": "*",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "comma": ",",
    "full_stop": ".",
    "slash": "/",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}
_PLAIN_CAPS: Final = {"up": "Up", "down": "Down", "left": "Left", "right": "Right"}
_ARROWS: Final = {"↑": "^", "↓": "v", "←": "<", "→": ">"}


def cap_of(key: str, ascii_only: bool = False) -> str:
    """What is written for a key, such as `Enter` or `?`."""
    if ascii_only and key in _PLAIN_CAPS:
        return _PLAIN_CAPS[key]
    if key.startswith("ctrl+"):
        return f"Ctrl+{key[5:].upper()}"
    return _CAPS.get(key, key.upper() if key.startswith("f") and len(key) > 1 else key)


def command_cap(command: Command, ascii_only: bool = False) -> str:
    """What the bar writes for a command's key."""
    if not command.cap:
        return cap_of(command.names[0], ascii_only)
    if not ascii_only:
        return command.cap
    return "".join(_ARROWS.get(letter, letter) for letter in command.cap)


def spell(text: str, table: CommandTable, ascii_only: bool = False) -> str:
    """A text with the keys of commands in place of their ids in braces."""
    for command in table.commands:
        mark = f"{{{command.id}}}"
        if mark in text:
            text = text.replace(mark, cap_of(command.names[0], ascii_only))
    return text
