"""The layers of the house: imports run one way and never in a circle."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

from tests.sources import tree

ROOT = Path(__file__).parents[1]


def test_imports_run_one_way(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    # It puts the folder before all other places of modules.
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert lint_imports(no_cache=True) == 0, capsys.readouterr().out


class Imports(ast.NodeVisitor):
    """The modules of the package that one module imports, those for types alone only if wanted."""

    def __init__(self, module, known, for_types):
        self.module, self.known, self.for_types, self.found = module, known, for_types, set()

    def visit_If(self, node):
        names = getattr(node.test, "id", ""), getattr(node.test, "attr", "")
        if self.for_types or "TYPE_CHECKING" not in names:
            self.generic_visit(node)
        for other in node.orelse:
            self.visit(other)

    def generic_visit(self, node):
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.stmt | ast.excepthandler | ast.match_case):
                self.visit(each)

    def visit_Import(self, node):
        for name in node.names:
            self._add(name.name)

    def visit_ImportFrom(self, node):
        assert not node.level, f"{self.module} imports by a relative path"
        for name in node.names:
            self._add(f"{node.module}.{name.name}", node.module)

    def _add(self, *names):
        found = next((name for name in names if name in self.known), None)
        if found is not None and found != self.module:
            self.found.add(found)


def imports_of(folder, package, for_types=False):
    """Every module of a package with the modules of it that it imports, also in functions."""
    files = {}
    for file in sorted(folder.rglob("*.py")):
        parts = file.relative_to(folder.parent).with_suffix("").parts
        files[".".join(parts).removesuffix(".__init__")] = file
    graph = {}
    for module, file in files.items():
        visitor = Imports(module, files.keys(), for_types)
        visitor.visit(tree(file))
        graph[module] = visitor.found
    assert package in graph
    return graph


@cache
def whole_house():
    """Every module of the program with those that it imports."""
    return imports_of(ROOT / "shanghai", "shanghai")


def circles(graph):
    """The groups of modules that reach each other, each sorted."""
    order, seen = [], set()

    def walk(node, follow, out):
        stack = [(node, iter(follow(node)))]
        seen.add(node)
        while stack:
            at, left = stack[-1]
            nearby = next((other for other in left if other not in seen), None)
            if nearby is None:
                stack.pop()
                out.append(at)
            else:
                seen.add(nearby)
                stack.append((nearby, iter(follow(nearby))))

    for node in graph:
        if node not in seen:
            walk(node, graph.__getitem__, order)
    back = {node: {other for other in graph if node in graph[other]} for node in graph}
    seen.clear()
    groups = []
    for node in reversed(order):
        if node not in seen:
            group = []
            walk(node, back.__getitem__, group)
            groups.append(sorted(group))
    return [group for group in groups if len(group) > 1]


@pytest.mark.slow
def test_no_module_imports_itself_by_way_of_others():
    assert circles(whole_house()) == []
    assert circles(imports_of(ROOT / "shanghai", "shanghai", for_types=True)) == []


def test_rooms_import_each_other_in_no_circle():
    graph = whole_house()
    rooms = {}
    for module, found in graph.items():
        room = ".".join(module.split(".")[:2])
        rooms.setdefault(room, set()).update(".".join(name.split(".")[:2]) for name in found)
    for room, found in rooms.items():
        found -= {room, "shanghai"}
    assert circles(rooms) == []


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}}, [["a", "b", "c"]]),
        ({"a": {"b"}, "b": {"a"}, "c": {"d", "a"}, "d": {"c"}}, [["a", "b"], ["c", "d"]]),
    ],
)
def test_circles_are_found(graph, found):
    assert sorted(circles(graph)) == found


def test_imports_in_functions_count_and_those_for_types_do_not(tmp_path):
    house = tmp_path / "house"
    house.mkdir()
    (house / "__init__.py").write_text("")
    (house / "a.py").write_text("def f():\n    from house.b import g\n    import house.c\n")
    (house / "b.py").write_text(
        "if TYPE_CHECKING:\n    from house import a\nelse:\n    import house.c"
    )
    (house / "c.py").write_text("from house import b as other\n")
    graph = imports_of(house, "house")
    assert graph["house.a"] == {"house.b", "house.c"}
    assert graph["house.b"] == {"house.c"}
    assert circles(graph) == [["house.b", "house.c"]]
