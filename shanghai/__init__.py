"""Shanghai rummy: a pure engine, variants as data, and a table in the terminal.

The public names are those of `__init__.pyi`. Each is loaded when it is first used.
"""

__version__ = "1.0.0"


def _public() -> dict[str, tuple[str, str]]:
    """The module of each public name, and its name there."""
    import ast
    from pathlib import Path

    stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text("utf-8"))
    return {
        name.asname or name.name: (part.module or "", name.name)
        for part in stub.body
        if isinstance(part, ast.ImportFrom)
        for name in part.names
    }


def __getattr__(name: str) -> object:
    if name == "__all__":
        return sorted(_public())
    public = {} if name.startswith("_") else _public()
    if name not in public:
        raise AttributeError(f"module 'shanghai' has no attribute {name!r}")
    from importlib import import_module
    from types import FunctionType

    module, there = public[name]
    value: object = getattr(import_module(module), there)
    if isinstance(value, FunctionType):
        from shanghai.arguments import checked

        value = checked(name, value)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_public()})
