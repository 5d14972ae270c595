"""The values of rules taken apart by their types, down to what two keys can change."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal

from msgspec import Struct, inspect

from shanghai.engine.cards import LABELS, RANK_NAMES, SUITS
from shanghai.engine.parameters.fields import DEFAULTS, HINTS, RULES
from shanghai.engine.rules import MAX_ROUNDS
from shanghai.variants.house_rules import plain_value

Way = tuple[str | int, ...]
"""The key of a rule, and the steps into its value: fields, places in a list, names of cards."""
Form = Literal["choice", "number", "text", "picks", "list", "parts"]
"""One of a few, a whole number, a text, some of many, a list, or a few values of their own."""
_MOST: Final = 999
"""The largest number where neither a type nor its rule names one."""
_CARDS: Final = (*LABELS[:-1], *SUITS)
_ORDER: Final = {name: at for at, name in enumerate((*RANK_NAMES, *_CARDS))}


class Part(Struct, frozen=True):
    """A value within a rule: the way to it, its type, what is there, and the rounds of the game."""

    way: Way
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
        """Whether it is a list with an entry for every round or call, or with none."""
        key = str(self.way[0])
        return len(self.way) == 1 and key in RULES and bool(RULES[key].goes_by)

    @property
    def is_by_rank(self) -> bool:
        """Whether it is a list with an entry for every rank, or with none."""
        return getattr(self.type, "max_length", None) in (13, 14)

    @property
    def least(self) -> int:
        """The smallest number, or the fewest entries."""
        if self.is_by_round:
            return 0 if DEFAULTS.get(str(self.way[0])) == () else self.rounds
        return getattr(self.type, "ge", None) or getattr(self.type, "min_length", None) or 0

    @property
    def most(self) -> int:
        """The largest number, or the most entries."""
        if isinstance(self.type, inspect.IntType):
            key = str(self.way[0])
            return self.type.le or (key in RULES and RULES[key].most) or _MOST
        full = self.rounds if self.is_by_round else MAX_ROUNDS
        return getattr(self.type, "max_length", None) or full

    @property
    def options(self) -> tuple[Any, ...]:
        """What it may be, or what may be taken in."""
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
    def inside(self) -> "Iterator[Part]":
        """The parts of it that can be changed by themselves."""
        steps: Iterable[str | int] = ()
        match self.type:
            case inspect.StructType(fields=fields):
                steps = [each.encode_name for each in fields]
            case inspect.DictType():
                steps = self.value
            case _ if self.form in ("list", "parts"):
                steps = range(len(self.value))
        return map(self.part, steps)

    def part(self, step: str | int) -> "Part":
        """The part of it that is a step away."""
        kind, value = self._item, None
        match self.type:
            case inspect.StructType(fields=fields):
                field = next(each for each in fields if each.encode_name == step)
                kind, value = field.type, self.value.get(step)
                if value is None:
                    value = plain_value(_default(field))
            case inspect.TupleType(item_types=types):
                kind, value = types[int(step)], self.value[step]
            case inspect.DictType(value_type=item):
                kind, value = item, self.value[step]
            case _:
                value = self.value[step]
        return Part((*self.way, step), _bare(kind), value, self.rounds)

    def turned(self, by: int) -> Any:  # noqa: ANN401
        """The next value, or the one before; itself where there is none."""
        match self.form:
            case "choice":
                options = self.options
                at = options.index(self.value) if self.value in options else 0
                return options[(at + by) % len(options)]
            case "number":
                return max(self.least, min(self.value + by, self.most))
            case "list":
                return self._longer() if by > 0 else self._shorter()
        return self.value

    def taken(self, option: Any) -> Any:  # noqa: ANN401
        """The value with one of many taken in, or out where it is in it."""
        if isinstance(self.value, dict):
            rest = {name: worth for name, worth in self.value.items() if name != option}
            return rest if option in self.value else {**self.value, option: 10}
        held = {*self.value} ^ {option}
        return [each for each in self.options if each in held]

    def _longer(self) -> list[Any]:
        if self.is_by_round and self.value and isinstance(self._item, inspect.IntType):
            return [part.turned(1) for part in self.inside]
        if len(self.value) >= self.most:
            return list(self.value)
        if self.is_by_round or self.is_by_rank:
            more = range(len(self.value) + 1, self.most + 1)
            ones = [min(one, 10) if self.is_by_rank else fresh(self._item) for one in more]
            return [*self.value, *ones]
        return _grown(self.value, self._item) if self.value else [fresh(self._item)]

    def _shorter(self) -> list[Any]:
        is_row = self.is_by_round and isinstance(self._item, inspect.IntType)
        if is_row and (self.least or any(self.value)):
            return [part.turned(-1) for part in self.inside]
        if len(self.value) <= self.least:
            return list(self.value)
        is_all = self.is_by_round or (self.is_by_rank and len(self.value) <= len(RANK_NAMES))
        return [] if is_all else list(self.value[:-1])

    @property
    def _item(self) -> inspect.Type:
        """The type of what is in a list, else its own."""
        is_list = isinstance(self.type, inspect.VarTupleType)
        return _bare(self.type.item_type) if is_list else self.type  # type: ignore[attr-defined]

    @property
    def _is_once(self) -> bool:
        key = str(self.way[0])
        return len(self.way) == 1 and key in RULES and RULES[key].once


def rule_part(key: str, value: Any, rounds: int) -> Part:  # noqa: ANN401
    """The whole value of a rule."""
    return Part((key,), _bare(inspect.type_info(HINTS[key])), value, rounds)


def _default(field: inspect.Field) -> object:
    """What a field is where it is left out, None where it may not be."""
    if field.required:
        return None
    factory = field.default_factory
    return factory() if callable(factory) else field.default


def _bare(kind: inspect.Type) -> inspect.Type:
    return _bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def fresh(kind: inspect.Type) -> Any:  # noqa: ANN401
    """A value of a type to begin with; the sizes of melds as they usually are (ALL-3)."""
    match _bare(kind):
        case inspect.StructType(fields=fields):
            needed = {each.encode_name: each for each in fields if each.required}
            first = _bare(fields[0].type)
            if not needed and isinstance(first, inspect.VarTupleType):
                return {fields[0].encode_name: [fresh(first.item_type)]}
            return {name: fresh(each.type) for name, each in needed.items()}
        case inspect.TupleType(item_types=types):
            return [fresh(each) for each in types]
        case inspect.VarTupleType(item_type=item, min_length=least):
            return [fresh(item)] * (least or 0)
        case inspect.LiteralType() as choice:
            return Part(("",), choice, None, 0).options[0]
        case inspect.IntType(ge=least):
            return max(1, (least or 0) + (least in (2, 3)))
    return False


def _grown(value: list[Any], item: inspect.Type) -> list[Any]:
    """The list with its last entry once more; where that begins with a number, with the next."""
    last = value[-1]
    step = next(iter(last)) if isinstance(last, dict) else 0
    if isinstance(last, int | str) or not isinstance(last[step], int):
        return [*value, last]
    if last[step] < Part(("",), item, last, 0).part(step).most:
        return [*value, put(last, (step,), last[step] + 1)]
    return [*value[:-1], put(last, (step,), last[step] - 1), last]


def put(value: Any, way: Way, new: Any) -> Any:  # noqa: ANN401
    """A plain value with another one at the end of a way into it."""
    if not way:
        return new
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    inner = copy.get(way[0]) if isinstance(copy, dict) else copy[way[0]]
    copy[way[0]] = put(inner if way[1:] and inner is not None else [], way[1:], new)
    return copy
