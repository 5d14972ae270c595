"""The hard player as it was before it weighed what a discard gives: a measure for the new one."""

import math
from typing import Final

from shanghai.bots.hard import HardBot
from shanghai.bots.planner import use_of
from shanghai.bots.simple import SimpleBot
from shanghai.engine.cards import Card, face_of
from shanghai.engine.turn import is_playable
from shanghai.engine.view import SeatView
from shanghai.engine.wild import is_wild

_CALM: Final = 0.05
"""Danger below which it thinks of the contract alone."""


class Hard1Bot(HardBot):
    """Throws heavy cards first: those that serve nothing always, others when the round may end."""

    def _discards(self, view: SeatView) -> list[Card]:
        return SimpleBot._discards(self, view)

    def _by_harm(self, view: SeatView) -> list[Card]:
        hand = view.seats[self.seat].hand
        danger = self._weights.shed * self._ends_soon(view)
        short = self._planner.short(view, hand)
        if short > 1 and danger > _CALM:
            return sorted(hand, key=lambda card: self._rating(view, hand, card, danger * short))
        cards = SimpleBot._by_harm(self, view)
        idle = [c for c in cards if not (is_wild(view.rules, c) or is_playable(view, c))]
        idle = [c for c in idle if not use_of(view, hand, c)]
        idle.sort(key=lambda card: -view.rules.face_points(face_of(card)))
        return [*idle, *(card for card in cards if card not in idle)]

    def _rating(
        self, view: SeatView, hand: tuple[Card, ...], card: Card, danger: float
    ) -> tuple[float, Card]:
        """What a card seems to serve, less its points by the danger of being caught with them."""
        if is_wild(view.rules, card):
            return math.inf, card
        points = view.rules.face_points(face_of(card))
        serves = 10 * use_of(view, hand, card) + 4 * is_playable(view, card)
        return serves - points * (0.2 + danger), card
