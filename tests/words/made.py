"""Makes the messages ready to read: python -m tests.words.made.

What a language has no translation of is said in English.
"""

import marshal
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import shanghai.words

WORDS = Path(shanghai.words.__file__).parent
ENGLISH = "en"
KEPT = "messages.bin"
LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
GRAMMAR, GAMES = "grammar", "games"
"""The sections in which a language has more than English: its forms, the texts of the games."""


@cache
def messages(path: Path) -> Any:
    """The messages of a section as they are written; every value is text."""
    return yaml.load(path.read_text("utf-8"), LOADER)


def sections(language: Path) -> dict[str, Any]:
    """The messages of a language alone, by section."""
    return {path.stem: messages(path) or {} for path in sorted(language.glob("*.yaml"))}


def whole(language: Path) -> dict[str, Any]:
    """The messages of a language by section, English where there is no translation."""
    english, own = sections(WORDS / ENGLISH), sections(language)
    return {
        name: texts | own.get(name, {})
        if name in (GRAMMAR, GAMES)
        else _over(texts, own.get(name, {}))
        for name, texts in english.items()
    }


def _over(english: Any, own: Any) -> Any:
    """English texts with their translations, as far as there are any."""
    if isinstance(english, dict) and isinstance(own, dict):
        return {key: _over(text, own[key]) if key in own else text for key, text in english.items()}
    return own if isinstance(own, type(english)) else english


def kept(language: Path) -> bytes:
    """The messages of a language as they are kept, in a form that every Python reads.

    The words of keys, which a section may have, are kept together with those of all screens.
    """
    found = whole(language)
    keys = [key for said in found.values() for key in said.get("KEY_WORDS", {}).items()]
    assert len(keys) == len(dict(keys)), "the words of a key stand in two sections"
    found["keys"]["KEY_WORDS"] = dict(keys)
    return marshal.dumps(found, 2)


def folders() -> list[Path]:
    """The folders of the languages."""
    return sorted({path.parent for path in WORDS.glob("*/*.yaml")})


if __name__ == "__main__":
    for folder in folders():
        (folder / KEPT).write_bytes(kept(folder))
