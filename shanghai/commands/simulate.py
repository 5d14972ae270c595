"""`shanghai simulate`: plays games among computer players, and prints figures on them."""

import argparse
import os
import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from shanghai.bots.foreign import ForeignMaker, maker_in_file
from shanghai.bots.levels import LEVELS, SEARCHING
from shanghai.bots.machine_code import code_fault, has_numba
from shanghai.bots.unknown import unknown_rules
from shanghai.commands import options
from shanghai.commands.chosen_game import check_level
from shanghai.commands.chosen_rules import chosen_rules, table_sizes
from shanghai.commands.exits import FAILED, NOT_STORED, USAGE, Stop
from shanghai.commands.printing import answer, complain, say_columns
from shanghai.commands.working import Stopped, progress_bar, ready_to_search, stopped_by_signals
from shanghai.engine.rules import Rules
from shanghai.simulation import workers
from shanghai.simulation.games import GameReport, Task, new_seed, seats_for
from shanghai.simulation.report import comparison_lines, summary_lines, summary_plots
from shanghai.simulation.stored import stored_reports
from shanghai.simulation.summary import compare, summarize
from shanghai.simulation.work import COMPACT_LEVEL, quick_games_of
from shanghai.storage.crash_report import CRASHED
from shanghai.words import commands, simulate as words
from shanghai.words.contracts import empty_stock
from shanghai.words.games import of_game
from shanghai.words.grammar import counted, listed
from shanghai.words.installing import install_command
from shanghai.words.plots import BarPlot
from shanghai.words.refusals import why
from shanghai.words.sanitize import sanitize
from shanghai.words.system import system_fault

_MOST_GAMES = 100_000
_MANY = 1000
"""From this many games on, it is worth making the machine code first."""
_ADDRESS = r"((tcp|tls|ws|wss|ucx)://)?[^/\s]+:\d{1,5}"


class Request(Struct, frozen=True):
    """A variant, or a comparison of two, that is to be simulated.

    `work` makes its pieces; it raises ValueError for players, levels or rounds that are not
    allowed. `sum_up` makes a summary of the reports of the pieces, and `lines` the text on it.
    """

    work: Callable[[], Sequence[workers.Work[Any]]]
    sum_up: Callable[[Sequence[Any]], Any]
    lines: Callable[[Any], Iterable[str]]
    together: Callable[[Sequence[Any]], int] = lambda _: 1
    """How many pieces belong together: a report on some of them alone does not count."""
    plots: Callable[[Any], Iterable[BarPlot]] = lambda _: ()


Play = Callable[[Sequence[Any], workers.Backend, workers.ProgressCallback], Iterable[Any]]
"""A function that plays pieces of work, and yields their reports in order."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds which games are played, by whom, how many, where, and what is reported."""
    parser.epilog = words.HOW_IT_COUNTS
    add = parser.add_argument
    add("--variant", metavar="ID,...", action="append", required=True, help=words.VARIANTS)
    add("--players", metavar="N", type=int, required=True, help=words.SEATS)
    add("--games", metavar="N", type=int, default=1, help=words.GAMES)
    add("--seed", metavar="S", type=int, help=words.SEED)
    bots = words.BOTS.format(levels=listed([*LEVELS], ","))
    add("--bots", metavar="LEVEL,...", default="simple", help=bots)
    add("--house-rule", metavar="RULE", action="append", default=[], help=commands.RULE_OR_NAME)
    add("--compare", metavar="RULE=VALUE", action="append", default=[], help=words.COMPARE)
    add("--jobs", metavar="N", type=int, default=1, help=commands.PROCESSES)
    add("--backend", choices=workers.BACKENDS, default="", help=words.BACKEND)
    add("--scheduler", metavar="ADDRESS", default="", help=words.SCHEDULER)
    add("--json", action="store_true", help=words.JSON)
    add("--record", metavar="DIR", default="", help=words.RECORD)
    add("--keep", metavar="FILE", default="", help=words.KEEP)
    add("--plot", metavar="FILE", type=options.plot_file, default="", help=words.PLOT)


