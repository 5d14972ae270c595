"""Turns functions of the play-outs into machine code, if this process uses that."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from shanghai.bots.playouts.arrays import IS_PLAIN, fields_of, layout

if not IS_PLAIN:
    from shanghai.bots.playouts import numba_code

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Decorator: the function in machine code, or unchanged if the play-outs are plain Python."""
    return function if IS_PLAIN else cast(F, numba_code.MachineCode(function))


def for_types_of(function: F, *example: object) -> F:
    """The function for arguments of the same types as in `example`. It does not check these types,
    which would take longer than most functions do."""
    return function if IS_PLAIN else cast(F, numba_code.make_code_of(function, example))


def copier_of(kind: type) -> Callable[[Any, Any], None]:
    """A function that copies the fields of a class between two records that begin with them."""
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
