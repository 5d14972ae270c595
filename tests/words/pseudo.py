"""A language to try the screens with: English with an accent on every letter, two fifths longer."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import shanghai.lessons
from shanghai.words import grammar, language, messages
from shanghai.words.language import GRAMMAR
from shanghai.words.messages import CHOICE, PLURAL
from tests.words.language import GAMES, texts_of_games
from tests.words.written import messages as written, whole

PSEUDO = "xx"
LESSONS = Path(shanghai.lessons.__file__).parent / "words"
_PLAIN = "aeioucnsyzAEIOUCNSYZ"
_ACCENTED = "áéíóúçñšýžÁÉÍÓÚÇÑŠÝŽ"
_WORD = re.compile(r"(?<![\w'’./_-])[A-Za-z]{2,}(?![\w-])")
_CODE = re.compile("A[SHDC]|ALL|CA|(?:[bdfghjklmnprstvz][aiou]){2}[bdfghjklmnprstvz]")
"""Aces, the clauses of rules, and words that stand for hex digits."""
_ARGUMENT = re.compile(r"(%\(\w+\)s)")
"""A place that argparse fills."""
_CHOOSING = (f":{CHOICE}", f":{PLURAL}")
_PARTS = re.compile(f"([{{}}]|{'|'.join(map(re.escape, _CHOOSING))})")
"""The ends of places, and what begins the texts that a place chooses among."""
_LETTERS = str.maketrans(_PLAIN, _ACCENTED)


def accented(text: str) -> str:
    """A text with accents, its places as they are, but for the texts that a place chooses among."""
    return "".join(
        part if _ARGUMENT.fullmatch(part) else _accented(part) for part in _ARGUMENT.split(text)
    )


def _accented(text: str) -> str:
    """A text with accents, its places and marks as they are."""
    parts, is_text = [], [True]
    for part in _PARTS.split(text):
        if part == "{":
            is_text.append(False)
        elif part == "}":
            is_text.pop()
        elif part in _CHOOSING:
            is_text[-1] = True
        is_mark = part in ("{", "}", *_CHOOSING)
        parts.append(part.translate(_LETTERS) if is_text[-1] and not is_mark else part)
    return "".join(parts)


def longer(text: str) -> str:
    """A text with accents that is two fifths longer, where it holds a word at all."""
    words = [word for word in text.split() if word.isalpha()]
    if not words:
        return accented(text)
    more = "·" * max(1, round(len(text) * 0.4)) if len(text) < 6 else ""
    end = "" if more else " " + "ø" * max(1, round(len(text) * 0.4) - 1)
    return accented(text) + more + end


def _said(found: Any) -> Any:
    if isinstance(found, dict):
        return {key: text if key == "by" else _said(text) for key, text in found.items()}
    if isinstance(found, list):
        return [_said(text) for text in found]
    return longer(found) if found else found


@cache
def pseudo() -> Mapping[str, Any]:
    """All messages of the language by section."""
    found = whole("en")
    said = {name: _said(texts) for name, texts in found.items() if name != GRAMMAR}
    said["commands"]["PLACES"] = {key: accented(key) for key in found["commands"]["PLACES"]}
    said[GAMES]["TEXTS"] = {text: longer(text) for text in texts_of_games()}
    own = found[GRAMMAR]
    lists = {end: [accented(part) for part in parts] for end, parts in own["LISTS"].items()}
    numbers = [*map(accented, own["NUMBERS"])]
    return said | {GRAMMAR: own | {"NAME": "Pšéúdó", "LISTS": lists, "NUMBERS": numbers}}


def lesson(variant: str) -> bytes:
    """The words of a lesson; empty where it has none."""
    path = LESSONS / f"{variant}.yaml"
    said = yaml.safe_dump(_said(written(path)), sort_keys=False) if path.exists() else ""
    return said.encode()


@contextmanager
def spoken() -> Iterator[None]:
    """Speaks the language for a while."""
    found, real = pseudo(), language._section

    def section(spoken: str, name: str) -> Mapping[str, Any]:
        own: Mapping[str, Any] = found[name]
        return own if spoken == PSEUDO else real(spoken, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "_section", section)
        patch.setattr("shanghai.lessons.lesson.lesson_file", lesson)
        english = grammar._inflected
        patch.setattr(grammar, "_inflected", lambda *asked: accented(english(*asked)))
        for kept in (english, grammar._table_words, messages._texts):
            kept.cache_clear()
        language.speak(PSEUDO)
        try:
            yield
        finally:
            language.speak(language.ENGLISH)


def english_in(text: str, names: Sequence[str] = (), typed: Collection[str] = ()) -> set[str]:
    """The words of a text without any accent that English would have.

    Not counted are names, which may be cut, and what is typed the same in every language.
    """
    known = {part for name in names for part in re.findall(r"\w+", name)}
    found = {word for word in _WORD.findall(text) if re.search("[aeiouAEIOU]", word)}
    return {
        word
        for word in found - {*typed}
        if not any(name.startswith(word) for name in known) and not _CODE.fullmatch(word)
    }
