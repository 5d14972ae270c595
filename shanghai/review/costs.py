"""What a decision has cost, and what may be said of that."""

from typing import Final, Literal

from msgspec import Struct

Certainty = Literal["clear", "maybe", ""]

_SURE: Final = 3.9
"""Standard errors at which a cost is clear; by chance alone one in twenty thousand is."""
_LIKELY: Final = 1.7
_LEAST_CLEAR: Final = 3.0
_LEAST: Final = 1.0
"""Points below which a cost is not called clear, or not named at all."""
_INTERVAL: Final = 1.96


class Cost(Struct, frozen=True, omit_defaults=True):
    """What a decision cost more than the best move found: the points of the round against the
    mean of the others, with their standard error, and the place of that move.

    `best` is 0 where no other move could be told to be better. `is_known` says whether the
    play-outs know the rules of the round.
    """

    number: int
    points: float = 0.0
    error: float = 0.0
    best: int = 0
    is_known: bool = True

    @property
    def certainty(self) -> Certainty:
        """Whether it was clearly an error, maybe one, or nothing can be said."""
        if not self.best:
            return ""
        if self.points > max(_LEAST_CLEAR, _SURE * self.error):
            return "clear"
        return "maybe" if self.points > max(_LEAST, _LIKELY * self.error) else ""

    @property
    def is_in_doubt(self) -> bool:
        """Whether more worlds might make a clear error of it."""
        return self.certainty != "clear" and self.interval[1] > _LEAST_CLEAR

    @property
    def interval(self) -> tuple[float, float]:
        """The points between which it lies with 95 %."""
        return self.points - _INTERVAL * self.error, self.points + _INTERVAL * self.error
