"""The rules that the play-outs do not know, under which the master plays as the hard player."""

from typing import Final

from shanghai.engine.parameters.entry import is_on
from shanghai.engine.parameters.fields import DEFAULTS, RULES
from shanghai.engine.rules import Rules

_MOST_MELDS: Final = 4
"""The sets, or runs, of a contract at most."""


def unknown_rules(rules: Rules, round: int | None = None) -> tuple[str, ...]:
    """The keys of the rules whose values the compact table does not know, in a round or in any."""
    found = [key for key, rule in RULES.items() if not _is_known(rules, key, rule.playouts)]
    rounds = range(1, rules.rounds + 1) if round is None else (round,)
    if rules.contracts_by == "round" and not all(_has_known_contract(rules, at) for at in rounds):
        found.append("contracts")
    if rules.ace == "round" and not rules.adjacent_runs:
        found.append("adjacent_runs")
    return tuple(found)


def _is_known(rules: Rules, key: str, known: bool | tuple[str, ...]) -> bool:
    value, under = getattr(rules, key), RULES[key].under
    if isinstance(known, tuple):
        return value in known
    return known or value == DEFAULTS[key] or bool(under and not is_on(getattr(rules, under)))


def _has_known_contract(rules: Rules, round: int) -> bool:
    contract = rules.contract(round)
    if contract.alternatives or max(len(contract.runs), len(contract.sets)) > _MOST_MELDS:
        return False
    return max(len(set(contract.runs)), len(set(contract.sets))) <= 1
