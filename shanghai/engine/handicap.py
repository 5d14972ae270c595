"""A handicap of a seat: what the table gives one player more, or less, than the rules do."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules

MOST_CALLS: Final = 3
MOST_POINTS: Final = 50
MOST_CARDS: Final = 3


class Handicap(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a seat has beside the rules; it belongs to the table, not to the variant.

    `calls` are calls more in each round that has any, `points` are taken off in each round,
    `cards` are dealt more (or fewer, below zero), `hints` leave no mark on the scorecard.
    """

    calls: int = 0
    points: int = 0
    cards: int = 0
    hints: bool = False


NO_HANDICAP: Final = Handicap()
"""That of a seat which plays by the rules alone."""


def cards_dealt(rules: "Rules", round: int, players: int, handicap: Handicap) -> int:
    """The cards dealt to a seat in a round; fewer only as far as the contract stays in reach."""
    dealt = rules.cards_dealt(round, players)
    contracts = (rules.contract(round),) if rules.contracts_by == "round" else rules.contracts
    least = min(dealt, max(contract.size for contract in contracts) - 1)
    return max(dealt + handicap.cards, least, 1)


def handicap_fault(rules: "Rules", handicaps: Sequence[Handicap]) -> str:
    """Why a table cannot play with these handicaps, one a seat; empty where it can."""
    for handicap in handicaps:
        if not 0 <= handicap.calls <= MOST_CALLS:
            return f"a handicap gives 0 to {MOST_CALLS} calls more, not {handicap.calls}"
        if not 0 <= handicap.points <= MOST_POINTS:
            return f"a handicap takes 0 to {MOST_POINTS} points off a round, not {handicap.points}"
        if abs(handicap.cards) > MOST_CARDS:
            return f"a handicap is {MOST_CARDS} cards more or less at most, not {handicap.cards}"
    players = len(handicaps)
    if not any(handicap.cards for handicap in handicaps):
        return ""
    for number in range(1, rules.rounds + 1):
        pack = len(rules.cards(players, number))
        dealt = sum(cards_dealt(rules, number, players, each) for each in handicaps)
        if dealt + 1 > pack:
            return f"the pack of {pack} cards is too small for so many cards more"
    return ""
