"""The messages of a language, by section and name, and how values go into them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from shanghai.words import grammar
from shanghai.words.language import section, spoken

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules

_Key = TypeVar("_Key")
_DEPTH = 4
"""How deep places stand in places."""
_BAR = "\ue000"
"""Stands for a bar in a value, as a bar parts the texts of a choice."""


class _Filler(Formatter):
    """Fills the places of a message with values, each in the form that the place asks for."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values

    def filled(self, text: str, parts: Sequence[object] = ()) -> str:
        """The text with its values."""
        said = str(self._vformat(text, parts, self._values, set(), _DEPTH)[0])
        return said.replace(_BAR, "|")

    def format_field(self, value: object, format_spec: str) -> str:
        if format_spec.startswith("?"):
            return _choice(value, format_spec[1:].split("|"))
        return self._formed(value, format_spec).replace("|", _BAR)

    def _formed(self, value: object, form: str) -> str:
        if form.startswith("^"):
            said = self.format_field(value, form[1:])
            return said[:1].upper() + said[1:]
        if isinstance(value, grammar.Noun):
            return value.form(form)
        if isinstance(value, str) and form[:1].isalpha():
            return grammar.inflected(value, form)
        if isinstance(value, list | tuple):
            return grammar.listed(value, form or "and")
        if isinstance(value, int) and form and (form[0] == "#" or form[0].isalpha()):
            return self._counted(value, form)
        said = format(value, form)
        return grammar.decimal(said) if isinstance(value, float) else said

    def _counted(self, count: int, form: str) -> str:
        """A number with its noun, or as a word after `#`, such as `3 cards` and `three cards`."""
        said = grammar.number(count) if form.startswith("#") else str(count)
        word, dot, case = form.removeprefix("#").partition(".")
        if not word:
            return said
        noun, name = self._values.get(word), grammar.category(count) + dot + case
        if isinstance(noun, grammar.Noun):
            return f"{said} {noun.form(name)}"
        return f"{said} {grammar.inflected(word, name)}"


def _choice(value: object, texts: Sequence[str]) -> str:
    """The text for a number by its form, as in `is|are`, or for a value that is there, or not."""
    if isinstance(value, int) and not isinstance(value, bool):
        forms = [form for _, form in section("grammar")["COUNTS"]]
        at = forms.index(grammar.category(value))
    else:
        at = 0 if value else 1
    return texts[at] if at < len(texts) else ""


class Message(str):
    """A message called with values: `{cards:card}` counts, with `#` in words, `{names:and}` lists,
    `{is:?yes|no}` chooses, `{round:many}` is a form, `{name:^}` begins a sentence."""

    __slots__ = ()

    def __call__(self, rules: "Rules | None" = None, /, **values: object) -> str:
        """The message with its values, and with the words of a table."""
        if rules is not None:
            values = {**grammar.words_at(rules), **values}
        return filled(self, values)

    def format(self, *parts: object, **values: object) -> str:
        """The message with its values, those without names in their order."""
        return _Filler(values).filled(self, parts)


def filled(text: str, values: Mapping[str, object]) -> str:
    """A text with values in its places."""
    return _Filler(values).filled(text)


class Late:
    """A message that is read whenever it is said, for what lasts longer than a language."""

    def __init__(self, section: str, name: str, values: Mapping[str, object]) -> None:
        self._place = section, name
        self._values = values

    def __get__(self, owner: object, of: type | None = None) -> str:
        """The text in the language of the moment."""
        return str(self)

    def __str__(self) -> str:
        """The text in the language of the moment."""
        place, name = self._place
        text = str(section(place)[name])
        return Message(text)(**self._values) if self._values else text


class Messages:
    """The messages of a section in the language of the moment, each by its name."""

    def __init__(self, section: str) -> None:
        self._section = section

    def __getattr__(self, name: str) -> Message:
        """A message; raises AttributeError where the section has none of this name."""
        try:
            return cast("Message", _said(section(self._section)[name]))
        except KeyError:
            raise AttributeError(f"no message {name} in {self._section}") from None

    def late(self, name: str, **values: object) -> Late:
        """A message, with its values, for an attribute of a class or of a command."""
        return Late(self._section, name, values)

    @overload
    def table(self, name: str) -> Mapping[str, Any]: ...
    @overload
    def table(self, name: str, key: Callable[[str], _Key]) -> Mapping[_Key, Any]: ...
    def table(self, name: str, key: Callable[[str], Any] = str) -> Mapping[Any, Any]:
        """A message of several texts by their keys, which `key` reads."""
        return _Table(self._section, name, key)

    def of(self, name: str, key: str, rules: "Rules | None" = None, /, **values: object) -> str:
        """The text of a message of several texts by its key, with its values."""
        return Message(section(self._section)[name][key])(rules, **values)

    def lines(self, name: str) -> Sequence[Any]:
        """A message of several texts one after the other."""
        return _Lines(self._section, name)


class _Texts:
    """Several texts in the language of the moment in which they are asked for."""

    def __init__(self, *place: Any) -> None:  # noqa: ANN401
        self._place = place

    def __getitem__(self, at: Any) -> Any:  # noqa: ANN401
        return _texts(spoken(), *self._place)[at]

    def __len__(self) -> int:
        return len(_texts(spoken(), *self._place))


class _Table(_Texts, Mapping[_Key, Any]):
    def __iter__(self) -> Iterator[_Key]:
        return iter(_texts(spoken(), *self._place))


class _Lines(_Texts, Sequence[Any]):
    pass


@cache
def _texts(_: str, place: str, name: str, key: Callable[[str], Any] = str) -> Any:  # noqa: ANN401
    said = _said(section(place)[name])
    return {key(each): text for each, text in said.items()} if isinstance(said, dict) else said


def _said(value: object) -> object:
    """A message as it is said: a text with places takes values."""
    if isinstance(value, str):
        return Message(value) if "{" in value else value
    if isinstance(value, dict):
        return {key: _said(text) for key, text in value.items()}
    return tuple(map(_said, cast("list[object]", value)))
