"""`shanghai simulate`: games among computer players, and what they come to."""

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from itertools import pairwise
from pathlib import Path
from typing import Final

import msgspec

from shanghai.bots.levels import LEVELS, SEARCHING
from shanghai.bots.machine_code import code_fault, has_numba
from shanghai.bots.questions import INSTALL
from shanghai.commands.exits import BAD_FILE, FAILED, NOT_STORED, USAGE, Stop
from shanghai.commands.printing import complain, say_columns, say_json
from shanghai.commands.progress import progress_bar
from shanghai.commands.rules_option import chosen_rules, folder_to_read
from shanghai.commands.searching import ready_to_search
from shanghai.commands.stopping import Stopped, stopped_by_signals
from shanghai.engine.rules import Rules
from shanghai.simulation import DuplicateTrial, Task, new_seed, seats_for
from shanghai.simulation.keeping import BadFile, Kept
from shanghai.simulation.ladder import ladder_lines
from shanghai.simulation.oracle import ORACLE, TRIED_LEVELS
from shanghai.simulation.requests import (
    ComparisonRequest,
    GamesRequest,
    Request,
    RequestResult,
    TrialRequest,
    split,
)
from shanghai.simulation.verdicts import TrialSummary
from shanghai.simulation.work import BACKENDS, Backend, BackendFault
from shanghai.simulation.workers import ProgressCallback, play_all
from shanghai.storage.crash_report import CRASHED
from shanghai.words.contracts import empty_stock
from shanghai.words.phrases import counted, plural
from shanghai.words.sanitize import sanitize

EPILOG: Final = (
    "The same seed gives the same games, whatever the number of processes. All intervals hold the "
    "true figure in 95 % of all cases: means by Student's t, shares by Wilson's score, one value a "
    "game. --paired plays single deals instead, of every round in turn (round K alone, dealer by "
    "the game number, no points yet), each twice: the two levels sit alternately round the table, "
    "and then exchange seats over the very same cards. One value a deal: the mean points a seat of "
    "the first level less those of the second over both plays, so that luck cancels out as if two "
    "players had played the deal from either side. With more levels each is tried against the "
    "next one named."
)

_MOST_GAMES = 100_000
_MOST_JOBS = 64
_ADDRESS = r"((tcp|tls|ws|wss|ucx)://)?[^/\s]+:\d{1,5}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which games, by whom, how many, where they are played and what is reported."""
    parser.epilog = EPILOG
    _add_games(parser)
    _add_comparisons(parser)
    _add_processes(parser)


def _add_games(parser: argparse.ArgumentParser) -> None:
    """Which games, and by whom."""
    add = parser.add_argument
    add(
        "--variant",
        metavar="ID,...",
        action="append",
        required=True,
        help="a variant, or its file; of several each is reported",
    )
    add("--players", metavar="N", type=int, required=True, help="seats at the table")
    add("--games", metavar="N", type=int, default=1, help="how many (default 1)")
    add("--seed", metavar="S", type=int, help="whole number; the same gives the same games")
    levels = ", ".join(LEVELS)
    add(
        "--bots",
        metavar="LEVEL,...",
        default="simple",
        help=f"level of each seat, over and over; they move on a seat each game: {levels}",
    )
    add(
        "--house-rule",
        metavar="RULE",
        action="append",
        default=[],
        help="rule=value, or the name of a house rule of the variant",
    )


def _add_comparisons(parser: argparse.ArgumentParser) -> None:
    """What is tried against what."""
    add = parser.add_argument
    add(
        "--compare",
        metavar="RULE=VALUE",
        action="append",
        default=[],
        help="play the same deals with this rule changed too, and say what that changes",
    )
    add("--paired", action="store_true", help="try levels against each other, deal by deal")
    add("--rounds", metavar="K,...", default="", help="with --paired: these rounds alone")
    add(
        "--against",
        metavar="LEVEL",
        default="",
        help="with --paired: try each level against this one, not against the next",
    )
    add(
        "--keep",
        metavar="FILE",
        default="",
        help="with --paired: keep each deal in a file, and play none again that it holds",
    )


