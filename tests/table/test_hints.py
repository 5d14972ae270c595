"""Hints: every reason has its sentence."""

import ast
from pathlib import Path

from shanghai.table import hints
from shanghai.words.language import section

SAID_OTHERWISE = {"stays", "no-nearer"}
"""The sentences of a reason whose figures are special."""


def test_every_reason_has_a_sentence_and_none_is_idle():
    calls = [
        node
        for node in ast.walk(ast.parse(Path(hints.__file__).read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Why"
    ]
    codes = {
        part.value
        for call in calls
        for part in ast.walk(call.args[0])
        if isinstance(part, ast.Constant)
    }
    assert codes | SAID_OTHERWISE == set(section("hints")["WHY"])
