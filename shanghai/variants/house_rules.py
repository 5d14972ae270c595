"""House rules: single rules of a variant changed for one table, by key or by name."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import structs

from shanghai.engine.parameters.checks import check_variant
from shanghai.engine.parameters.fields import RULES
from shanghai.engine.parameters.parts import HouseRule, Source
from shanghai.engine.rules import Rules
from shanghai.variants.building import merged, placed, plain_value
from shanghai.variants.file_types import CHANGES_TYPE, ENTRIES, EVEN_TOO
from shanghai.words.rulebook.meant import MEANT
from shanghai.words.sanitize import sanitize
from shanghai.yamlio.reader import Fault, Faults, Node, Scalar
from shanghai.yamlio.reader import Mapping as MappingNode
from shanghai.yamlio.reader import Sequence as SequenceNode
from shanghai.yamlio.schema_reader import Reader, did_you_mean

HOUSE_RULE: Final = "A house rule of this table."
"""The ruling that stands as the source of a rule which a house rule has changed."""


def with_house_rules(
    rules: Rules,
    overrides: Mapping[str, object] | MappingNode,
    name: str = "house rules",
    origins: Mapping[str, str] | None = None,
) -> Rules:
    """The rules with some of them changed; Faults if the changes are wrong or fit ill together.

    Each override has the type of its rule in a variant file. Where they come as a node the faults
    have its places, and `name` is the file. `origins` names the house rule that sets a key.
    """
    node = overrides if isinstance(overrides, MappingNode) else _node(overrides)
    reader = Reader(name, meant=MEANT, entries=ENTRIES)
    value = reader.read(node, CHANGES_TYPE)
    if reader.faults:
        raise Faults(reader.faults)
    changed = merged(rules, value)
    if problems := [*check_variant(changed)]:
        raise Faults(placed(problems, node, name))
    keys = [key for key in RULES if getattr(rules, key) != getattr(changed, key)]
    named = origins or {}
    sources = rules.sources | {
        key: Source(ruling=f"{HOUSE_RULE[:-1]}: {named[key]}." if key in named else HOUSE_RULE)
        for key in keys
    }
    return structs.replace(changed, sources=sources) if keys else rules


def with_chosen(
    rules: Rules, chosen: Iterable[HouseRule], overrides: Mapping[str, object] | None = None
) -> Rules:
    """The rules with house rules that the variant offers, and with single rules put over them."""
    changes: dict[str, object] = {}
    origins: dict[str, str] = {}
    for option in chosen:
        changes |= option.set
        origins |= dict.fromkeys(option.set, option.name)
    for key, value in (overrides or {}).items():
        changes[key] = value
        origins.pop(key, None)
    return with_house_rules(rules, changes, origins=origins) if changes else rules


def house_rule_named(rules: Rules, name: str) -> HouseRule:
    """The house rule of a variant by its name, in small or capital letters; Faults if none."""
    wanted = " ".join(name.split()).casefold()
    for option in rules.house_rules:
        if option.name.casefold() == wanted:
            return option
    names = [option.name for option in rules.house_rules]
    by_small = {each.casefold(): each for each in names}
    hint = did_you_mean(wanted, by_small).replace("known: ", "there are ")
    for small, each in by_small.items():
        hint = hint.replace(small, each)
    message = f"{rules.name} offers no house rule {sanitize(name, 60)!r}"
    raise Faults([Fault("house rules", 0, 0, message, hint or "or write rule=value")])


def is_changed(rules: Rules) -> bool:
    """Whether house rules lie over the rules of the variant."""
    return any(source.ruling.startswith(HOUSE_RULE[:-1]) for source in rules.sources.values())


def changed_rules(rules: Rules, base: Rules) -> dict[str, Any]:
    """The rules of play that differ from a base, as plain values that a file can hold."""
    changed: dict[str, Any] = {}
    for key in RULES:
        value = getattr(rules, key)
        if value != getattr(base, key):
            is_even = key in EVEN_TOO and len(set(value)) == 1
            changed[key] = value[0] if is_even else plain_value(value)
    return changed


def _node(value: object) -> Node:
    if isinstance(value, Mapping):
        keys = {str(key): Scalar(str(key), str(key), 0, 0) for key in value}
        items = {str(key): _node(item) for key, item in value.items()}
        return MappingNode(items, keys, 0, 0)
    if isinstance(value, list | tuple):
        return SequenceNode(tuple(map(_node, value)), 0, 0)
    if value is None or isinstance(value, str | int | float | bool):
        return Scalar(value, value if isinstance(value, str) else json.dumps(value), 0, 0)
    return _node(plain_value(value))
