"""What the review finds, in figures.

`python -m tests.review.figures [VARIANT,...] [SEEDS] [ROUNDS]` prints how it judges planted
blunders: games in which three of four hard players make one each. With a level after the rounds it
prints instead how many decisions of that level, playing against itself, are called errors. SEEDS
are FIRST-LAST, or the number of them from 1; ROUNDS may be `all`.
"""

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from shanghai.bots.levels import LEVELS
from shanghai.review.decisions import decisions_of, moments_of
from shanghai.review.report import review_of
from shanghai.review.running import judge
from shanghai.storage.journal import opened_course
from shanghai.storage.saves import sound_game
from tests.review.games import BLUNDERS, BlunderBot, blunderer, play_game

VARIANTS = "playerules,rummygames,california,grandma-davis"


def judged(read, wanted):
    """How sure the review is of decisions, which of them it makes turning points, and the
    milliseconds of a processor that it took.
    """
    started = time.process_time()
    every = set(range(len(decisions_of(read))))
    costs = {each[0]: judge(*each) for each in moments_of(read, every)}
    told = Counter(costs[number].certainty or "none" for number in wanted)
    spent = Counter(spent=round(1000 * (time.process_time() - started)))
    decisions = decisions_of(read)
    places = {(decisions[number].at, decisions[number].seat) for number in wanted}
    points = review_of(read, costs).turning_points
    turning = sum((point.at, point.seat) in places for point in points)
    return told + spent + Counter(turning=turning)


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
    numbers = () if rounds == "all" else tuple(map(int, rounds.split(",")))
    whole = Counter()
    print("| variant | decisions | clear | maybe | not named | turning points | CPU |")
    print("|---|---|---|---|---|---|---|")
    for variant in variants.split(","):
        told = Counter()
        for seed in _seeds(seeds):
            told += (
                against_itself(variant, level, seed, numbers)
                if level
                else planted(variant, seed, numbers)
            )
        _print(f"`{variant}`", told)
        whole += told
    _print("all", whole)


def _seeds(text):
    first, _, last = text.rpartition("-")
    return range(int(first or 1), int(last) + 1)


def _print(name, told):
    total = max(1, told["clear"] + told["maybe"] + told["none"])
    clear, turning = (
        f"{told[key]} ({100 * told[key] / total:.1f} %)" for key in ("clear", "turning")
    )
    print(
        f"| {name} | {total} | {clear} | {told['maybe']} | {told['none']} | {turning} "
        f"| {told['spent'] / 1000:.0f} s |",
        flush=True,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
