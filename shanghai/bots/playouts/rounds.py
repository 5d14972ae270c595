"""Rounds played to their end from a table: after a move of a seat, or from where they are."""

from typing import Final

from shanghai.bots.playouts.arrays import Numbers, lists_of, zeros
from shanghai.bots.playouts.compact_rules import MAX_SEATS, CompactRules
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.policy import play_out
from shanghai.bots.playouts.reading import MOVE, make_move
from shanghai.bots.playouts.shape import short_of, sort_hands
from shanghai.bots.playouts.table import A_MELD, MELD, MOST_MELDS, CompactTable, clear, copy_table
from shanghai.engine.cards import FACES

Lists = tuple[Numbers, ...]
"""By world what is hidden in it: the hands, the stock, the discards, and the seed of its chance."""


@compiled
def play_moves_in(
    rules: CompactRules,
    base: CompactTable,
    lists: Lists,
    rows: Numbers,
    melds: Numbers,
    t: CompactTable,
    points: Numbers,
) -> None:
    """Plays the round to its end once for each world and each move, at the table `t`.

    `points[world, move]` gets the points of all seats.
    """
    hands, stocks, piles, chances = lists
    for world in range(len(chances)):
        base.hands[:] = hands[world]
        base.stock[:] = stocks[world]
        base.pile[:] = piles[world]
        base.chance = chances[world]
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


_NO_MOVE: Final = -1


def play_rest(rules: CompactRules, base: CompactTable, t: CompactTable) -> None:
    """Plays the rest of the round of `base` at the table `t`, whose log gets all actions."""
    hands, rows, chances = zeros(1, MAX_SEATS, FACES), zeros(1, MOVE), zeros(1)
    stocks, piles = zeros(1, len(base.stock)), zeros(1, len(base.pile))
    hands[0], stocks[0], piles[0] = base.hands, base.stock, base.pile
    rows[0, 0], chances[0] = _NO_MOVE, base.chance
    base.is_logging, base.logged = 1, 0
    lists = hands, stocks, piles, chances
    points = zeros(1, 1, rules.players)
    play_moves_in(rules, base, lists, rows, zeros(1, MOST_MELDS, MELD), t, points)


def log_of(t: CompactTable) -> list[list[int]]:
    """The lines of a log: the kind of an action with its four numbers, or of a meld with all."""
    lines = lists_of(t.log, t.logged)
    return [line if line[0] == A_MELD else line[:MOVE] for line in lines]
