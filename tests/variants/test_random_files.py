"""Files drawn at random within the schema: rules with a page, or faults, and nothing else."""

import json
from random import Random
from typing import Any

import pytest

from shanghai.variants.file_types import schema
from shanghai.variants.library import shipped_variants
from shanghai.variants.loader import load_variant, read_variant
from shanghai.words.rulebook import brief, differences, rule_lines
from shanghai.words.rulebook.turn import turn_help
from shanghai.yamlio.reader import Faults
from tests.long import some

DEFINITIONS = schema()["$defs"]
PROPERTIES = DEFINITIONS["VariantFile"]["properties"]
KEYS = sorted({*PROPERTIES} - {"id", "name", "extends", "sources", "house_rules"})
BASES = shipped_variants()


def drawn(kind: dict[str, Any], chance: Random) -> object:
    """A value within a schema."""
    if "$ref" in kind:
        return drawn(DEFINITIONS[kind["$ref"].rpartition("/")[2]], chance)
    if "anyOf" in kind:
        return drawn(chance.choice(kind["anyOf"]), chance)
    if "enum" in kind:
        return chance.choice(kind["enum"])
    match kind.get("type"):
        case "boolean":
            return chance.random() < 0.5
        case "integer":
            least = kind.get("minimum", 0)
            return chance.randint(least, min(kind.get("maximum", least + 8), least + 8))
        case "array" if "prefixItems" in kind:
            return [drawn(each, chance) for each in kind["prefixItems"]]
        case "array":
            count = kind.get("minItems") or chance.randint(0, 4)
            return [drawn(kind["items"], chance) for _ in range(count)]
        case "object":
            needed = kind.get("required", ())
            return {
                key: drawn(each, chance)
                for key, each in kind.get("properties", {}).items()
                if key in needed or chance.random() < 0.6
            }
    return "abc"


@pytest.mark.parametrize("seed", some(range(8)))
def test_a_random_file_is_rules_or_faults(seed: int) -> None:
    chance, good = Random(seed), 0
    for _ in range(60):
        value = {"id": "x", "name": "X", "extends": chance.choice(BASES)}
        for key in chance.sample(KEYS, chance.randint(1, 6)):
            value[key] = drawn(PROPERTIES[key], chance)
        try:
            rules = read_variant(json.dumps(value), "f.yaml")
        except Faults:
            continue
        good += 1
        assert rule_lines(rules)
        assert brief(rules)
        assert turn_help(rules)
        differences(load_variant("california"), rules)
    assert good > 10
