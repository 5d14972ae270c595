"""How a turn and a call are played in a variant: a few paragraphs for the help."""

from collections.abc import Mapping
from typing import Final

from shanghai.engine.rules import Rules
from shanghai.words.messages import Messages
from shanghai.words.phrases import call_price_texts
from shanghai.words.rulebook.message import filled_by_rules

say = Messages("turn")

HEADINGS: Final[Mapping[str, str]] = say.table("HEADINGS")


def turn_help(rules: Rules | None, round: int = 1) -> dict[str, str]:
    """The paragraphs of the help on a turn, by the names of their headings. They tell the rules in
    the given round; without rules they tell what most games have."""
    texts = dict(say.table("IN_GENERAL"))
    if rules is not None:
        values = _call_values(rules, round)
        texts = {
            part: filled_by_rules(message, rules, **values)
            for part, message in say.table("BY_RULES").items()
        }
    return {**{part: text for part, text in texts.items() if text}, "keyboard": say.ONE_KEYBOARD}


def _call_values(rules: Rules, round: int) -> dict[str, object]:
    """What a call costs in a round, and how many there are, as values for the messages."""
    limits, cards = {*rules.call_limit}, rules.cost_in(round)
    return {
        "number": round,
        "cards": cards,
        "has_cards": cards > 0,
        "price": call_price_texts(rules, round),
        "goes_by_call": rules.call_price_by == "call",
        "differs": len({*rules.call_costs}) > 1,
        "limit": "" if len(limits) > 1 else str(*limits),
        "limits_game": rules.calls_per_game > 0,
    }
