"""Making a variant from another one, and describing the keys of variant files."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct, convert, inspect

from shanghai.engine.cards import LABELS, RANK_NAMES, SUITS
from shanghai.engine.parameters.checks import RulePath
from shanghai.engine.parameters.fields import ANNOTATIONS, DEFAULTS, RULES
from shanghai.engine.rules import MAX_ROUNDS, Rules
from shanghai.storage.files import write_file
from shanghai.variants.file_types import file_type
from shanghai.variants.house_rules import by_round_values, plain_rule, plain_value, shortest
from shanghai.variants.library import ID, OWN_FOLDER, Library, own_library, shipped_file
from shanghai.variants.loader import inherited, read_variant
from shanghai.words import variants as words
from shanghai.words.grammar import listed
from shanghai.words.rulebook.rules import KEY_WORDS, KeyWords
from shanghai.yamlio.reader import Fault, Faults
from shanghai.yamlio.schema_reader import bounds
from shanghai.yamlio.writer import flow_value, scalar

Form = Literal["choice", "number", "text", "picks", "list", "parts"]
"""How a value is changed: one of a few, a whole number, a text, some of many, a list, or parts."""
_MOST: Final = 999
"""The limit of numbers for which neither their type nor their rule has one."""
_CARDS: Final = (*LABELS[:-1], *SUITS)
_ORDER: Final = {name: place for place, name in enumerate((*RANK_NAMES, *_CARDS))}


class RulePart(Struct, frozen=True):
    """A value in a rule: its path, its type, the value itself, and the number of rounds."""

    path: RulePath
    type: inspect.Type
    value: Any
    rounds: int

    @property
    def form(self) -> Form:
        """How it is changed."""
        match self.type:
            case inspect.BoolType() | inspect.LiteralType():
                return "choice"
            case inspect.IntType():
                return "number"
            case inspect.StrType():
                return "text"
            case inspect.DictType():
                return "picks"
            case inspect.VarTupleType():
                is_some = self._is_once or isinstance(self._item, inspect.LiteralType)
                return "picks" if is_some and not self.is_by_round else "list"
        return "parts"

    @property
    def is_by_round(self) -> bool:
        """Whether it is a list with an entry for each round or call, or empty."""
        key = str(self.path[0])
        return len(self.path) == 1 and key in RULES and bool(RULES[key].goes_by)

    @property
    def is_by_rank(self) -> bool:
        """Whether it is a list with an entry for each rank, or empty."""
        return getattr(self.type, "max_length", None) in (13, 14)

    @property
    def least(self) -> int:
        """The smallest number that it may be, or the fewest entries."""
        if self.is_by_round:
            return 0 if DEFAULTS.get(str(self.path[0])) == () else self.rounds
        return getattr(self.type, "ge", None) or getattr(self.type, "min_length", None) or 0

    @property
    def most(self) -> int:
        """The largest number that it may be, or the most entries."""
        if isinstance(self.type, inspect.IntType):
            key = str(self.path[0])
            return self.type.le or (key in RULES and RULES[key].most) or _MOST
        full = self.rounds if self.is_by_round else MAX_ROUNDS
        return getattr(self.type, "max_length", None) or full

    @property
    def options(self) -> tuple[Any, ...]:
        """The values that it may have; of a list, the values that its entries may have."""
        if self._is_once and isinstance(self._item, inspect.IntType):
            return tuple(range(1, self.rounds + 1))
        match self._item:
            case inspect.BoolType():
                return (True, False)
            case inspect.LiteralType(values=values):
                return tuple(sorted(values, key=lambda name: _ORDER.get(str(name), 0)))
            case inspect.DictType():
                return _CARDS
        return ()

    @property
    def inside(self) -> "Iterator[RulePart]":
        """Yields the parts of it that can be changed alone."""
        steps: Iterable[str | int] = ()
        match self.type:
            case inspect.StructType(fields=fields):
                steps = [each.encode_name for each in fields]
            case inspect.DictType():
                steps = self.value
            case _ if self.form in ("list", "parts"):
                steps = range(len(self.value))
        return map(self.part, steps)

    def part(self, step: str | int) -> "RulePart":
        """The part of it with this key or index."""
        kind, value = self._item, None
        match self.type:
            case inspect.StructType(fields=fields):
                field = next(each for each in fields if each.encode_name == step)
                kind, value = field.type, self.value.get(step)
                if value is None and not field.required:
                    make = field.default_factory
                    value = plain_value(make() if callable(make) else field.default)
            case inspect.TupleType(item_types=types):
                kind, value = types[int(step)], self.value[step]
            case inspect.DictType(value_type=item):
                kind, value = item, self.value[step]
            case _:
                value = self.value[step]
        return RulePart((*self.path, step), _bare(kind), value, self.rounds)

    def stepped(self, by: int) -> Any:  # noqa: ANN401
        """The value one step on (`by` is 1) or back (-1); the same value if there is none."""
        match self.form:
            case "choice":
                options = self.options
                index = options.index(self.value) if self.value in options else 0
                return options[(index + by) % len(options)]
            case "number":
                return max(self.least, min(self.value + by, self.most))
            case "list":
                return self._longer() if by > 0 else self._shorter()
        return self.value

    def toggled(self, option: Any) -> Any:  # noqa: ANN401
        """The value with an option added, or removed if it was there."""
        if isinstance(self.value, dict):
            rest = {name: worth for name, worth in self.value.items() if name != option}
            return rest if option in self.value else {**self.value, option: 10}
        chosen = {*self.value} ^ {option}
        return [each for each in self.options if each in chosen]

    def _longer(self) -> list[Any]:
        """The list with one more entry; a list of numbers by round with each number larger."""
        if self.is_by_round and self.value and isinstance(self._item, inspect.IntType):
            return [part.stepped(1) for part in self.inside]
        if len(self.value) >= self.most:
            return list(self.value)
        if self.is_by_round or self.is_by_rank:
            places = range(len(self.value) + 1, self.most + 1)
            added = [min(n, 10) if self.is_by_rank else first_value(self._item) for n in places]
            return [*self.value, *added]
        return _with_one_more(self.value, self._item) if self.value else [first_value(self._item)]

    def _shorter(self) -> list[Any]:
        """The list with one entry less; a list of numbers by round with each number smaller."""
        is_row = self.is_by_round and isinstance(self._item, inspect.IntType)
        if is_row and (self.least or any(self.value)):
            return [part.stepped(-1) for part in self.inside]
        if len(self.value) <= self.least:
            return list(self.value)
        is_all = self.is_by_round or (self.is_by_rank and len(self.value) <= len(RANK_NAMES))
        return [] if is_all else list(self.value[:-1])

    @property
    def _item(self) -> inspect.Type:
        """The type of the entries of a list; its own type if it is no list."""
        is_list = isinstance(self.type, inspect.VarTupleType)
        return _bare(self.type.item_type) if is_list else self.type  # type: ignore[attr-defined]

    @property
    def _is_once(self) -> bool:
        key = str(self.path[0])
        return len(self.path) == 1 and key in RULES and RULES[key].once


@cache
def _type_of_key(key: str) -> inspect.Type:
    """The type of the value of a rule."""
    return _bare(inspect.type_info(ANNOTATIONS[key]))


def _bare(kind: inspect.Type) -> inspect.Type:
    """A type without its limits. If it allows one value or a list, the type of the list."""
    if isinstance(kind, inspect.UnionType):
        kind = next(each for each in kind.types if isinstance(each, inspect.VarTupleType))
    return _bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def first_value(kind: inspect.Type) -> Any:  # noqa: ANN401
    """A value of a type to begin with. The sizes of melds are the usual ones (ALL-3)."""
    match _bare(kind):
        case inspect.StructType(fields=fields):
            needed = {each.encode_name: each for each in fields if each.required}
            first = _bare(fields[0].type)
            if not needed and isinstance(first, inspect.VarTupleType):
                return {fields[0].encode_name: [first_value(first.item_type)]}
            return {name: first_value(each.type) for name, each in needed.items()}
        case inspect.TupleType(item_types=types):
            return [first_value(each) for each in types]
        case inspect.VarTupleType(item_type=item, min_length=least):
            return [first_value(item)] * (least or 0)
        case inspect.LiteralType() as choice:
            return RulePart(("",), choice, None, 0).options[0]
        case inspect.IntType(ge=least):
            return max(1, (least or 0) + (least in (2, 3)))
    return False


def _with_one_more(value: list[Any], item: inspect.Type) -> list[Any]:
    """The list with one more entry like the last one. If entries begin with a number, with the
    next number."""
    last = value[-1]
    step = next(iter(last)) if isinstance(last, dict) else 0
    if isinstance(last, int | str) or not isinstance(last[step], int):
        return [*value, last]
    if last[step] < RulePart(("",), item, last, 0).part(step).most:
        return [*value, with_value_at(last, (step,), last[step] + 1)]
    return [*value[:-1], with_value_at(last, (step,), last[step] - 1), last]


def with_value_at(value: Any, path: RulePath, new: Any) -> Any:  # noqa: ANN401
    """A copy of a plain value with the value `new` at a path in it."""
    if not path:
        return new
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    inner = copy.get(path[0]) if isinstance(copy, dict) else copy[path[0]]
    copy[path[0]] = with_value_at(inner if path[1:] and inner is not None else [], path[1:], new)
    return copy


UNNAMED: Final = "unnamed"
_MOST_ID: Final = 40


class RulesDraft(Struct, frozen=True, dict=True):
    """A variant that is being made: a base, and changes as plain values. It is never changed
    itself; each change makes a new draft."""

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
        """The rules with the changes; None if they cannot be played."""
        return self._read[0]

    @property
    def fault(self) -> str:
        """Why the rules cannot be played; empty if they can."""
        return self._read[1]

    def text(self, id: str = UNNAMED, name: str = "") -> str:
        """The text of a variant file with the changes."""
        return extending_text(id, name or words.YOUR_VARIANT, self.base, self.changes)

    @cached_property
    def values(self) -> dict[str, Any]:
        """The plain values of all keys. They are known even if the rules cannot be played."""
        return by_round_values(inherited(self.base, self.changes))

    @property
    def rounds(self) -> int:
        """The number of rounds, or of contracts."""
        return len(self.values["contracts"])

    def is_changed(self, key: str) -> bool:
        """Whether a rule is changed."""
        return key in self.changes or (key == "contracts" and "rounds" in self.changes)

    def part(self, path: RulePath) -> RulePart:
        """The part of a rule at a path. The path begins with the key of the rule."""
        key = str(path[0])
        part = RulePart((key,), _type_of_key(key), self.values[key], self.rounds)
        for step in path[1:]:
            part = part.part(step)
        return part

    def with_part(self, path: RulePath, value: Any) -> "RulesDraft":  # noqa: ANN401
        """The draft with another value at a path. Lists are filled if they must not be empty."""
        key, *steps = path
        whole_value = with_value_at(self.values[str(key)], tuple(steps), value)
        whole_value = plain_value(convert(whole_value, ANNOTATIONS[str(key)]))
        changed = self.with_value(str(key), whole_value)
        if changed.rules is None and len(steps) == 1 and isinstance(whole_value, dict):
            # Another choice may need lists that could be empty before.
            lists = [part for part in changed.part((key,)).inside if part.value == []]
            full = {str(part.path[-1]): part.stepped(1) for part in lists}
            filled = self.with_value(str(key), {**whole_value, **full})
            return changed if filled.rules is None else filled
        return changed

    def with_value(self, key: str, value: Any) -> "RulesDraft":  # noqa: ANN401
        """The draft with another value of a rule. It is no change if the base has that value.

        If the number of rounds changes, the changed rules by round are fitted to it.
        """
        file_key = "rounds" if key == "contracts" else key
        changes = {
            other: item for other, item in self.changes.items() if other not in (key, file_key)
        }
        if key == "contracts":
            contracts, count = base_value(self.base, key), len(value)
            if count > self.rounds and value[:-1] == contracts[: count - 1]:
                value = [*value[:-1], *(contracts[count - 1 :][:1] or value[-1:])]
            if value == contracts[:count]:
                key, value = file_key, count
        value = shortest(key, value) if isinstance(value, list) else value
        if value != base_value(self.base, key):
            changes[key] = value
        for other, item in changes.items():
            if file_key == "rounds" and isinstance(item, list) and other in RULES:
                changes[other] = _fitting(other, item, value if key == file_key else len(value))
        return RulesDraft(self.base, self.library, changes)


def _fitting(key: str, value: list[Any], rounds: int) -> list[Any]:
    """The list of a rule, cut or continued for another number of rounds."""
    if RULES[key].goes_by:
        return [*value, *value[-1:] * rounds][:rounds]
    return [round for round in value if round <= rounds] if key == "all_in_rounds" else value


def base_value(rules: Rules, key: str) -> Any:  # noqa: ANN401
    """The plain value of a rule, or of the key `rounds` of variant files."""
    return len(rules.contracts) if key == "rounds" else plain_rule(rules, key)


def id_of(name: str) -> str:
    """An id made from a name: its letters and digits, with hyphens between them."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", letters))[:_MOST_ID].strip("-")


