"""What may stand in a variant file: its keys with their types, and the JSON schema of them."""

from typing import Annotated, Any, Final, get_type_hints

import msgspec
from msgspec import NODEFAULT, UNSET, Meta, UnsetType, inspect, structs

from shanghai.engine.rule_parts import Count, HouseRule, Positive, Source
from shanghai.engine.rules import Rules

ABOUT: Final = ("id", "name", "summary", "text", "minutes", "words", "sources", "house_rules")
RULE_KEYS: Final = tuple(key for key in Rules.__struct_fields__ if key not in ABOUT)
"""The fields of `Rules` that are rules of play: those a house rule may set."""
REQUIRED: Final = tuple(
    field.name
    for field in structs.fields(Rules)
    if field.default is NODEFAULT and field.default_factory is NODEFAULT
)
"""The keys that a file must have which extends no other."""
ALWAYS_REQUIRED: Final = ("id", "name")

_RULES_HINTS: Final = get_type_hints(Rules, include_extras=True)
TITLES: Final[dict[str, str]] = {
    key: str(hint.__metadata__[0].title) for key, hint in _RULES_HINTS.items()
}
"""What each key is called in a few words."""


def _even_too(key: str, one: Any) -> Any:  # noqa: ANN401
    """The type of a rule by round that may be one number for all rounds, with its words."""
    words: Meta = _RULES_HINTS[key].__metadata__[0]
    return Annotated[one | tuple[one, ...], Meta(title=words.title, description=words.description)]


BY_ROUND: Final[dict[str, Any]] = {
    "deal": _even_too("deal", Positive),
    "call_limit": _even_too("call_limit", Count),
}
"""The rules with a value for each round, which may be one number that holds for all."""
PRICES: Final[dict[str, Any]] = {
    key: _even_too(key, Count) for key in ("call_costs", "call_points", "call_chips")
}
"""The prices by round or by call, which may be one number too, or none at all."""
EVEN_TOO: Final = BY_ROUND | PRICES
_HINTS: Final = _RULES_HINTS | EVEN_TOO

Changes: Final[Any] = msgspec.defstruct(
    "Changes",
    [(key, _HINTS[key] | UnsetType, UNSET) for key in RULE_KEYS],
    namespace={"__doc__": "Rules of play that are changed."},
    frozen=True,
    forbid_unknown_fields=True,
)
_HOUSE_HINTS: Final = get_type_hints(HouseRule, include_extras=True)
_HOUSE_SET: Final[Any] = Annotated[Changes, *_HOUSE_HINTS["set"].__metadata__]
_HouseRuleFile: Final[Any] = msgspec.defstruct(
    "HouseRuleFile",
    [*((key, _HOUSE_HINTS[key]) for key in ("name", "sentence")), ("set", _HOUSE_SET)],
    namespace={"__doc__": HouseRule.__doc__},
    frozen=True,
    forbid_unknown_fields=True,
)
_HOUSE_RULES: Final[Any] = Annotated[
    tuple[_HouseRuleFile, ...], *_HINTS["house_rules"].__metadata__
]
_SOURCE_HINTS: Final = get_type_hints(Source, include_extras=True)
_SourceFile: Final[Any] = msgspec.defstruct(
    "Source",
    [("clauses", _SOURCE_HINTS["clauses"], ()), ("ruling", _SOURCE_HINTS["ruling"], "")],
    namespace={"__doc__": Source.__doc__},
    frozen=True,
    forbid_unknown_fields=True,
)
_SOURCES: Final[Any] = Annotated[dict[str, _SourceFile], *_HINTS["sources"].__metadata__]
_EXTENDS: Final[Any] = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9][a-z0-9-]{0,39}$",
        title="Extends",
        description="the id of the variant whose rules hold where this file says nothing",
    ),
]
_ROUNDS: Final[Any] = Annotated[
    Positive | tuple[Positive, ...],
    Meta(
        title="Rounds",
        description="how many rounds of the game that is changed are played, or which: 1, 4, 7",
    ),
]
_FILE_HINTS: Final = _HINTS | {"sources": _SOURCES, "house_rules": _HOUSE_RULES}
VariantFile: Final[Any] = msgspec.defstruct(
    "VariantFile",
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
    namespace={"__doc__": "A variant as it stands in its file."},
    frozen=True,
    forbid_unknown_fields=True,
)
FILE_TYPE: Final = inspect.type_info(VariantFile)
CHANGES_TYPE: Final = inspect.type_info(Changes)


def default_of(field: structs.FieldInfo) -> Any:  # noqa: ANN401
    """The value of a field that is left out, NODEFAULT where it must be given."""
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return field.default


def schema() -> dict[str, Any]:
    """The JSON schema of a variant file, for editors."""
    found = msgspec.json.schema(VariantFile)
    file = found["$defs"]["VariantFile"]
    for field in structs.fields(Rules):
        if (default := default_of(field)) is not NODEFAULT:
            file["properties"][field.name]["default"] = msgspec.to_builtins(default)
    missing = [key for key in REQUIRED if key not in ALWAYS_REQUIRED]
    file["if"] = {"required": ["extends"]}
    file["then"] = {"not": {"required": ["rounds", "contracts"]}}
    file["else"] = {"required": missing, "not": {"required": ["rounds"]}}
    return found
