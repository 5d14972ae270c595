"""A message of the rules page: a text with the table's own words, one for each value, or made."""

from collections.abc import Callable, Mapping

from shanghai.engine.rules import Rules
from shanghai.words.grammar import plural, with_article
from shanghai.words.phrases import call_name

Message = str | Mapping[str, str] | Callable[[Rules], str]
"""A text with fields in braces, such a text for each value of a rule, or how it is made.

`else` stands for all other values. The fields are `{value}`, the words of the table as in `{set}`,
`{sets}` and `{a_set}`, its `{call}`, and the `{side}` to which turns go round.
"""


def said(message: Message, rules: Rules, value: object = None) -> str:
    """A message in the words of a table; empty where it says nothing of this value."""
    if isinstance(message, Mapping):
        message = message.get(str(value).lower(), message.get("else", ""))
    if not isinstance(message, str):
        return message(rules)
    if "{" not in message:
        return message
    words = rules.words
    return message.format(
        value=value,
        call=call_name(rules),
        side="left" if rules.direction == "clockwise" else "right",
        set=words.set,
        sets=plural(words.set, words),
        a_set=with_article(words.set, words),
        run=words.run,
        runs=plural(words.run, words),
        Runs=plural(words.run, words).capitalize(),
        a_run=with_article(words.run, words),
        round=words.round,
        rounds=plural(words.round, words),
    )
