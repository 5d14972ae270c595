"""What may stand in a variant file: its keys with their types, and the JSON schema of them."""

from collections.abc import Iterable
from itertools import product
from typing import Annotated, Any, Final, Literal, Union, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType, inspect

from shanghai.engine.cards import SUITS
from shanghai.engine.parameters.fields import DEFAULTS, HINTS, RULES
from shanghai.engine.parameters.parts import CardName, HouseRule, Positive, Source
from shanghai.words import variants as words
from shanghai.words.problems import PARTS
from shanghai.words.rulebook.rules import KEY_WORDS

GLYPHS: Final = str.maketrans(SUITS, "♠♥♦♣")
REQUIRED: Final = tuple(key for key in HINTS if key not in DEFAULTS)
"""The keys that a file must have which extends no other."""
ALWAYS_REQUIRED: Final = ("id", "name")
EVEN_TOO: Final = tuple(key for key, rule in RULES.items() if rule.goes_by)
"""The rules with a value for each round or call, which may be one number that holds for all."""
ENTRIES: Final = dict.fromkeys(
    ("contracts", *(key for key, rule in RULES.items() if rule.goes_by == "round")), "round"
)
"""The keys with a list by round, as faults name the place in it."""
ONE_TOO: Final = ("wild_ranks", "wild_cards", "discard_ban", "all_in_rounds")
"""The rules that are a list, of which a single value may be written alone."""
_CARDS: Final[Any] = Literal[
    (*get_args(CardName), *(card.translate(GLYPHS) for card in get_args(CardName)))
]


def _worded(key: str, hint: Any) -> Any:  # noqa: ANN401
    """The type of a key of a file with what it is called and what it means."""
    if key == "wild_cards":
        hint = _CARDS | tuple[_CARDS, ...]
    elif key in (*EVEN_TOO, *ONE_TOO):
        one, _ = hint.__origin__.__args__
        hint = Union[one, hint.__origin__]  # noqa: UP007
    said = KEY_WORDS[key]
    return Annotated[hint, Meta(title=said.title, description=said.description)]


def _file_struct(name: str, means: str | None, fields: Iterable[Any]) -> Any:  # noqa: ANN401
    """A type that knows its own fields alone."""
    more: dict[str, Any] = {"frozen": True, "forbid_unknown_fields": True}
    return msgspec.defstruct(name, fields, namespace={"__doc__": means}, **more)


_HINTS: Final = {key: _worded(key, hint) for key, hint in HINTS.items()}
Changes: Final[Any] = _file_struct(
    "Changes", words.CHANGES_MEAN, [(key, _HINTS[key] | UnsetType, UNSET) for key in RULES]
)
_HOUSE_HINTS: Final = get_type_hints(HouseRule, include_extras=True)
_HouseRuleFile: Final[Any] = _file_struct(
    "HouseRuleFile",
    HouseRule.__doc__,
    [*((key, _HOUSE_HINTS[key]) for key in ("name", "sentence")), ("set", Changes)],
)
_HOUSE_RULES: Final[Any] = Annotated[
    tuple[_HouseRuleFile, ...], *_HINTS["house_rules"].__metadata__
]
_SOURCE_HINTS: Final = get_type_hints(Source, include_extras=True)
_SourceFile: Final[Any] = _file_struct(
    "Source",
    Source.__doc__,
    [("clauses", _SOURCE_HINTS["clauses"], ()), ("ruling", _SOURCE_HINTS["ruling"], "")],
)
_SOURCES: Final[Any] = Annotated[dict[str, _SourceFile], *_HINTS["sources"].__metadata__]
_EXTENDS: Final[Any] = _worded("extends", HINTS["id"])
_ROUNDS: Final[Any] = _worded("rounds", Positive | tuple[Positive, ...])
_FILE_HINTS: Final = _HINTS | {"sources": _SOURCES, "house_rules": _HOUSE_RULES}
VariantFile: Final[Any] = _file_struct(
    "VariantFile",
    words.FILE_MEANS,
    [
        *((key, _FILE_HINTS[key]) for key in ALWAYS_REQUIRED),
        ("extends", _EXTENDS | UnsetType, UNSET),
        ("rounds", _ROUNDS | UnsetType, UNSET),
        *(
            (key, hint | UnsetType, UNSET)
            for key, hint in _FILE_HINTS.items()
            if key not in ALWAYS_REQUIRED
        ),
    ],
)
FILE_TYPE: Final = inspect.type_info(VariantFile)
CHANGES_TYPE: Final = inspect.type_info(Changes)


def schema() -> dict[str, Any]:
    """The JSON schema of a variant file, for editors."""
    found = msgspec.json.schema(VariantFile)
    for names, parts in PARTS.items():
        for name, (key, description) in product(names.split(), parts.items()):
            found["$defs"][name]["properties"][key]["description"] = description
    file = found["$defs"]["VariantFile"]
    for key, default in DEFAULTS.items():
        file["properties"][key]["default"] = msgspec.to_builtins(default)
    missing = [key for key in REQUIRED if key not in ALWAYS_REQUIRED]
    file["if"] = {"required": ["extends"]}
    file["then"] = {"not": {"required": ["rounds", "contracts"]}}
    file["else"] = {"required": missing, "not": {"required": ["rounds"]}}
    return found
