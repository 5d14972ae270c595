"""Each fault of the rules of a variant has its words, and no words are left over."""

import ast
import inspect

from shanghai.engine.parameters import checks
from shanghai.engine.parameters.fields import RULES
from shanghai.variants import house_rules, loader
from shanghai.words.language import section

NEEDS = {f"{key} {need.other}" for key, rule in RULES.items() for need in rule.needs}
TEXTS = {
    node.value
    for module in (checks, house_rules, loader)
    for node in ast.walk(ast.parse(inspect.getsource(module)))
    if isinstance(node, ast.Constant) and isinstance(node.value, str)
}


def codes() -> set[str]:
    """The codes that stand where a problem is made, and in the tables of checks."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(checks))) if _is_problem(node)]
    made = {node.value for call in calls for node in ast.walk(call.args[1]) if _is_code(node)}
    return made | {row[1] for row in (*checks._FIGURES, *checks._CONDITIONS)}


def _is_problem(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem"


def _is_code(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and " " not in str(node.value)


def test_each_fault_of_rules_has_its_words():
    written = section("problems")
    assert codes() | NEEDS <= {*written["FAULTS"]}
    assert {*written["FAULTS"]} <= TEXTS | NEEDS
    assert {*written["HINTS"]} <= {*written["FAULTS"]}
