"""All benchmarks one after the other, or those that are named.

`python -m tests.measuring.bench [NAME ...]` runs them.

A benchmark whose extra is not installed says so and is left out.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.measuring.bench import (
    engine,
    evenings,
    exact,
    growth,
    line,
    phones,
    players,
    playouts,
    resuming,
    screen,
    simulating,
    solver,
    training,
)


class Benchmark(NamedTuple):
    """What it measures, and how to run it: in full, and quickly."""

    about: str
    full: Callable[[], None]
    quick: Callable[[], None]


BENCHMARKS = {
    "solver": Benchmark(
        "microseconds of the solver a hand, by kind, contract and number of cards",
        solver.main,
        lambda: solver.main(200),
    ),
    "exact": Benchmark(
        "the solver against an exact integer program (CP-SAT)", exact.main, lambda: exact.main(500)
    ),
    "engine": Benchmark(
        "random legal play against rlcard's gin engine, and two workers against one",
        lambda: engine.print_rows(engine.rows(levels=())),
        lambda: engine.print_rows(engine.rows(seconds=1.0, games=30, levels=())),
    ),
    "training": Benchmark(
        "steps a second of the environment for training", training.main, lambda: training.main(1)
    ),
    "playouts": Benchmark(
        "rounds a second of the compact table against simple players in the engine",
        lambda: playouts.print_rows(6),
        lambda: playouts.print_rows(1),
    ),
    "resuming": Benchmark(
        "seconds of the processor to resume the longest games",
        resuming.main,
        lambda: resuming.main(6000),
    ),
    "evenings": Benchmark(
        "the ledger of 1,000 games: its rebuild, and its screen against the menu's first one",
        evenings.main,
        lambda: evenings.main(40, 1),
    ),
    "games": Benchmark(
        "games a second by level and number of players",
        lambda: players.print_games(3.0),
        lambda: players.print_games(0.0),
    ),
    "simulate": Benchmark(
        "games a second of four hard players, in the engine and at the compact table",
        simulating.main,
        lambda: simulating.main(0.5),
    ),
    "thinking": Benchmark(
        "the time of a decision by level",
        lambda: players.print_thinking(3),
        lambda: players.print_thinking(1),
    ),
    "phones": Benchmark(
        "a move on eight phones, and a key at the laptop among thirty noisy clients",
        phones.main,
        lambda: phones.main(10, 5),
    ),
    "line": Benchmark(
        "bytes of a dialog and a return, the processor of a key, and slow lines",
        line.main,
        lambda: line.main(1),
    ),
    "growth": Benchmark(
        "what many saved games and custom variants cost", growth.main, lambda: growth.main(100, 20)
    ),
    "screen": Benchmark(
        "the screen against the least Textual app, and while a computer player thinks",
        screen.main,
        lambda: screen.main(1),
    ),
}


def run(name: str, quick: bool) -> None:
    """Prints one benchmark, or what it lacks."""
    benchmark = BENCHMARKS[name]
    print(f"{name}: {benchmark.about}\n")
    try:
        (benchmark.quick if quick else benchmark.full)()
    except RuntimeError as error:
        print(f"left out: {error}")
    print(flush=True)


def run_apart(name: str, quick: bool) -> None:
    """Runs one benchmark in a process of its own, which nothing before it has warmed up."""
    options = ["--quick"] if quick else []
    subprocess.run([sys.executable, "-m", "tests.measuring.bench", *options, name], check=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs what the arguments name, those of the command line if none are given."""
    about = "; ".join(f"{name}: {one.about}" for name, one in BENCHMARKS.items())
    parser = argparse.ArgumentParser(prog="python -m tests.measuring.bench", epilog=about)
    parser.add_argument("--quick", action="store_true", help="fewer repeats")
    parser.add_argument("names", nargs="*", metavar="NAME", help="benchmarks to run; else all")
    found = parser.parse_args(arguments)
    if unknown := set(found.names) - set(BENCHMARKS):
        known = ", ".join(BENCHMARKS)
        parser.error(f"no benchmark is called {min(unknown)}: there are {known}")
    names = found.names or list(BENCHMARKS)
    for name in names:
        run(name, found.quick) if len(names) == 1 else run_apart(name, found.quick)


if __name__ == "__main__":
    main()
