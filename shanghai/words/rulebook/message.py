"""Messages that depend on the rules of a game. `MESSAGES.md` explains how they are written."""

from collections.abc import Mapping, Sequence
from typing import Any

from shanghai.engine.rules import Rules
from shanghai.words.grammar import words_at
from shanghai.words.messages import filled
from shanghai.words.rulebook.pieces import FACTS

RuleMessage = str | Sequence["RuleMessage"] | Mapping[str, "RuleMessage"]
"""A text, several messages one after the other, or a mapping that chooses one of its messages. The
key `by` of a mapping names the value whose text is the key of the chosen message."""


class _RuleValues(dict[str, Any]):
    """The values that a message may name. Facts and rules are looked up when they are needed."""

    def __init__(self, rules: Rules, values: Mapping[str, object]) -> None:
        super().__init__({**words_at(rules), "rules": rules, **values})

    def __missing__(self, name: str) -> object:
        self[name] = fact(self["rules"], name)
        return self[name]

    def case(self, path: str) -> str:
        """The value at a path such as `rules.joker_cap.kind`, as the key of a mapping. A text or a
        number is itself. Any other value is `some`, and an empty one is `none`."""
        name, *attributes = path.split(".")
        value = self[name]
        for attribute in attributes:
            value = getattr(value, attribute)
        if isinstance(value, str | int):
            return str(value).lower() or "none"
        return "some" if value else "none"


def fact(rules: Rules, name: str) -> object:
    """A fact of the rules by its name, or the value of the rule with that name."""
    value = FACTS[name](rules) if name in FACTS else getattr(rules, name)
    return [*map(str, value)] if isinstance(value, tuple) else value


def filled_by_rules(message: RuleMessage, rules: Rules, **values: object) -> str:
    """The text of a message for these rules; empty if it has nothing to tell of them."""
    return _text(message, _RuleValues(rules, values))


def _text(message: RuleMessage, values: _RuleValues) -> str:
    if isinstance(message, Mapping):
        case = values.case(str(message.get("by", "value")))
        return _text(message.get(case, message.get("else", "")), values)
    if isinstance(message, str):
        return filled(message, values) if "{" in message else message
    texts = (_text(each, values) for each in message)
    return " ".join(filter(None, texts))