def _add_processes(parser: argparse.ArgumentParser) -> None:
    """Where the games are played, and what is written of them."""
    add = parser.add_argument
    add("--jobs", metavar="N", type=int, default=1, help="processes (default 1)")
    add(
        "--backend",
        choices=BACKENDS,
        default="",
        help="another engine for the processes: joblib's own, or Dask (the extra `cluster`)",
    )
    add(
        "--scheduler",
        metavar="ADDRESS",
        default="",
        help="with --backend dask: a running scheduler, whose workers play all games",
    )
    add("--json", action="store_true", help="print one JSON object, or a list of several reports")
    add("--record", metavar="DIR", default="", help="write each game as a record")


def run(args: argparse.Namespace) -> int:
    """Prints the report of all that was asked for.

    0: all was played to its end; 1: some was given up as endless; 2: usage; 3: a bad variant
    file; 4: a record cannot be stored; 70: a process died; 130: Ctrl+C, as 128+n for signal n.
    """
    what = "deal" if args.paired else "game"
    done = 0
    try:
        orders = list(_orders(args))
        engine = _engine(args)
        if {*SEARCHING, ORACLE} & {*_levels(args)} and not ready_to_search("simulate"):
            why = code_fault() if has_numba() else f"it is not installed: {INSTALL}"
            raise Stop(USAGE, f"the search of these levels cannot be used: {why}")
        with stopped_by_signals(), progress_bar(plural(what)) as show:

            def told(now: int, total: int) -> None:
                nonlocal done
                done = now
                show(now, total)

            kept = Kept(Path(args.keep)) if args.keep else None
            answers = _answers(orders, engine, told, kept)
    except Stop as stop:
        complain("simulate", stop)
        return stop.code
    except BadFile as fault:
        complain("simulate", fault)
        return BAD_FILE
    except Stopped as stopped:
        complain("simulate", f"stopped after {counted(done, what)}; nothing is reported")
        return stopped.code
    _print(answers, args.json)
    return 0 if all(answer.finished for answer in answers) else FAILED


def _answers(
    orders: Sequence[Request], engine: Backend, told: ProgressCallback, kept: Kept | None
) -> list[RequestResult]:
    """Plays all that the orders ask for; Stop where that cannot be."""
    try:
        work = [order.work() for order in orders]
        pieces = [piece for pieces in work for piece in pieces]
        play = play_all if kept is None else kept.play_rest
        reports = play(pieces, engine, told)
    except (ValueError, BackendFault) as error:
        raise Stop(USAGE, str(error)) from None
    except BrokenExecutor:
        why = "a process ended before its work was done; fewer --jobs take less memory"
        raise Stop(CRASHED, why) from None
    except OSError as error:
        raise Stop(NOT_STORED, f"cannot store: {error.strerror}") from None
    parts = split(reports, [len(pieces) for pieces in work])
    return [order.answer(part) for order, part in zip(orders, parts, strict=True)]


def _print(answers: Sequence[RequestResult], as_json: bool) -> None:
    if as_json:
        found = [answer.found for answer in answers]
        say_json(found if len(found) > 1 else found[0])
        return
    for number, answer in enumerate(answers):
        for line in (*([""] if number else []), *answer.lines):
            say_columns(line)
    trials = [answer.found for answer in answers if isinstance(answer.found, TrialSummary)]
    for line in ladder_lines(trials):
        say_columns(line)


