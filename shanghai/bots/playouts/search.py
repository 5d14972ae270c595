"""Compares moves in the same worlds, in each of which the round is played to its end."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shanghai.bots.playouts.arrays import Numbers, box_of
from shanghai.bots.playouts.compact_rules import CompactRules, empty_rules
from shanghai.bots.playouts.deals import lay_out, sum_up
from shanghai.bots.playouts.drawing import Worlds, draw_worlds, mix_piles
from shanghai.bots.playouts.numba_code import make_code_of
from shanghai.bots.playouts.reading import read_moves
from shanghai.bots.playouts.rounds import play_moves_in, plays_so
from shanghai.bots.playouts.shape import count_hands
from shanghai.bots.playouts.table import CompactTable, copy_table, empty_table
from shanghai.engine.actions import SeatAction
from shanghai.engine.state import SeatView


class Judgement(NamedTuple):
    """What each move costs, in points of a round more than the first move."""

    means: NDArray[np.float64]
    """By move the mean over all worlds. Below 0 the move is better than the first one."""
    errors: NDArray[np.float64]
    """By move the standard error of that mean."""


def play_moves(
    rules: CompactRules, view: SeatView, moves: Sequence[SeatAction | None], worlds: Worlds
) -> Numbers:
    """By world, move and seat the points at the end of the round. None as a move is no call."""
    rows, melds = read_moves(view, moves)
    points = np.zeros((len(worlds), len(moves), rules.players), np.int64)
    parts = np.array_split(np.arange(len(worlds)), min(_Cores.count, len(worlds)))

    def play(number: int) -> None:
        part = slice(parts[number][0], parts[number][-1] + 1)
        while len(_Cores.tables) <= number:
            _Cores.tables.append((empty_table(), empty_table()))
        base, scratch = _Cores.tables[number]
        copy_table(worlds.table, base)
        lists = tuple(each[part] for each in worlds[2:])
        play_moves_in(
            box_of(rules), box_of(base), lists, rows, melds, box_of(scratch), points[part]
        )

    if _Cores.pool is None:
        play(0)
    else:
        list(_Cores.pool.map(play, range(len(parts))))
    return points


class _Cores:
    """The threads that play rounds out. Each has a table of the world, and one to play at."""

    count = 1
    pool: ThreadPoolExecutor | None = None
    tables: Final[list[tuple[CompactTable, CompactTable]]] = []


def use_cores(count: int) -> None:
    """Plays rounds out in `count` threads from now on. The results stay the same."""
    _Cores.count = max(1, count)
    _Cores.pool = ThreadPoolExecutor(count) if count > 1 else None


def make_code() -> None:
    """Makes the machine code of worlds and play-outs, or loads it if it is stored."""
    rules, table, row = empty_rules(), empty_table(), np.zeros(1, np.int64)
    rows, grids = row.reshape(1, 1), row.reshape(1, 1, 1)
    lists = grids, rows, rows, row
    make_code_of(draw_worlds, (rules, table, 0, row, row, row, lists))
    make_code_of(mix_piles, (table, rows, 0))
    make_code_of(copy_table, (table, table))
    make_code_of(count_hands, (rules.wild, table, 0))
    in_box, in_boxes = box_of(rules), (box_of(table), box_of(table))
    make_code_of(play_moves_in, (in_box, in_boxes[0], lists, rows, grids, in_boxes[1], grids))
    make_code_of(plays_so, (in_box, in_boxes[0], in_boxes[1], in_boxes[1]))
    make_code_of(lay_out, (in_box, row, *in_boxes, lists))
    make_code_of(sum_up, (in_box, in_boxes[0], row))


def costs(points: Numbers, seat: int, sides: int) -> NDArray[np.float64]:
    """By world and move the points of a seat's side less the mean of the other sides (HR-15).

    `sides` is the number of sides, or of seats if all play alone.
    """
    own = points[:, :, seat % sides :: sides].sum(axis=2)
    leads: NDArray[np.float64] = own - (points.sum(axis=2) - own) / (sides - 1)
    return leads


def judged(cost: NDArray[np.float64]) -> Judgement:
    """What each move costs more than the first one on average, with its standard error.

    `cost` is by world and move. From one world alone the errors are infinite.
    """
    paired = cost - cost[:, :1]
    count = len(paired)
    errors = (
        paired.std(axis=0, ddof=1) / np.sqrt(count) if count > 1 else np.full(cost.shape[1], np.inf)
    )
    return Judgement(paired.mean(axis=0), errors)
