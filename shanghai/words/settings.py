"""The settings: each with its name, its values in words, and what it does."""

from collections.abc import Mapping
from typing import Any, Final

from shanghai.words.language import languages, own_name
from shanghai.words.messages import Messages

say = Messages("settings")
__getattr__ = say.__getattr__

SETTINGS: Final[Mapping[str, Mapping[str, Any]]] = say.table("SETTINGS")
"""By the field of the settings: its name, what it does, and its values with their words."""


def values_of(field: str) -> dict[str | int | bool, str]:
    """The values of a setting in their order, each in words."""
    values = {_value(text): words for text, words in SETTINGS[field]["values"].items()}
    return values | ({each: own_name(each) for each in languages()} if "" in values else {})


def _value(text: str) -> str | int | bool:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text
