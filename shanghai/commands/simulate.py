"""`shanghai simulate`: games among computer players, and what they come to."""

import argparse
import itertools
import sys
from collections.abc import Iterator

import msgspec

from shanghai.bots import LEVELS
from shanghai.commands.asked import Stop, asked_rules
from shanghai.engine.rules import Rules
from shanghai.simulate import Summary, Task, new_seed, seats_for, simulate, summarize
from shanghai.simulation.trial import Trial, deals_of
from shanghai.simulation.verdicts import sum_up
from shanghai.simulation.words import trial_lines
from shanghai.simulation.workers import play_all

HELP = "play games among computer players and sum them up"

_FAILED, _USAGE, _BAD_FILE, _CANNOT_STORE = 1, 2, 3, 4
_MOST_JOBS = 64


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which games, by whom, how many, and where the records go."""
    levels = ", ".join(LEVELS)
    parser.add_argument("--variant", metavar="ID", required=True, help="a variant, or its file")
    parser.add_argument(
        "--players", metavar="N", type=int, required=True, help="seats at the table"
    )
    parser.add_argument("--games", metavar="N", type=int, default=1, help="how many (default 1)")
    parser.add_argument(
        "--seed", metavar="S", type=int, help="whole number; the same gives the same games"
    )
    parser.add_argument(
        "--bots",
        metavar="LEVEL,...",
        default="simple",
        help=f"level of each seat: {levels}",
    )
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--json", action="store_true", help="print the report as one JSON object")
    parser.add_argument("--record", metavar="DIR", default="", help="write each game as a record")
    parser.add_argument(
        "--paired",
        action="store_true",
        help="play single deals twice with the seats exchanged: each level named in --bots "
        "against the next one",
    )
    parser.add_argument(
        "--rounds", metavar="K,...", default="", help="with --paired, these rounds alone"
    )
    parser.add_argument(
        "--house-rule", metavar="RULE=VALUE", action="append", default=[], help="change a rule"
    )


def run(args: argparse.Namespace) -> int:
    """Prints the report of all games.

    0: all were finished; 1: some were given up as endless; 2: usage; 3: a bad variant file;
    4: a record cannot be stored.
    """
    try:
        task = _task(args)
        if args.paired:
            return _run_paired(args, task)
        show = _show_progress if sys.stderr.isatty() else None
        try:
            games = simulate(task, args.games, args.jobs, show)
        except OSError as error:
            raise Stop(
                _CANNOT_STORE, f"cannot store in {args.record!r}: {error.strerror}"
            ) from None
    except Stop as stop:
        for line in str(stop).splitlines():
            print(f"shanghai simulate: {line}", file=sys.stderr)
        return stop.code
    summary = summarize(task, games)
    if args.json:
        print(msgspec.json.encode(summary).decode())
    else:
        print("\n".join(_lines(task.rules, summary)))
    return _FAILED if summary.unfinished else 0


def _run_paired(args: argparse.Namespace, task: Task) -> int:
    """Prints the report of a trial, or of each step of a ladder of levels."""
    levels = [level.strip() for level in args.bots.split(",")]
    pairs = list(itertools.pairwise(levels if len(levels) > 1 else levels * 2))
    show = _show_progress if sys.stderr.isatty() else None
    try:
        rounds = [int(word) for word in args.rounds.split(",") if word]
        trials = [Trial(task.rules, args.players, *pair, task.seed) for pair in pairs]
        work = [deal for trial in trials for deal in deals_of(trial, args.games, rounds)]
    except ValueError as error:
        raise Stop(_USAGE, str(error)) from None
    deals = play_all(work, args.jobs, show)
    each = len(deals) // len(trials)
    found = [sum_up(one, deals[i * each : (i + 1) * each]) for i, one in enumerate(trials)]
    if args.json:
        print(msgspec.json.encode(found if len(found) > 1 else found[0]).decode())
    else:
        blocks = ["\n".join(trial_lines(task.rules, one)) for one in found]
        print("\n\n".join(blocks))
    return _FAILED if any(one.unfinished for one in found) else 0


def _task(args: argparse.Namespace) -> Task:
    """The task that the arguments name; Stop where they are no good."""
    if args.games < 1 or not 1 <= args.jobs <= _MOST_JOBS:
        raise Stop(_USAGE, f"--games is at least 1, --jobs 1 to {_MOST_JOBS}")
    rules = asked_rules(args.variant, args.house_rule)
    if not rules.min_players <= args.players <= rules.max_players:
        allowed = f"{rules.min_players} to {rules.max_players}"
        raise Stop(_USAGE, f"{rules.name} is for {allowed} players, not {args.players}")
    levels = [level.strip() for level in args.bots.split(",")]
    for level in levels:
        if level not in LEVELS:
            raise Stop(_USAGE, f"no level is called {level!r}; there are {', '.join(LEVELS)}")
    if len(levels) > args.players and not args.paired:
        raise Stop(_USAGE, f"{len(levels)} levels for {args.players} seats")
    seed = new_seed() if args.seed is None else args.seed
    return Task(
        rules, seats_for(levels[: args.players], args.players), seed, args.record, args.variant
    )


def _show_progress(done: int, games: int) -> None:
    """One line on the terminal, gone when all is done."""
    end = "\r\x1b[K" if done == games else ""
    print(f"\r{done} of {games} games{end}", end="", file=sys.stderr, flush=True)


def _lines(rules: Rules, summary: Summary) -> Iterator[str]:
    """The report for people."""
    yield f"{rules.name}, {summary.players} players, {summary.games} games"
    if summary.unfinished:
        yield f"{summary.unfinished} games given up: a round did not end"
    if summary.unrecordable:
        yield (
            f"{summary.unrecordable} games with a round that nobody could end and that counted as "
            "it was; there is no record of these"
        )
    yield f"{summary.rounds} rounds, {summary.turns} turns, {summary.blocked} rounds blocked"
    yield "; ".join(f"{count} {ending}" for ending, count in summary.endings.items() if count)
    yield ""
    yield f"{rules.words.round:>8}  turns a seat  points a seat  blocked"
    for one in summary.by_round:
        yield f"{one.round:>8}  {one.turns:>12}  {one.points:>13}  {one.blocked:>7}"
    yield ""
    yield f"{'level':>8}  {'seats':>6}  {'wins':>8}  {'points a game':>13}"
    for level, seats in summary.seats.items():
        won, points = summary.wins[level], summary.points[level]
        yield f"{level:>8}  {seats:>6}  {won:>8.1f}  {points:>13}"
    if summary.replaced:
        yield f"{summary.replaced} moves of computer players were replaced"
    yield f"digest {summary.digest[:16]}"
