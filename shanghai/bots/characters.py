"""Players with a name of their own, who follow another one with a difference in what they do."""

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

_HOLDS_BACK: Final = 8
"""Own turns up to which Rocco waits with the contract in hand."""
_LEFT: Final = 1
"""Cards that may be left in hand when Rocco does go down."""
_TEMPTED: Final = 0.5
"""How often Pip calls for a card only because there is one like it in hand."""


WalterBot: Final = partial(HardBot, weights=CAUTIOUS)
MiaBot: Final = partial(HardBot, weights=BUYER)
VeraBot: Final = partial(HardBot, weights=WARY)


class RoccoBot(HardBot):
    """Keeps the contract in hand as long as nobody is down, to go out in one turn."""

    def _plays(self, view: SeatView) -> Iterator[SeatAction]:
        """As the hard player, but for the lay-down that leaves many cards."""
        if not (view.seats[self.seat].down or view.must_go_down) and self._holds_back(view):
            yield from self._swaps_for_contract(view)
            return
        yield from super()._plays(view)

    def _holds_back(self, view: SeatView) -> bool:
        """Whether it waits: early in the round, nobody down, and too much would be left."""
        if self._turns > _HOLDS_BACK or any(seat.down for seat in view.seats):
            return False
        hand = view.seats[self.seat].hand
        if view.all_in or self.short(view, hand):
            return False
        best = next(iter(lay_downs(hand, view.contract, view.rules)), None)
        return best is not None and len(best.left) > _LEFT


class EmilBot(SimpleBot):
    """Plays from the cards that come, and calls for nothing but a wild card."""

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The simple player's call, for wild cards alone or where only a call makes room."""
        wish = super().wants_call(view)
        if wish is None or self.lacks_room(view):
            return wish
        return wish if view.top is not None and is_wild(view.rules, view.top) else None


class GretaBot(SimpleBot):
    """Throws the card of most points that the contract can spare, even if others want it."""

    def _by_harm(self, view: SeatView) -> list[Card]:
        """The cards that can be spared, the dearest first, then the others."""
        hand = view.seats[self.seat].hand
        short = self.short(view, hand)
        if view.all_in and not short:
            return super()._by_harm(view)
        naturals = [card for card in hand if not is_wild(view.rules, card)]
        spare = self.harmless(view, naturals, view.contract)
        spare.sort(key=lambda card: (-view.rules.face_points(face_of(card)), card))
        return [*spare, *(card for card in super()._by_harm(view) if card not in spare)]


class PipBot(EasyBot):
    """Overlooks much as the easy player does, and loves to call for cards that look alike."""

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """What the easy player calls for, and now and then a card like one in hand."""
        wish = super().wants_call(view)
        seat = view.seats[self.seat]
        if wish is not None or seat.down or view.all_in or view.top is None:
            return wish
        rank = face_of(view.top) % 13
        is_like = any(
            face_of(card) % 13 == rank for card in seat.hand if not is_wild(view.rules, card)
        )
        call = self.plain_call(view) if is_like else None
        return call if call and self._random.random() < _TEMPTED else None
