"""The messages of a language: texts by section and name, read when they are first needed.

They are written in `en/*.yaml`, a section a file; `en/messages.bin` has them ready to read.
"""

import marshal
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final, TypeVar, cast, overload

from shanghai.words.phrases import counted, listed

_Key = TypeVar("_Key")
_KEPT: Final = "messages.bin"


class _Filler(Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, list | tuple):
            return listed(value, format_spec)
        if isinstance(value, int) and format_spec:
            return counted(value, format_spec)
        return str(super().format_field(value, format_spec))


class Sentence(str):
    """A sentence with places for values: `{cards:card}` counts them, `{names:and}` lists them."""

    __slots__ = ()

    def __call__(self, **values: object) -> str:
        """The sentence with its values."""
        return _Filler().vformat(self, (), values)


class Messages:
    """The messages of a section in the language of the moment, each by its name."""

    def __init__(self, section: str) -> None:
        self._section = section

    def __getattr__(self, name: str) -> Sentence:
        """A message; raises AttributeError where the section has none of this name.

        One with places is called with its values, any other is plain text.
        """
        try:
            return cast("Sentence", _said(section(self._section)[name]))
        except KeyError:
            raise AttributeError(f"no message {name} in {self._section}") from None

    @overload
    def table(self, name: str) -> Mapping[str, Any]: ...
    @overload
    def table(self, name: str, key: Callable[[str], _Key]) -> Mapping[_Key, Any]: ...
    def table(self, name: str, key: Callable[[str], Any] = str) -> Mapping[Any, Any]:
        """A message of several texts by their keys, which `key` reads."""
        return _Table(self._section, name, key)

    def lines(self, name: str) -> Sequence[Any]:
        """A message of several texts one after the other."""
        return _Lines(self._section, name)


class _Table(Mapping[_Key, Any]):
    def __init__(self, section: str, name: str, key: Callable[[str], _Key]) -> None:
        self._place = section, name, key

    def __getitem__(self, key: _Key) -> object:
        return _table(*self._place)[key]

    def __iter__(self) -> Iterator[_Key]:
        return iter(_table(*self._place))

    def __len__(self) -> int:
        return len(_table(*self._place))


class _Lines(Sequence[Any]):
    def __init__(self, section: str, name: str) -> None:
        self._place = section, name

    def __getitem__(self, at: Any) -> Any:  # noqa: ANN401
        return _lines(*self._place)[at]

    def __len__(self) -> int:
        return len(_lines(*self._place))


@cache
def _table(place: str, name: str, key: Callable[[str], _Key]) -> Mapping[_Key, object]:
    return {key(each): _said(text) for each, text in section(place)[name].items()}


@cache
def _lines(place: str, name: str) -> Sequence[object]:
    return tuple(map(_said, section(place)[name]))


@cache
def _messages(language: str) -> Mapping[str, Mapping[str, Any]]:
    """All messages of a language by their sections."""
    kept = Path(__file__).with_name(language).joinpath(_KEPT).read_bytes()
    return cast("dict[str, dict[str, Any]]", marshal.loads(kept))


def section(name: str) -> Mapping[str, Any]:
    """The messages of a section as they are written: texts, lists of texts, texts by keys."""
    return _messages("en")[name]


def _said(value: object) -> object:
    """A message as it is said: a text with places is a sentence."""
    if isinstance(value, str):
        return Sentence(value) if "{" in value else value
    if isinstance(value, dict):
        return {key: _said(text) for key, text in value.items()}
    return tuple(map(_said, cast("list[object]", value)))
