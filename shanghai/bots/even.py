"""The even computer player: it plays well among careful players, and carelessly among careless."""

from collections import defaultdict
from math import tanh
from random import Random
from typing import Final

from shanghai.bots.easy import LEAD_SPAN, MAX_FACTOR, EasyBot
from shanghai.bots.hard import HardBot
from shanghai.bots.protocol import IsLate, never
from shanghai.engine import events
from shanghai.engine.cards import Card, face_of, is_joker
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.state import SeatView
from shanghai.engine.wild import is_wild

_FIRST_ODDS: Final = -0.8
"""The odds that another player is careless, before anything is seen of them. Odds are logarithms:
above 0 careless is likelier, below 0 careful is."""
_ODDS_SAME_CARD: Final = 2.5
"""What it adds to the odds when a player who is not down discards a card that they took from the
discards."""
_ODDS_RELATED_CARD: Final = 0.75
"""The same for a card of the same rank as one that they took, or next to it in suit."""
_ODDS_OTHER_CARD: Final = -0.2
"""The same for any other card, while they hold one that they took."""
_ODDS_ROUND: Final = -0.3
"""What each round adds to the odds."""
_ODDS_COST: Final = 0.4
"""What a round adds to the odds of a player whom it cost twice the mean points. A round that cost
the mean adds nothing, one without points takes as much off. Less is taken off where the even player
makes mistakes itself."""
_LAG_FACTOR: Final = 2.2
"""How many times as far as the easy player it falls behind one who is surely careless."""
_CAREFUL_LEAD: Final = 180
"""Points ahead of a surely careful player from which on it makes mistakes for that one. It makes
none for another player unless it is half of this ahead of each careful one."""

_LEVEL_ODDS: Final = {
    "random": 4.0,
    "easy": 1.2,
    "pip": 1.2,
    "simple": -4.0,
    "hard": -4.0,
    "master": -4.0,
}
"""The odds of the computer players, as everybody at the table sees their level."""


class EvenBot(EasyBot, HardBot):
    """Makes mistakes for those who are careless, so that an evening comes out even."""

    kind = frozenset({"even"})
    careless_turns = 30

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate = never) -> None:
        super().__init__(seat, random, is_late)
        self._error_factor = 0.0
        self._odds: defaultdict[SeatIndex, float] = defaultdict(lambda: _FIRST_ODDS)
        """By seat the odds that its player is careless."""
        self._took: defaultdict[SeatIndex, list[Card]] = defaultdict(list)
        """By seat the cards of the round that it took from the discards."""
        self._down: set[SeatIndex] = set()

    def notice(self, event: events.Event) -> None:
        """As the hard player, and counts who discards cards related to those that they took."""
        super().notice(event)
        match event:
            case events.Dealt():
                self._took.clear()
                self._down.clear()
            case events.DiscardTaken(seat=seat, card=card) if not is_joker(card):
                self._took[seat].append(card)
            case events.WentDown(seat=seat, part=False):
                self._down.add(seat)
            case events.Discarded(seat=seat, card=card) if seat not in self._down:
                self._weigh_toss(seat, card)
            case events.RoundEnded(points=points):
                self._weigh_costs(points)

    def _weigh_toss(self, seat: SeatIndex, card: Card) -> None:
        """Adds to the odds of a player for a discard before going down."""
        took = self._took[seat]
        if card in took:
            self._odds[seat] += _ODDS_SAME_CARD
            took.remove(card)
        elif took and not is_joker(card):
            is_related = any(_are_related(card, other) for other in took)
            self._odds[seat] += _ODDS_RELATED_CARD if is_related else _ODDS_OTHER_CARD

    def _weigh_costs(self, points: tuple[int, ...]) -> None:
        """Adds to the odds of each player for the points of a round."""
        mean = max(1.0, sum(points) / len(points))
        for seat, cost in by_seat(points):
            excess = cost / mean - 1 / (1 + self._error_factor)
            self._odds[seat] += _ODDS_COST * excess + _ODDS_ROUND

    def _any_loose(self, view: SeatView) -> list[Card]:
        """Any card, but those that it took itself last, as to throw them would look odd."""
        cards, own = super()._any_loose(view), self._took[self.seat]
        return sorted(cards, key=lambda card: (is_wild(view.rules, card), card in own))

    def _factor_for(self, view: SeatView) -> float:
        """The error factor: 0, as the hard player, unless it is ahead of a careless player and of
        all careful ones."""
        others = self._others(view)
        careful = [seat for seat in others if self._odds_of(seat) < 0]
        leads = [self._ahead(view, seat) - _CAREFUL_LEAD / 2 for seat in careful]
        points = max((self._excess_lead(view, seat) for seat in others), default=0.0)
        return max(0.0, min(points, *leads, MAX_FACTOR * LEAD_SPAN)) / LEAD_SPAN

    def _odds_of(self, seat: SeatIndex) -> float:
        return _LEVEL_ODDS.get(self.levels.get(seat, ""), self._odds[seat])

    def _excess_lead(self, view: SeatView, seat: SeatIndex) -> float:
        """How many points it is further ahead of another player than it wants to be."""
        careful = (1 - tanh(self._odds_of(seat) / 2)) / 2
        lag = (1 - careful) * _LAG_FACTOR * self._lag(view, seat) - careful * _CAREFUL_LEAD
        return self._ahead(view, seat) + lag


def _are_related(card: Card, other: Card) -> bool:
    """Whether two natural cards have one rank, or are next to each other in one suit."""
    lower, upper = sorted((face_of(card), face_of(other)))
    return lower % 13 == upper % 13 or (upper - lower <= 1 and lower // 13 == upper // 13)
