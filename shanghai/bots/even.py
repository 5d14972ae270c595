"""The even computer player: it plays well where it is behind, and carelessly where it is ahead."""

from random import Random
from typing import Final

from shanghai.bots.easy import EasyBot
from shanghai.bots.hard import HardBot
from shanghai.bots.protocol import IsLate, never
from shanghai.engine.actions import AnyCall, SeatAction
from shanghai.engine.seats import SeatIndex
from shanghai.engine.view import SeatView

_START: Final = 0.4
"""How far its mind wanders where it is neither ahead nor behind: 0 is hard, 1 easy."""
_SPAN: Final = 10
"""Points between the two."""
_MOST: Final = 1.6
"""Far ahead it takes less care than the easy player, for others to come up."""


class EvenBot(EasyBot, HardBot):
    """Lets its mind wander by how far it is ahead, so that an evening comes out even.

    It goes by the scores alone, which everybody sees, and only its own choices change.
    """

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate = never) -> None:
        super().__init__(seat, random, is_late)
        self._ease = _START

    def decide(self, view: SeatView) -> SeatAction:
        """The hard player's step, or what its mind wanders to."""
        self._ease = self._how_easy(view)
        return super().decide(view)

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The hard player's call, or what its mind wanders to."""
        self._ease = self._how_easy(view)
        return super().wants_call(view)

    def _how_easy(self, view: SeatView) -> float:
        """From 0, behind the middle of the table, to the most, far ahead of it."""
        scores = [seat.score for seat in view.seats]
        ahead = (max(scores) + min(scores)) / 2 - scores[self.seat]
        return min(_MOST, max(0.0, _START + ahead / _SPAN))

    def _wanders(self, chance: float) -> bool:
        return super()._wanders(chance * self._ease)
