"""Variants: from a YAML file, the shipped ones or a family's own, to `Rules`.

A file says what `Rules` says, key by key, with one comfort: `deal` and `call_limit` may be one
number that holds for every round. House rules change single rules and pass the same checks.
"""

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, inspect, structs

from shanghai.engine.rules import Count, HouseRule, Positive, Rules, Source
from shanghai.engine.rules_check import Problem, check_variant
from shanghai.storage.paths import SHIPPED
from shanghai.text.sanitize import sanitize
from shanghai.yamlio import reader as strict_yaml
from shanghai.yamlio.reader import Fault, Faults, Node, Scalar, plain
from shanghai.yamlio.schema_reader import Reader, did_you_mean, node_at

MAX_BYTES: Final = 128 * 1024
MAX_NODES: Final = 10_000
OWN_FOLDER: Final = "variants"
"""The folder within a data folder that holds the variant files of a family."""
MOST_OWN: Final = 30
"""How many files of that folder are offered at most."""
HOUSE_RULE: Final = "A house rule of this table."
"""The ruling that stands as the source of a rule which a house rule has changed."""

_ABOUT: Final = ("id", "name", "summary", "text", "minutes", "words", "sources", "house_rules")
RULE_KEYS: Final = tuple(key for key in Rules.__struct_fields__ if key not in _ABOUT)
"""The fields of `Rules` that are rules of play: those a house rule may set."""

_RULES_HINTS: Final = get_type_hints(Rules, include_extras=True)


def _even_too(key: str, one: Any) -> Any:  # noqa: ANN401
    """The type of a rule by round that may be one number for all rounds, with its words."""
    words: Meta = _RULES_HINTS[key].__metadata__[0]
    return Annotated[one | tuple[one, ...], Meta(title=words.title, description=words.description)]


_BY_ROUND: Final[dict[str, Any]] = {
    "deal": _even_too("deal", Positive),
    "call_limit": _even_too("call_limit", Count),
}
_TEXTS: Final = {"name": 40, "summary": 200, "text": 200, "sentence": 300, "ruling": 600}
_HINTS: Final = _RULES_HINTS | _BY_ROUND
_STAND_INS: Final[dict[str, Any]] = {
    "id": "x",
    "name": "x",
    "summary": "x",
    "packs": [],
    "contracts": [],
    "deal": [],
    "call_limit": [],
    "points": [0] * 13,
    "joker_points": 0,
}
"""What stands for a required rule that is faulty, so that the others can be checked."""

