"""Sentences on mistakes in the rules of a variant, and the words for parts of their values."""

from collections.abc import Mapping
from typing import Final

from shanghai.engine.parameters.checks import Problem
from shanghai.engine.parameters.fields import RULES
from shanghai.engine.rules import Rules
from shanghai.words.messages import Messages
from shanghai.words.rulebook.rules import RULE_WORDS

say = Messages("problems")
__getattr__ = say.__getattr__

_FAULTS: Final[Mapping[str, str]] = say.table("FAULTS")
_HINTS: Final[Mapping[str, str]] = say.table("HINTS")
PARTS: Final[Mapping[str, Mapping[str, str]]] = say.table("PARTS")
_WHY_IDLE: Final[Mapping[str, str]] = say.table("WHY_IDLE")
"""Why a value has no effect, for reasons other than the value of one other rule."""


def problem_text(problem: Problem) -> tuple[str, str]:
    """Two texts: what is wrong with a value of the rules, and how to correct it. The second is
    empty if there is no advice."""
    facts = {
        name: say.SPAN.format(*value) if isinstance(value, tuple) else value
        for name, value in problem.facts.items()
    }
    return _FAULTS[problem.code].format(**facts), _HINTS.get(problem.code, "").format(**facts)


def why_idle(rules: Rules, reason: str, *, is_file: bool = True) -> str:
    """Why a value has no effect, as the end of a sentence (HR-8).

    `reason` is the key of the rule that makes it useless, or the key of a text. If the sentence is
    about a file (`is_file`), it has the key of that rule and its value as in a file. Else it has
    the title and the value in words.
    """
    if reason not in RULES:
        return say.of("IDLE", "because", why=_WHY_IDLE[reason])
    value = getattr(rules, reason)
    name = reason if is_file else f'"{RULE_WORDS[reason].title}"'
    is_set = any(value) if isinstance(value, tuple) else value not in (False, 0)
    if not is_set:
        return say.of("IDLE", "without", name=name)
    text = _as_written(value) if is_file else RULE_WORDS[reason].in_words(rules)
    return say.of("IDLE", "beside", name=name, value=text)


def _as_written(value: object) -> str:
    """A value of a rule as a file has it. A mapping is only `{...}`, equal entries are one."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        entries = [_as_written(each) for each in value]
        is_one = len({*entries}) == 1
        return entries[0] if is_one else f"[{', '.join(entries)}]"
    return str(value) if isinstance(value, int | str) else "{...}"
