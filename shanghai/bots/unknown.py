"""Which rules the play-outs do not know. Under these the master plays as the hard player."""

from collections.abc import Iterable, Sequence
from typing import Final

from shanghai.engine.parameters.entry import is_on
from shanghai.engine.parameters.fields import DEFAULTS, RULES
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules
from shanghai.engine.state import Situation

MAX_OF_KIND: Final = 8
"""The most sets, and the most runs, of a contract that the play-outs know."""
MAX_OPTIONS: Final = 128
"""The most options for the contracts of a round, those of all seats added up."""


def contracts_asked(state: Situation) -> list[tuple[int, ...]]:
    """By seat the numbers of the contracts among which it may choose, mostly a single one."""
    if state.rules.is_choice:
        return [state.open_contracts(seat) for seat in state.seat_numbers]
    return [(state.contract_number_of(seat),) for seat in state.seat_numbers]


def _knows_different_suits(rules: Rules, options: Sequence[Contract]) -> bool:
    """Whether the compact table can play with sets of different suits (HR-13). It cannot if seats
    choose a contract, runs may be of several suits, or others than jokers are wild in such sets."""
    has_other_wild = rules.other_wild or rules.wild_by_round or rules.upcard_wild
    is_mixed = rules.is_choice or any(option.runs_of != "suit" for option in options)
    return not is_mixed and all(
        option.set_suits == "any" or not (has_other_wild and option.wild_cap) for option in options
    )


def unknown_rules(rules: Rules, numbers: Iterable[int] = ()) -> tuple[str, ...]:
    """The keys of the rules that the compact table does not know.

    `numbers` are the contracts to look at, by default all of the game.
    """
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
    has_suit_rule = any(option.set_suits != "any" for option in options)
    if is_large or (has_suit_rule and not _knows_different_suits(rules, options)):
        keys.append("contracts")
    return tuple(keys)