Changes: Final[Any] = msgspec.defstruct(
    "Changes",
    [(key, _HINTS[key] | UnsetType, UNSET) for key in RULE_KEYS],
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
VariantFile: Final[Any] = msgspec.defstruct(
    "VariantFile",
    [*_BY_ROUND.items(), ("house_rules", _HOUSE_RULES, ())],
    bases=(Rules,),
    namespace={"__doc__": "A variant as it stands in its file."},
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
)
_FILE_TYPE: Final = inspect.type_info(VariantFile)
_CHANGES_TYPE: Final = inspect.type_info(Changes)


def known_variants() -> tuple[str, ...]:
    """The ids of the shipped variants, in alphabetical order."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.yaml")))


def load_variant(id_or_path: str | Path, house_rules: Mapping[str, object] | None = None) -> Rules:
    """The rules of a shipped variant, or of a file of one's own; Faults if they cannot be played.

    A text with a slash, or that ends in `.yaml` or `.yml`, is a path; any other is an id.
    """
    if isinstance(id_or_path, Path) or is_path(id_or_path):
        data = strict_yaml.read_file(id_or_path, max_bytes=MAX_BYTES)
        rules = read_variant(data, str(id_or_path))
    elif id_or_path in known_variants():
        rules = _shipped(id_or_path)
    else:
        message = f"no variant is called {sanitize(id_or_path, 40)!r}"
        hint = did_you_mean(id_or_path, known_variants())
        raise Faults([Fault("variant", 0, 0, message, hint)])
    return with_house_rules(rules, house_rules) if house_rules else rules


class Offer(Struct, frozen=True):
    """A variant to be chosen: its rules, or why the file cannot be played.

    `file` is empty for a shipped one; `fault` is the first of `faults` many.
    """

    file: str = ""
    rules: Rules | None = None
    fault: str = ""
    faults: int = 0


def own_variants(data: Path, others: Sequence[str] = ()) -> list[Offer]:
    """The variant files in the folder `variants` of a data folder, and others, each judged."""
    folder = data / OWN_FOLDER
    try:
        names = sorted(path for path in folder.iterdir() if path.suffix in (".yaml", ".yml"))
    except OSError:
        names = []
    paths = [path for path in names if not path.name.startswith(".")][:MOST_OWN]
    known = {path.absolute() for path in paths}
    paths += [path for other in others if (path := Path(other)).absolute() not in known]
    return [_judged(path) for path in paths]


def _judged(path: Path) -> Offer:
    """A file as it can be offered."""
    file = sanitize(path.name, 40)
    try:
        return Offer(file, load_variant(path))
    except Faults as error:
        first = error.faults[0]
        place = f"line {first.line}, column {first.column}: " if first.line else ""
        hint = f" ({first.hint})" if first.hint else ""
        return Offer(file, None, sanitize(f"{place}{first.message}{hint}", 300), len(error.faults))


def read_variant(data: str | bytes, name: str) -> Rules:
    """The rules that a variant file says; Faults, with all that is wrong, if it cannot be played.

    Where a key is faulty, the checks that do not need it are made all the same.
    """
    documents, faults = strict_yaml.scan_nodes(data, name, max_bytes=MAX_BYTES, max_nodes=MAX_NODES)
    if not documents:
        empty = Fault(name, 0, 0, "the file is empty", "a variant is a mapping of rules")
        raise Faults(faults or [empty])
    node = documents[0]
    if len(documents) > 1:
        second = documents[1]
        message = "a second document begins here"
        faults.append(Fault(name, second.line, second.column, message, "one file, one variant"))
    reader = Reader(name, {(fault.line, fault.column) for fault in faults})
    value = reader.read(node, _FILE_TYPE)
    faults += reader.faults
    if isinstance(value, dict):
        good = {key: item for key, item in value.items() if key not in reader.bad}
        rules = _convert(_STAND_INS | _cleaned(good))
        problems = [*check_variant(rules, reader.bad)]
        if not faults and not problems:
            problems += _check_house_rules(rules)
        faults += _place(problems, node, name)
    if faults:
        raise Faults(faults)
    return rules


def with_house_rules(
    rules: Rules, overrides: Mapping[str, object] | strict_yaml.Mapping, name: str = "house rules"
) -> Rules:
    """The rules with some of them changed; Faults if the changes are wrong or fit ill together.

    Each override has the type of its rule in a variant file. Where they come as a node the faults
    have its places, and `name` is the file.
    """
    node = overrides if isinstance(overrides, strict_yaml.Mapping) else _node(overrides)
    reader = Reader(name)
    value = reader.read(node, _CHANGES_TYPE)
    if reader.faults:
        raise Faults(reader.faults)
    changed = _merge(rules, value)
    if problems := [*check_variant(changed)]:
        raise Faults(_place(problems, node, name))
    keys = [key for key in RULE_KEYS if getattr(rules, key) != getattr(changed, key)]
    sources = rules.sources | {key: Source(ruling=HOUSE_RULE) for key in keys}
    return structs.replace(changed, sources=sources) if keys else rules


def changed_rules(rules: Rules, base: Rules) -> dict[str, Any]:
    """The rules of play that differ from a base, as plain values that a file can hold."""
    changed: dict[str, Any] = {}
    for key in RULE_KEYS:
        value = getattr(rules, key)
        if value != getattr(base, key):
            is_even = key in _BY_ROUND and len(set(value)) == 1
            changed[key] = value[0] if is_even else _builtins(value)
    return changed


def read_value(text: str) -> object:
    """The plain value of a text such as `10`, `true` or `[7, 10, 10]`; Faults if it is none."""
    documents = strict_yaml.read_nodes(text, "value", max_bytes=4096, max_nodes=500)
    if len(documents) != 1:
        raise Faults([Fault("value", 0, 0, "expected a single value")])
    return plain(documents[0])


def schema() -> dict[str, Any]:
    """The JSON schema of a variant file, for editors."""
    return msgspec.json.schema(VariantFile)


def is_path(text: str) -> bool:
    """Whether a text names a variant file, not an id."""
    return "/" in text or "\\" in text or text.endswith((".yaml", ".yml"))


@functools.cache
def _shipped(name: str) -> Rules:
    file = SHIPPED / f"{name}.yaml"
    return read_variant(file.read_bytes(), file.name)


def _convert(value: dict[str, Any]) -> Rules:
    """The rules of a plain value whose shape is right, with single numbers spread over rounds."""
    rounds = len(value["contracts"])
    spread = {key: [value[key]] * rounds for key in _BY_ROUND if isinstance(value[key], int)}
    return msgspec.convert(value | spread, Rules)


def _merge(rules: Rules, changes: dict[str, Any]) -> Rules:
    plain_rules: dict[str, Any] = _builtins(rules)
    return _convert(plain_rules | changes)


def _builtins(value: object) -> Any:  # noqa: ANN401
    return msgspec.json.decode(msgspec.json.encode(value))


def _check_house_rules(rules: Rules) -> Iterator[Problem]:
    """Whether each house rule, taken alone, leaves a game that can be played."""
    for index, option in enumerate(rules.house_rules):
        path = ("house_rules", index, "set")
        if not option.set:
            yield Problem(path, "sets no rule")
        for problem in check_variant(_merge(rules, option.set)):
            yield structs.replace(problem, path=(*path, *problem.path))


def _place(problems: list[Problem], node: Node, file: str) -> list[Fault]:
    reader = Reader(file)
    placed: set[tuple[int, str]] = set()
    for problem in problems:
        place = node_at(node, problem.path)
        # A single number for all rounds is at fault once, not once a round.
        if (id(place), problem.message) not in placed:
            reader.fault(place, problem.path, problem.message, problem.hint)
        placed.add((id(place), problem.message))
    return reader.faults


def _cleaned(value: Any) -> Any:  # noqa: ANN401
    """The value with every text that is shown to players made safe."""
    if isinstance(value, dict):
        return {
            key: sanitize(item, _TEXTS[key])
            if isinstance(item, str) and key in _TEXTS
            else _cleaned(item)
            for key, item in value.items()
        }
    return [_cleaned(item) for item in value] if isinstance(value, list) else value


def _node(value: object) -> Node:
    """A plain value as a node without a place."""
    if isinstance(value, Mapping):
        keys = {str(key): Scalar(str(key), str(key), 0, 0) for key in value}
        items = {str(key): _node(item) for key, item in value.items()}
        return strict_yaml.Mapping(items, keys, 0, 0)
    if isinstance(value, list | tuple):
        return strict_yaml.Sequence(tuple(map(_node, value)), 0, 0)
    if value is None or isinstance(value, str | int | float | bool):
        return Scalar(value, value if isinstance(value, str) else json.dumps(value), 0, 0)
    return _node(_builtins(value))
