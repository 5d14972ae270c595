"""What the review finds, in figures.

`python -m tests.review.figures [VARIANT,...] [SEEDS] [ROUNDS]` prints how it judges planted
blunders: games in which three of four hard players make one each. With a level after the rounds it
prints instead how many decisions of that level, playing against itself, are called errors.
"""

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from shanghai.bots.levels import LEVELS
from shanghai.review.decisions import decisions_of, moments_of
from shanghai.review.judging import judge
from shanghai.storage.course import opened_course, sound_game
from tests.review.games import BLUNDERS, BlunderBot, blunderer, play_game

VARIANTS = "playerules,rummygames,california,grandma-davis"


def judged(read, wanted):
    """How sure the review is of decisions, and the seconds of a processor that it took."""
    started = time.process_time()
    told = Counter(judge(*each).certainty or "none" for each in moments_of(read, wanted))
    return told + Counter(seconds=round(time.process_time() - started))


def played(variant, levels, seed, rounds):
    """The journal of a game."""
    with tempfile.TemporaryDirectory() as folder:
        return sound_game(play_game(Path(folder), variant, levels, seed, rounds))


def planted(variant, seed, rounds):
    """What is said of the blunders of a game."""
    BlunderBot.planted.clear()
    levels = [*(f"blunder-{kind}" for kind in BLUNDERS), "hard"]
    read = played(variant, levels[seed % 4 :] + levels[: seed % 4], seed, rounds)
    steps = opened_course(read)
    wanted = {
        number
        for number, each in enumerate(decisions_of(read))
        if (each.round, steps[each.at].action) in BlunderBot.planted
        and each.moves[0] == steps[each.at].action
    }
    return judged(read, wanted)


def against_itself(variant, level, seed, rounds):
    """What is said of all decisions of a game of one level."""
    read = played(variant, [level] * 4, seed, rounds)
    return judged(read, set(range(len(decisions_of(read)))))


def main(variants=VARIANTS, seeds="3", rounds="2,4", level=""):
    """Prints the table."""
    for kind in BLUNDERS:
        LEVELS[f"blunder-{kind}"] = blunderer(kind)
    numbers, whole = tuple(map(int, rounds.split(","))), Counter()
    print("| variant | decisions | clear | maybe | not named | CPU |")
    print("|---|---|---|---|---|---|")
    for variant in variants.split(","):
        told = Counter()
        for seed in range(1, int(seeds) + 1):
            told += (
                against_itself(variant, level, seed, numbers)
                if level
                else planted(variant, seed, numbers)
            )
        _print(f"`{variant}`", told)
        whole += told
    _print("all", whole)


def _print(name, told):
    total = told["clear"] + told["maybe"] + told["none"]
    share = 100 * told["clear"] / max(1, total)
    print(
        f"| {name} | {total} | {told['clear']} ({share:.1f} %) | {told['maybe']} | {told['none']} "
        f"| {told['seconds']} s |",
        flush=True,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
