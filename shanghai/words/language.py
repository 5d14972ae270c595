"""The current language and its messages. A message that is not translated is in English.

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
"""The section with the forms of words. A folder that has such a file is a language."""
_ADDED_TO: Final = (GRAMMAR, "games")
"""The sections in which a translation has names that English lacks."""
FOLDER: Final = Path(__file__).parent
LOADER: Final[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""The YAML loader. It makes only texts, lists and mappings: a number stays a text."""
OWN: Final = "languages"
"""The folder in the data folder for custom languages. Each has a folder of its own in it."""
_OWN_FILES: Final = "[a-z][a-z]/*.yaml"
_PLAIN: Final = "+"
"""The end of a language's name, such as `de+`, if it is to be written in ASCII alone."""
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_spoken = ENGLISH
_end = ""
"""What is added to the name of each language but English: `_PLAIN` for ASCII alone."""
_own: Path | None = None
"""The folder of the custom languages; None if there are none."""
_of_documents: ContextVar[str] = ContextVar("language of documents", default="")
"""The language for this thread or task alone; empty for the language of the screen."""


class DamagedMessages(Exception):
    """The installed messages cannot be used. The error is in English, as no message can be read."""

    def __init__(self, path: Path, reason: object) -> None:
        super().__init__(f"{path} is damaged: {reason}. Install Shanghai again.")


class MissingMessage(AttributeError, DamagedMessages):
    """A section has no message with the name that the program uses."""

    def __init__(self, section: str, name: str) -> None:
        DamagedMessages.__init__(self, _path(ENGLISH, section), f"it has no message {name}")


def speak(language: str) -> None:
    """Sets the language of all messages by its name, such as `de`."""
    global _spoken
    _spoken = language


def offer_own(folder: Path | None) -> None:
    """Makes the custom languages in a folder available. None, or an empty folder, takes them away.

    Their texts come before the shipped ones of the same language. English cannot be changed. A file
    that cannot be read counts as empty.
    """
    global _own
    if folder is not None and not any(folder.glob(_OWN_FILES)):
        folder = None
    if folder != _own:
        _own = folder
        languages.cache_clear()
        _section.cache_clear()


def write_plainly(is_plain: bool) -> None:
    """Sets whether the current language is written in ASCII alone, such as `schoen` for `schön`."""
    global _end
    _end = _PLAIN if is_plain else ""
    speak(_as_written(_spoken.removesuffix(_PLAIN)))


