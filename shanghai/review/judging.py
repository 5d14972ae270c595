"""What a decision has cost: its moves tried in worlds that fit what the player had seen.

First each move is tried in a few worlds; the moves that seem better are tried in more; and what is
left of them once more in fresh worlds, so that the best of many is not taken for better by chance.
"""

from hashlib import sha256
from typing import TYPE_CHECKING, Final

import numpy as np

from shanghai.bots.playouts.law import law_for
from shanghai.bots.playouts.search import costs, judged, play_moves
from shanghai.bots.playouts.worlds import worlds
from shanghai.review.costs import Cost
from shanghai.review.decisions import Moment, Move

if TYPE_CHECKING:
    from shanghai.bots.playouts.law import Law

_FIRST: Final = 96
_MORE: Final = 288
_FRESH: Final = 400
"""Worlds of the three stages."""
_MOST_FRESH: Final = 1600
"""Worlds of the last stage at most, where so many leave in doubt what may be said."""
_KEPT: Final = 3
"""Moves that go on to the second stage."""
_HOPEFUL: Final = 0.3
"""Standard errors by which a move must be better over the first stage to go on."""
_SEEMS: Final = 1.5
"""Standard errors by which a move must be better over the first stages to be tried afresh."""


def judge(number: int, moment: Moment) -> Cost:
    """What a decision cost; the same moment is always judged alike."""
    view = moment.view
    law = law_for(view.rules, view.round, view.players)
    if law is None:
        return Cost(number, is_known=False)
    moves = moment.decision.moves
    tried = list(range(1, len(moves)))
    cost = _costs(law, moment, [0, *tried], _FIRST, f"{number} first")
    means, errors = judged(cost)
    order = sorted(range(1, len(means)), key=lambda at: means[at])
    tried = [tried[at - 1] for at in order[:_KEPT] if means[at] < -_HOPEFUL * errors[at]]
    if not tried:
        return Cost(number)
    more = _costs(law, moment, [0, *tried], _MORE, f"{number} more")
    found = judged(np.vstack([cost[:, [0, *tried]], more]))
    at = int(np.argmin(found.means))
    if at == 0 or found.means[at] > -_SEEMS * found.errors[at]:
        return Cost(number)
    best, cost = tried[at - 1], np.zeros((0, 2))
    while True:
        fresh = _costs(law, moment, [0, best], _FRESH, f"{number} fresh {len(cost)}")
        cost = np.vstack([cost, fresh])
        means, errors = judged(cost)
        outcome = Cost(number, -float(means[1]), float(errors[1]), best)
        if len(cost) >= _MOST_FRESH or not outcome.is_in_doubt:
            return outcome


def _costs(law: "Law", moment: Moment, tried: list[int], count: int, what: str) -> "np.ndarray":
    view, decision = moment.view, moment.decision
    moves: list[Move] = [decision.moves[at] for at in tried]
    seed = int.from_bytes(sha256(f"{decision.at} {decision.seat} {what}".encode()).digest()[:8])
    found = worlds(law, view, moment.memory, count, seed)
    return costs(play_moves(law, view, moves, found), found.seat)
