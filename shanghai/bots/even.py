"""The even computer player: it plays well among careful players, and carelessly among careless."""

from collections import Counter, defaultdict
from random import Random
from typing import Final

from shanghai.bots.easy import EasyBot
from shanghai.bots.hard import HardBot
from shanghai.bots.protocol import IsLate, never
from shanghai.engine import events
from shanghai.engine.actions import AnyCall, SeatAction
from shanghai.engine.cards import JOKER, Card, face_of
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.state import SeatView
from shanghai.engine.wild import is_wild

_FIRST: Final = -1.5
"""How much likelier it takes another player to be careless than careful, as a logarithm."""
_SLIP: Final = 2.2
_AGAIN: Final = 0.4
"""What the first and each further card of a round adds, tossed though it is like one he took."""
_ROUND: Final = -0.4
"""What a round adds, with slips or without."""
_COST: Final = 0.45
_USUAL: Final = 1.5
"""What a round adds for each time that it costs him as much as it costs a seat, and how many of
those it takes to add nothing, among players who do their best."""
_SURE: Final = 2.25
"""No surer of a careless player does it let itself fall behind."""
_AIM: Final = 50
"""Points behind a careless player, or ahead of a careful one, from which on its mind wanders, for
each 1 that it is sure of it."""
_SPAN: Final = 20
"""Points further ahead with which it wanders as far as the easy player's."""
_MOST: Final = 1.8
"""Far ahead it takes less care than the easy player, for the other to come up."""


class EvenBot(EasyBot, HardBot):
    """Lets its mind wander for those who are careless, so that an evening comes out even."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate = never) -> None:
        super().__init__(seat, random, is_late)
        self.fellows: frozenset[SeatIndex] = frozenset()
        self._ease = 0.0
        self._points: Counter[SeatIndex] = Counter()
        self._odds: defaultdict[SeatIndex, float] = defaultdict(lambda: _FIRST)
        """By seat how much likelier a careless player sits there, as a logarithm."""
        self._taken: defaultdict[SeatIndex, list[Card]] = defaultdict(list)
        """By seat the cards of the round that it took from the discards."""
        self._slipped: set[SeatIndex] = set()
        self._down: set[SeatIndex] = set()

    def notice(self, event: events.Event) -> None:
        """As the hard player, and who tosses what is like a card that was worth taking."""
        super().notice(event)
        match event:
            case events.Dealt():
                self._taken.clear()
                self._slipped.clear()
                self._down.clear()
            case events.DiscardTaken(seat=seat, card=card):
                self._taken[seat].append(card)
            case events.WentDown(seat=seat):
                self._down.add(seat)
            case events.Discarded(seat=seat, card=card) if seat not in self._down:
                if any(_is_like(card, other) for other in self._taken[seat]):
                    self._odds[seat] += _AGAIN if seat in self._slipped else _SLIP
                    self._slipped.add(seat)
            case events.RoundEnded(points=points):
                self._weigh_costs(points)
            case events.ScoreCorrected(seat=seat, was=was, points=now):
                self._points[seat] += now - was

    def _weigh_costs(self, points: tuple[int, ...]) -> None:
        """What a round cost each player, the less the more minds wander."""
        mean = max(1.0, sum(points) / len(points))
        for seat, own in by_seat(points):
            usual = _USUAL - self._follows(seat)
            self._odds[seat] += _COST * (own / mean - usual) + _ROUND
        self._points.update(dict(by_seat(points)))

    def decide(self, view: SeatView) -> SeatAction:
        """The hard player's step, or what its mind wanders to."""
        self._ease = self._how_easy(view)
        return super().decide(view)

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The hard player's call, or what its mind wanders to."""
        self._ease = self._how_easy(view)
        return super().wants_call(view)

    def _discards(self, view: SeatView) -> list[Card]:
        """Any card, but what it took itself only last: that would look odd."""
        cards, own = super()._discards(view), self._taken[self.seat]
        if not self._ease:
            return cards
        return sorted(cards, key=lambda card: (is_wild(view.rules, card), card in own))

    def _how_easy(self, view: SeatView) -> float:
        """From 0, as the hard player, to the most; those of its own level never count."""
        others = {*view.seat_numbers} - self.fellows - {self.seat}
        return max(map(self._follows, others), default=0.0)

    def _follows(self, seat: SeatIndex) -> float:
        """How far its mind wanders for the sake of one other player."""
        odds = min(_SURE, self._odds[seat])
        ahead = self._points[seat] - self._points[self.seat]
        return min(_MOST, max(0.0, (ahead + _AIM * odds) / _SPAN))

    def _wanders(self, chance: float) -> bool:
        return super()._wanders(chance * self._ease)


def _is_like(card: Card, other: Card) -> bool:
    """Whether two natural cards have one rank, or one suit and ranks beside each other."""
    low, high = sorted((face_of(card), face_of(other)))
    is_beside = high - low <= 1 and low // 13 == high // 13
    return high != JOKER and (low % 13 == high % 13 or is_beside)