_MOST_ON_A_LINE: Final = 90


def extending_text(id: str, name: str, base: Rules, changes: Mapping[str, Any]) -> str:
    """The text of a file that extends a variant and changes some rules."""
    head = words.FILE_HEAD.format(rules=base.name, id=id)
    lines = [head, f"id: {scalar(id)}", f"name: {scalar(name)}", f"extends: {base.id}"]
    for key, value in changes.items():
        line = f"{key}: {flow_value(value)}"
        is_short = len(line) <= _MOST_ON_A_LINE or not isinstance(value, list)
        lines += [line] if is_short else [f"{key}:", *(f"  - {flow_value(one)}" for one in value)]
    return "\n".join(lines) + "\n"


def check_new_id(id: str, data: Path) -> None:
    """Raises Faults if a new variant file cannot have this id."""
    problem = hint = ""
    if not re.fullmatch(ID, id):
        problem, hint = words.IS_NO_ID, words.ID_LETTERS
    elif shipped_file(id) is not None:
        problem = words.IS_SHIPPED_ID
    elif own_library(data).find(id) is not None or Path(data, OWN_FOLDER, f"{id}.yaml").exists():
        problem = words.IS_OWN_ID
    if problem:
        raise Faults([Fault("id", 0, 0, problem.format(id=id[:_MOST_ID]), hint)])


