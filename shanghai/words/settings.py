"""The settings: each with its name, its values in words, and what it does."""

from collections.abc import Mapping
from typing import Any, Final

from shanghai.words.language import languages, own_name
from shanghai.words.messages import Messages

say = Messages("settings")
__getattr__ = say.__getattr__

SETTINGS: Final[Mapping[str, Mapping[str, Any]]] = say.table("SETTINGS")
"""The texts of each setting, by its field: its name, what it does, and the words of its values."""

GROUPS: Final = {
    "screen": ("language", "theme", "ascii", "animation", "bell"),
    "cards": ("suits", "courts", "four_colours", "cards"),
    "computers": ("pace", "think", "remarks"),
    "table": (
        "hints",
        "discard_twice",
        "tell_shanghai",
        "call_offers",
        "review",
        "call_seconds",
        "phone_grace",
    ),
}
"""The fields of the settings in each group, in the order of the screen."""


def group_of(field: str) -> str:
    """The name, for the screen, of the group that a setting is in."""
    group = next(name for name, fields in GROUPS.items() if field in fields)
    return say.of("GROUP_NAMES", group)


def values_of(field: str) -> dict[str | int | bool, str]:
    """The values that a setting can have, each with its words, in the order of the screen."""
    values = {_value(text): words for text, words in SETTINGS[field]["values"].items()}
    return values | ({each: own_name(each) for each in languages()} if "" in values else {})


def _value(text: str) -> str | int | bool:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text
