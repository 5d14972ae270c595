"""The language that people read, and its messages, in English where a translation is missing.

Each section is a YAML file in the folder of its language. It is read when it is first needed.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

import yaml

ENGLISH: Final = "en"
GRAMMAR: Final = "grammar"
"""The section of the forms of words. A folder that has it is a language."""
_ADDED_TO: Final = (GRAMMAR, "games")
"""The sections in which a translation has names that English lacks."""
FOLDER: Final = Path(__file__).parent
LOADER: Final[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""Reads every value as text, and makes nothing but texts, lists and mappings."""
_PLAIN: Final = "+"
"""The end of the name of a language that is written in ASCII alone."""
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_spoken = ENGLISH
_of_documents: ContextVar[str] = ContextVar("language of documents", default="")
"""The language for this thread or task alone; empty for the language of the screen."""


class DamagedMessages(Exception):
    """The installed messages cannot be used. This sentence is in English, as there is no other."""

    def __init__(self, path: Path, reason: object) -> None:
        super().__init__(f"{path} is damaged: {reason}. Install Shanghai again.")


class MissingMessage(AttributeError, DamagedMessages):
    """A section has no message with the name that the program uses."""

    def __init__(self, section: str, name: str) -> None:
        DamagedMessages.__init__(self, _path(ENGLISH, section), f"it has no message {name}")


def speak(language: str) -> None:
    """Sets the language of all messages, with all its letters."""
    global _spoken
    _spoken = language


def write_plainly(is_plain: bool) -> None:
    """Sets whether the language is written in ASCII alone, as in `schoen`."""
    language = _spoken.removesuffix(_PLAIN)
    speak(f"{language}{_PLAIN}" if is_plain and language != ENGLISH else language)


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Uses a language within a block, in this thread or task alone."""
    before = _of_documents.set(language)
    try:
        yield
    finally:
        _of_documents.reset(before)


@contextmanager
def in_english() -> Iterator[None]:
    """Uses English within a block, in this thread or task alone. Documents are in English."""
    with in_language(ENGLISH):
        yield


def spoken() -> str:
    """The current language."""
    return _of_documents.get() or _spoken


def if_english(text: str) -> str:
    """A text that is written in English alone, such as a title; empty in other languages."""
    return text if spoken() == ENGLISH else ""


@cache
def languages() -> Sequence[str]:
    """The languages that can be chosen, in alphabetical order."""
    return sorted(path.parent.name for path in FOLDER.glob(f"*/{GRAMMAR}.yaml"))


def is_language(name: str) -> bool:
    """Whether a language of this name can be chosen."""
    return name in languages()


def own_name(language: str) -> str:
    """The name of a language in that language, such as `Deutsch`."""
    return str(_section(language, GRAMMAR)["NAME"])


def wanted_language(*named: str, environment: Mapping[str, str] = os.environ) -> str:
    """The first of these languages that is known; else that of the environment, or English."""
    of_system = next(filter(None, map(environment.get, _VARIABLES)), "")
    for each in (*named, of_system):
        if is_language(language := each[:2].lower()):
            return language
    return ENGLISH


def lesson_file(variant: str) -> bytes:
    """The translated lesson of a variant; empty if the language has none."""
    language = spoken().removesuffix(_PLAIN)
    try:
        lesson = FOLDER.joinpath(language, "lessons", f"{variant}.yaml").read_bytes()
    except FileNotFoundError:
        return b""
    letters = _section(language, GRAMMAR)["PLAIN"] if spoken() != language else {}
    return lesson.decode().translate(str.maketrans(letters)).encode()


def section(name: str) -> Mapping[str, Any]:
    """The messages of a section as in the file: texts, lists of texts, texts by keys."""
    return _section(spoken(), name)


def message(section_name: str, name: str) -> Any:  # noqa: ANN401
    """A message as in the file; MissingMessage if the section has none of this name."""
    try:
        return section(section_name)[name]
    except KeyError:
        raise MissingMessage(section_name, name) from None


def english_message(section_name: str, name: str) -> Any:  # noqa: ANN401
    """A message as it is written in English; None where only the current language has it."""
    return _section(ENGLISH, section_name).get(name)


@cache
def _section(language: str, name: str) -> Mapping[str, Any]:
    """A section of a language, in English where it has no translation."""
    if language.endswith(_PLAIN):
        language = language.removesuffix(_PLAIN)
        letters = str.maketrans(_section(language, GRAMMAR)["PLAIN"])
        return cast("dict[str, Any]", _plain(_section(language, name), letters))
    english = _read(ENGLISH, name)
    return (
        english if language == ENGLISH else with_translations(name, english, _read(language, name))
    )


def with_translations(
    name: str, english: Mapping[str, Any], own: Mapping[str, Any]
) -> dict[str, Any]:
    """The messages of a section: those of a language, and English ones for what it lacks."""
    if name in _ADDED_TO:
        return {**english, **own}
    return cast("dict[str, Any]", _translated(english, own))


def _translated(english: object, own: object) -> object:
    if isinstance(english, dict) and isinstance(own, dict):
        return {
            key: _translated(text, own[key]) if key in own else text
            for key, text in english.items()
        }
    return own if isinstance(own, type(english)) else english


def _read(language: str, name: str) -> dict[str, Any]:
    """The messages of a section in one language alone; empty if it has no such file."""
    path = _path(language, name)
    if language != ENGLISH and not path.exists():
        return {}
    try:
        messages = yaml.load(path.read_bytes(), LOADER)
    except (OSError, yaml.YAMLError) as error:
        raise DamagedMessages(path, " ".join(str(error).split())) from error
    if not isinstance(messages, dict):
        raise DamagedMessages(path, "it does not hold messages by their names")
    return messages


def _path(language: str, section: str) -> Path:
    return FOLDER / language / f"{section}.yaml"


def _plain(messages: object, letters: dict[int, str]) -> object:
    """Messages with other letters. A key can be found in both spellings."""
    if isinstance(messages, dict):
        plain = {key: _plain(text, letters) for key, text in messages.items()}
        return {_plain(key, letters): text for key, text in plain.items()} | plain
    if isinstance(messages, list):
        return [_plain(text, letters) for text in messages]
    if isinstance(messages, str) and not messages.isascii():
        return messages.translate(letters)
    return messages