def run(args: argparse.Namespace) -> int:
    """Prints the report of all games, and returns the exit code.

    0: all were played to their end; 1: a game was endless; 2: usage; 3: a bad file; 4: a record or
    a report of a game cannot be stored; 5: the file of reports is in use; 70: a process died;
    128+n: ended by signal n.
    """
    requests = [*_requests(args)]
    if {*players_of(args)} == {COMPACT_LEVEL}:
        _tell_of_the_engine(args)
        if args.games >= _MANY and has_numba():
            # Else they are played in plain Python, which takes longer than the machine code.
            ready_to_search("simulate")
    if not args.keep:
        return carry_out(args, requests, args.bots.split(","), workers.reported)
    with stored_reports(Path(args.keep), GameReport) as reports:
        if reports.problem:
            complain("simulate", reports.problem)
        return carry_out(args, requests, levels_of(args), reports.play_rest)


def _tell_of_the_engine(args: argparse.Namespace) -> None:
    """Prints for which variants games must be played by the engine, which is slower, and why."""
    for _, rules in variants_of(args):
        if keys := unknown_rules(rules):
            values = {"rules": of_game(rules.name), "keys": listed(keys, "or")}
            complain("simulate", words.PLAYED_BY_THE_ENGINE.format(**values))


def carry_out(
    args: argparse.Namespace,
    requests: Sequence[Request],
    levels: Iterable[str],
    play: Play,
    what: str = "game",
) -> int:
    """Plays all requests, prints the report, and returns the exit code.

    `levels` are those of the players, `play` plays the pieces, and `what` is the noun for a piece.
    Raises Stop if the work cannot be done, or if a signal ends it.
    """
    backend = _backend(args)
    if not SEARCHING.isdisjoint(levels) and not ready_to_search("simulate"):
        install = words.NOT_INSTALLED.format(install=install_command("full"))
        raise Stop(USAGE, words.NO_SEARCH.format(why=code_fault() if has_numba() else install))
    with _as_stop():
        work = [request.work() for request in requests]
    pieces = [piece for part in work for piece in part]
    reports: list[Any] = []
    stopped: Stopped | None = None
    try:
        with stopped_by_signals(), _as_stop(), progress_bar(what) as show:
            reports.extend(play(pieces, backend, show))
    except Stopped as signal:
        stopped = signal
    done = _summed_up(requests, work, reports)
    summaries = [summary for _, summary in done]
    if summaries:
        lines = (line for request, one in done for line in ("", *request.lines(one)))
        whole = summaries if len(requests) > 1 else summaries[0]
        answer(args, whole, islice(lines, 1, None), tell=say_columns)
    if args.plot and summaries:
        plots = [plot for request, one in done for plot in request.plots(one)]
        options.print_plots(args.plot, plots)
    if stopped is not None:
        sentence = words.STOPPED if summaries else words.NOTHING_DONE
        go_on = words.GOES_ON if args.keep else words.HOW_TO_KEEP
        values = {"done": counted(len(reports), what), "all": len(pieces), "go_on": go_on}
        raise Stop(stopped.code, sentence.format(**values))
    return FAILED if any(one.unfinished for one in summaries) else 0


@contextmanager
def _as_stop() -> Iterator[None]:
    """Turns the errors of simulations within a `with` block into Stop."""
    try:
        yield
    except (ValueError, workers.BackendFault) as error:
        raise Stop(USAGE, why(error)) from None
    except BrokenExecutor:
        raise Stop(CRASHED, words.PROCESS_DIED) from None
    except OSError as error:
        raise Stop(NOT_STORED, words.NOT_STORED.format(why=system_fault(error))) from None


def _summed_up(
    requests: Sequence[Request], work: Sequence[Sequence[workers.Work[Any]]], reports: Iterable[Any]
) -> list[tuple[Request, Any]]:
    """The summary of each request, as far as it was played.

    `reports` may end early. Reports whose partners are missing are left out, as in a comparison of
    pairs. A request without reports has no summary.
    """
    remaining, summaries = iter(reports), []
    for request, pieces in zip(requests, work, strict=True):
        part = list(islice(remaining, len(pieces)))
        if complete := len(part) - len(part) % request.together(pieces):
            summaries.append((request, request.sum_up(part[:complete])))
    return summaries


