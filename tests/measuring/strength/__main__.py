"""Levels against each other, also those that sit at no table: `python -m tests.measuring.strength`.

It takes the arguments of `shanghai simulate`, plays `hard-1` and `oracle` as well, keeps deals in a
file where one is named, and ends with the ladder of each variant. Single deals are played, of every
round in turn (round K alone, dealer by the game number, no points yet), each twice: the two levels
sit alternately round the table, and then exchange seats over the very same cards. With --alone one
of the first level sits among players of the second, in each seat in turn and with the same cards.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import structs

from shanghai.commands import simulate
from shanghai.commands.chosen_game import check_level
from shanghai.commands.exits import USAGE, Stop, with_exit_code
from shanghai.commands.working import ready_to_search
from shanghai.simulation.games import new_seed
from shanghai.simulation.stored import stored_reports
from shanghai.simulation.workers import reported

from .deals import TimedDeal, TimedReport
from .duplicate import DuplicateTrial, deals_of
from .figures import Measured, ladder_lines, measured, measured_lines
from .players import ORACLE, TRIED_LEVELS


def measured_request(
    trials: list[Measured], trial: DuplicateTrial, games: int, rounds: tuple[int, ...]
) -> simulate.Request:
    """A trial of two levels, of all rounds or of those named; `trials` gets the result."""

    def work() -> list[TimedDeal]:
        return [TimedDeal(*structs.astuple(deal)) for deal in deals_of(trial, games, rounds)]

    def sum_up(reports: list[Any]) -> Measured:
        trial_result = measured(trial, reports)
        trials.append(trial_result)
        return trial_result

    def whole(deals: Sequence[TimedDeal]) -> int:
        return len({deal.round for deal in deals})

    return simulate.Request(work, sum_up, partial(measured_lines, trial), whole)


def trials_of(args: argparse.Namespace, trials: list[Measured]) -> Iterator[simulate.Request]:
    """A trial of each level named against the next one, or of all against one."""
    levels = [*simulate.levels_of(args, TRIED_LEVELS), *filter(None, [args.against])]
    check_level(levels[-1], TRIED_LEVELS)
    pairs = [(one, args.against) for one in levels[:-1]] if args.against else [*pairwise(levels)]
    if not pairs:
        raise Stop(USAGE, "name two levels or more, as --bots LEVEL,LEVEL")
    try:
        rounds = tuple(int(number) for number in args.rounds.split(",") if number)
    except ValueError:
        raise Stop(USAGE, f"{args.rounds!r} are no rounds: write --rounds 1,2") from None
    seed = new_seed() if args.seed is None else args.seed
    for _, rules in simulate.variants_of(args):
        for first, second in pairs:
            trial = DuplicateTrial(rules, args.players, first, second, seed, args.alone)
            yield measured_request(trials, trial, args.games, rounds)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of `shanghai simulate`, and who sits among whom."""
    simulate.add_arguments(parser)
    parser.epilog = __doc__
    add = parser.add_argument
    add("--alone", action="store_true", help="one of a level among players of the other")
    add("--rounds", metavar="K,...", default="", help="these rounds alone")
    add("--against", metavar="LEVEL", default="", help="each level against this one, not the next")


def main(words: list[str]) -> int:
    """Plays and reports the trials; the exit code is that of `shanghai simulate`."""
    parser = argparse.ArgumentParser(prog="python -m tests.measuring.strength")
    add_arguments(parser)
    args = parser.parse_args(words)
    if args.compare or args.record or args.plot:
        parser.error("a trial goes without --compare, --record and --plot")
    if ORACLE in args.bots.split(",") and not ready_to_search("strength"):
        return USAGE
    trials: list[Measured] = []

    def run(args: argparse.Namespace) -> int:
        levels, requests = {*args.bots.split(","), args.against}, [*trials_of(args, trials)]
        if not args.keep:
            return simulate.carry_out(args, requests, levels, reported, "deal")
        with stored_reports(Path(args.keep), TimedReport) as reports:
            return simulate.carry_out(args, requests, levels, reports.play_rest, "deal")

    code = with_exit_code(run)(args)
    for line in () if args.json else ladder_lines(trials):
        print(line)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
