"""Rounds played to their end from a table, after a move of a seat or from where they are."""

from collections.abc import Sequence

from shanghai.bots.playouts.arrays import Numbers, lists_of
from shanghai.bots.playouts.compact_rules import CompactRules
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.policy import play_out
from shanghai.bots.playouts.reading import MOVE, make_move
from shanghai.bots.playouts.shape import short_of, sort_hands
from shanghai.bots.playouts.table import A_MELD, CompactTable, clear, copy_table

Lists = tuple[Numbers, ...]
"""By world what is hidden in it: the hands, the stock, the discards, and the seed of its chance."""


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
    """Plays the round of the first table to its end once for each world and each move, at the
    second one. The rules and the tables are each in a box.

    `points[world, move]` gets the points of all seats.
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
        sort_hands(rules.wild, base, rules.players)
        for seat in range(rules.players):
            if not base.down[seat]:
                short_of(rules, base, seat)
        for move in range(len(rows)):
            copy_table(base, t)
            make_move(rules, t, rows[move], melds[move])
            play_out(rules, t)
            points[world, move] = t.points[: rules.players]


def log_of(t: CompactTable) -> list[list[int]]:
    """The lines of a log: the kind of an action with its four numbers, or of a meld with all."""
    lines = lists_of(t.log, t.logged)
    return [line if line[0] == A_MELD else line[:MOVE] for line in lines]
