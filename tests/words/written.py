"""The messages of each language as its files have them."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from shanghai.words.language import ENGLISH, FOLDER, LOADER, languages, with_translations


@cache
def messages(path: Path) -> Any:
    """The messages of a section; every value is text."""
    return yaml.load(path.read_text("utf-8"), LOADER)


def sections(language: str) -> dict[str, Any]:
    """The messages of a language alone, by section."""
    return {path.stem: messages(path) or {} for path in sorted(FOLDER.glob(f"{language}/*.yaml"))}


def whole(language: str) -> dict[str, Any]:
    """The messages of a language by section, English where there is no translation."""
    english, own = sections(ENGLISH), sections(language)
    return {
        name: with_translations(name, texts, own.get(name, {})) for name, texts in english.items()
    }


def folders() -> list[Path]:
    """The folders of the languages."""
    return [FOLDER / language for language in languages()]
