"""Whole games at a table of some levels.

`python -m tests.measuring.strength.tables LEVEL,... [N] [SEED]` prints how many of N games each
level wins, ties in parts, and its points a game, over the four games; the levels move on by a seat
from game to game.
"""

import sys

from shanghai.simulation.games import Task, play_game
from shanghai.simulation.summary import mean_of, points_of, share_of, won_by
from shanghai.variants.loader import load_variant

from .players import TRIED_LEVELS

VARIANTS = "rummygames,grandma-davis,california,playerules"


def main(levels, games="50", seed="1", variants=VARIANTS):
    """Prints a line for each variant, and one for each level over all of them."""
    names = tuple(levels.split(","))
    total = []
    for variant in variants.split(","):
        task = Task(load_variant(variant), names, int(seed))
        reports = [play_game(task, number, TRIED_LEVELS) for number in range(1, int(games) + 1)]
        total += reports
        for name in dict.fromkeys(names):
            won = sum(won_by(name, report) for report in reports)
            points = mean_of([points_of(name, report) for report in reports])
            print(f"{variant}: {name} {won:.1f} ({points.mean:.0f})", flush=True)
    for name in dict.fromkeys(names):
        share = share_of(sum(won_by(name, report) for report in total), len(total))
        ends = f"{share.lower:.1%} to {share.upper:.1%}"
        print(f"{name}: {share.mean:.1%} of {len(total)} ({ends})")


if __name__ == "__main__":
    main(*sys.argv[1:])
