"""The even computer player: it plays well among careful players, and carelessly among careless."""

from collections import defaultdict
from math import exp
from random import Random
from typing import Final

from shanghai.bots.easy import EasyBot
from shanghai.bots.hard import HardBot
from shanghai.bots.protocol import IsLate, never
from shanghai.engine import events
from shanghai.engine.actions import AnyCall, SeatAction
from shanghai.engine.cards import JOKER, Card, face_of
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import SeatView
from shanghai.engine.wild import is_wild

_SLIP: Final = 2.2
_MORE: Final = 0.4
"""What the first and each further card of a round tells, tossed though it is like one that he took:
by how much likelier a careless player does so, as a logarithm; a round without tells as little."""
_COST: Final = 0.45
"""What it tells that a round cost him more than he would pay, in parts of what it cost a seat."""
_USUAL: Final = 1.5
"""That share of a player of whom it says nothing, among those who do their best."""
_AIM: Final = 15
"""Points behind a careless player that it would be."""
_SPAN: Final = 30
"""Points for which its mind wanders further by as much as from hard to easy."""
_MOST: Final = 1.8
"""Far ahead it takes less care than the easy player, for the other to come up."""


class EvenBot(EasyBot, HardBot):
    """Lets its mind wander for those who are careless, so that an evening comes out even."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate = never) -> None:
        super().__init__(seat, random, is_late)
        self.fellows: frozenset[SeatIndex] = frozenset()
        self._ease = 0.0
        self._taken: defaultdict[SeatIndex, list[Card]] = defaultdict(list)
        """By seat the cards of the round that it took from the discards."""
        self._odds: defaultdict[SeatIndex, float] = defaultdict(float)
        """By seat how likely it is a careless player's, as a logarithm."""
        self._slipped: set[SeatIndex] = set()
        self._down: set[SeatIndex] = set()

    def notice(self, event: events.Event) -> None:
        """As the hard player, and who tosses what was worth taking."""
        super().notice(event)
        match event:
            case events.Dealt():
                self._taken.clear()
                self._slipped.clear()
                self._down.clear()
            case events.WentDown(seat=seat):
                self._down.add(seat)
            case events.DiscardTaken(seat=seat, card=card):
                self._taken[seat].append(card)
            case events.Discarded(seat=seat, card=card) if seat not in self._down:
                if any(_is_like(card, other) for other in self._taken[seat]):
                    self._odds[seat] += _MORE if seat in self._slipped else _SLIP
                    self._slipped.add(seat)
            case events.RoundEnded(points=points):
                mean = max(1, sum(points) / len(points))
                for seat, own in enumerate(points):
                    self._odds[seat] += _COST * (own / mean - _USUAL + self._ease) - _MORE
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
            cards, key=lambda card: (is_wild(view.rules, card), card in self._taken[self.seat])
        )

    def _how_easy(self, view: SeatView) -> float:
        """From 0, among careful players or behind the careless, to the most, far ahead of them."""
        others = {*view.seat_numbers} - self.fellows - {self.seat}
        return max((self._follows(view, seat) for seat in others), default=0.0)

    def _follows(self, view: SeatView, seat: SeatIndex) -> float:
        """How far its mind wanders for the sake of one other player."""
        sure = 1 / (1 + exp(-self._odds[seat]))
        behind = view.seats[seat].score - view.seats[self.seat].score
        return sure * min(_MOST, max(0.0, (behind + _AIM) / _SPAN))

    def _wanders(self, chance: float) -> bool:
        return super()._wanders(chance * self._ease)


def _is_like(card: Card, other: Card) -> bool:
    """Whether two natural cards have one rank, or one suit and ranks beside each other."""
    one, two = sorted((face_of(card), face_of(other)))
    is_beside = two - one <= 1 and one // 13 == two // 13
    return two != JOKER and (one % 13 == two % 13 or is_beside)
