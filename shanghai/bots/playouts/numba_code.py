"""Machine code by numba: of each function once, where Python calls it, with all that it calls."""

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


class MachineCode:
    """A function with both kinds of code: a whole where Python calls it, and a part where a
    compiled function does. It is kept on disk for the next process where that is safe."""

    def __init__(self, function: Callable[..., Any]) -> None:
        made: Any = partial(numba.njit, nogil=True, error_model="numpy")
        self.whole: Any = made(cache=_FOLDER is not None, pipeline_class=_Compiler)(function)
        bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        self._part: Any = made(pipeline_class=_PartCompiler, **bare)(function)
        self._numba_type_: Final = _PartType(self._part)

    def __call__(self, *args: object) -> Any:  # noqa: ANN401
        """Calls the compiled function."""
        return self.whole(*args)


def copier_of(size: int) -> Callable[[Any, Any], None]:
    """Machine code that copies so many bytes, with which records begin."""

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
    """Compiles the code of a function for arguments of the types of these, and returns that code.

    It must be called with these types alone, as it does not look at them again.
    """
    code = cast(MachineCode, function).whole.compile(tuple(map(numba.typeof, example)))
    return cast(Callable[..., Any], code)
