"""Whole games at a table of four levels.

`python -m tests.measuring.strength.tables LEVEL,... [N] [SEED]` prints how many of N games each
level wins, ties in parts, over the four games; the levels move on by a seat from game to game.
"""

import sys
from collections import Counter

from shanghai.engine.state import Phase
from shanghai.simulation.games import game_seed, play_round, seated
from shanghai.simulation.summary import share_of
from shanghai.table.host import Host
from shanghai.variants.loader import load_variant

from .players import TRIED_LEVELS

VARIANTS = "rummygames,grandma-davis,california,playerules"


def wins_at(variant, levels, games, seed):
    """By place of a level the games won, and its points a game."""
    rules, won, points = load_variant(variant), Counter(), Counter()
    for number in range(1, games + 1):
        first = number % len(levels)
        places = [*range(first, len(levels)), *range(first)]
        players = seated([levels[place] for place in places])
        dice = game_seed(seed, number)
        host = Host(rules, players, dice, levels=TRIED_LEVELS)
        host.draw_for_dealer()
        while host.state.phase is not Phase.GAME_OVER and play_round(host).finished:
            pass
        for seat, place in enumerate(places):
            points[place] += host.state.seats[seat].score / games
        for seat in host.state.winners:
            won[places[seat]] += 1 / len(host.state.winners)
    return won, points


def main(levels, games="50", seed="1", variants=VARIANTS):
    """Prints a line for each level at a table, with a variant and over all."""
    names, count = levels.split(","), int(games)
    total = Counter()
    for variant in variants.split(","):
        won, points = wins_at(variant, names, count, int(seed))
        total.update(won)
        told = (f"{name} {won[at]:.1f} ({points[at]:.0f})" for at, name in enumerate(names))
        print(f"{variant}: {', '.join(told)}", flush=True)
    whole = count * len(variants.split(","))
    for at, name in enumerate(names):
        share = share_of(total[at], whole)
        print(f"{name}: {share.mean:.1%} of {whole} ({share.low:.1%} to {share.high:.1%})")


if __name__ == "__main__":
    main(*sys.argv[1:])
