"""Plays rounds to their end from a table, each after one of several first moves."""

from collections.abc import Sequence
from typing import Final

from shanghai.bots.playouts.arrays import Numbers, lists_of
from shanghai.bots.playouts.compact_rules import CompactRules
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.policy import finish_turn, play_draw, play_melds, play_out
from shanghai.bots.playouts.reading import MOVE, make_move
from shanghai.bots.playouts.shape import count_hands, short_of
from shanghai.bots.playouts.table import (
    A_MELD,
    DRAW,
    NOBODY,
    PLAY,
    SIZE,
    CompactTable,
    clear,
    copy_table,
)

_STEPS_A_TURN: Final = 60
"""Steps of the search for a plan that are as much work as the rest of a turn."""

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
) -> int:
    """Plays the round of a table to its end, once for each world and each first move. Returns a
    measure of the work, that of a usual turn being 1.

    The rules, the table, and a second one to play at are each in a box (`box_of`). The points of
    all seats go into `points[world, move]`.
    """
    rules, base, t, turns = rules_box[0], base_box[0], table_box[0], 0
    t.steps_made = 0
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
            turns += play_out(rules, t)
            points[world, move] = t.points[: rules.players]
    return turns + t.steps_made // _STEPS_A_TURN


@compiled
def plays_so(
    rules_box: Sequence[CompactRules],
    base_box: Sequence[CompactTable],
    after_box: Sequence[CompactTable],
    table_box: Sequence[CompactTable],
) -> bool:
    """Whether the players of the play-outs would by themselves bring a table to another one.

    Both are in a box, and so are the rules and a table to play at. In the draw phase the table is
    played to the end of that phase, and so is the other one if it is in it, too. Else the table is
    played to the end of the turn.
    """
    rules, base, after, t = rules_box[0], base_box[0], after_box[0], table_box[0]
    copy_table(base, t)
    if base.phase == DRAW:
        play_draw(rules, t, NOBODY, False)
        if after.phase == DRAW and after.turn == base.turn:
            play_draw(rules, after, NOBODY, False)
    else:
        play_melds(rules, t)
        if t.phase == PLAY:
            finish_turn(rules, t, 0)
    return _is_same(rules, t, after)


@compiled
def _is_same(rules: CompactRules, one: CompactTable, other: CompactTable) -> bool:
    """Whether two tables of one round have the same cards in all hands and melds."""
    if one.phase != other.phase or one.turn != other.turn or one.meld_count != other.meld_count:
        return False
    if one.pile_size != other.pile_size or one.stock_size != other.stock_size:
        return False
    for seat in range(rules.players):
        for face in range(len(one.hands[seat])):
            if one.hands[seat, face] != other.hands[seat, face]:
                return False
    for index in range(one.meld_count):
        if one.melds[index, SIZE] != other.melds[index, SIZE]:
            return False
    return True


def log_of(t: CompactTable) -> list[list[int]]:
    """The lines of a log: an action with its five numbers, or A_MELD with those of the meld."""
    lines = lists_of(t.log, t.logged)
    return [line if line[0] == A_MELD else line[:MOVE] for line in lines]
