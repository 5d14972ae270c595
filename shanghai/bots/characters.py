"""Computer players with names. Each plays as one of the levels, with one habit that differs."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from shanghai.bots.easy import EasyBot
from shanghai.bots.hard import HardBot
from shanghai.bots.simple import SimpleBot
from shanghai.bots.weights import BUYER, CAUTIOUS, WARY
from shanghai.engine.actions import AnyCall, SeatAction
from shanghai.engine.cards import Card, face_of
from shanghai.engine.solver import lay_downs
from shanghai.engine.state import SeatView
from shanghai.engine.wild import is_wild

_WAITING_TURNS: Final = 8
"""The turns of its own in a round up to which Rocco waits with the contract in hand."""
_MOST_LEFT: Final = 1
"""The cards that may be left in hand when Rocco goes down that early."""
_TEMPTED: Final = 0.5
"""How often Pip calls a card only because one of its rank is in hand, from 0 to 1."""


WalterBot: Final = partial(HardBot, weights=CAUTIOUS)
MiaBot: Final = partial(HardBot, weights=BUYER)
VeraBot: Final = partial(HardBot, weights=WARY)


class RoccoBot(HardBot):
    """Does not go down early in a round while nobody is down, in the hope to go out in one turn."""

    def _plays(self, view: SeatView) -> Iterator[SeatAction]:
        """The hard player's plays; while it holds back, only exchanges that help the contract."""
        if not (view.seats[self.seat].down or view.must_go_down) and self._holds_back(view):
            yield from self._swaps_for_contract(view)
            return
        yield from super()._plays(view)

    def _holds_back(self, view: SeatView) -> bool:
        """Whether it waits: early in the round, nobody down, and too many cards would be left."""
        if self._turns > _WAITING_TURNS or any(seat.down for seat in view.seats):
            return False
        hand = view.seats[self.seat].hand
        if view.all_in or self.short(view, hand):
            return False
        best = next(iter(lay_downs(hand, view.contract, view.rules)), None)
        return best is not None and len(best.left) > _MOST_LEFT


class EmilBot(SimpleBot):
    """Plays as the simple player, but calls wild cards alone."""

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The simple player's call of a wild card, or one without which the hand is too small."""
        wish = super().wants_call(view)
        if wish is None or self.lacks_room(view):
            return wish
        return wish if view.top is not None and is_wild(view.rules, view.top) else None


class GretaBot(SimpleBot):
    """Discards the card of most points that the contract can spare, even if others want it."""

    def _by_need(self, view: SeatView) -> list[Card]:
        """The cards of the hand: those that can be spared, the most points first, then the rest."""
        hand = view.seats[self.seat].hand
        short = self.short(view, hand)
        if view.all_in and not short:
            return super()._by_need(view)
        naturals = [card for card in hand if not is_wild(view.rules, card)]
        spare = self.harmless(view, naturals, view.contract)
        spare.sort(key=lambda card: (-view.rules.face_points(face_of(card)), card))
        return [*spare, *(card for card in super()._by_need(view) if card not in spare)]


class PipBot(EasyBot):
    """Plays as the easy player, and often calls cards of a rank that it has."""

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The easy player's call, or now and then one of a card whose rank is in the hand."""
        wish = super().wants_call(view)
        seat = view.seats[self.seat]
        if wish is not None or seat.down or view.all_in or view.top is None:
            return wish
        rank = face_of(view.top) % 13
        has_rank = any(
            face_of(card) % 13 == rank for card in seat.hand if not is_wild(view.rules, card)
        )
        call = self.plain_call(view) if has_rank else None
        return call if call and self._random.random() < _TEMPTED else None
