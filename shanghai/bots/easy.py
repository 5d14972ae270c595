"""The easy computer player: it knows the way, but its mind wanders, so that a child can win."""

from typing import Final

from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import AnyCall, LayOff, SeatAction
from shanghai.engine.cards import Card
from shanghai.engine.game import refuse
from shanghai.engine.view import SeatView
from shanghai.engine.wild import is_wild

_CARELESS: Final = 0.15
"""How often it throws one of its looser cards instead of the right one."""
_LOOSE: Final = 4
"""Among how many cards it then chooses."""
_LISTENS: Final = 0.6
"""How often it speaks up for a card that it wants."""
_OVERLOOKS: Final = 0.3
"""How often it does not see that a card fits on the table."""
_WAKES: Final = 25
"""Own turns after which it pays attention, for the round to end."""


class EasyBot(SimpleBot):
    """Plays as the simple player does, but overlooks calls, lay-offs and the right discard."""

    def decide(self, view: SeatView) -> SeatAction:
        """The simple player's step, a lay-off now and then overlooked."""
        step = super().decide(view)
        if not isinstance(step, LayOff) or not self._wanders(_OVERLOOKS):
            return step
        end = self._end(view)
        return end if refuse(view, end) is None else step

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The simple player's call, when it listens at all."""
        wish = super().wants_call(view)
        return wish if self.lacks_room(view) or not self._wanders(1 - _LISTENS) else None

    def _discards(self, view: SeatView) -> list[Card]:
        """The simple player's order, some of the looser cards in any order now and then."""
        cards = super()._discards(view)
        if not self._wanders(_CARELESS):
            return cards
        loose = [card for card in cards[:_LOOSE] if not is_wild(view.rules, card)]
        self._random.shuffle(loose)
        return [*loose, *(card for card in cards if card not in loose)]

    def _wanders(self, chance: float) -> bool:
        """Whether its mind wanders at this moment."""
        return self._turns <= _WAKES and self._random.random() < chance
