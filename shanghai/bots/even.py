"""The even computer player: it plays well among careful players, and carelessly among careless."""

from collections import Counter, defaultdict
from random import Random
from typing import Final

from shanghai.bots.easy import EasyBot
from shanghai.bots.hard import HardBot
from shanghai.bots.protocol import IsLate, never
from shanghai.engine import events
from shanghai.engine.actions import AnyCall, SeatAction
from shanghai.engine.cards import Card, face_of, is_joker
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.state import SeatView
from shanghai.engine.wild import is_wild

_FIRST: Final = -1.5
"""How much likelier it takes another player to be careless than careful, as a logarithm."""
_VERY: Final = 1.4
_LIKE: Final = 0.4
_OTHER: Final = -0.12
"""What a toss before going down adds: of the very card that he took from the discards, of one of
its rank or beside it in suit, and of another while he holds one that he took."""
_ROUND: Final = -0.3
"""What a round adds beside."""
_COST: Final = 0.45
_USUAL: Final = 1.0
"""What a round adds for each time that it costs him as much as it costs a seat, and how many of
those it takes to add nothing, among players who do their best."""
_SURE: Final = 2.25
"""No surer of a careless player does it let itself fall behind, nor surer of a careful one."""
_AIM: Final = 50
"""Points behind a careless player, or ahead of a careful one, from which on its mind wanders, for
each 1 that it is sure of it."""
_SPAN: Final = 20
"""Points further ahead with which it wanders as far as the easy player's."""
_MOST: Final = 3.3
"""Far ahead it takes less care than the easy player, for the other to come up."""
_WAKES: Final = 15
"""Own turns after which it pays attention where it is so far ahead, for the round to end: among
several the first who does is the one who has most points."""
_CLINGS: Final = 0.3
"""How often it keeps what counts most, where it takes as little care as the easy player."""


class EvenBot(EasyBot, HardBot):
    """Lets its mind wander for those who are careless, so that an evening comes out even."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate = never) -> None:
        super().__init__(seat, random, is_late)
        self.fellows: frozenset[SeatIndex] = frozenset()
        self._ease = 0.0
        self._points: Counter[SeatIndex] = Counter()
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
            case events.ScoreCorrected(seat=seat, was=was, points=now):
                self._points[seat] += now - was

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
            usual = _USUAL / (1 + self._follows(seat))
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

    def _any_loose(self, view: SeatView) -> list[Card]:
        """Any card, now and then a light one, but what it took itself only last: it looks odd."""
        cards, own = super()._any_loose(view), self._took[self.seat]
        if self._wanders(_CLINGS):
            cards.sort(key=lambda card: view.rules.face_points(face_of(card)))
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
        if self._turns > _WAKES * self._ease:
            return False
        return self._random.random() < chance * self._ease


def _is_like(card: Card, other: Card) -> bool:
    """Whether two natural cards have one rank, or one suit and ranks beside each other."""
    low, high = sorted((face_of(card), face_of(other)))
    return low % 13 == high % 13 or (high - low <= 1 and low // 13 == high // 13)
