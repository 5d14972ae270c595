"""The language of the moment and its messages, in English where a translation is missing."""

import marshal
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

ENGLISH: Final = "en"
_FOLDER: Final = Path(__file__).parent
_KEPT: Final = "messages.bin"
_PLAIN: Final = "+"
"""Stands behind a language that is written in ASCII alone."""
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_spoken = ENGLISH
_of_documents: ContextVar[str] = ContextVar("language of documents", default="")
"""The language of what is written in this thread or task alone; empty for that of the moment."""


def speak(language: str) -> None:
    """Chooses the language of all that is said from now on, with all the letters that it has."""
    global _spoken
    _spoken = language


def write_plainly(is_plain: bool) -> None:
    """Writes the language of the moment in ASCII alone, as in `schoen`, or with all its letters."""
    language = _spoken.removesuffix(_PLAIN)
    speak(f"{language}{_PLAIN}" if is_plain and language != ENGLISH else language)


@contextmanager
def in_english() -> Iterator[None]:
    """Speaks English for a while, in this thread or task alone, as documents always do."""
    before = _of_documents.set(ENGLISH)
    try:
        yield
    finally:
        _of_documents.reset(before)


def spoken() -> str:
    """The language of the moment."""
    return _of_documents.get() or _spoken


@cache
def languages() -> Sequence[str]:
    """The languages there are: those whose folders have messages."""
    return sorted(path.parent.name for path in _FOLDER.glob(f"*/{_KEPT}"))


def own_name(language: str) -> str:
    """What a language calls itself, such as `Deutsch`."""
    return str(_messages(language)["grammar"]["NAME"])


def wanted_language(*named: str, environment: Mapping[str, str] = os.environ) -> str:
    """The first of the named languages that there is, else that of the environment, or English."""
    of_system = next(filter(None, map(environment.get, _VARIABLES)), "")
    for each in (*named, of_system):
        if (language := each[:2].lower()) in languages():
            return language
    return ENGLISH


def lesson_file(variant: str) -> bytes:
    """The lesson of a variant as the language of the moment has it; empty if it has none."""
    try:
        language = spoken().removesuffix(_PLAIN)
        said = _FOLDER.joinpath(language, "lessons", f"{variant}.yaml").read_bytes()
        letters = _messages(language)["grammar"]["PLAIN"] if spoken() != language else {}
        return said.decode().translate(str.maketrans(letters)).encode()
    except FileNotFoundError:
        return b""


def section(name: str) -> Mapping[str, Any]:
    """The messages of a section as they are written: texts, lists of texts, texts by keys."""
    return _messages(spoken())[name]


@cache
def _messages(language: str) -> Mapping[str, Mapping[str, Any]]:
    """All messages of a language by their sections."""
    kept = _FOLDER.joinpath(language.removesuffix(_PLAIN), _KEPT).read_bytes()
    said = cast("dict[str, dict[str, Any]]", marshal.loads(kept))
    if not language.endswith(_PLAIN):
        return said
    return cast("dict[str, dict[str, Any]]", _plain(said, str.maketrans(said["grammar"]["PLAIN"])))


def _plain(said: object, letters: dict[int, str]) -> object:
    """Messages with other letters; what is looked up by a word is found by both writings of it."""
    if isinstance(said, dict):
        plain = {key: _plain(text, letters) for key, text in said.items()}
        return {_plain(key, letters): text for key, text in plain.items()} | plain
    if isinstance(said, list):
        return [_plain(text, letters) for text in said]
    return said.translate(letters) if isinstance(said, str) and not said.isascii() else said
