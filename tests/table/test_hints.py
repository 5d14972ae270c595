"""Hints: every reason has its sentence."""

import ast
from pathlib import Path

from shanghai.table import hints, no_place, reasons
from shanghai.words.language import section


def constants(tree):
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def test_every_reason_has_a_sentence_and_none_is_idle():
    modules = [
        ast.parse(Path(each.__file__).read_text("utf-8")) for each in (hints, reasons, no_place)
    ]
    calls = [
        node
        for module in modules
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Why"
    ]
    codes = {value for call in calls for value in constants(call.args[0]) if isinstance(value, str)}
    sentences = set(section("hints")["WHY"])
    assert len(codes) > 30
    assert codes - {""} <= sentences <= set().union(*map(constants, modules))
