"""The messages of the current language, by section and name, and how they are filled with values.

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
"""Begins the format of `{price:?a|b}`: the first text if the value is true, else the second."""
PLURAL: Final = "plural "
"""Begins the format of `{count:plural is|are}`: the text that goes with a number."""
BAR: Final = "|"
"""Separates the texts of a choice or a plural."""
CAPITAL: Final = "^"
"""Begins the format of a value that begins a sentence, and so has a capital letter."""
IN_WORDS: Final = "#"
"""Begins the format of a number that is written as a word."""
DEPTH: Final = 4
"""How deep places may be nested in each other."""
_BAR_IN_VALUE: Final = "\ue000"
"""Replaces a bar within a value while a message is filled. A bar would end a text of a choice."""
_Key = TypeVar("_Key")


class _PlaceFiller(Formatter):
    """Fills the places of a message with values, each in the form that the place asks for."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values

    def filled(self, text: str, parts: Sequence[object] = ()) -> str:
        """The text with its values. `parts` are the values of places without a name."""
        done = str(self._vformat(text, parts, self._values, set(), DEPTH)[0])
        return done.replace(_BAR_IN_VALUE, BAR)

    def format_field(self, value: object, format_spec: str) -> str:
        """The text for one place: its value in the format that the message asks for."""
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
        """A number with its noun, such as `3 cards`; with a `#` in front such as `three cards`. The
        noun is the value of that name if it is a `Noun`, else the word in the form itself."""
        number = grammar.number(count) if form.startswith(IN_WORDS) else str(count)
        word, dot, case = form.removeprefix(IN_WORDS).partition(".")
        if not word:
            return number
        noun, name = self._values.get(word), grammar.category(count) + dot + case
        if isinstance(noun, grammar.Noun):
            return f"{number} {noun.form(name)}"
        return f"{number} {grammar.inflected(word, name)}"


class Message(str):
    """A text with places for values, such as `{name}`. Calling it with values returns the text."""

    __slots__ = ()

    def __call__(self, rules: "Rules | None" = None, /, **values: object) -> str:
        """The message with these values. With `rules` it also has the words of their table."""
        if rules is not None:
            values = {**grammar.words_at(rules), **values}
        return filled(self, values)

    def format(self, *parts: object, **values: object) -> str:
        """The message with its values. `parts` go into the places without a name, in order."""
        return filled(self, values, parts)


class _OwnMessage(Message):
    """A message of a custom language. `shipped` is used in its place if it cannot be filled."""

    shipped: str


def filled(text: str, values: Mapping[str, object], parts: Sequence[object] = ()) -> str:
    """A text with values in its places. `parts` are the values of places without a name.

    If a text of a custom language has a mistake, such as a place that nobody fills, the shipped
    text is returned, in English.
    """
    try:
        return _PlaceFiller(values).filled(text, parts)
    except (LookupError, ValueError, TypeError, AttributeError, re.error):
        if not isinstance(text, OwnText | _OwnMessage):
            raise
        with in_english():
            return filled(text.shipped, values, parts)


class Late:
    """A message that is read only when it is shown, as the language may change before that."""

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
    """The messages of a section in the current language, as attributes: `say.NO_CARDS`."""

    def __init__(self, section: str) -> None:
        self._section = section

    def __getattr__(self, name: str) -> Message:
        """The message with this name; AttributeError if the section has none."""
        if name.startswith("_"):
            # Python looks for `__path__` at each import, which is no reason to read a section.
            raise AttributeError(name)
        return cast("Message", _message(self._section, name))

    def late(self, name: str, **values: object) -> Late:
        """A message that is read only when it is shown, for an attribute of a class or command."""
        return Late(self._section, name, values)

    @overload
    def table(self, name: str) -> Mapping[str, Any]: ...
    @overload
    def table(self, name: str, key: Callable[[str], _Key]) -> Mapping[_Key, Any]: ...
    def table(self, name: str, key: Callable[[str], Any] = str) -> Mapping[Any, Any]:
        """A message that has several texts by keys. `key` converts each key of the file."""
        return _TextTable(self._section, name, key)

    def of(self, name: str, key: str, rules: "Rules | None" = None, /, **values: object) -> str:
        """One text, by its key, of a message that has several, filled with values."""
        return Message(message(self._section, name)[key])(rules, **values)

    def lines(self, name: str) -> Sequence[Any]:
        """A message that is a list of texts."""
        return _TextLines(self._section, name)


class _Texts:
    """A message with several texts. They are looked up at each use, in the current language."""

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
    """Texts by their keys, always in the current language."""

    def __contains__(self, key: object) -> bool:
        return key in self._current()

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._current())


class _TextLines(_Texts, Sequence[Any]):
    """Texts in a list, always in the current language."""


@cache
def _texts(_: str, section: str, name: str, key: Callable[[str], Any]) -> Any:  # noqa: ANN401
    """The texts of a message. The first argument is the language, for the cache."""
    texts = _message(section, name)
    return {key(each): text for each, text in texts.items()} if isinstance(texts, dict) else texts


def _message(section: str, name: str) -> Any:  # noqa: ANN401
    """A message of the current language, which may have several texts."""
    return _callable(message(section, name), english_message(section, name))


def _callable(value: Any, english: Any) -> Any:  # noqa: ANN401
    """A message as in the file, with a `Message` for each text that has places for values.

    A translation may leave out all places. It is still a `Message` if the English text has some.
    Any other text stays a plain one: it may be data, such as JSON.
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
