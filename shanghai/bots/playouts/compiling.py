"""Functions made machine code: each once, with all that it calls, where the program calls it."""

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
    """The code of a function that others call: it is optimized with theirs, and never on its own,
    as all that is below it would be at each level once more."""

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
        """What the environment for errors in Python is set in: nothing."""
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
    """Makes a whole."""

    kind: type[JITCodeLibrary] = _Whole

    def define_pipelines(self) -> Any:  # noqa: ANN401
        """The steps of any function, for code of this kind."""
        state = self.state
        state.library = self.kind(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()  # type: ignore[no-untyped-call]


class _PartCompiler(_Compiler):
    """Makes a part."""

    kind = _Part


class _PartType(types.Dispatcher):
    """What compiled functions know of a part."""

    def get_call_type(self, context: Any, args: tuple[Any, ...], kws: Any) -> Any:  # noqa: ANN401
        """How it is called: with any whole number, where else each constant had its own code."""
        return super().get_call_type(context, tuple(map(types.unliteral, args)), kws)


register_model(_PartType)(models.OpaqueModel)


class _Compiled:
    """A function that is a whole where Python calls it, and a part where a compiled one does."""

    def __init__(self, function: Callable[..., Any]) -> None:
        made: Any = partial(numba.njit, nogil=True, error_model="numpy")
        self.whole: Any = made(cache=_FOLDER is not None, pipeline_class=_Compiler)(function)
        bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        self._part: Any = made(pipeline_class=_PartCompiler, **bare)(function)
        self._numba_type_: Final = _PartType(self._part)

    def __call__(self, *args: object) -> Any:  # noqa: ANN401
        """What the function gives."""
        return self.whole(*args)


def compiled(function: F) -> F:
    """The function as machine code, kept on disk for the next process where that is safe."""
    return cast(F, _Compiled(function))


def make_code_of(function: Callable[..., Any], example: tuple[object, ...]) -> None:
    """Has the machine code of a compiled function made for arguments of the kinds of these."""
    cast(_Compiled, function).whole.compile(tuple(map(numba.typeof, example)))
