"""Variant files spoiled in every way: the loader gives rules or faults, never anything else."""

import contextlib
import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings, strategies as st

from shanghai.engine.parameters.fields import RULES
from shanghai.engine.rules import Rules
from shanghai.variants.file_types import schema
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.loader import load_variant, read_keys, read_variant
from shanghai.yamlio.reader import Faults

FOLDER = Path(__file__).parents[2] / "variants"
SHIPPED = ("california", "grandma-davis", "playerules", "rummygames")


def plain_file(name: str = "grandma-davis") -> dict[str, Any]:
    value = yaml.safe_load((FOLDER / f"{name}.yaml").read_text("utf-8"))
    assert isinstance(value, dict)
    return value


def leaves(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list) and value:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in pairs:
            if isinstance(key, int) and key > 2:
                break
            yield from leaves(item, (*path, key))
    yield path


def replaced(value: Any, path: tuple[Any, ...], new: object) -> Any:
    if not path:
        return new
    value = copy.deepcopy(value)
    node = value
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = new
    return value


ODD = [
    "x",
    [],
    {},
    None,
    True,
    2.5,
    10**30,
    -1,
    0,
    3,
    [3],
    ["x"],
    {"x": 1},
    "yes",
    "1:30",
    "0x1F",
    ".nan",
]


ALL = pytest.param(1, marks=pytest.mark.slow)
"""All odd values at each leaf, where else every so many of them take their turn."""


def judge(value: object) -> Rules | Faults:
    try:
        return read_variant(json.dumps(value), "f.yaml")
    except Faults as faults:
        return faults


@pytest.mark.parametrize("every", [24, ALL])
@pytest.mark.parametrize("name", SHIPPED)
def test_a_changed_leaf_is_rules_or_faults(name: str, every: int) -> None:
    """Each leaf and branch replaced by odd values, all in turn over the leaves (F5, F10)."""
    value = plain_file(name)
    value["sources"] = {"deal": value["sources"]["deal"]}
    value["house_rules"] = value["house_rules"][:2]
    for number, path in enumerate(leaves(value), SHIPPED.index(name)):
        for odd in ODD[number % every :: every]:
            verdict = judge(replaced(value, path, odd))
            assert isinstance(verdict, Rules) or all(f.message for f in verdict.faults)
            if isinstance(verdict, Rules) and path and path[0] in RULES:
                read = getattr(verdict, path[0])
                assert not isinstance(odd, float), "nothing is coerced"
                assert (odd is True) <= (read is True), "nothing is coerced"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
BASE = plain_file("rummygames")
PATHS = sorted(leaves(BASE), key=repr)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PATHS), JSON), min_size=1, max_size=3))
def test_any_changes_are_rules_or_faults(changes: list[tuple[tuple[Any, ...], object]]) -> None:
    value: Any = BASE
    for path, new in changes:
        try:
            value = replaced(value, path, new)
        except (KeyError, IndexError, TypeError):
            continue
    judge(value)


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.sampled_from([*RULES]), JSON, min_size=1, max_size=2))
def test_any_house_rules_are_rules_or_faults(overrides: dict[str, object]) -> None:
    with contextlib.suppress(Faults):
        with_house_rules(load_variant("california"), overrides)


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=60) | st.binary(max_size=60))
def test_any_text_is_faults(data: str | bytes) -> None:
    with pytest.raises(Faults):
        read_variant(data, "f.yaml")


def test_the_schema_file_is_true() -> None:
    written = (FOLDER / "schema.json").read_text("utf-8")
    assert written == json.dumps(schema(), indent=2) + "\n", (
        "write it anew: json.dumps(shanghai.variants.file_types.schema(), indent=2)"
    )


def test_every_key_has_a_title_and_a_description() -> None:
    definitions = schema()["$defs"]
    for name in ("VariantFile", "Changes"):
        for key, value in definitions[name]["properties"].items():
            assert value.get("title"), (name, key)
            assert value.get("description"), (name, key)
    for name in ("Pack", "Contract", "JokerCap", "Source", "VariantWords", "HouseRuleFile"):
        for key, value in definitions[name]["properties"].items():
            assert value.get("description"), (name, key)


@pytest.mark.parametrize("every", [9, ALL])
def test_schema_and_loader_agree_on_shape(every: int) -> None:
    """The loader and jsonschema judge the shape of every changed leaf alike (F13)."""
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(schema())
    base = plain_file()
    base["sources"] = {"deal": base["sources"]["deal"]}
    base["house_rules"] = base["house_rules"][:1]
    small = {"id": "x", "name": "X", "extends": "california", "rounds": [1, 2], "ace": "low"}
    for start in (base, small):
        for number, path in enumerate(leaves(start)):
            for odd in ODD[number % every :: every]:
                value = replaced(start, path, odd)
                faults = read_keys(json.dumps(value), "f.yaml").faults
                assert validator.is_valid(value) == (not faults), (path, odd)
