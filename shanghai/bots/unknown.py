"""The rules that the play-outs do not know, under which the master plays as the hard player."""

from collections.abc import Iterable, Sequence
from typing import Final

from shanghai.engine.parameters.entry import is_on
from shanghai.engine.parameters.fields import DEFAULTS, RULES
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules
from shanghai.engine.state import Situation

MAX_OF_KIND: Final = 8
"""The sets, or runs, of a contract at most."""
MAX_OPTIONS: Final = 128
"""The options to fulfil the contracts of a round at most, of all seats that may choose."""


def contracts_asked(state: Situation) -> list[tuple[int, ...]]:
    """By seat the numbers of the contracts that it may lay."""
    if state.rules.is_choice:
        return [state.open_contracts(seat) for seat in state.seat_numbers]
    return [(state.contract_number_of(seat),) for seat in state.seat_numbers]


def _knows_sets_apart(rules: Rules, options: Sequence[Contract]) -> bool:
    """Whether the compact table knows sets that hold no suit twice when they are laid (HR-13).

    It does not know which of several contracts such sets fulfil, nor a wild card that counts as a
    natural of a suit which the set has already.
    """
    has_other_wild = rules.other_wild or rules.wild_by_round or rules.upcard_wild
    is_mixed = rules.is_choice or any(option.runs_of != "suit" for option in options)
    return not is_mixed and all(
        option.set_suits == "any" or not (has_other_wild and option.wild_cap) for option in options
    )


def unknown_rules(rules: Rules, numbers: Iterable[int] = ()) -> tuple[str, ...]:
    """The keys of the rules not known to the compact table, for these contracts or for all."""
    keys = [
        key
        for key, rule in RULES.items()
        if not rule.playouts and getattr(rules, key) != DEFAULTS[key]
        if not rule.under or is_on(getattr(rules, rule.under))
    ]
    asked = {*numbers} or range(1, len(rules.contracts) + 1)
    options = [option for number in asked for option in rules.contract(number).options]
    most = max(max(len(option.sets), len(option.runs)) for option in options)
    choosers = rules.max_players if rules.contracts_by == "free" else 2
    is_large = (
        max(len(options) * choosers, len(rules.contracts)) > MAX_OPTIONS or most > MAX_OF_KIND
    )
    is_apart = any(option.set_suits != "any" for option in options)
    if is_large or (is_apart and not _knows_sets_apart(rules, options)):
        keys.append("contracts")
    return tuple(keys)
