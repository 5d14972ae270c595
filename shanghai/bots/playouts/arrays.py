"""Records and rows of numbers: numpy arrays for machine code, else plain lists.

A round is the same with both.
"""

from collections.abc import Iterator
from functools import cache
from operator import mul, sub
from typing import TYPE_CHECKING, Any, Final, get_type_hints

from msgspec import Struct, structs

from shanghai.bots.machine_code import is_machine_code

IS_PLAIN: Final = not is_machine_code()
"""Whether the play-outs of this process are plain Python."""


class Row(list[Any]):
    """A list of numbers with the few methods of a numpy array that the play-outs use."""

    def sum(self) -> int:
        """The sum of the numbers."""
        return sum(self)

    def min(self) -> int:
        """The lowest number."""
        return int(min(self))

    def any(self) -> bool:
        """Whether some number is not 0."""
        return any(self)

    def __mul__(self, other: Any) -> "Row":  # noqa: ANN401
        """The product with another row, number by number."""
        return Row(map(mul, self, other))

    def __sub__(self, other: Any) -> "Row":  # noqa: ANN401
        """The difference from another row, number by number."""
        return Row(map(sub, self, other))


class NumberTable(list[Any]):
    """A list of rows that is indexed like an array: `table[row, column]` is a number."""

    def __getitem__(self, key: Any) -> Any:  # noqa: ANN401
        """A number, a row, or a list of rows, by the key."""
        if type(key) is tuple:
            return list.__getitem__(self, key[0])[key[1]]
        return list.__getitem__(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:  # noqa: ANN401
        """Sets a number, or copies numbers into a row or several rows."""
        if type(key) is tuple:
            list.__getitem__(self, key[0])[key[1]] = value
        elif type(key) is slice:
            for row, numbers in zip(list.__getitem__(self, key), value, strict=True):
                row[:] = numbers
        else:
            list.__getitem__(self, key)[:] = value

    def sum(self, axis: int) -> Row:
        """The sum of each column. `axis` must be 0, as for such a sum of an array."""
        assert axis == 0
        return Row(map(sum, zip(*self, strict=True)))


if TYPE_CHECKING or not IS_PLAIN:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Fractions = NDArray[np.float64]
else:
    Numbers = Fractions = Row


class _Record:
    """A record in plain Python: its fields are attributes."""


def fields_of(kind: type) -> Iterator[tuple[str, Any, tuple[int, ...]]]:
    """Yields name, type and array lengths of each annotated attribute of a class, in order."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        yield name, getattr(hint, "__origin__", hint), getattr(hint, "__metadata__", ())


def new_record(kind: type, **parts: Struct) -> Any:  # noqa: ANN401
    """A record with a field for each annotated attribute of a class. All numbers are 0, but the
    fields `parts` have the values of structs."""
    if not IS_PLAIN:
        part_types = [(name, type(part)) for name, part in parts.items()]
        record = np.zeros(1, layout(kind, *part_types)).view(np.recarray)[0]
        for name, part in parts.items():
            for field, value in structs.asdict(part).items():
                record[name][field] = value
        return record
    plain = _Record()
    for name, _, shape in fields_of(kind):
        setattr(plain, name, parts[name] if name in parts else zeros(*shape))
    return plain


def box_of(record: Any) -> Any:  # noqa: ANN401
    """A sequence with a record as its only item. Machine code gets the record out of such a box
    much faster than it gets a record as an argument."""
    return [record] if IS_PLAIN else record.base


def zeros(*shape: int) -> Any:  # noqa: ANN401
    """Zeros: a number without lengths, a row with one, a table with two or more."""
    if not IS_PLAIN:
        return np.zeros(shape, np.int64)
    if len(shape) < 2:
        return Row([0] * shape[0]) if shape else 0
    return NumberTable(zeros(*shape[1:]) for _ in range(shape[0]))


def list_of(row: Any) -> list[int]:  # noqa: ANN401
    """A row of whole numbers as a list."""
    numbers: list[int] = list(row) if IS_PLAIN else row.tolist()
    return numbers


def lists_of(grid: Any, count: int) -> list[list[int]]:  # noqa: ANN401
    """The first `count` rows of a table as lists of whole numbers."""
    if not IS_PLAIN:
        rows: list[list[int]] = grid[:count].tolist()
        return rows
    return [list(map(int, row)) for row in grid[:count]]


@cache
def layout(kind: type, *parts: tuple[str, type[Struct]]) -> "np.dtype[Any]":
    """The numpy type of a record with the annotated attributes of a class. Each of the `parts` is
    the name of a field and the struct whose numbers it holds."""
    kinds = dict(parts)
    fields: list[tuple[str, Any, tuple[int, ...]]] = []
    for name, type_, shape in fields_of(kind):
        if name in kinds:
            values = structs.asdict(kinds[name]())
            of_part = [(each, np.float64, np.shape(value)) for each, value in values.items()]
            fields.append((name, np.dtype(of_part), shape))
        else:
            fields.append((name, np.float64 if type_ == Fractions else np.int64, shape))
    return np.dtype(fields)
