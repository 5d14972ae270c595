"""What the decisions of a finished game have cost. Moves are tried in play-outs of worlds that fit
the view, the better ones in more worlds, and at last in fresh ones, so that chance favours none."""

from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from typing import Final

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from shanghai.bots.playouts import search
from shanghai.bots.playouts.compact_rules import CompactRules, compact_rules_of
from shanghai.engine.seats import by_seat
from shanghai.engine.seen import seen_by, view_for
from shanghai.engine.state import SeatView
from shanghai.review.advice import PLAIN, reason_of
from shanghai.review.decisions import Cost, Decision, choices_of
from shanghai.storage.journal import Journal, opened_course
from shanghai.words.moves import Move

_FIRST: Final = 96
_MORE: Final = 288
_FRESH: Final = 400
"""Worlds of the three stages."""
_MOST_FRESH: Final = 1600
"""Worlds of the last stage at most, where fewer leave in doubt what may be said."""
_MAX_MOVES: Final = 3
"""Moves that go on to the second stage."""
_HOPEFUL: Final = 0.3
"""Standard errors by which a move must be better over the first stage to go on."""
_IN_MIND: Final = 4
"""The last discards, whose order a player may know where they are turned over as a new stock."""
_SEEMS: Final = 1.5
"""Standard errors by which a move must be better over the first stages to be tried afresh."""


class MetDecision(Struct, frozen=True):
    """A decision as it was met: what the seat saw, and what it had seen of the round."""

    decision: Decision
    view: SeatView
    memory: search.Memory


def moments_of(read: Journal, wanted: set[int]) -> Iterator[tuple[int, MetDecision]]:
    """Decisions by their number in `decisions_of`, each with what its seat saw and remembered."""
    memories = [search.Memory() for _ in read.players]
    number = 0
    for at, step in enumerate(opened_course(read)):
        for decision in choices_of(at, step):
            if number in wanted:
                seat = decision.seat
                view = view_for(step.before, seat)
                yield number, MetDecision(decision, view, deepcopy(memories[seat]))
            number += 1
        for event in step.events:
            for viewer, memory in by_seat(memories):
                memory.notice(seen_by(event, viewer))


def judge(number: int, moment: MetDecision) -> Cost:
    """What a decision cost; the same moment is always judged the same."""
    view = moment.view
    compact = compact_rules_of(view)
    if compact is None:
        return Cost(number, is_known=False)
    moves = moment.decision.moves
    tried = list(range(1, len(moves)))
    points = _points(compact, moment, [0, *tried], _FIRST, f"{number} first")
    cost = search.costs(points, view.viewer, compact.sides)
    means, errors = search.judged(cost)
    order = sorted(range(1, len(means)), key=lambda at: means[at])
    tried = [tried[at - 1] for at in order[:_MAX_MOVES] if means[at] < -_HOPEFUL * errors[at]]
    if not tried:
        return Cost(number)
    points = _points(compact, moment, [0, *tried], _MORE, f"{number} more")
    more = search.costs(points, view.viewer, compact.sides)
    judgement = search.judged(np.vstack([cost[:, [0, *tried]], more]))
    at = int(np.argmin(judgement.means))
    if at == 0 or judgement.means[at] > -_SEEMS * judgement.errors[at]:
        return Cost(number)
    best = tried[at - 1]
    reason = reason_of(view, moves[0], moves[best])
    points = np.zeros((0, 2, compact.players), np.int64)
    while True:
        fresh = _points(compact, moment, [0, best], _FRESH, f"{number} fresh {len(points)}")
        points = np.vstack([points, fresh])
        means, errors = search.judged(search.costs(points, view.viewer, compact.sides))
        outcome = Cost(
            number,
            -float(means[1]),
            float(errors[1]),
            best,
            is_plain=reason in PLAIN,
            is_out=reason == "out",
        )
        if len(points) >= _MOST_FRESH or not outcome.is_in_doubt:
            of_side = points[:, :, view.viewer % compact.sides :: compact.sides].sum(axis=2)
            own = float(np.subtract(*of_side.mean(axis=0)))
            # What harms the others alone is no error that anyone would see as one.
            return structs.replace(outcome, own=own) if own > 0 else Cost(number)


def _points(
    compact: CompactRules, moment: MetDecision, tried: list[int], count: int, what: str
) -> NDArray[np.int64]:
    """By world, move and seat the points of the round. Nobody is blamed for not remembering the
    order of the discards that will be turned over."""
    view, decision = moment.view, moment.decision
    moves: list[Move] = [decision.moves[at] for at in tried]
    seed = int.from_bytes(sha256(f"{decision.at} {decision.seat} {what}".encode()).digest()[:8])
    drawn = search.worlds(compact, view, moment.memory, count, seed)
    if view.rules.recycle == "turn":
        chance, below = np.random.default_rng(seed), max(0, len(view.discards) - _IN_MIND)
        drawn.piles[:, :below] = chance.permuted(drawn.piles[:, :below], axis=1)
    return search.play_moves(compact, view, moves, drawn)
