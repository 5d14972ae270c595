"""The messages of a language, by section and name, and how values go into them.

`MESSAGES.md` in this folder explains what can be written in a message.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from string import Formatter
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, overload

from shanghai.words import grammar
from shanghai.words.language import OwnText, english_message, in_english, message, spoken

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules

CHOICE: Final = "?"
"""Begins the mark `{price:?a|b}`: the first text if there is a value, else the second."""
PLURAL: Final = "plural "
"""Begins the mark `{count:plural is|are}`: the text that goes with a number."""
BAR: Final = "|"
"""Separates the texts of a choice or a plural."""
CAPITAL: Final = "^"
"""Begins the mark of a value that begins a sentence."""
IN_WORDS: Final = "#"
"""Begins the mark of a number that is written as a word."""
DEPTH: Final = 4
"""How many places may be nested in each other."""
_BAR_IN_VALUE: Final = "\ue000"
"""Replaces a bar within a value, which would be read as the end of a text of a choice."""
_Key = TypeVar("_Key")


class _PlaceFiller(Formatter):
    """Fills the places of a message with values, each in the form that the place asks for."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values

    def filled(self, text: str, parts: Sequence[object] = ()) -> str:
        """The text with its values."""
        done = str(self._vformat(text, parts, self._values, set(), DEPTH)[0])
        return done.replace(_BAR_IN_VALUE, BAR)

    def format_field(self, value: object, format_spec: str) -> str:
        if format_spec.startswith(CHOICE):
            texts = format_spec.removeprefix(CHOICE).split(BAR)
            return texts[0 if value else 1]
        if format_spec.startswith(PLURAL):
            texts = format_spec.removeprefix(PLURAL).split(BAR)
            return grammar.for_count(cast("int", value), texts)
        return self._formed(value, format_spec).replace(BAR, _BAR_IN_VALUE)

    def _formed(self, value: object, form: str) -> str:
        if form.startswith(CAPITAL):
            text = self.format_field(value, form.removeprefix(CAPITAL))
            return text[:1].upper() + text[1:]
        if isinstance(value, grammar.Noun):
            return value.form(form)
        if isinstance(value, str) and form[:1].isalpha():
            return grammar.inflected(value, form)
        if isinstance(value, list | tuple):
            return grammar.listed(value, form or "and")
        if isinstance(value, int) and form and (form[0] == IN_WORDS or form[0].isalpha()):
            return self._counted(value, form)
        text = format(value, form)
        return grammar.decimal(text) if isinstance(value, float) else text

    def _counted(self, count: int, form: str) -> str:
        """A number with its noun, such as `3 cards`; as a word after `#`, such as `three cards`."""
        number = grammar.number(count) if form.startswith(IN_WORDS) else str(count)
        word, dot, case = form.removeprefix(IN_WORDS).partition(".")
        if not word:
            return number
        noun, name = self._values.get(word), grammar.category(count) + dot + case
        if isinstance(noun, grammar.Noun):
            return f"{number} {noun.form(name)}"
        return f"{number} {grammar.inflected(word, name)}"


class Message(str):
    """A text with places. Called with values, it gives the text with the values in its places."""

    __slots__ = ()

    def __call__(self, rules: "Rules | None" = None, /, **values: object) -> str:
        """The message with its values, and with the words that the table of `rules` uses."""
        if rules is not None:
            values = {**grammar.words_at(rules), **values}
        return filled(self, values)

    def format(self, *parts: object, **values: object) -> str:
        """The message with its values, those without names in their order."""
        return filled(self, values, parts)


class _OwnMessage(Message):
    """A message of a language of one's own, and the one that is used where it cannot be filled."""

    shipped: str


def filled(text: str, values: Mapping[str, object], parts: Sequence[object] = ()) -> str:
    """A text with values in its places. Where a text of one's own names places that are not there,
    it is the shipped text with all its words in English."""
    try:
        return _PlaceFiller(values).filled(text, parts)
    except (LookupError, ValueError, TypeError, AttributeError, re.error):
        if not isinstance(text, OwnText | _OwnMessage):
            raise
        with in_english():
            return filled(text.shipped, values, parts)


