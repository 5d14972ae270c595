"""Moves compared by play-outs: each is tried in the same worlds, each round played to its end."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.law import Law
from shanghai.bots.playouts.moves import make_move, read_moves
from shanghai.bots.playouts.policy import play_out
from shanghai.bots.playouts.table import CHANCE, Numbers, Table, copy_table, empty_table
from shanghai.bots.playouts.worlds import Worlds
from shanghai.engine.actions import SeatAction
from shanghai.engine.view import SeatView

_SCRATCH: list[Table] = []


class Judgement(NamedTuple):
    """What moves come to: the points of a round that each costs more than the first of them."""

    means: NDArray[np.float64]
    """By move; below 0 it costs less."""
    errors: NDArray[np.float64]
    """By move the standard error of that mean, over paired worlds."""


def play_moves(
    law: Law, view: SeatView, moves: Sequence[SeatAction | None], worlds: Worlds
) -> Numbers:
    """By world, move and seat the points at the end of the round; None stands for no call."""
    rows, melds = read_moves(law, view, worlds.table, moves)
    points = np.zeros((len(worlds), len(moves), law.players), np.int64)
    _play_moves(
        law,
        worlds.table,
        worlds.hands,
        worlds.stocks,
        worlds.piles,
        worlds.chances,
        rows,
        melds,
        _scratch(),
        points,
    )
    return points


def costs(points: Numbers, seat: int) -> NDArray[np.float64]:
    """By world and move the points of a seat less the mean of the others'."""
    others = (points.sum(axis=2) - points[:, :, seat]) / (points.shape[2] - 1)
    found: NDArray[np.float64] = points[:, :, seat] - others
    return found


def judged(cost: NDArray[np.float64]) -> Judgement:
    """What moves come to whose costs are given by world and move."""
    paired = cost - cost[:, :1]
    count = len(paired)
    errors = (
        paired.std(axis=0, ddof=1) / np.sqrt(count) if count > 1 else np.full(cost.shape[1], np.inf)
    )
    return Judgement(paired.mean(axis=0), errors)


def judge(
    law: Law, view: SeatView, moves: Sequence[SeatAction | None], worlds: Worlds
) -> Judgement:
    """What each move of the viewer costs more than the first, in points against the others."""
    return judged(costs(play_moves(law, view, moves, worlds), worlds.seat))


def _scratch() -> Table:
    """The table on which rounds are played out."""
    if not _SCRATCH:
        _SCRATCH.append(empty_table())
    return _SCRATCH[0]


@compiled
def _play_moves(
    law: Law,
    base: Table,
    hands: Numbers,
    stocks: Numbers,
    piles: Numbers,
    chances: Numbers,
    rows: Numbers,
    melds: Numbers,
    t: Table,
    points: Numbers,
) -> None:
    """Tries each move in each world with the same chance."""
    for world in range(len(chances)):
        for move in range(len(rows)):
            copy_table(base, t)
            t.hands[:] = hands[world]
            t.stock[:] = stocks[world]
            t.pile[:] = piles[world]
            t.info[CHANCE] = chances[world]
            make_move(law, t, rows[move], melds[move])
            play_out(law, t)
            points[world, move] = t.points[: law.players]
