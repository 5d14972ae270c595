"""The even computer player: it plays well among careful players, and carelessly among careless."""

from collections import Counter
from random import Random
from typing import Final

from shanghai.bots.easy import EasyBot
from shanghai.bots.hard import HardBot
from shanghai.bots.protocol import IsLate, never
from shanghai.engine import events
from shanghai.engine.actions import AnyCall, SeatAction
from shanghai.engine.cards import Card
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import SeatView
from shanghai.engine.wild import is_wild

_AT_ONCE: Final = 0.6
_A_ROUND: Final = 0.25
"""Cards taken and tossed again, at first and more for each round, that make a player careless."""
_ALIKE: Final = 1.6
"""How far its mind wanders with as many points as a careless player: 0 is hard, 1 easy."""
_SPAN: Final = 20
"""Points ahead of that one for which it wanders further by as much as from hard to easy."""
_MOST: Final = 3.0
"""Far ahead it takes less care than the easy player, for the other to come up."""


class EvenBot(EasyBot, HardBot):
    """Lets its mind wander as far as another player's does, so that an evening comes out even."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate = never) -> None:
        super().__init__(seat, random, is_late)
        self._ease = 0.0
        self._rounds = 0
        self._taken: set[tuple[SeatIndex, Card]] = set()
        """By seat the cards of the round that it took from the discards."""
        self._slips: Counter[SeatIndex] = Counter()
        """By other seat how many of those it tossed again, in the whole game."""

    def notice(self, event: events.Event) -> None:
        """As the hard player, and who tosses what was worth taking."""
        super().notice(event)
        match event:
            case events.Dealt():
                self._rounds += 1
                self._taken.clear()
            case events.DiscardTaken(seat=seat, card=card):
                self._taken.add((seat, card))
            case events.Discarded(seat=seat, card=card) if seat != self.seat:
                self._slips[seat] += (seat, card) in self._taken
            case _:
                pass

    def decide(self, view: SeatView) -> SeatAction:
        """The hard player's step, or what its mind wanders to."""
        self._ease = self._how_easy(view)
        return super().decide(view)

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The hard player's call, or what its mind wanders to."""
        self._ease = self._how_easy(view)
        return super().wants_call(view)

    def _discards(self, view: SeatView) -> list[Card]:
        """Any card, but what it took itself only last: another one of its kind would go by that."""
        cards = super()._discards(view)
        if not self._ease:
            return cards
        return sorted(
            cards, key=lambda card: (is_wild(view.rules, card), (self.seat, card) in self._taken)
        )

    def _how_easy(self, view: SeatView) -> float:
        """From 0, among careful players or behind the careless, to the most, far ahead of them."""
        return max((self._follows(view, seat) for seat in self._slips), default=0.0)

    def _follows(self, view: SeatView, seat: SeatIndex) -> float:
        """How far its mind wanders for the sake of one other player."""
        sure = min(1.0, self._slips[seat] / (_AT_ONCE + _A_ROUND * self._rounds))
        behind = view.seats[seat].score - view.seats[self.seat].score
        return sure * min(_MOST, max(0.0, _ALIKE + behind / _SPAN))

    def _wanders(self, chance: float) -> bool:
        return super()._wanders(chance * self._ease)
