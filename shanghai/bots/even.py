"""The even computer player: it plays well where it is behind, and carelessly where it is ahead."""

from random import Random
from statistics import fmean
from typing import Final

from shanghai.bots.easy import EasyBot
from shanghai.bots.hard import HardBot
from shanghai.bots.protocol import IsLate, never
from shanghai.engine.actions import AnyCall, SeatAction
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.view import SeatView

_START: Final = 0.4
"""How far its mind wanders where it is neither ahead nor behind: 0 is hard, 1 easy."""
_SPAN: Final = 15
"""Points between the two."""
_NEAR: Final = 30
"""Points behind the best of the others at which it plays as it does when behind them all."""
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
        """From 0, behind the others or far behind one of them, to the most, far ahead of them."""
        own = view.seats[self.seat].score
        others = [seat.score for number, seat in by_seat(view.seats) if number != self.seat]
        ahead = min(fmean(others), min(others) + _NEAR) - own
        return min(_MOST, max(0.0, _START + ahead / _SPAN))

    def _wanders(self, chance: float) -> bool:
        return super()._wanders(chance * self._ease)
