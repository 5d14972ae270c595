"""The even computer player: it plays well among careful players, and carelessly among careless."""

from collections import defaultdict
from math import tanh
from random import Random
from typing import Final

from shanghai.bots.easy import MOST, SPAN, EasyBot
from shanghai.bots.hard import HardBot
from shanghai.bots.protocol import IsLate, never
from shanghai.engine import events
from shanghai.engine.cards import Card, face_of, is_joker
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.state import SeatView
from shanghai.engine.wild import is_wild

_FIRST: Final = -0.8
"""How much likelier it takes another player to be careless than careful, as a logarithm."""
_VERY: Final = 2.5
_LIKE: Final = 0.75
_OTHER: Final = -0.2
"""What a toss before going down adds: of the very card that he took from the discards, of one of
its rank or beside it in suit, and of another while he holds one that he took."""
_ROUND: Final = -0.3
"""What a round adds beside."""
_COST: Final = 0.4
"""What a round adds for each time that it costs him as much as it costs a seat, less one time,
or the less the further its own mind wandered."""
_KIND: Final = 2.2
"""How many times as far as the easy player it falls behind one who is surely careless."""
_FAR: Final = 180
"""Points ahead of one who is surely careful from which on its mind wanders for his sake, and half
of them ahead of each careful one for the sake of another."""


_KNOWN: Final = {
    "random": 4.0,
    "easy": 1.2,
    "pip": 1.2,
    "simple": -4.0,
    "hard": -4.0,
    "master": -4.0,
}
"""What stands in place of these odds for a computer, as everybody at the table sees its level."""


class EvenBot(EasyBot, HardBot):
    """Lets its mind wander for those who are careless, so that an evening comes out even."""

    kind = frozenset({"even"})
    wakes = 30

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate = never) -> None:
        super().__init__(seat, random, is_late)
        self._ease = 0.0
        self._odds: defaultdict[SeatIndex, float] = defaultdict(lambda: _FIRST)
        """By seat how much likelier a careless player sits there, as a logarithm."""
        self._took: defaultdict[SeatIndex, list[Card]] = defaultdict(list)
        """By seat the cards of the round that it took from the discards."""
        self._down: set[SeatIndex] = set()

    def notice(self, event: events.Event) -> None:
        """As the hard player, and who tosses what is like a card that was worth taking."""
        super().notice(event)
        match event:
            case events.Dealt():
                self._took.clear()
                self._down.clear()
            case events.DiscardTaken(seat=seat, card=card) if not is_joker(card):
                self._took[seat].append(card)
            case events.WentDown(seat=seat):
                self._down.add(seat)
            case events.Discarded(seat=seat, card=card) if seat not in self._down:
                self._weigh_toss(seat, card)
            case events.RoundEnded(points=points):
                self._weigh_costs(points)

    def _weigh_toss(self, seat: SeatIndex, card: Card) -> None:
        """Whether he tosses what he took, or what goes with it."""
        took = self._took[seat]
        if card in took:
            self._odds[seat] += _VERY
            took.remove(card)
        elif took and not is_joker(card):
            self._odds[seat] += _LIKE if any(_is_like(card, other) for other in took) else _OTHER

    def _weigh_costs(self, points: tuple[int, ...]) -> None:
        """What a round cost each player, the less the more minds wander."""
        mean = max(1.0, sum(points) / len(points))
        for seat, own in by_seat(points):
            self._odds[seat] += _COST * (own / mean - 1 / (1 + self._ease)) + _ROUND

    def _any_loose(self, view: SeatView) -> list[Card]:
        """Any card, but what it took itself only last: that would look odd."""
        cards, own = super()._any_loose(view), self._took[self.seat]
        return sorted(cards, key=lambda card: (is_wild(view.rules, card), card in own))

    def _how_easy(self, view: SeatView) -> float:
        """From 0, as the hard player, to the most; it does not fall behind the careful."""
        others = self._others(view)
        careful = [self._ahead(view, seat) - _FAR / 2 for seat in others if self._odds_of(seat) < 0]
        points = max((self._follows(view, seat) for seat in others), default=0.0)
        return max(0.0, min(points, *careful, MOST * SPAN)) / SPAN

    def _odds_of(self, seat: SeatIndex) -> float:
        return _KNOWN.get(self.levels.get(seat, ""), self._odds[seat])

    def _follows(self, view: SeatView, seat: SeatIndex) -> float:
        """How many points it is further ahead of another player than it wants to be."""
        careful = (1 - tanh(self._odds_of(seat) / 2)) / 2
        aim = (1 - careful) * _KIND * self._aim(view, seat) - careful * _FAR
        return self._ahead(view, seat) + aim


def _is_like(card: Card, other: Card) -> bool:
    """Whether two natural cards have one rank, or one suit and ranks beside each other."""
    low, high = sorted((face_of(card), face_of(other)))
    return low % 13 == high % 13 or (high - low <= 1 and low // 13 == high // 13)
