"""Records and rows of numbers: numpy's where the play-outs are machine code, else plain lists.

Both hold the same numbers, so that a round is the same however it is played.
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
    """A list of numbers that adds up as an array does."""

    def sum(self) -> int:
        """All numbers added up."""
        return sum(self)

    def min(self) -> int:
        """The lowest number."""
        return int(min(self))

    def any(self) -> bool:
        """Whether some number is not 0."""
        return any(self)

    def __mul__(self, other: Any) -> "Row":  # noqa: ANN401
        """Number by number the product with another row."""
        return Row(map(mul, self, other))

    def __sub__(self, other: Any) -> "Row":  # noqa: ANN401
        """Number by number the difference from another row."""
        return Row(map(sub, self, other))


class NumberTable(list[Any]):
    """Rows of numbers: `grid[row, column]` is a number."""

    def __getitem__(self, key: Any) -> Any:  # noqa: ANN401
        """A number, a row, or the rows of a slice."""
        if type(key) is tuple:
            return list.__getitem__(self, key[0])[key[1]]
        return list.__getitem__(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:  # noqa: ANN401
        """Changes a number, or copies numbers into rows, which stay the same objects."""
        if type(key) is tuple:
            list.__getitem__(self, key[0])[key[1]] = value
        elif type(key) is slice:
            for row, numbers in zip(list.__getitem__(self, key), value, strict=True):
                row[:] = numbers
        else:
            list.__getitem__(self, key)[:] = value

    def sum(self, axis: int) -> Row:
        """The sum of each column, as of the axis 0 of an array."""
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
    """A record of which each number, row and grid is an attribute."""


def fields_of(kind: type) -> Iterator[tuple[str, Any, tuple[int, ...]]]:
    """The annotations of a class in order, each with its type and the lengths of its array."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        yield name, getattr(hint, "__origin__", hint), getattr(hint, "__metadata__", ())


def new_record(kind: type, **parts: Struct) -> Any:  # noqa: ANN401
    """A record of all that a class lists, in which each number is 0; `parts` are fields that hold
    several numbers under their names."""
    if not IS_PLAIN:
        of_parts = [(name, type(part)) for name, part in parts.items()]
        record = np.zeros(1, layout(kind, *of_parts)).view(np.recarray)[0]
        for name, part in parts.items():
            for field, value in structs.asdict(part).items():
                record[name][field] = value
        return record
    plain = _Record()
    for name, _, shape in fields_of(kind):
        setattr(plain, name, parts[name] if name in parts else zeros(*shape))
    return plain


def box_of(record: Any) -> Any:  # noqa: ANN401
    """A sequence with a record as its only item, which machine code opens much sooner than numpy
    lets it have the record itself."""
    return [record] if IS_PLAIN else record.base


def zeros(*shape: int) -> Any:  # noqa: ANN401
    """A number, a row or a grid of zeros, by its lengths."""
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
    """The first rows of a grid as lists of whole numbers."""
    if not IS_PLAIN:
        rows: list[list[int]] = grid[:count].tolist()
        return rows
    return [list(map(int, row)) for row in grid[:count]]


@cache
def layout(kind: type, *parts: tuple[str, type[Struct]]) -> "np.dtype[Any]":
    """The memory layout of a class: its fields in order. Each of the parts is a field that holds
    the numbers of a struct."""
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