def _engine(args: argparse.Namespace) -> Backend:
    if not 1 <= args.jobs <= _MOST_JOBS:
        raise Stop(USAGE, f"--jobs is 1 to {_MOST_JOBS}")
    if args.scheduler and args.backend != "dask":
        raise Stop(USAGE, "--scheduler goes with --backend dask")
    if args.scheduler and not re.fullmatch(_ADDRESS, args.scheduler):
        address = sanitize(args.scheduler, 60)
        raise Stop(USAGE, f"{address!r} is no scheduler: write --scheduler tcp://HOST:PORT")
    if args.scheduler and args.record:
        raise Stop(USAGE, "--scheduler goes without --record: its workers write nothing here")
    return Backend(args.jobs, args.backend, args.scheduler)


def _orders(args: argparse.Namespace) -> Iterator[Request]:
    """What the arguments ask for, variant by variant; Stop where they are no good."""
    if not 1 <= args.games <= _MOST_GAMES:
        raise Stop(USAGE, f"--games is 1 to {_MOST_GAMES}")
    if args.paired and (args.compare or args.record):
        raise Stop(USAGE, "--paired goes without --compare and --record")
    if args.compare and args.record:
        raise Stop(USAGE, "--compare goes without --record")
    if args.rounds and not args.paired:
        raise Stop(USAGE, "--rounds goes with --paired")
    for option in ("keep", "against"):
        if getattr(args, option) and not args.paired:
            raise Stop(USAGE, f"--{option} goes with --paired")
    levels = _levels(args)
    seed = new_seed() if args.seed is None else args.seed
    for variant in _variants(args.variant):
        rules = _rules(args, variant, args.house_rule)
        if args.paired:
            yield from _trials(args, rules, levels, seed)
            continue
        if len(levels) > args.players:
            raise Stop(USAGE, f"{len(levels)} levels for {args.players} seats")
        task = Task(rules, seats_for(levels, args.players), seed, args.record, variant)
        if not args.compare:
            yield GamesRequest(task, args.games)
            continue
        rules = _rules(args, variant, [*args.house_rule, *args.compare])
        changes = tuple(sanitize(change, 60) for change in args.compare)
        changed = msgspec.structs.replace(task, rules=rules)
        yield ComparisonRequest(task, changed, changes, args.games)


def _variants(given: Sequence[str]) -> Iterator[str]:
    """Each variant named, with or without commas between them; a file may have one in its name."""
    for text in given:
        yield from [text] if os.path.exists(text) else (part.strip() for part in text.split(","))


def _rules(args: argparse.Namespace, variant: str, changes: Sequence[str]) -> Rules:
    rules = chosen_rules(variant, changes, folder_to_read(args))
    if not rules.min_players <= args.players <= rules.max_players:
        allowed = f"{rules.min_players} to {rules.max_players}"
        raise Stop(USAGE, f"{rules.name} is for {allowed} players, not {args.players}")
    if fault := empty_stock(rules, args.players):
        raise Stop(USAGE, fault)
    return rules


def _levels(args: argparse.Namespace) -> list[str]:
    levels = [level.strip() for level in args.bots.split(",")]
    known = TRIED_LEVELS if args.paired else LEVELS
    for level in (*levels, args.against or levels[0]):
        if level not in known:
            raise Stop(USAGE, f"no level is called {level!r}; there are {', '.join(LEVELS)}")
    return levels


def _trials(
    args: argparse.Namespace, rules: Rules, levels: Sequence[str], seed: int
) -> Iterator[Request]:
    """A trial of each level named against the next one, or all against one."""
    pairs = [(level, args.against) for level in levels] if args.against else [*pairwise(levels)]
    if not pairs:
        raise Stop(USAGE, "--paired asks for two levels or more, as --bots LEVEL,LEVEL")
    try:
        rounds = tuple(int(word) for word in args.rounds.split(",") if word)
    except ValueError:
        raise Stop(USAGE, f"{args.rounds!r} are no rounds: write --rounds 1,2") from None
    for first, second in pairs:
        yield TrialRequest(
            DuplicateTrial(rules, args.players, first, second, seed), args.games, rounds
        )
