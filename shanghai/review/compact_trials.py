"""Play-outs in machine code, in many worlds. Only for rules that the compact table knows."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

import numpy as np

from shanghai.bots.playouts import search
from shanghai.bots.playouts.compact_rules import CompactRules, compact_rules_of
from shanghai.engine.state import SeatView
from shanghai.review.moments import MetDecision, WorldCounts

_IN_MIND: Final = 4
"""If the discards are turned over as a new stock, players know the order of so many of the last."""


class CompactTrials:
    """Tries moves at the compact table."""

    worlds: WorldCounts = WorldCounts(first=96, most=3072, most_unshown=512)

    def __init__(self, rules: CompactRules) -> None:
        self._rules = rules

    def worth_trying(self, moment: MetDecision) -> list[int]:
        """The indexes of all moves but the one that was made."""
        return list(range(1, len(moment.decision.moves)))

    def points(
        self, moment: MetDecision, tried: Sequence[int], count: int, what: str
    ) -> list[list[tuple[int, ...]]]:
        """By world and move the points of each seat. Players need not remember the order of all
        discards that will be turned over."""
        view, decision = moment.view, moment.decision
        seed = int.from_bytes(sha256(f"{decision.at} {decision.seat} {what}".encode()).digest()[:8])
        drawn = search.worlds(self._rules, view, moment.memory(), count, seed)
        if view.rules.recycle == "turn":
            chance, below = np.random.default_rng(seed), max(0, len(view.discards) - _IN_MIND)
            drawn.piles[:, :below] = chance.permuted(drawn.piles[:, :below], axis=1)
        moves = [decision.moves[index] for index in tried]
        points = search.play_moves(self._rules, view, moves, drawn).tolist()
        return [[tuple(seats) for seats in world] for world in points]


def compact_trials(view: SeatView) -> CompactTrials | None:
    """The trials for the rules of a round. None if the compact table does not know them."""
    rules = compact_rules_of(view)
    return None if rules is None else CompactTrials(rules)
