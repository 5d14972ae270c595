"""The keys of a screen: how they are written, which of them the bar shows, what each one does."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import ClassVar, Protocol

from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.command import Command, Part, cap_of, command_cap, is_letter, offered_letters
from shanghai.ui.kit.keybar import Key
from shanghai.words.grammar import listed
from shanghai.words.language import spoken


class KeyedScreen(Protocol):
    """What a screen must have so that its keys can be found."""

    COMMAND_TABLE: ClassVar[Mapping[str, Command]]
    LETTERS_ARE_KEYS: ClassVar[bool]

    @property
    def app(self) -> GameApp:
        """The app."""

    @property
    def is_typing(self) -> bool:
        """Whether letters go to a text field."""

    @property
    def unused(self) -> frozenset[str]:
        """The ids of commands that the rules of this game never need."""

    def bar_keys(self) -> tuple[Key, ...]:
        """The keys in the bar."""

    @classmethod
    def taken_letters(cls, unused: frozenset[str]) -> frozenset[str]:
        """The letters that are keys of the screen or of a related one."""


class ScreenKeys(Part[KeyedScreen]):
    """The part of a screen that knows its keys in the present state."""

    def __init__(self, screen: KeyedScreen) -> None:
        super().__init__(screen)
        self._caps: dict[tuple[str, str, bool], str] = {}
        """How keys are written, by command, language and whether only ASCII is drawn."""

    def cap(self, id: str) -> str:
        """How the key of a command is written."""
        # It is asked for at every key, and is the same as long as the language is.
        known = id, spoken(), self.screen.app.is_ascii
        if known not in self._caps:
            key = self._main_key(self.screen.COMMAND_TABLE[id])
            self._caps[known] = cap_of(key, self.screen.app.is_ascii)
        return self._caps[known]

    def _main_key(self, command: Command) -> str:
        """The key that is shown for a command: the first letter of its label if that is free."""
        letters = (letter for letter, named in self.letters.items() if named is command)
        return next(letters, command.names[0])

    def spell(self, text: str) -> str:
        """A text in which ids of commands in braces are replaced by their keys."""
        for id in self.screen.COMMAND_TABLE:
            mark = f"{{{id}}}"
            if mark in text:
                text = text.replace(mark, self.cap(id))
        return text

    def key_of(self, command: Command) -> Key:
        """A command as the bar shows it now."""
        words = command.words(self.screen)
        cap = self.cap(command.id)
        if command.cap:
            cap = command_cap(command, self.screen.app.is_ascii)
        if command.typing is None and len(cap) == 1 and self.screen.is_typing:
            # The field takes what can be typed.
            cap = cap_of(command.names[-1], self.screen.app.is_ascii)
        return Key(
            command.id, cap, words.text, command.why_not_now(self.screen) is None, words.name
        )

    def of_bar(self) -> tuple[Key, ...]:
        """The keys in the bar now, also those that may not be pressed."""
        return tuple(
            self.key_of(command)
            for command in self.screen.COMMAND_TABLE.values()
            if command.shown is not False
            and command.belongs_now(self.screen)
            and command.is_shown(self.screen)
        )

    def of_palette(self) -> tuple[Key, ...]:
        """The keys that the command palette offers: those in the bar, then the others."""
        beside = tuple(
            self.key_of(command)
            for command in self.screen.COMMAND_TABLE.values()
            if command.shown is False and command.label_text and command.belongs_now(self.screen)
        )
        return (*self.screen.bar_keys(), *beside)

    def words(self) -> tuple[tuple[str, str, str], ...]:
        """How each key is written, with further letters, its label, and what it does."""
        rows, table = [], self.screen.COMMAND_TABLE.values()
        for key in self.of_palette():
            made = self.screen.COMMAND_TABLE[key.command]
            entries = [made]
            if made.cap:
                # What is written for two keys stands for the way back as well.
                entries += [each for each in table if each.action == made.action and not each.shown]
            named = ([name for name in each.names[1:] if len(name) == 1][:1] for each in entries)
            letters = [name for names in named for name in names]
            if self._main_key(made) != made.names[0]:
                letters.insert(0, made.names[0])
            rows.append((listed([key.cap, *letters], "or"), key.label, made.help_text))
        return tuple(row for row in rows if row[1])

    def command_for(self, key: str, character: str | None = None) -> Command | None:
        """The command of a key now, by its name or the character that it types, in either case."""
        if named := self.letters.get((character or "").lower()):
            return named
        names = [key] if character is None or character == key else [key, character]
        if character is not None and character.isalpha():
            names.append(character.lower())
        table = self.screen.COMMAND_TABLE.values()
        matches = [command for name in names for command in table if name in command.names]
        for command in matches:
            if command.belongs_now(self.screen):
                return command
        # The first that says why it does nothing now.
        first = matches[0] if matches else None
        return next((each for each in matches if each.why_not_now(self.screen)), first)

    @property
    def letters(self) -> Mapping[str, Command]:
        """The commands by the first letter of their label in the present language, if it is
        free."""
        if not self.screen.LETTERS_ARE_KEYS:
            return {}
        return word_letters(type(self.screen), spoken(), self.screen.unused)


def letters_of(kinds: Iterable[type[KeyedScreen]], unused: frozenset[str]) -> frozenset[str]:
    """The letters that are keys on one of these screens, without those of `unused` commands."""
    used = (each for kind in kinds for each in kind.COMMAND_TABLE.values() if each.id not in unused)
    return frozenset(name for each in used for name in each.names if is_letter(name))


@cache
def word_letters(
    kind: type[KeyedScreen], language: str, unused: frozenset[str]
) -> Mapping[str, Command]:
    """The commands of a screen by the first letter of their label in a language. A letter that is a
    key already is left out. Of several commands the first one gets the letter."""
    table = (each for each in kind.COMMAND_TABLE.values() if each.id not in unused)
    offered = offered_letters(table)
    taken = kind.taken_letters(unused) if offered else frozenset[str]()
    return {letter: each for letter, each in reversed(offered) if letter not in taken}
