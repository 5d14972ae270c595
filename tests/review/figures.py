"""What the review finds, in figures.

`python -m tests.review.figures [VARIANT,...] [SEEDS] [ROUNDS]` plants blunders of eleven kinds
in games of four players of the strength of `master`, one in each seat, and prints how many the
review names once, and as that player's turning point, and of each kind; what it misses stands in
lines of its own. A blunder is one that costs more than a point in 2000 worlds of its own. With
`hard` after the rounds these players plant them. With `itself:LEVEL` it prints instead how many
decisions of that level, playing against itself, are called errors, and each clear one. SEEDS are
FIRST-LAST, or the number of them from 1; ROUNDS may be `all`.
"""

import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path

from shanghai.bots.hard import HardBot
from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import MAX_WORLDS, Level
from shanghai.engine.actions import Call
from shanghai.engine.events import CallGranted
from shanghai.review.decisions import decisions_of
from shanghai.review.judging import judge
from shanghai.review.moments import moments_of
from shanghai.review.report import review_of
from shanghai.storage.journal import opened_course
from shanghai.storage.saves import sound_game
from tests.review.games import BLUNDERS, Careful, blunderers, play_game

VARIANTS = "playerules,rummygames,california,grandma-davis"
BASES = {"hard": HardBot, "master": Careful}


def costs_of(read):
    """What each decision has cost, and the milliseconds of a processor that it took."""
    started = time.process_time()
    every = set(range(len(decisions_of(read))))
    costs = {each[0]: judge(*each) for each in moments_of(read, every)}
    return costs, round(1000 * (time.process_time() - started))


def played(variant, players, seed, rounds, levels=LEVELS):
    """The journal of a game."""
    with tempfile.TemporaryDirectory() as folder:
        return sound_game(play_game(Path(folder), variant, players, seed, rounds, levels))


def planted(variant, seed, rounds, base="master"):
    """What is said of the blunders of a game, and a line for each that is no turning point."""
    made = []
    players, levels = blunderers(seed, BASES[base], made)
    read = played(variant, players, seed, rounds, levels)
    costs, spent = costs_of(read)
    review, decisions, told, missed = review_of(read, costs), decisions_of(read), Counter(), []
    for blunder in made:
        number = place_of(read, blunder)
        if number is None:
            continue
        decision, cost = decisions[number], costs[number]
        here = [
            each for each in review.findings if (each.seat, each.at) == (decision.seat, decision.at)
        ]
        is_turning = any(each.is_turning_point for each in here)
        told += Counter(planted=1, named=len(here), turning=is_turning)
        told += Counter({cost.certainty or "none": 1, f"{blunder.kind} planted": 1})
        told[f"{blunder.kind} named"] += len(here)
        told[f"{blunder.kind} turning"] += is_turning
        if not is_turning:
            other = review.turning_point_of(decision.seat)
            said = other and (other.certainty, other.expected, other.round, other.sentence)
            missed.append(f"{variant} {seed} {blunder}: {cost} {len(decision.moves)}; {said}")
    return told + Counter(spent=spent), missed


def place_of(read, blunder):
    """The number of the decision that is a planted blunder; None where there was none to make, as
    another had the card, or a call was not granted."""
    steps = opened_course(read)
    for number, each in enumerate(decisions_of(read)):
        before = steps[each.at].before
        held = tuple(sorted(before.seats[each.seat].hand))
        here = each.round, each.seat, held, len(before.stock)
        if here == (blunder.round, blunder.seat, blunder.hand, blunder.stock) and (
            each.moves[0] == blunder.move
        ):
            is_call = isinstance(blunder.move, Call) or blunder.move is None
            who = granted_to(steps[each.at :]) if is_call else None
            is_void = who != each.seat if blunder.move else who is not None
            return None if is_call and is_void else number
    return None


def granted_to(steps):
    """The seat whose call is granted in the turn that comes; None if none is."""
    for step in steps:
        for event in step.events:
            if isinstance(event, CallGranted):
                return event.seat
        if len(step.before.stock) != len(steps[0].before.stock):
            return None
    return None


def against_itself(variant, level, seed, rounds):
    """What is said of all decisions of a game of one level, and a line for each clear error."""
    levels = {**LEVELS, "master": Level(partial(Careful, most=MAX_WORLDS), level, "A test.")}
    read = played(variant, [level] * 4, seed, rounds, levels)
    costs, spent = costs_of(read)
    review = review_of(read, costs)
    told = Counter(cost.certainty or "none" for cost in costs.values())
    told += Counter(planted=len(costs), named=len(review.findings), spent=spent)
    decisions, lines = decisions_of(read), []
    for number, cost in costs.items():
        if cost.certainty == "clear":
            moves = decisions[number].moves
            lines.append(
                f"{variant} {seed}, {decisions[number].round} {decisions[number].at}: "
                f"{moves[0]}; {moves[cost.best]}; {cost}"
            )
    return told + Counter(turning=len(review.turning_points)), lines


def main(variants=VARIANTS, seeds="3", rounds="2,4", level="master"):
    """Prints the table."""
    numbers = () if rounds == "all" else tuple(map(int, rounds.split(",")))
    whole, missed = Counter(), []
    print("| variant | decisions | clear | maybe | named | turning points | CPU |")
    print("|---|---|---|---|---|---|---|")
    for variant in variants.split(","):
        told = Counter()
        for seed in _seeds(seeds):
            if level.startswith("itself:"):
                found, lines = against_itself(variant, level.removeprefix("itself:"), seed, numbers)
            else:
                found, lines = planted(variant, seed, numbers, level)
            told, missed = told + found, missed + lines
        _print(f"`{variant}`", told)
        whole += told
    _print("all", whole)
    for kind in BLUNDERS:
        if (count := whole[f"{kind} planted"]) or not level.startswith("itself:"):
            named, turning = (whole[f"{kind} {what}"] for what in ("named", "turning"))
            print(f"- {kind}: {named} of {count} named, {turning} as the turning point")
    for line in missed:
        print("-", line)


def _seeds(text):
    first, _, last = text.rpartition("-")
    return range(int(first or 1), int(last) + 1)


def _print(name, told):
    total = max(1, told["planted"])
    clear, turning = (
        f"{told[key]} ({100 * told[key] / total:.1f} %)" for key in ("clear", "turning")
    )
    print(
        f"| {name} | {total} | {clear} | {told['maybe']} | {told['named']} | {turning} "
        f"| {told['spent'] / 1000:.0f} s |",
        flush=True,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
