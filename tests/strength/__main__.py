"""`python -m tests.strength`: levels against each other, among them those that sit at no table.

It takes the arguments of `shanghai simulate --paired`, plays `hard-1` and `oracle` as well, keeps
deals in a file where one is named, and ends with the ladder of each variant.
"""

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import structs

from shanghai.commands import simulate
from shanghai.commands.exits import BAD_FILE, USAGE, with_exit_code
from shanghai.commands.printing import complain
from shanghai.commands.working import ready_to_search
from shanghai.simulation.duplicate import DuplicateTrial, deals_of
from shanghai.simulation.workers import reported

from .deals import BadFile, Kept, TimedDeal
from .figures import Measured, ladder_lines, measured, measured_lines
from .players import ORACLE, TRIED_LEVELS


def measured_request(
    told: list[Measured], trial: DuplicateTrial, games: int, rounds: tuple[int, ...]
) -> simulate.Request:
    """A trial of two levels, of all rounds or of those named; `told` has what came of it."""

    def work() -> list[TimedDeal]:
        return [TimedDeal(*structs.astuple(deal)) for deal in deals_of(trial, games, rounds)]

    def sum_up(reports: list[Any]) -> Measured:
        found = measured(trial, reports)
        told.append(found)
        return found

    return simulate.Request(work, sum_up, partial(measured_lines, trial))


def main(words: list[str]) -> int:
    """Plays and reports the trials; the exit code is that of `shanghai simulate`."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength")
    simulate.add_arguments(parser)
    args = parser.parse_args(words)
    args.paired = True
    if ORACLE in args.bots.split(",") and not ready_to_search("strength"):
        return USAGE
    try:
        play = Kept(Path(args.keep)).play_rest if args.keep else reported
    except BadFile as fault:
        complain("strength", fault)
        return BAD_FILE
    args.keep = ""
    found: list[Measured] = []
    code = with_exit_code(simulate.run)(args, TRIED_LEVELS, partial(measured_request, found), play)
    for line in () if args.json else ladder_lines(found):
        print(line)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