def keep_variant(id: str, text: str, data: Path) -> Path:
    """Writes a variant file into the data folder. Raises OSError if that fails."""
    path = data / OWN_FOLDER / f"{id}.yaml"
    write_file(path, text.encode())
    return path


class KeyInfo(Struct, frozen=True):
    """A key of a variant file: its words, its possible values in words, its default, and its value
    as a part of a rule, None if it is no rule."""

    key: str
    words: KeyWords
    values: str
    default: Any
    part: RulePart | None

    @property
    def choices(self) -> tuple[Any, ...]:
        """Its possible values if it is a choice; else empty."""
        return self.part.options if self.part and self.part.form == "choice" else ()


def all_keys() -> dict[str, KeyInfo]:
    """Every key of a variant file, in the order of the schema."""
    keys = {}
    for field in file_type().fields:
        key = field.name
        default = plain_value(DEFAULTS[key]) if key in DEFAULTS else None
        part = RulePart((key,), _type_of_key(key), default, 0) if key in RULES else None
        keys[key] = KeyInfo(key, KEY_WORDS[key], _values(field.type), default, part)
    return keys


_MOST_NAMED: Final = 20
"""The most values of a choice that are listed."""


def _values(kind: inspect.Type) -> str:
    """The values of a type in words."""
    match kind:
        case inspect.Metadata():
            return _values(kind.type)
        case inspect.BoolType():
            return words.A_BOOLEAN
        case inspect.LiteralType():
            values = [str(value) for value in kind.values]
            if len(values) > _MOST_NAMED:
                ends = {"first": values[0], "second": values[1], "last": values[-1]}
                return words.ONE_OF_MANY.format(**ends)
            return words.ONE_OF(values=listed(values, ","))
        case inspect.IntType():
            return words.A_NUMBER.format(bounds=bounds(kind.ge, kind.le))
        case inspect.StrType():
            return words.NEW_ID if kind.pattern else words.A_TEXT
        case inspect.VarTupleType():
            count = words.LIST_OF.format(count=kind.min_length) if kind.min_length else ""
            return words.A_LIST.format(count=count, item=_values(kind.item_type))
        case inspect.TupleType():
            return "[" + ", ".join(_values(item) for item in kind.item_types) + "]"
        case inspect.StructType():
            return "{" + ", ".join(field.encode_name for field in kind.fields) + "}"
        case inspect.DictType():
            return words.BY_KEY.format(value=_values(kind.value_type))
        case inspect.UnionType():
            return listed([_values(each) for each in kind.types], "either")
    return "a value"
