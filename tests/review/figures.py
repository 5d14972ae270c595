"""What the review finds, in figures.

`python -m tests.review.figures [VARIANT,...] [SEEDS] [ROUNDS]` prints the table of REVIEW.md: games
in which three of four hard players plant one blunder each, how many of these are named as turning
points, how many as the dearest of their player, and how many other decisions are called clear.
"""

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from shanghai.bots.levels import LEVELS
from shanghai.review.decisions import decisions_of, moments_of
from shanghai.review.judging import judge
from shanghai.review.report import review_of
from shanghai.storage.course import opened_course, sound_game
from tests.review.games import BLUNDERS, BlunderBot, blunderer, play_game

VARIANTS = "playerules,rummygames,california,grandma-davis"
ROUNDS = "2,4,6"


def reviewed(path):
    """The journal of a game and its review, made in this process."""
    read = sound_game(path)
    wanted = set(range(len(decisions_of(read))))
    costs = {number: judge(number, moment) for number, moment in moments_of(read, wanted)}
    return read, review_of(read, costs)


def judged(variant, seed, rounds):
    """What came of one game, counted."""
    BlunderBot.planted.clear()
    levels = [*(f"blunder-{kind}" for kind in BLUNDERS), "hard"]
    levels = levels[seed % 4 :] + levels[: seed % 4]
    with tempfile.TemporaryDirectory() as folder:
        path = play_game(Path(folder), variant, levels, seed, rounds)
        started = time.process_time()
        read, review = reviewed(path)
    steps, planted = opened_course(read), list(BlunderBot.planted)
    clear = [(each.round, steps[each.at].action) for each in review.clear]
    dearest = [(each.round, steps[each.at].action) for each in review.clear if each.is_dearest]
    return Counter(
        planted=len(planted),
        named=sum(each in clear for each in planted),
        dearest=sum(each in dearest for each in planted),
        others=review.total - len(planted),
        clear=sum(each not in planted for each in clear),
        seconds=round(time.process_time() - started),
    )


def main(variants=VARIANTS, seeds="2", rounds=ROUNDS):
    """Prints the table."""
    for kind in BLUNDERS:
        LEVELS[f"blunder-{kind}"] = blunderer(kind)
    print("| variant | planted | turning point | dearest | other decisions | clear errors | CPU |")
    print("|---|---|---|---|---|---|---|")
    whole = Counter()
    for variant in variants.split(","):
        told = Counter()
        for seed in range(1, int(seeds) + 1):
            told += judged(variant, seed, tuple(map(int, rounds.split(","))))
        _print(f"`{variant}`", told)
        whole += told
    _print("all", whole)


def _print(name, told):
    share = 100 * told["clear"] / max(1, told["others"])
    print(
        f"| {name} | {told['planted']} | {told['named']} | {told['dearest']} | {told['others']} "
        f"| {told['clear']} ({share:.1f} %) | {told['seconds']} s |",
        flush=True,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
