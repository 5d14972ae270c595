"""How a turn and a call go in a variant, in a few paragraphs for the help."""

from collections.abc import Mapping
from typing import Final

from shanghai.engine.rules import Rules
from shanghai.words.messages import Messages
from shanghai.words.phrases import price_words
from shanghai.words.rulebook.message import filled_by_rules

say = Messages("turn")

HEADINGS: Final[Mapping[str, str]] = say.table("HEADINGS")


def turn_help(rules: Rules | None, round: int = 1) -> dict[str, str]:
    """The parts of the help by the rules of a variant in a round, or as things go in general."""
    texts = dict(say.table("IN_GENERAL"))
    if rules is not None:
        values = _call_values(rules, round)
        texts = {
            part: filled_by_rules(message, rules, **values)
            for part, message in say.table("BY_RULES").items()
        }
    return {**{part: text for part, text in texts.items() if text}, "keyboard": say.ONE_KEYBOARD}


def _call_values(rules: Rules, round: int) -> dict[str, object]:
    limits, cards = {*rules.call_limit}, rules.cost_in(round)
    return {
        "number": round,
        "cards": cards,
        "has_cards": cards > 0,
        "price": price_words(rules, round),
        "goes_by_call": rules.call_price_by == "call",
        "differs": len({*rules.call_costs}) > 1,
        "limit": "" if len(limits) > 1 else str(*limits),
        "limits_game": rules.calls_per_game > 0,
    }
