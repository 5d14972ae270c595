"""The keys of variant files with their types, and the JSON schema of such a file."""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from types import GenericAlias
from typing import Annotated, Any, Final, Literal, Union, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Meta, inspect

from shanghai.engine.cards import SUITS
from shanghai.engine.parameters.fields import ANNOTATIONS, DEFAULTS, RULES
from shanghai.engine.parameters.parts import CardName, HouseRule, Positive, Source
from shanghai.words import variants as words
from shanghai.words.problems import PARTS
from shanghai.words.rulebook.rules import KEY_WORDS

GLYPHS: Final = str.maketrans(SUITS, "♠♥♦♣")
REQUIRED: Final = tuple(key for key in ANNOTATIONS if key not in DEFAULTS)
"""The keys that a file must have if it extends no other."""
ALWAYS_REQUIRED: Final = ("id", "name")
SINGLE_FOR_ALL: Final = tuple(key for key, rule in RULES.items() if rule.goes_by)
"""The rules with a list by round or by call. A file may give a single value for all entries."""
ENTRIES: Final = dict.fromkeys(
    ("contracts", *(key for key, rule in RULES.items() if rule.goes_by == "round")), "round"
)
"""The keys with a list by round. The value is the word for an entry in messages of faults."""
SINGLE_AS_LIST: Final = ("wild_ranks", "wild_cards", "discard_ban", "all_in_rounds")
"""The rules with other lists. In a file a single entry may be written without a list."""
_CARDS: Final[Any] = Literal[
    (*get_args(CardName), *(card.translate(GLYPHS) for card in get_args(CardName)))
]


def _in_files(key: str, hint: Any) -> Any:  # noqa: ANN401
    """The type of a key in files, which allow more forms than the rules: see `SINGLE_FOR_ALL`."""
    if key == "wild_cards":
        return _CARDS | tuple[_CARDS, ...]
    if key in (*SINGLE_FOR_ALL, *SINGLE_AS_LIST):
        one, _ = hint.__origin__.__args__
        return Union[one, hint.__origin__]  # noqa: UP007
    return hint


_HINTS: Final = {key: _in_files(key, hint) for key, hint in ANNOTATIONS.items()}


def _file_struct(name: str, means: str | None, fields: Iterable[Any]) -> Any:  # noqa: ANN401
    """A struct type that allows these fields and no others. `means` is its description."""
    options: dict[str, Any] = {"frozen": True, "forbid_unknown_fields": True}
    return msgspec.defstruct(name, fields, namespace={"__doc__": means}, **options)


def _changes(hints: Mapping[str, Any], means: str = "") -> Any:  # noqa: ANN401
    """The type of what a house rule sets: any rules, all of them optional."""
    return _file_struct("Changes", means, [(key, hints[key], UNSET) for key in RULES])


def _source() -> Any:  # noqa: ANN401
    """The type of the source of a rule in files."""
    hints = get_type_hints(Source, include_extras=True)
    fields = [("clauses", hints["clauses"], ()), ("ruling", hints["ruling"], "")]
    return _file_struct("Source", Source.__doc__, fields)


def _house_rule(changes: Any) -> Any:  # noqa: ANN401
    """The type of a house rule in files. `changes` is the type of what it sets."""
    hints = get_type_hints(HouseRule, include_extras=True)
    fields = [*((key, hints[key]) for key in ("name", "sentence")), ("set", changes)]
    return _file_struct("HouseRuleFile", HouseRule.__doc__, fields)


def _variant_file(hints: Mapping[str, Any], means: str = "") -> Any:  # noqa: ANN401
    """The type of a whole file, from the types of its keys."""
    first = [*ALWAYS_REQUIRED, "extends", "rounds"]
    order = [*first, *(key for key in hints if key not in first)]
    return _file_struct(
        "VariantFile",
        means,
        [
            (key, hints[key]) if key in ALWAYS_REQUIRED else (key, hints[key], UNSET)
            for key in order
        ],
    )


def _with_others(hints: Mapping[str, Any], changes: Any) -> dict[str, Any]:  # noqa: ANN401
    """The types of all keys of a file: of the rules, and of those that differ in files."""
    return {
        **hints,
        "extends": ANNOTATIONS["id"],
        "rounds": Positive | tuple[Positive, ...],
        "sources": GenericAlias(dict, (str, _source())),
        "house_rules": GenericAlias(tuple, (_house_rule(changes), ...)),
    }


@cache
def file_type() -> inspect.StructType:
    """The type of a variant file."""
    return _described(_variant_file(_with_others(_HINTS, _changes(_HINTS))))


@cache
def changes_type() -> inspect.StructType:
    """The type of what a house rule may set."""
    return _described(_changes(_HINTS))


def _described(kind: Any) -> inspect.StructType:  # noqa: ANN401
    """The description of a struct type, as `Reader` needs it."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return described


def _worded(hints: Mapping[str, Any]) -> dict[str, Any]:
    """The types of keys with their titles and descriptions."""
    return {
        key: Annotated[
            hint, Meta(title=KEY_WORDS[key].title, description=KEY_WORDS[key].description)
        ]
        for key, hint in hints.items()
    }


def schema() -> dict[str, Any]:
    """The JSON schema of a variant file, for editors."""
    changes = _changes(_worded(_HINTS), words.CHANGES_MEAN)
    hints = _worded(_with_others(_HINTS, changes))
    document = msgspec.json.schema(_variant_file(hints, words.FILE_MEANS))
    for names, parts in PARTS.items():
        for name, (key, description) in product(names.split(), parts.items()):
            document["$defs"][name]["properties"][key]["description"] = description
    file = document["$defs"]["VariantFile"]
    for key, default in DEFAULTS.items():
        file["properties"][key]["default"] = msgspec.to_builtins(default)
    missing = [key for key in REQUIRED if key not in ALWAYS_REQUIRED]
    file["if"] = {"required": ["extends"]}
    file["then"] = {"not": {"required": ["rounds", "contracts"]}}
    file["else"] = {"required": missing, "not": {"required": ["rounds"]}}
    return document
