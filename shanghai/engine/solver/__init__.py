"""The solver: exact answers about what a hand can lay down, lay off, and still lacks.

The order of the cards makes no difference. No search has a time limit. Each bound that cuts a
search short is proved next to its code.
"""

from shanghai.engine.solver.going_down import (
    best,
    can_go_down,
    can_go_down_with,
    every_lay_down,
    lay_downs,
)
from shanghai.engine.solver.hands import Lay
from shanghai.engine.solver.lay_offs import LayOffStep, lay_offs
from shanghai.engine.solver.shortage import Distance, distance, guess_shortage, shortage

__all__ = (
    "Distance",
    "Lay",
    "LayOffStep",
    "best",
    "can_go_down",
    "can_go_down_with",
    "distance",
    "every_lay_down",
    "guess_shortage",
    "lay_downs",
    "lay_offs",
    "shortage",
)
