"""The rules that the play-outs do not know, under which the master plays as the hard player."""

from collections.abc import Iterable
from typing import Final

from shanghai.engine.parameters.entry import is_on
from shanghai.engine.parameters.fields import DEFAULTS, RULES
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules

_MOST_MELDS: Final = 4
"""The sets, or runs, of a contract at most."""


def unknown_rules(rules: Rules, numbers: Iterable[int] = ()) -> tuple[str, ...]:
    """The keys of the rules whose values the compact table does not know.

    `numbers` are those of the contracts that matter; with none of them all do.
    """
    found = [key for key, rule in RULES.items() if not _is_known(rules, key, rule.playouts)]
    if not all(_is_even(rules.contract(at)) for at in {*numbers} or _all_contracts(rules)):
        found.append("contracts")
    if rules.is_by_player and rules.last_round_times > 1:
        found.append("last_round_times")
    if rules.ace == "round" and not rules.adjacent_runs:
        found.append("adjacent_runs")
    return tuple(found)


def _is_known(rules: Rules, key: str, known: bool | tuple[str, ...]) -> bool:
    value, under = getattr(rules, key), RULES[key].under
    if isinstance(known, tuple):
        return value in known
    return known or value == DEFAULTS[key] or bool(under and not is_on(getattr(rules, under)))


def _all_contracts(rules: Rules) -> range:
    return range(1, len(rules.contracts) + 1)


def _is_even(contract: Contract) -> bool:
    """Whether a contract is plain and of few melds, its sets of one size and its runs too."""
    kinds = contract.sets, contract.runs
    plain = Contract(*kinds, suits="different" if contract.suits == "different" else "any")
    return contract == plain and all(
        len(sizes) <= _MOST_MELDS and len({*sizes}) <= 1 for sizes in kinds
    )
