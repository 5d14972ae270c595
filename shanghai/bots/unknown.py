"""The rules that the play-outs do not know, under which the master plays as the hard player."""

from collections.abc import Iterable
from typing import Final

from shanghai.engine.parameters.entry import is_on
from shanghai.engine.parameters.fields import DEFAULTS, RULES
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules

_MOST_MELDS: Final = 8
"""The sets, or runs, of a contract at most."""
_MOST_WAYS: Final = 46
"""The ways to fulfil the contracts of a round at most."""


def unknown_rules(rules: Rules, numbers: Iterable[int] = ()) -> tuple[str, ...]:
    """The keys of the rules not known to the compact table, for these contracts or for all."""
    found = [
        key
        for key, rule in RULES.items()
        if not rule.playouts and getattr(rules, key) != DEFAULTS[key]
        if not rule.under or is_on(getattr(rules, rule.under))
    ]
    asked = {*numbers} or range(1, len(rules.contracts) + 1)
    ways = [way for number in asked for way in rules.contract(number).options]
    if len(ways) > _MOST_WAYS or not all(map(_is_known_way, ways)):
        found.append("contracts")
    return tuple(found)


def _is_known_way(way: Contract) -> bool:
    """Whether a way to fulfil a contract asks for no points, and for runs of one suit, if any."""
    few = max(len(way.sets), len(way.runs)) <= _MOST_MELDS
    return few and not way.points and (way.runs_of == "suit" or not way.runs)
