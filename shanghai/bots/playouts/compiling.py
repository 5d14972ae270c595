"""What makes functions of the play-outs machine code, where this process uses it."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from shanghai.bots.playouts.arrays import IS_PLAIN, fields_of, layout

if not IS_PLAIN:
    from shanghai.bots.playouts import numba_code

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function as machine code, or as it is where the play-outs are plain Python."""
    return function if IS_PLAIN else cast(F, numba_code.MachineCode(function))


def for_types_of(function: F, *example: object) -> F:
    """The function for arguments of the types of these alone. To look at the types of a record
    takes longer than most of what is done with it."""
    return function if IS_PLAIN else cast(F, numba_code.make_code_of(function, example))


def copier_of(kind: type) -> Callable[[Any, Any], None]:
    """What copies the fields of a class, with which a record begins, to another record."""
    if not IS_PLAIN:
        return numba_code.copier_of(layout(kind).itemsize)
    names = [name for name, *_ in fields_of(kind)]

    def copy(source: Any, target: Any) -> None:  # noqa: ANN401
        for name in names:
            value = getattr(source, name)
            if isinstance(value, list):
                getattr(target, name)[:] = value
            else:
                setattr(target, name, value)

    return copy
