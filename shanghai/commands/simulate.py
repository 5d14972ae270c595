"""`shanghai simulate`: games among computer players, and what they come to."""

import argparse
import os
import re
from collections.abc import Callable, Container, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from itertools import islice, pairwise
from typing import Any, Final, Protocol

from msgspec import Struct, structs

from shanghai.bots.levels import LEVELS, SEARCHING
from shanghai.bots.questions import INSTALL
from shanghai.commands.exits import FAILED, NOT_STORED, USAGE, Stop
from shanghai.commands.printing import complain, say_columns, say_json
from shanghai.commands.progress import progress_bar
from shanghai.commands.rules_option import chosen_rules, folder_to_read
from shanghai.commands.searching import ready_to_search
from shanghai.commands.stopping import Stopped, stopped_by_signals
from shanghai.engine.rules import Rules
from shanghai.simulation.comparison import Comparison, compare
from shanghai.simulation.duplicate import DuplicateTrial, TrialSummary, deals_of, sum_up
from shanghai.simulation.games import Task, games_of
from shanghai.simulation.report import comparison_lines, summary_lines, trial_lines
from shanghai.simulation.rounds import new_seed, seats_for
from shanghai.simulation.summary import Summary, summarize
from shanghai.simulation.work import BACKENDS, Backend, BackendFault, Work
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


class RequestResult(Struct, frozen=True):
    """What a request comes to: for programs, for people, and whether all was played to its end."""

    found: Summary | Comparison | TrialSummary
    lines: tuple[str, ...]
    finished: bool


class Request(Protocol):
    """One thing asked for."""

    def work(self) -> Sequence[Work[Any]]:
        """Its pieces; ValueError where players, levels or rounds are not allowed."""
        ...

    def answer(self, reports: Sequence[Any]) -> RequestResult:
        """What the reports of its pieces come to."""
        ...


class GamesRequest(Struct, frozen=True):
    """Games 1 to `games` of a task."""

    task: Task
    games: int

    def work(self) -> Sequence[Work[Any]]:
        """The games."""
        return games_of(self.task, self.games)

    def answer(self, reports: Sequence[Any]) -> RequestResult:
        """Their summary."""
        found = summarize(self.task, reports)
        return RequestResult(
            found, tuple(summary_lines(self.task.rules, found)), not found.unfinished
        )


class ComparisonRequest(Struct, frozen=True):
    """The same games under the rules of two tasks."""

    plain: Task
    changed: Task
    changes: tuple[str, ...]
    games: int

    def work(self) -> Sequence[Work[Any]]:
        """The games of both sides."""
        return [*games_of(self.plain, self.games), *games_of(self.changed, self.games)]

    def answer(self, reports: Sequence[Any]) -> RequestResult:
        """What the change changed."""
        halves = reports[: self.games], reports[self.games :]
        found = compare(self.plain, self.changed, self.changes, *halves)
        finished = not (found.plain.unfinished or found.changed.unfinished)
        return RequestResult(found, tuple(comparison_lines(self.plain.rules, found)), finished)


class TrialRequest(Struct, frozen=True):
    """A trial of two levels, of all rounds or of those named."""

    trial: DuplicateTrial
    games: int
    rounds: tuple[int, ...] = ()

    def work(self) -> Sequence[Work[Any]]:
        """The deals."""
        return deals_of(self.trial, self.games, self.rounds)

    def answer(self, reports: Sequence[Any]) -> RequestResult:
        """How the first level did against the second."""
        found = sum_up(self.trial, reports)
        return RequestResult(
            found, tuple(trial_lines(self.trial.rules, found)), not found.unfinished
        )


MakeTrial = Callable[[DuplicateTrial, int, tuple[int, ...]], Request]
"""Makes the request for a trial of so many games, of some rounds or, if none is named, of all."""
Play = Callable[[Sequence[Any], Backend, ProgressCallback], list[Any]]
"""Plays pieces of work and gives back their reports in order."""


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