def _as_written(language: str) -> str:
    """The name of a language, with `_PLAIN` at its end if it is to be written in ASCII."""
    return language if language == ENGLISH else f"{language}{_end}"


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Uses a language within a `with` block, in this thread or task alone."""
    before = _of_documents.set(language)
    try:
        yield
    finally:
        _of_documents.reset(before)


@contextmanager
def in_english() -> Iterator[None]:
    """Uses English within a `with` block, in this thread or task alone, as for documents."""
    with in_language(ENGLISH):
        yield


def spoken() -> str:
    """The name of the current language, such as `de`, or `de+` if it is written in ASCII."""
    return _of_documents.get() or _spoken


def if_english(text: str) -> str:
    """The text if the current language is English, else an empty one: it has no translation."""
    return text if spoken() == ENGLISH else ""


@cache
def languages() -> Sequence[str]:
    """The languages that can be chosen, in alphabetical order."""
    shipped = {path.parent.name for path in FOLDER.glob(f"*/{GRAMMAR}.yaml")}
    own = {path.parent.name for path in _own.glob(_OWN_FILES)} if _own else set()
    return sorted(shipped | own)


def other_languages() -> Sequence[str]:
    """All languages but the current one. Their names end with `_PLAIN` if the current one is
    written in ASCII."""
    current = spoken().removesuffix(_PLAIN)
    return [_as_written(each) for each in languages() if each != current]


def is_language(name: str) -> bool:
    """Whether a language of this name can be chosen."""
    return name in languages()


def own_name(language: str) -> str:
    """The name of a language in that language, such as `Deutsch`."""
    grammar = _read(language, GRAMMAR) | _read_own(language, GRAMMAR)
    return str(grammar.get("NAME", language))


def wanted_language(*named: str, environment: Mapping[str, str] = os.environ) -> str:
    """The first of the `named` languages that is known; else that of the environment, or English. A
    name such as `de_AT.UTF-8` counts by its first two letters."""
    from_environment = next(filter(None, map(environment.get, _VARIABLES)), "")
    for name in (*named, from_environment):
        if is_language(language := name[:2].lower()):
            return language
    return ENGLISH


def lesson_file(variant: str) -> bytes:
    """The translated file with the lesson of a variant; empty if the language has none."""
    language = spoken().removesuffix(_PLAIN)
    folders = (*([_own] if _own else []), FOLDER)
    paths = (folder / language / "lessons" / f"{variant}.yaml" for folder in folders)
    path = next((path for path in paths if path.is_file()), None)
    if path is None:
        return b""
    lesson = path.read_bytes()
    letters = _section(language, GRAMMAR)["PLAIN"] if spoken() != language else {}
    return lesson.decode().translate(str.maketrans(letters)).encode()


def section(name: str) -> Mapping[str, Any]:
    """The messages of a section in the current language, by their names. Each is as in the file: a
    text, a list of texts, or a mapping from keys to texts."""
    return _section(spoken(), name)


def message(section_name: str, name: str) -> Any:  # noqa: ANN401
    """A message in the current language, as in the file. Raises MissingMessage if the section has
    none of this name."""
    try:
        return section(section_name)[name]
    except KeyError:
        raise MissingMessage(section_name, name) from None


def english_message(section_name: str, name: str) -> Any:  # noqa: ANN401
    """A message in English, as in the file; None if only the current language has it."""
    return _section(ENGLISH, section_name).get(name)


@cache
def _section(language: str, name: str) -> Mapping[str, Any]:
    """The messages of a section in a language, with English ones where a translation is missing."""
    if language.endswith(_PLAIN):
        language = language.removesuffix(_PLAIN)
        letters = str.maketrans(_section(language, GRAMMAR)["PLAIN"])
        return cast("dict[str, Any]", _plain(_section(language, name), letters))
    english = _read(ENGLISH, name)
    if language == ENGLISH:
        return english
    shipped = with_translations(name, english, _read(language, name))
    return _with_own(name, shipped, own) if (own := _read_own(language, name)) else shipped


class OwnText(str):
    """A text of a custom language. `shipped` is shown in its place if it cannot be filled."""

    shipped: str


def _with_own(name: str, shipped: Any, own: Any) -> Any:  # noqa: ANN401
    """The messages of a section, with those of a custom language in their places. A custom message
    is left out if it is of another shape than the one that it replaces."""
    if name == GRAMMAR:
        nouns = {**shipped["NOUNS"], **_dict_in(own, "NOUNS")}
        fitting = {key: own[key] for key in own if isinstance(own[key], type(shipped.get(key, "")))}
        return {**shipped, **fitting, "NOUNS": nouns}
    if isinstance(shipped, dict) and isinstance(own, dict):
        return (own if name in ("games", "TEXTS") else {}) | {
            key: _with_own(key, text, own[key]) if key in own else text
            for key, text in shipped.items()
        }
    if isinstance(shipped, list) and isinstance(own, list) and len(own) == len(shipped):
        return [_with_own("", *pair) for pair in zip(shipped, own, strict=True)]
    if isinstance(shipped, str) and isinstance(own, str) and own:
        text = OwnText(own)
        text.shipped = shipped
        return text
    return shipped


def with_translations(
    name: str, english: Mapping[str, Any], own: Mapping[str, Any]
) -> dict[str, Any]:
    """The messages of a section in a language, with English ones for those that it lacks."""
    if name in _ADDED_TO:
        return {**english, **own}
    return cast("dict[str, Any]", _translated(english, own))


def _translated(english: object, own: object) -> object:
    """A message with its translation, at all depths; the English one if that has another shape."""
    if isinstance(english, dict) and isinstance(own, dict):
        return {
            key: _translated(text, own[key]) if key in own else text
            for key, text in english.items()
        }
    return own if isinstance(own, type(english)) else english


def _read(language: str, name: str) -> dict[str, Any]:
    """The messages of a section that a language itself has; empty if it has no such file. Raises
    DamagedMessages if the file cannot be read, or if an English one is missing."""
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


def _dict_in(messages: dict[str, Any], name: str) -> dict[str, Any]:
    """The mapping with a name in messages; empty if there is none, or something else."""
    value = messages.get(name)
    return value if isinstance(value, dict) else {}


def _read_own(language: str, name: str) -> dict[str, Any]:
    """The messages of a section of a custom language; empty if there are none to read."""
    if _own is None or language == ENGLISH:
        return {}
    try:
        messages = yaml.load((_own / language / f"{name}.yaml").read_bytes(), LOADER)
    except (OSError, ValueError, yaml.YAMLError, RecursionError):
        return {}
    return messages if isinstance(messages, dict) else {}


def _path(language: str, section: str) -> Path:
    return FOLDER / language / f"{section}.yaml"


def _plain(messages: object, letters: dict[int, str]) -> object:
    """Messages with their letters replaced by `letters`. A key is there in both spellings."""
    if isinstance(messages, dict):
        plain = {key: _plain(text, letters) for key, text in messages.items()}
        return {_plain(key, letters): text for key, text in plain.items()} | plain
    if isinstance(messages, list):
        return [_plain(text, letters) for text in messages]
    if isinstance(messages, str) and not messages.isascii():
        return messages.translate(letters)
    return messages
