"""Rules cut down for tests: single rounds, and only those that so many players can finish."""

from collections.abc import Iterable

import pytest

from shanghai.engine.evening import with_rounds
from shanghai.engine.melds import places
from shanghai.engine.rules import Rules
from shanghai.engine.state import State
from shanghai.engine.wild import wild_index
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant

TABLES = [
    (variant, players)
    for variant in known_variants()
    for players in range(load_variant(variant).min_players, load_variant(variant).max_players + 1)
]


def tables(within: int, most: int = 8) -> list:
    """Every table as a parameter, those slow that are not so many players within the bounds."""
    found = []
    for variant, players in TABLES:
        rules = load_variant(variant)
        usual = players in (rules.min_players + within, min(most, rules.max_players - within))
        found.append(pytest.param(variant, players, marks=[] if usual else pytest.mark.slow))
    return found


def only_rounds(rules: Rules, numbers: Iterable[int]) -> Rules:
    """The rules with these rounds alone."""
    return with_rounds(rules, tuple(numbers))


def can_be_finished(rules: Rules, number: int, players: int) -> bool:
    """Whether a hand can ever be as large as the contract.

    Of two players neither may call what the other discards to them, so one of them has a single
    call, on the first upcard (ALL-9), and no hand grows beyond that.
    """
    most = rules.cards_dealt(number) + 1 + rules.call_cost + 1
    return players > 2 or rules.contract(number).size <= most


def finishable(rules: Rules, players: int) -> Rules:
    """The rules with the rounds alone that so many players can finish."""
    rounds = range(1, rules.rounds + 1)
    return only_rounds(rules, (n for n in rounds if can_be_finished(rules, n, players)))


def half_of(rules: Rules, players: int, every: int = 2) -> Rules:
    """Every other one of the rounds that can be finished, the odd ones for odd player counts."""
    rules = finishable(rules, players)
    return only_rounds(rules, range(1 + (players + 1) % 2, rules.rounds + 1, every))


def stands_still(state: State) -> bool:
    """Whether nobody can ever go out any more.

    Everybody is down, and no card that is not on the table fits a meld or frees a joker: each turn
    draws a card and discards a card for ever. The texts say nothing of it.
    """
    if not all(seat.down for seat in state.seats):
        return False
    free = [*state.stock, *state.discards, *(card for seat in state.seats for card in seat.hand)]
    return not any(
        places(state.rules, meld, card)
        or (state.rules.exchange != "none" and wild_index(state.rules, meld, card) >= 0)
        for meld in state.table
        for card in free
    )
