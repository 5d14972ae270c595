"""Every key of a variant file: what it is called, what it means, and the values that it takes."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, Literal

from msgspec import Struct, inspect

from shanghai.engine.parameters.fields import DEFAULTS
from shanghai.variants.file_types import FILE_TYPE
from shanghai.variants.house_rules import plain_value
from shanghai.words.rulebook.rules import KEY_WORDS, KeyWords
from shanghai.yamlio.schema_reader import bounds

Form = Literal["choice", "number", "numbers", "text", "other"]
"""How a value is given: one of a few, a whole number, numbers by round, a text, or a list."""


class KeyInfo(Struct, frozen=True):
    """A key with its words, the values it takes in words, and those that can be told apart."""

    key: str
    words: KeyWords
    values: str
    form: Form
    choices: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None
    default: Any = None


@cache
def all_keys() -> dict[str, KeyInfo]:
    """Every key of a variant file, in the order of the schema."""
    assert isinstance(FILE_TYPE, inspect.StructType)
    return {
        key: KeyInfo(
            key,
            KEY_WORDS[key],
            " or ".join(map(_values, kinds)),
            *_form(kinds),
            plain_value(DEFAULTS[key]) if key in DEFAULTS else None,
        )
        for key, kinds in ((field.name, _kinds(field.type)) for field in FILE_TYPE.fields)
    }


def _kinds(kind: inspect.Type) -> list[inspect.Type]:
    if isinstance(kind, inspect.Metadata):
        return _kinds(kind.type)
    if isinstance(kind, inspect.UnionType):
        return [each for part in kind.types for each in _kinds(part)]
    return [kind]


def _form(kinds: Sequence[inspect.Type]) -> tuple[Form, tuple[Any, ...], int | None, int | None]:
    first, *others = kinds
    if others:
        number = next((kind for kind in kinds if isinstance(kind, inspect.IntType)), None)
        return ("numbers", (), number.ge, number.le) if number else ("other", (), None, None)
    match first:
        case inspect.BoolType():
            return "choice", (True, False), None, None
        case inspect.LiteralType():
            return "choice", tuple(first.values), None, None
        case inspect.IntType():
            return "number", (), first.ge, first.le
        case inspect.StrType():
            return "text", (), None, None
        case inspect.VarTupleType(item_type=inspect.Metadata() | inspect.IntType()):
            return "numbers", (), None, None
    return "other", (), None, None


_MOST_NAMED: Final = 20
"""Values of a choice that are told one by one."""


def _values(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata():
            return _values(kind.type)
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType():
            values = [str(value) for value in kind.values]
            if len(values) > _MOST_NAMED:
                return f"one of {values[0]}, {values[1]} ... {values[-1]}"
            return "one of " + ", ".join(values)
        case inspect.IntType():
            return f"a whole number{bounds(kind.ge, kind.le)}"
        case inspect.StrType():
            return "small letters, digits and hyphens" if kind.pattern else "a text"
        case inspect.VarTupleType():
            count = f" of {kind.min_length}" if kind.min_length else ""
            return f"a list{count}, each {_values(kind.item_type)}"
        case inspect.TupleType():
            return "[" + ", ".join(_values(item) for item in kind.item_types) + "]"
        case inspect.StructType():
            return "{" + ", ".join(field.encode_name for field in kind.fields) + "}"
        case inspect.DictType():
            return f"by key: {_values(kind.value_type)}"
        case inspect.UnionType():
            return " or ".join(_values(each) for each in kind.types)
    return "a value"
