"""Handicaps: what one player gets more, or less, than the rules say."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from shanghai.engine.cards import Readable
from shanghai.engine.refusal import Refusal, refusal

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules

MOST_CALLS: Final = 3
MOST_POINTS: Final = 50
MOST_CARDS: Final = 3


class Handicap(Readable, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a seat has in addition to the rules, in each round.

    `calls` are more calls, `points` are taken off, `cards` are more or fewer dealt cards, and with
    `hints` a hint leaves no mark on the scorecard.
    """

    calls: int = 0
    points: int = 0
    cards: int = 0
    hints: bool = False


NO_HANDICAP: Final = Handicap()


class Player(Struct, frozen=True):
    """Who sits in a seat, a person or a computer player, and the seat's handicap."""

    name: str
    # A union with Callable could not be read from the settings.
    bot: Any = ""
    """The level of a computer player, or the class or function that makes it; "" for a person."""
    handicap: Handicap = NO_HANDICAP

    @property
    def level(self) -> str:
        """The level of a computer player, or the name of what makes it; "" for a person."""
        return self.bot if isinstance(self.bot, str) else str(getattr(self.bot, "__name__", ""))


def cards_dealt(rules: "Rules", round: int, players: int, handicap: Handicap) -> int:
    """The number of cards dealt to a seat in a round.

    A handicap never takes so many cards that the contract could not be reached.
    """
    dealt = rules.cards_dealt(round, players)
    if not handicap.cards:
        return max(dealt, 1)
    contracts = (rules.contract(round),) if rules.contracts_by == "round" else rules.contracts
    least = min(dealt, max(contract.size for contract in contracts) - 1)
    return max(dealt + handicap.cards, least, 1)


def refuse_handicaps(rules: "Rules", handicaps: Sequence[Handicap], players: int) -> Refusal | None:
    """Why a table cannot play with these handicaps, one for each seat."""
    if len(handicaps) != players:
        return refusal("handicap-seats", "handicap")
    for key, most in (("calls", MOST_CALLS), ("points", MOST_POINTS), ("cards", MOST_CARDS)):
        least = -most if key == "cards" else 0
        for handicap in handicaps:
            figure = getattr(handicap, key)
            if not least <= figure <= most:
                return refusal(f"handicap-{key}", "handicap", given=figure, most=most)
    if not any(handicap.cards for handicap in handicaps):
        return None
    for number in range(1, rules.rounds + 1):
        pack = len(rules.cards(players, number))
        dealt = sum(cards_dealt(rules, number, players, each) for each in handicaps)
        if dealt + 1 > pack:
            return refusal("handicap-pack", "handicap", pack=pack)
    return None
