"""Functions that run as machine code: numba compiles them when they are first called."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function as machine code, which is kept on disk for the next process."""
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
