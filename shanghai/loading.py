"""What the table is made with, loaded without what a first picture does not need of it."""

import re
import sys
import typing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any, Final

_NEVER: Final = ("ssl",)
"""Modules of no use to the table, which asyncio does without."""
_LATER: Final = (
    "ast",
    "asyncio.sslproto",
    "asyncio.staggered",
    "decimal",
    "difflib",
    "locale",
    "msgspec._json_schema",
    "msgspec.inspect",
    "msgspec.toml",
    "msgspec.yaml",
    "pickle",
    "platformdirs",
    "rich.align",
    "rich.markup",
    "rich.padding",
    "rich.panel",
    "rich.table",
    "rich.tree",
    "tempfile",
    "textual.canvas",
    "textual.command",
    "textual.css._help_text",
    "traceback",
    "typing_extensions",
    "urllib.parse",
)
"""Modules that are loaded when one of their names is first used."""
_PATTERNS: Final = {"fractions", "logging", "platform", "textual.css.tokenizer"}
"""Modules whose patterns are compiled when they are first used, as few are for a first picture."""
_at_once: Final = re.compile
_SAME: Final = {"typing_extensions": typing}
"""Modules whose names stand in another one as well, most of them."""


class _Later:
    """A name of a module not loaded yet, to which all is passed on; as a base class it is none."""

    def __init__(self, module: str, name: str) -> None:
        self._place = module, name

    def _found(self) -> Any:  # noqa: ANN401
        module, name = self._place
        return getattr(import_module(module), name)

    def __call__(self, *values: Any, **named: Any) -> Any:  # noqa: ANN401
        return self._found()(*values, **named)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._found(), name)

    def __instancecheck__(self, value: object) -> bool:
        return isinstance(value, self._found())

    def __mro_entries__(self, bases: tuple[object, ...]) -> tuple[type, ...]:
        is_put_off = isinstance(sys.modules.get(self._place[0]), _LaterModule)
        return () if is_put_off else (self._found(),)


class _LaterModule(ModuleType):
    """Stands for a module that is not loaded yet."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        if name.startswith("__"):
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is not self:
            return getattr(import_module(self.__name__), name)
        same = getattr(_SAME.get(self.__name__), name, None)
        return _Later(self.__name__, name) if same is None else same


class _LatePattern:
    """A regular expression that is compiled when one of its methods is first called."""

    def __init__(self, *how: Any) -> None:  # noqa: ANN401
        self._how = how

    def __getattr__(self, name: str) -> Callable[..., Any]:
        made: list[Callable[..., Any]] = []

        def call(*values: Any) -> Any:  # noqa: ANN401
            if not made:
                made.append(getattr(_at_once(*self._how), name))
            return made[0](*values)

        return call


def _compile(text: str | re.Pattern[str], flags: int = 0) -> Any:  # noqa: ANN401
    is_late = sys._getframe(1).f_globals["__name__"] in _PATTERNS
    return (_LatePattern if is_late else _at_once)(text, flags)


@contextmanager
def _put_off(wanted: str) -> Iterator[None]:
    """Within it those modules but one seem to be loaded; after it they are loaded as any other."""
    none: dict[str, Any] = dict.fromkeys(_NEVER)
    put = none | {name: _LaterModule(name) for name in _LATER if name != wanted}
    missing = {name: module for name, module in put.items() if name not in sys.modules}
    sys.modules.update(missing)
    re.compile = _compile  # type: ignore[assignment]
    try:
        yield
    finally:
        re.compile = _at_once
        for name in missing:
            del sys.modules[name]


def load(name: str) -> None:
    """Loads a module, and what it needs of others for a first picture."""
    if name not in sys.modules:
        with _put_off(name):
            import_module(name)


# Every command needs paths, and none the addresses of pages that they can be written as.
load("pathlib")
