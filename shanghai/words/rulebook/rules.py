"""The words of each rule: its title, its description, its value in few words, and its sentence."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from shanghai.engine.parameters.entry import is_on
from shanghai.engine.parameters.fields import ANNOTATIONS, RULES
from shanghai.engine.rules import Rules
from shanghai.words.messages import Messages
from shanghai.words.rulebook.message import RuleMessage, fact, filled_by_rules

say = Messages("rules")

_RULES: Final[Mapping[str, Mapping[str, Any]]] = say.table("RULES")
_SHORT: Final[Mapping[str, str]] = say.table("SHORT")
"""The value of a rule in few words, for a rule that has no words of its own for that."""
_ABOUT: Final[Mapping[str, Mapping[str, Any]]] = say.table("ABOUT")
"""The words of the keys that are no rules of play."""


class KeyWords(Struct, frozen=True):
    """The words of a key in a variant file: title, description, and an example of a value."""

    key: str

    @property
    def title(self) -> str:
        """The title of the key."""
        return str(self._words["title"])

    @property
    def description(self) -> str:
        """A text on what the key means."""
        return str(self._words["description"])

    @property
    def example(self) -> str:
        """An example of a value; empty if none is needed."""
        return str(self._words.get("example", ""))

    @property
    def _words(self) -> Mapping[str, Any]:
        return _ABOUT[self.key]


class RuleWords(KeyWords, frozen=True):
    """The words of a rule. Its sentence is empty if there is nothing to say."""

    def short(self, rules: Rules) -> str:
        """The value in a few words, for a comparison; `-` if other rules make it useless."""
        return self.in_words(rules) if self.is_of_use(rules) else "-"

    def in_words(self, rules: Rules) -> str:
        """The value in a few words, even if other rules make it useless."""
        return self._text(self._words.get("short", _SHORT), rules)

    def sentence(self, rules: Rules) -> str:
        """The sentence on the rules page; empty if other rules make the value useless."""
        message = self._words.get("sentence", "") if self.is_of_use(rules) else ""
        return self._text(message, rules)

    def _text(self, message: RuleMessage, rules: Rules) -> str:
        """The text of a message, with the value of this rule as `value`."""
        value = fact(rules, self.key)
        count = len(value) if isinstance(value, list) else 0
        return filled_by_rules(message, rules, value=value, count=count)

    def is_of_use(self, rules: Rules) -> bool:
        """Whether the rule has an effect: the rule that it depends on, if any, is switched on."""
        under = RULES[self.key].under
        return not under or is_on(getattr(rules, under))

    @property
    def _words(self) -> Mapping[str, Any]:
        return _RULES[self.key]


RULE_WORDS: Final = {key: RuleWords(key) for key in RULES}
KEY_WORDS: Final[dict[str, KeyWords]] = {
    **{key: KeyWords(key) for key in ("extends", "rounds", *ANNOTATIONS)},
    **RULE_WORDS,
}
"""The words of every key of a variant file."""
