"""What is wrong with the rules of a variant, and what the parts of its values mean."""

from collections.abc import Mapping
from typing import Final

from shanghai.engine.parameters.checks import Problem
from shanghai.words.messages import Messages

say = Messages("problems")
__getattr__ = say.__getattr__

_FAULTS: Final[Mapping[str, str]] = say.table("FAULTS")
_HINTS: Final[Mapping[str, str]] = say.table("HINTS")
PARTS: Final[Mapping[str, Mapping[str, str]]] = say.table("PARTS")
BESIDE: Final[Mapping[str, str]] = say.table("BESIDE")
"""Beside what a rule has no effect, where that is no rule."""


def problem_text(problem: Problem) -> tuple[str, str]:
    """What is wrong with a value of the rules, and what would be right."""
    facts = {
        name: say.SPAN.format(*value) if isinstance(value, tuple) else value
        for name, value in problem.facts.items()
    }
    return _FAULTS[problem.code].format(**facts), _HINTS.get(problem.code, "").format(**facts)
