"""The source of the program as the tests read it: each module parsed once."""

import ast
from functools import cache
from pathlib import Path

import shanghai

PACKAGE = Path(shanghai.__file__).parent


@cache
def source(path: Path) -> str:
    """The text of a module."""
    return path.read_text("utf-8")


@cache
def tree(path: Path) -> ast.Module:
    """What a module says; nobody changes it."""
    return ast.parse(source(path))


@cache
def nodes(path: Path) -> list[ast.AST]:
    """All that a module says, part by part."""
    return [*ast.walk(tree(path))]