class Late:
    """A message that is read when it is shown, as the language may change before that."""

    def __init__(self, section: str, name: str, values: Mapping[str, object]) -> None:
        self._section = section
        self._name = name
        self._values = values

    def __get__(self, owner: object, of: type | None = None) -> str:
        """The text in the current language."""
        return str(self)

    def __str__(self) -> str:
        """The text in the current language."""
        text = str(message(self._section, self._name))
        return Message(text)(**self._values) if self._values else text


class Messages:
    """The messages of a section in the current language, each by its name."""

    def __init__(self, section: str) -> None:
        self._section = section

    def __getattr__(self, name: str) -> Message:
        """A message; AttributeError if the section has none of this name."""
        if name.startswith("_"):
            # Python looks for `__path__` at each import, which is no reason to read a section.
            raise AttributeError(name)
        return cast("Message", _message(self._section, name))

    def late(self, name: str, **values: object) -> Late:
        """A message, with its values, for an attribute of a class or of a command."""
        return Late(self._section, name, values)

    @overload
    def table(self, name: str) -> Mapping[str, Any]: ...
    @overload
    def table(self, name: str, key: Callable[[str], _Key]) -> Mapping[_Key, Any]: ...
    def table(self, name: str, key: Callable[[str], Any] = str) -> Mapping[Any, Any]:
        """A message of several texts by their keys, which `key` reads."""
        return _TextTable(self._section, name, key)

    def of(self, name: str, key: str, rules: "Rules | None" = None, /, **values: object) -> str:
        """The text of a message of several texts by its key, with its values."""
        return Message(message(self._section, name)[key])(rules, **values)

    def lines(self, name: str) -> Sequence[Any]:
        """A message of several texts one after the other."""
        return _TextLines(self._section, name)


class _Texts:
    """Several texts, always in the current language."""

    def __init__(self, section: str, name: str, key: Callable[[str], Any] = str) -> None:
        self._section = section
        self._name = name
        self._key = key

    def __getitem__(self, key: Any) -> Any:  # noqa: ANN401
        return self._current()[key]

    def __len__(self) -> int:
        return len(self._current())

    def _current(self) -> Any:  # noqa: ANN401
        return _texts(spoken(), self._section, self._name, self._key)


class _TextTable(_Texts, Mapping[_Key, Any]):
    def __contains__(self, key: object) -> bool:
        return key in self._current()

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._current())


class _TextLines(_Texts, Sequence[Any]):
    pass


@cache
def _texts(_: str, section: str, name: str, key: Callable[[str], Any]) -> Any:  # noqa: ANN401
    texts = _message(section, name)
    return {key(each): text for each, text in texts.items()} if isinstance(texts, dict) else texts


def _message(section: str, name: str) -> Any:  # noqa: ANN401
    """A message of the current language, or several of them."""
    return _callable(message(section, name), english_message(section, name))


def _callable(value: Any, english: Any) -> Any:  # noqa: ANN401
    """A message, or several of them, in which each text takes values that has places for them.

    A text whose English has places takes values too, though it may leave out what English names.
    Any other text stays plain: it may be data, as in JSON.
    """
    if isinstance(value, OwnText):
        own = _OwnMessage(value)
        own.shipped = value.shipped
        return own if "{" in value or "{" in str(english) else str(value)
    if isinstance(value, str):
        return Message(value) if "{" in value or "{" in str(english) else value
    if isinstance(value, dict):
        texts = english if isinstance(english, dict) else {}
        return {key: _callable(text, texts.get(key)) for key, text in value.items()}
    lines = english if isinstance(english, list | tuple) else ()
    return tuple(_callable(*pair) for pair in zip_longest(value, lines[: len(value)]))
