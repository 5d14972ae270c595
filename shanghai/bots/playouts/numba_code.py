"""Machine code by numba. Each function that Python calls is compiled with all that it calls."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, cast

import numba
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import models, register_model

from shanghai.bots.machine_code import make_code_folder

_FOLDER = make_code_folder()
if _FOLDER is not None:
    numba.config.CACHE_DIR = str(_FOLDER)  # type: ignore[attr-defined]


class _Part(JITCodeLibrary):
    """The code of a function that only compiled functions call. It is optimized together with its
    callers alone, as otherwise everything below it would be optimized again at each level."""

    def add_llvm_module(self, module: Any) -> None:  # noqa: ANN401
        """Adds code without optimizing it."""
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """Marks the code as final without optimizing it."""
        self._finalized = True

    def get_pointer_to_function(self, _: str) -> int:
        """Returns no address, as Python never calls this code."""
        return 0

    @property
    def codegen(self) -> "_Part":
        """The object whose `set_env` numba calls to prepare for Python errors."""
        return self

    def set_env(self, *_: object) -> None:
        """Does nothing, as this code raises no Python errors by itself."""


class _EntryLibrary(JITCodeLibrary):
    """The code of a function that Python calls, with all parts that it calls."""

    def add_linking_library(self, library: JITCodeLibrary) -> None:
        """Links another library. A part brings the parts that it calls along."""
        if library not in self._linking_libraries:
            super().add_linking_library(library)  # type: ignore[no-untyped-call]
            for each in library._linking_libraries if isinstance(library, _Part) else ():
                self.add_linking_library(each)


class _Compiler(Compiler):
    """Compiles a function that Python calls."""

    kind: type[JITCodeLibrary] = _EntryLibrary

    def define_pipelines(self) -> Any:  # noqa: ANN401
        """The usual steps of numba, with a library of this `kind` for the code."""
        state = self.state
        state.library = self.kind(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()  # type: ignore[no-untyped-call]


class _PartCompiler(_Compiler):
    """Compiles a function that only compiled functions call."""

    kind = _Part


class _PartType(types.Dispatcher):
    """The numba type of a part, as compiled functions see it."""

    def get_call_type(self, context: Any, args: tuple[Any, ...], kws: Any) -> Any:  # noqa: ANN401
        """The type of a call. Constants count as whole numbers, as otherwise numba would compile
        the function again for each constant."""
        return super().get_call_type(context, tuple(map(types.unliteral, args)), kws)


register_model(_PartType)(models.OpaqueModel)


class MachineCode:
    """A compiled function: an entry for calls from Python, and a part for calls from compiled
    functions. The entry is stored on disk for the next process if that is safe."""

    def __init__(self, function: Callable[..., Any]) -> None:
        njit: Any = partial(numba.njit, nogil=True, error_model="numpy")
        self.entry: Any = njit(cache=_FOLDER is not None, pipeline_class=_Compiler)(function)
        bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        self._part: Any = njit(pipeline_class=_PartCompiler, **bare)(function)
        self._numba_type_: Final = _PartType(self._part)

    def __call__(self, *args: object) -> Any:  # noqa: ANN401
        """Calls the compiled function."""
        return self.entry(*args)


def copier_of(size: int) -> Callable[[Any, Any], None]:
    """A function in machine code that copies the first `size` bytes of a record to another."""

    cgutils: Any = numba.core.cgutils

    def typed(context: Any, source: Any, target: Any) -> Any:  # noqa: ANN401
        def code(context: Any, builder: Any, _: Any, records: Any) -> Any:  # noqa: ANN401
            count = context.get_constant(types.intp, size)
            cgutils.raw_memcpy(builder, records[1], records[0], count, 1)
            return context.get_dummy_value()

        return types.void(source, target), code

    copier: Any = numba.extending.intrinsic(typed)
    return cast(Callable[[Any, Any], None], copier)


def make_code_of(function: Callable[..., Any], example: tuple[object, ...]) -> Callable[..., Any]:
    """Compiles a function for arguments of the same types as in `example`, and returns the code.

    The code does not check its arguments, so it must be called with these types alone.
    """
    code = cast(MachineCode, function).entry.compile(tuple(map(numba.typeof, example)))
    return cast(Callable[..., Any], code)
