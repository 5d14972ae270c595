"""The screens and functions that other rooms use, such as `screens.MenuScreen()`.

The module of each is imported when its name is first used. `screens.pyi` says where it is.
"""

import ast
from functools import cache
from importlib import import_module
from pathlib import Path


@cache
def _modules() -> dict[str, str]:
    """The module of each name, from the imports of `screens.pyi`."""
    stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text("utf-8"))
    imports = [line for line in stub.body if isinstance(line, ast.ImportFrom)]
    return {name.name: line.module or "" for line in imports for name in line.names}


def __getattr__(name: str) -> object:
    modules = {} if name.startswith("_") else _modules()
    if name not in modules:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(modules[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_modules()})