def run(
    args: argparse.Namespace,
    levels: Container[str] = LEVELS,
    trial: MakeTrial = TrialRequest,
    play: Play = play_all,
) -> int:
    """Prints the report of all that was asked for, of trials among other levels as well.

    0: all was played to its end; 1: some was given up as endless; 2: usage; 3: a bad variant
    file; 4: a record cannot be stored; 70: a process died; 130: Ctrl+C, as 128+n for signal n.
    """
    what = "deal" if args.paired else "game"
    done = 0
    try:
        requests = list(_requests(args, levels, trial))
        engine = _engine(args)
        if not SEARCHING.isdisjoint(_levels(args, levels)) and not ready_to_search("simulate"):
            raise Stop(USAGE, f"the search of these levels is not installed: {INSTALL}")
        with stopped_by_signals(), progress_bar(plural(what)) as show:

            def told(now: int, total: int) -> None:
                nonlocal done
                done = now
                show(now, total)

            answers = _answers(requests, engine, told, play)
    except Stop as stop:
        complain("simulate", stop)
        return stop.code
    except Stopped as stopped:
        complain("simulate", f"stopped after {counted(done, what)}; nothing is reported")
        return stopped.code
    _print(answers, args.json)
    return 0 if all(answer.finished for answer in answers) else FAILED


def _answers(
    requests: Sequence[Request], engine: Backend, told: ProgressCallback, play: Play
) -> list[RequestResult]:
    """Plays all that the requests ask for; Stop where that cannot be."""
    try:
        work = [request.work() for request in requests]
        reports = iter(play([piece for pieces in work for piece in pieces], engine, told))
    except (ValueError, BackendFault) as error:
        raise Stop(USAGE, str(error)) from None
    except BrokenExecutor:
        why = "a process ended before its work was done; fewer --jobs take less memory"
        raise Stop(CRASHED, why) from None
    except OSError as error:
        raise Stop(NOT_STORED, f"cannot store: {error.strerror}") from None
    parts = [list(islice(reports, len(pieces))) for pieces in work]
    return [request.answer(part) for request, part in zip(requests, parts, strict=True)]


def _print(answers: Sequence[RequestResult], as_json: bool) -> None:
    if as_json:
        found = [answer.found for answer in answers]
        say_json(found if len(found) > 1 else found[0])
        return
    for number, answer in enumerate(answers):
        for line in (*([""] if number else []), *answer.lines):
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


def _requests(
    args: argparse.Namespace, known: Container[str], trial: MakeTrial
) -> Iterator[Request]:
    """What the arguments ask for, variant by variant; Stop where they are no good."""
    if not 1 <= args.games <= _MOST_GAMES:
        raise Stop(USAGE, f"--games is 1 to {_MOST_GAMES}")
    if args.paired and (args.compare or args.record):
        raise Stop(USAGE, "--paired goes without --compare and --record")
    if args.compare and args.record:
        raise Stop(USAGE, "--compare goes without --record")
    if args.rounds and not args.paired:
        raise Stop(USAGE, "--rounds goes with --paired")
    if args.against and not args.paired:
        raise Stop(USAGE, "--against goes with --paired")
    levels = _levels(args, known)
    seed = new_seed() if args.seed is None else args.seed
    for variant in _variants(args.variant):
        rules = _rules(args, variant, args.house_rule)
        if args.paired:
            yield from _trials(args, rules, levels, seed, trial)
            continue
        if len(levels) > args.players:
            raise Stop(USAGE, f"{len(levels)} levels for {args.players} seats")
        task = Task(rules, seats_for(levels, args.players), seed, args.record, variant)
        if not args.compare:
            yield GamesRequest(task, args.games)
            continue
        rules = _rules(args, variant, [*args.house_rule, *args.compare])
        changes = tuple(sanitize(change, 60) for change in args.compare)
        changed = structs.replace(task, rules=rules)
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


def _levels(args: argparse.Namespace, known: Container[str]) -> list[str]:
    levels = [level.strip() for level in args.bots.split(",")]
    for level in (*levels, args.against or levels[0]):
        if level not in known:
            raise Stop(USAGE, f"no level is called {level!r}; there are {', '.join(LEVELS)}")
    return levels


def _trials(
    args: argparse.Namespace, rules: Rules, levels: Sequence[str], seed: int, trial: MakeTrial
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
        yield trial(DuplicateTrial(rules, args.players, first, second, seed), args.games, rounds)
