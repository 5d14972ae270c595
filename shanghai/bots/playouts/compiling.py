"""Functions that run as machine code: numba compiles them when they are first called."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from shanghai.bots.machine_code import make_code_folder

F = TypeVar("F", bound=Callable[..., Any])

_FOLDER = make_code_folder()
if _FOLDER is not None:
    numba.config.CACHE_DIR = str(_FOLDER)  # type: ignore[attr-defined]


def compiled(function: F) -> F:
    """The function as machine code, kept on disk for the next process where that is safe."""
    is_kept = _FOLDER is not None
    return cast(F, numba.njit(cache=is_kept, nogil=True, error_model="numpy")(function))


def make_code_of(function: Callable[..., Any], example: tuple[object, ...]) -> None:
    """Has the machine code of a compiled function made for arguments of the kinds of these."""
    dispatcher: Any = function
    dispatcher.compile(tuple(map(numba.typeof, example)))
