"""A message on the rules of a table, which chooses its sentences by them and has them as values."""

from collections.abc import Mapping, Sequence
from typing import Any

from shanghai.engine.rules import Rules
from shanghai.words.grammar import words_at
from shanghai.words.messages import filled
from shanghai.words.rulebook.pieces import FACTS

Message = str | Sequence["Message"] | Mapping[str, "Message"]
"""A text, sentences in a row, or a table of messages by the value of the rule, or by what it names
under `by`, with `else`; values given, facts of the rules and the rules stand in places."""


class _Told(dict[str, Any]):
    """What is told of rules, by name; what nobody has given is found when it is asked for."""

    def __init__(self, rules: Rules, given: Mapping[str, object]) -> None:
        super().__init__({**words_at(rules), "rules": rules, **given})

    def __missing__(self, name: str) -> object:
        rules: Rules = self["rules"]
        found = self[name] = fact(rules, name)
        return found

    def case(self, way: str) -> str:
        """The value at the end of a way such as `rules.joker_cap.kind`, as a table names it."""
        name, *further = way.split(".")
        value = self[name]
        for each in further:
            value = getattr(value, each)
        if isinstance(value, str | int):
            return str(value).lower() or "none"
        return "some" if value else "none"


def fact(rules: Rules, name: str) -> object:
    """What the pages tell of rules under a name, mostly the value of a rule."""
    value = FACTS[name](rules) if name in FACTS else getattr(rules, name)
    return [*map(str, value)] if isinstance(value, tuple) else value


def said(message: Message, rules: Rules, **values: object) -> str:
    """A message in the words of a table; empty where it says nothing of these rules."""
    return _said(message, _Told(rules, values))


def _said(message: Message, told: _Told) -> str:
    if isinstance(message, Mapping):
        case = told.case(str(message.get("by", "value")))
        return _said(message.get(case, message.get("else", "")), told)
    if isinstance(message, str):
        return filled(message, told) if "{" in message else message
    return " ".join(filter(None, (_said(each, told) for each in message)))
