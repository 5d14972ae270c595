"""The easy computer player: it knows the way, but its mind wanders, so that a child can win."""

from typing import Final

from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import AnyCall, GoDown, LayOff, SeatAction
from shanghai.engine.cards import Card
from shanghai.engine.game import refuse
from shanghai.engine.state import SeatView
from shanghai.engine.wild import is_wild

_CARELESS: Final = 0.6
"""How often it throws any of its cards but a wild one."""
_LISTENS: Final = 0.6
"""How often it speaks up for a card that it wants."""
_FANCIES: Final = 0.3
"""How often it calls for a card that it has no use for."""
_OVERLOOKS: Final = 0.6
"""How often it does not see that it may go down, or that a card fits on the table."""
_WAKES: Final = 25
"""Own turns after which it pays attention, for the round to end."""


class EasyBot(SimpleBot):
    """Plays as the simple player does, but overlooks what it could do, and throws what it needs."""

    def decide(self, view: SeatView) -> SeatAction:
        """The simple player's step, a lay-down and a lay-off overlooked now and then."""
        step = super().decide(view)
        is_free = not (view.all_in or view.must_go_down)
        if not (is_free and isinstance(step, GoDown | LayOff) and self._wanders(_OVERLOOKS)):
            return step
        end = self._end(view)
        return end if refuse(view, end) is None else step

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The simple player's call, when it listens at all, or one for a card that looks nice."""
        wish = super().wants_call(view)
        if self.lacks_room(view):
            return wish
        if wish is not None:
            return None if self._wanders(1 - _LISTENS) else wish
        is_idle = view.seats[self.seat].down or view.call_points(self.seat) > 0
        return self.plain_call(view) if not is_idle and self._wanders(_FANCIES) else None

    def _discards(self, view: SeatView) -> list[Card]:
        """The simple player's order, or any but for wild cards."""
        return self._any_loose(view) if self._wanders(_CARELESS) else super()._discards(view)

    def _any_loose(self, view: SeatView) -> list[Card]:
        """The cards of the hand in any order, the wild ones last."""
        hand = view.seats[self.seat].hand
        cards = self._random.sample(list(hand), len(hand))
        return sorted(cards, key=lambda card: is_wild(view.rules, card))

    def _wanders(self, chance: float) -> bool:
        return self._turns <= _WAKES and self._random.random() < chance
