"""A variant that is being made: one that it extends, what differs so far, and its file.

And the keys of such a file: what each is called, what it means, and the values that it takes.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct, inspect

from shanghai.engine.parameters.fields import DEFAULTS
from shanghai.engine.rules import Rules
from shanghai.storage.files import write_file
from shanghai.variants.file_types import FILE_TYPE
from shanghai.variants.house_rules import plain_value, shortest
from shanghai.variants.library import ID, OWN_FOLDER, Library, own_library, shipped_file
from shanghai.variants.loader import read_variant
from shanghai.words.rulebook.rules import KEY_WORDS, KeyWords
from shanghai.yamlio.reader import Fault, Faults
from shanghai.yamlio.schema_reader import bounds
from shanghai.yamlio.writer import flow_value, scalar

UNNAMED: Final = "unnamed"
_MOST_ID: Final = 40


class Draft(Struct, frozen=True, dict=True):
    """The changes over a base, each as a plain value; every change gives another draft."""

    base: Rules
    library: Library = Library()
    changes: dict[str, Any] = {}

    @cached_property
    def _read(self) -> tuple[Rules | None, str]:
        try:
            return read_variant(self.text(), UNNAMED, self.library), ""
        except Faults as faults:
            fault = faults.faults[0]
            return None, fault.message + (f" ({fault.hint})" if fault.hint else "")

    @property
    def rules(self) -> Rules | None:
        """The rules as they would be, None where they cannot be played."""
        return self._read[0]

    @property
    def fault(self) -> str:
        """Why they cannot be played; empty if they can."""
        return self._read[1]

    def text(self, id: str = UNNAMED, name: str = "Your variant") -> str:
        """The file that says so."""
        return extending_text(id, name, self.base, self.changes)

    def value(self, key: str) -> Any:  # noqa: ANN401
        """The plain value of a key, as it stands in a file."""
        if key in self.changes:
            return self.changes[key]
        return base_value(self.base, key)

    def with_value(self, key: str, value: Any) -> "Draft":  # noqa: ANN401
        """The draft with a key set; one that is as in the base is no change."""
        changes = {other: item for other, item in self.changes.items() if other != key}
        if value != base_value(self.base, key):
            changes[key] = value
        # What picks rounds and what writes them out do not go together.
        if key in changes and key in _EITHER:
            changes.pop(_EITHER[key], None)
        return Draft(self.base, self.library, changes)

    def turned(self, key: str, by: int) -> "Draft":
        """The draft with the next value of a key, of a few choices or one more or less."""
        info, value = all_keys()[key], self.value(key)
        if info.form == "choice":
            at = info.choices.index(value) if value in info.choices else 0
            return self.with_value(key, info.choices[(at + by) % len(info.choices)])
        if not isinstance(value, int):
            return self
        value += by
        most = len(self.base.contracts) if key == "rounds" else info.most
        return self.with_value(
            key, max(info.least or 0, min(value, value if most is None else most))
        )


_EITHER: Final = {"rounds": "contracts", "contracts": "rounds"}


def base_value(rules: Rules, key: str) -> Any:  # noqa: ANN401
    """The plain value of a key in rules, a single number where all rounds have the same."""
    if key == "rounds":
        return len(rules.contracts)
    return shortest(key, plain_value(getattr(rules, key)))


def id_of(name: str) -> str:
    """An id made of a name: its letters and digits, with hyphens between."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", letters))[:_MOST_ID].strip("-")


_MOST_ON_A_LINE: Final = 90


def extending_text(id: str, name: str, base: Rules, changes: Mapping[str, Any]) -> str:
    """The text of a file that extends a variant and sets some rules to plain values."""
    lines = [
        f"# {base.name}, and here only what differs. Every key with its values:",
        "#   shanghai variants keys",
        "# Whether it can be played well:",
        f"#   shanghai variants check {id}.yaml",
        f"id: {scalar(id)}",
        f"name: {scalar(name)}",
        f"extends: {base.id}",
    ]
    for key, value in changes.items():
        line = f"{key}: {flow_value(value)}"
        is_short = len(line) <= _MOST_ON_A_LINE or not isinstance(value, list)
        lines += [line] if is_short else [f"{key}:", *(f"  - {flow_value(one)}" for one in value)]
    return "\n".join(lines) + "\n"


def check_new_id(id: str, data: Path) -> None:
    """Faults where a new file of one's own cannot have this id."""
    problem = hint = ""
    if not re.fullmatch(ID, id):
        problem, hint = "is no id", "small letters, digits and hyphens, 40 at most"
    elif shipped_file(id) is not None:
        problem = "is the id of a shipped variant"
    elif own_library(data).find(id) is not None or Path(data, OWN_FOLDER, f"{id}.yaml").exists():
        problem = "is the id of a file of your own already"
    if problem:
        raise Faults([Fault("id", 0, 0, f"{id[:40]!r} {problem}", hint)])


def keep_variant(id: str, text: str, data: Path) -> Path:
    """Writes a file of one's own into the data folder; OSError where it cannot be stored."""
    path = data / OWN_FOLDER / f"{id}.yaml"
    write_file(path, text.encode())
    return path


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
