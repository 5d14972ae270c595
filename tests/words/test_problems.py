"""Each fault of the rules of a variant has its words, and no words are left over."""

import ast
import inspect
from pathlib import Path

from shanghai.engine.parameters import checks, effects
from shanghai.engine.parameters.fields import RULES
from shanghai.variants import house_rules, loader
from shanghai.words.language import section

VARIANTS = Path(__file__).parents[2] / ".github" / "VARIANTS.md"
IMPOSSIBLE = {
    *("deal-few", "few-cards", "hand-stays", "large", "large-set", "last-card-stays"),
    *("many-points", "no-last-discard", "no-naturals", "players", "ranks-of-sets", "royal-ace"),
    *("runs-of-suits", "sets-of-ranks", "suits-of-set", "unserved", "whole-hand"),
}
"""The codes of what makes a game impossible. Their sentences give figures as proof."""
BOUNDS = {*("deal-many", "many-jokers", "many-rounds", "most-rounds", "much-wild", "too-much")}
"""The codes of figures that are too large for the program."""
SHAPES = {
    *("by-round", "call-word", "deals-falling", "meld-points", "no-card", "no-clause", "no-meld"),
    *("no-contract", "no-packs", "no-round", "no-rounds", "no-rule", "no-steps", "no-text"),
    *("many-entries", "packs-falling", "picks-no-round", "prices", "rounds-of-base", "same-name"),
    *("sets-no-rule", "steps-falling", "twice", "word"),
}
"""The codes of what is no value of its key."""
MEANINGLESS = {
    "no-upcard": ("upcard_wild: true", "upcard: false"),
    "turns-and-shanghai": ("last_turn: true", "shanghai: true"),
    "chosen": ("all_in_rounds", "contracts_by: free"),
    "exact-points": ("exact_sizes: true", "points"),
    "suits-of-wide": ("suits", "runs_of"),
    "wide-runs": ("runs_of", "repeated_suits: false"),
    "royal-run": ("royal", "runs: [13]"),
    "in-parts": ("lay_in_parts: true", "all_in_rounds"),
}
"""The codes of combinations of rules without a meaning, and how VARIANTS.md names each."""
TEXTS = {
    node.value
    for module in (checks, house_rules, loader)
    for node in ast.walk(ast.parse(inspect.getsource(module)))
    if isinstance(node, ast.Constant) and isinstance(node.value, str)
}


def codes() -> set[str]:
    """The codes of the problems that are made."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(checks))) if _is_problem(node)]
    return {node.value for call in calls for node in ast.walk(call.args[1]) if _is_code(node)}


def _is_problem(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem"


def _is_code(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and " " not in str(node.value)


def test_each_fault_of_rules_has_its_words():
    written = section("problems")
    assert codes() <= {*written["FAULTS"]}
    assert {*written["FAULTS"]} <= TEXTS
    assert {*written["HINTS"]} <= {*written["FAULTS"]}


def test_a_file_is_refused_for_few_reasons():
    """HR-7: what cannot be, what means nothing, what is out of bounds, and what is no value."""
    kinds = (IMPOSSIBLE, MEANINGLESS, BOUNDS, SHAPES)
    every = [code for kind in kinds for code in kind]
    assert len(every) == len({*every})
    assert {*every} == {*section("problems")["FAULTS"]}


def test_each_combination_without_a_meaning_is_listed_with_its_reason():
    """HR-7."""
    rows = [line.split(" | ") for line in VARIANTS.read_text("utf-8").splitlines()]
    rows = [row for row in rows if len(row) == 2 and row[0].startswith("| `")]
    for keys in MEANINGLESS.values():
        (why,) = [why for named, why in rows if all(f"`{key}`" in named for key in keys)]
        assert why.strip(" |").endswith(".")


def test_each_value_without_effect_has_its_reason():
    """HR-8."""
    reasons = {row[1] for row in (*effects._RULES, *effects._PARTS)} | {"cap-kind"}
    assert {*section("problems")["WHY_IDLE"]} == reasons - {*RULES}
