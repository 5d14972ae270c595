"""Refusals: why the rules do not allow an action, as data that `words` makes a sentence of."""

from msgspec import Struct


class Refusal(Struct, frozen=True):
    """A reason code, the rule (a field of `Rules`, or a clause such as ALL-6), and named facts."""

    code: str
    rule: str
    facts: dict[str, object] = {}


class Refused(ValueError):
    """The rules refuse something; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        facts = ", ".join(f"{name} {value!r}" for name, value in refusal.facts.items())
        super().__init__(f"{refusal.code} ({refusal.rule})" + (facts and f": {facts}"))
        self.refusal = refusal


def refusal(code: str, rule: str, **facts: object) -> Refusal:
    """A refusal with its facts.

    A fact of one name is of one kind in all refusals: `cards` are cards, `seat` is a seat.
    """
    return Refusal(code, rule, facts)
