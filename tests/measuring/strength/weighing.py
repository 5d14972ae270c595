"""Weights against those of `hard`, alone among three, in machine code: thousands of deals a minute.

`python -m tests.measuring.strength.weighing N SEED FIELD=VALUE ...` plays N games of each of the
four variants by the play-outs' policy, which counts no chances; each deal in every seat.
"""

import sys
from random import Random

import numpy as np
from msgspec import structs

from shanghai.bots.playouts.compact_rules import compact_rules_for
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.policy import finish_turn, play_draw, play_melds
from shanghai.bots.playouts.reading import read_state
from shanghai.bots.playouts.table import DRAW, NOBODY, PLAY, copy_table, empty_table
from shanghai.bots.weights import USUAL
from shanghai.simulation.report import interval
from shanghai.simulation.summary import mean_of
from shanghai.variants.loader import load_variant
from tests.bots.playouts.replaying import dealt

VARIANTS = ("rummygames", "grandma-davis", "california", "playerules")
PLAYERS = 4
MOST_TURNS = 800


@compiled
def play_turn(compact, t, turns):
    """One turn of whoever has it."""
    if t.phase == DRAW:
        play_draw(compact, t, NOBODY, False)
    if t.phase == PLAY:
        play_melds(compact, t)
    if t.phase == PLAY:
        finish_turn(compact, t, turns)


@compiled
def play_alone(compact, base, first, second, points):
    """Plays a deal once for each seat of the first; its points less the others' mean, by seat."""
    for lone in range(compact.players):
        copy_table(base, first)
        copy_table(base, second)
        turns, is_first = 0, base.turn == lone
        t = first if is_first else second
        while t.phase <= PLAY and turns < MOST_TURNS:
            play_turn(compact, t, turns)
            turns += 1
            if (t.turn == lone) != is_first:
                other = second if is_first else first
                copy_table(t, other)
                t, is_first = other, not is_first
        own, total = t.points[lone], t.points[: compact.players].sum()
        points[lone] = own - (total - own) / (compact.players - 1)


def differences(variant, games, seed, weights):
    """By deal the points that the weights have less than `hard`'s around them."""
    rules, chance = load_variant(variant), Random(f"{variant} {seed}")
    tables, fewer, points = (empty_table(weights), empty_table(USUAL)), [], np.zeros(PLAYERS)
    for _ in range(games):
        for round in range(1, rules.rounds + 1):
            base = read_state(dealt(rules, round, PLAYERS, chance))
            base.chance = chance.getrandbits(60)
            play_alone(compact_rules_for(rules, round, PLAYERS), base, *tables, points)
            fewer.append(float(points.mean()))
    return fewer


def main(games, seed, *changes):
    """Prints for each variant the points a round fewer, with the 95 % interval."""
    fields = dict(change.split("=") for change in changes)
    weights = structs.replace(USUAL, **{name: float(value) for name, value in fields.items()})
    for variant in VARIANTS:
        fewer = mean_of([-one for one in differences(variant, int(games), seed, weights)])
        print(f"{variant}: {fewer.mean:+.2f} ({interval(fewer, '{:+.2f}'.format)})", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
