"""Functions compiled to machine code: each once, where Python calls it, with all that it calls."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar, cast

import numba
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import models, register_model

from shanghai.bots.machine_code import make_code_folder

F = TypeVar("F", bound=Callable[..., Any])

_FOLDER = make_code_folder()
if _FOLDER is not None:
    numba.config.CACHE_DIR = str(_FOLDER)  # type: ignore[attr-defined]


class _Part(JITCodeLibrary):
    """The code of a function that compiled functions call. It is optimized together with its
    callers and never on its own, since all that it calls would be optimized again at each level."""

    def add_llvm_module(self, module: Any) -> None:  # noqa: ANN401
        """Takes code in as it is."""
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """Leaves the code as it is."""
        self._finalized = True

    def get_pointer_to_function(self, _: str) -> int:
        """No place, as Python never calls it."""
        return 0

    @property
    def codegen(self) -> "_Part":
        """The place where the environment for errors of Python is set: nowhere."""
        return self

    def set_env(self, *_: object) -> None:
        """Sets nothing."""


class _Whole(JITCodeLibrary):
    """The code of a function that Python calls, and of all parts below it."""

    def add_linking_library(self, library: JITCodeLibrary) -> None:
        """Takes in a part with those that it calls, or another library."""
        if library not in self._linking_libraries:
            super().add_linking_library(library)  # type: ignore[no-untyped-call]
            for each in library._linking_libraries if isinstance(library, _Part) else ():
                self.add_linking_library(each)


class _Compiler(Compiler):
    """Compiles a function that Python calls."""

    kind: type[JITCodeLibrary] = _Whole

    def define_pipelines(self) -> Any:  # noqa: ANN401
        """The steps of any function, for code of this kind."""
        state = self.state
        state.library = self.kind(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()  # type: ignore[no-untyped-call]


class _PartCompiler(_Compiler):
    """Compiles a function that compiled functions call."""

    kind = _Part


class _PartType(types.Dispatcher):
    """What compiled functions know of a part."""

    def get_call_type(self, context: Any, args: tuple[Any, ...], kws: Any) -> Any:  # noqa: ANN401
        """The type of a call, in which constants count as any whole numbers. Else each constant
        would have code of its own."""
        return super().get_call_type(context, tuple(map(types.unliteral, args)), kws)


register_model(_PartType)(models.OpaqueModel)


class _Compiled:
    """A function with both kinds of code: a whole where Python calls it, and a part where a
    compiled function does."""

    def __init__(self, function: Callable[..., Any]) -> None:
        made: Any = partial(numba.njit, nogil=True, error_model="numpy")
        self.whole: Any = made(cache=_FOLDER is not None, pipeline_class=_Compiler)(function)
        bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        self._part: Any = made(pipeline_class=_PartCompiler, **bare)(function)
        self._numba_type_: Final = _PartType(self._part)

    def __call__(self, *args: object) -> Any:  # noqa: ANN401
        """Calls the compiled function."""
        return self.whole(*args)


def compiled(function: F) -> F:
    """Compiles a function to machine code, which is kept on disk for the next process where that is
    safe."""
    return cast(F, _Compiled(function))


def make_code_of(function: Callable[..., Any], example: tuple[object, ...]) -> None:
    """Compiles the code of a function for arguments of the types of these."""
    cast(_Compiled, function).whole.compile(tuple(map(numba.typeof, example)))
