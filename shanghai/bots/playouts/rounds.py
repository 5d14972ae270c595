"""Plays rounds to their end from a table, each after one of several first moves."""

from collections.abc import Sequence

from shanghai.bots.playouts.arrays import Numbers, lists_of
from shanghai.bots.playouts.compact_rules import CompactRules
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.policy import play_out
from shanghai.bots.playouts.reading import MOVE, make_move
from shanghai.bots.playouts.shape import count_hands, short_of
from shanghai.bots.playouts.table import A_MELD, CompactTable, clear, copy_table

Lists = tuple[Numbers, ...]
"""By world the hands, the stock, the discards, and the seed of its random numbers."""


@compiled
def play_moves_in(
    rules_box: Sequence[CompactRules],
    base_box: Sequence[CompactTable],
    lists: Lists,
    rows: Numbers,
    melds: Numbers,
    table_box: Sequence[CompactTable],
    points: Numbers,
) -> None:
    """Plays the round of a table to its end, once for each world and each first move.

    The rules, the table, and a second one to play at are each in a box (`box_of`). The points of
    all seats go into `points[world, move]`.
    """
    rules, base, t = rules_box[0], base_box[0], table_box[0]
    hands, stocks, piles, chances = lists
    for world in range(len(chances)):
        base.hands[:] = hands[world]
        base.stock[:] = stocks[world]
        base.pile[:] = piles[world]
        base.chance = chances[world]
        if base.fate:
            base.fate = base.chance | 1
        clear(base.is_counted)
        clear(base.least)
        count_hands(rules.wild, base, rules.players)
        for seat in range(rules.players):
            if not base.down[seat]:
                short_of(rules, base, seat)
        for move in range(len(rows)):
            copy_table(base, t)
            make_move(rules, t, rows[move], melds[move])
            play_out(rules, t)
            points[world, move] = t.points[: rules.players]


def log_of(t: CompactTable) -> list[list[int]]:
    """The lines of a log: an action with its five numbers, or A_MELD with those of the meld."""
    lines = lists_of(t.log, t.logged)
    return [line if line[0] == A_MELD else line[:MOVE] for line in lines]