def _backend(args: argparse.Namespace) -> workers.Backend:
    """The processes or machines that play; raises Stop if the options are wrong."""
    options.check_range("--jobs", args.jobs, 1, options.MOST_JOBS)
    if args.scheduler and args.backend != "dask":
        raise Stop(USAGE, words.SCHEDULER_ALONE)
    if args.scheduler and not re.fullmatch(_ADDRESS, args.scheduler):
        raise Stop(USAGE, words.NO_SCHEDULER.format(address=sanitize(args.scheduler, 60)))
    if args.scheduler and args.record:
        raise Stop(USAGE, words.SCHEDULER_RECORDS)
    return workers.Backend(args.jobs, args.backend, args.scheduler)


def _requests(args: argparse.Namespace) -> Iterator[Request]:
    """Yields a request for each variant; raises Stop if the options are wrong."""
    if args.compare and args.record:
        raise Stop(USAGE, words.COMPARE_ALONE)
    if args.keep and args.record:
        raise Stop(USAGE, words.KEEP_ALONE)
    if args.plot and args.compare:
        raise Stop(USAGE, words.PLOT_ALONE)
    levels = players_of(args)
    seed = new_seed() if args.seed is None else args.seed
    for variant, rules in variants_of(args):
        if len(levels) > args.players:
            raise Stop(USAGE, words.LEVELS_FOR_SEATS.format(levels=len(levels), seats=args.players))
        task = Task(rules, seats_for(levels, args.players), seed, args.record, variant)
        if not args.compare:
            work, plots = partial(quick_games_of, [task], args.games), partial(summary_plots, rules)
            lines = partial(summary_lines, rules)
            yield Request(work, partial(summarize, task), lines, plots=plots)
            continue
        other = _rules(args, variant, [*args.house_rule, *args.compare])
        changes = tuple(sanitize(change, 60) for change in args.compare)
        pair = task, structs.replace(task, rules=other)
        work, sum_up = partial(quick_games_of, pair, args.games), partial(compare, *pair, changes)
        yield Request(work, sum_up, partial(comparison_lines, rules), together=len)


def variants_of(args: argparse.Namespace) -> Iterator[tuple[str, Rules]]:
    """Yields each named variant with its rules; raises Stop if one cannot be played so."""
    options.check_range("--games", args.games, 1, _MOST_GAMES)
    for text in args.variant:
        # A file may have a comma in its name.
        for variant in [text] if os.path.exists(text) else map(str.strip, text.split(",")):
            yield variant, _rules(args, variant, args.house_rule)


def _rules(args: argparse.Namespace, variant: str, changes: Sequence[str]) -> Rules:
    """The rules of a variant; raises Stop if they are not for so many players."""
    rules = chosen_rules(variant, changes, options.folder_to_read(args))
    if args.players not in rules.table_sizes:
        allowed = table_sizes(rules)
        wrong = words.NOT_FOR.format(rules=of_game(rules.name), seats=allowed, given=args.players)
        raise Stop(USAGE, wrong)
    if fault := empty_stock(rules, args.players):
        raise Stop(USAGE, fault)
    return rules


def levels_of(args: argparse.Namespace, known: Container[str] = LEVELS) -> list[str]:
    """The levels that `--bots` names; raises Stop if one is not in `known`."""
    levels = [level.strip() for level in args.bots.split(",")]
    for level in levels:
        check_level(level, known)
    return levels


def players_of(args: argparse.Namespace) -> list[str | ForeignMaker]:
    """The players that `--bots` names: levels, and what makes the players of a file. Raises Stop if
    there is no such level or file."""
    names = [name.strip() for name in args.bots.split(",")]
    players = [name if name in LEVELS else maker_in_file(name) or name for name in names]
    for player in players:
        if isinstance(player, str):
            check_level(player)
        elif args.keep:
            raise Stop(USAGE, words.KEEP_NO_FILES)
    return players
