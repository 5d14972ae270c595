"""Moves compared by play-outs: each is tried in the same worlds, each round played to its end."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shanghai.bots.playouts.compiling import compiled, make_code_of
from shanghai.bots.playouts.law import Law, Numbers, empty_law
from shanghai.bots.playouts.policy import play_out
from shanghai.bots.playouts.reading import make_move, read_moves
from shanghai.bots.playouts.shape import short_of, sort_hands
from shanghai.bots.playouts.table import Table, copy_table, empty_table
from shanghai.bots.playouts.worlds import Lists, Worlds, make_worlds_code
from shanghai.engine.actions import SeatAction
from shanghai.engine.state import SeatView


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
    rows, melds = read_moves(view, moves)
    points = np.zeros((len(worlds), len(moves), law.players), np.int64)
    parts = np.array_split(np.arange(len(worlds)), min(_Cores.count, len(worlds)))

    def play(number: int) -> None:
        part = slice(parts[number][0], parts[number][-1] + 1)
        while len(_Cores.tables) <= number:
            _Cores.tables.append((empty_table(), empty_table()))
        base, scratch = _Cores.tables[number]
        copy_table(worlds.table, base)
        lists = tuple(each[part] for each in worlds[2:])
        _play_moves(law, base, lists, rows, melds, scratch, points[part])

    if _Cores.pool is None:
        play(0)
    else:
        list(_Cores.pool.map(play, range(len(parts))))
    return points


class _Cores:
    """The cores on which rounds are played out, and by core a table of a world and one for play."""

    count = 1
    pool: ThreadPoolExecutor | None = None
    tables: Final[list[tuple[Table, Table]]] = []


def use_cores(count: int) -> None:
    """Plays rounds out on `count` cores from now on; what they come to is the same."""
    _Cores.count = max(1, count)
    _Cores.pool = ThreadPoolExecutor(count) if count > 1 else None


def make_code() -> None:
    """Has the machine code of worlds and play-outs made, or loaded where it is kept."""
    law, table, one = empty_law(), empty_table(), np.zeros(1, np.int64)
    more, most = one.reshape(1, 1), one.reshape(1, 1, 1)
    lists = most, more, more, one
    make_worlds_code(law, table, one, lists)
    make_code_of(copy_table, (table, table))
    make_code_of(_play_moves, (law, table, lists, more, most, table, most))


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


@compiled
def _play_moves(
    law: Law, base: Table, lists: Lists, rows: Numbers, melds: Numbers, t: Table, points: Numbers
) -> None:
    hands, stocks, piles, chances = lists
    for world in range(len(chances)):
        base.hands[:] = hands[world]
        base.stock[:] = stocks[world]
        base.pile[:] = piles[world]
        base.chance = chances[world]
        base.is_counted[:] = base.least[:] = 0
        sort_hands(law.wild, base, law.players)
        for seat in range(law.players):
            if not base.down[seat]:
                short_of(law, base, seat)
        for move in range(len(rows)):
            copy_table(base, t)
            make_move(law, t, rows[move], melds[move])
            play_out(law, t)
            points[world, move] = t.points[: law.players]
