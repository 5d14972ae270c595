"""The solver against an exact integer program of the same question, on the same hands.

`python -m tests.measuring.bench.exact [HANDS]` prints a table. CP-SAT of OR-tools has one worker;
its time holds the building of the model, that of the solver all that it works out once and keeps.
Both are times of the processor, batch by batch.
"""

import importlib.util
import statistics
import sys
from collections.abc import Callable
from time import process_time

from shanghai.engine.solver import best
from tests.measuring.bench.solver import Task, fair, hands_of, hard, p99, planted

MISSING = "OR-tools is missing: install the extra with `pip install -e '.[bench]'`"
AT_LEAST = {"mean": 30, "p99": 10}
"""How many times faster the solver is to be: over each batch, and at the slowest hard hands."""


def least_points(task: Task) -> int | None:
    """The fewest points left as the integer program has it, or None; needs OR-tools."""
    from tests.measuring.bench.integer_program import least_points

    return least_points(*task)


def points_left(task: Task) -> int | None:
    """The points that the solver's lay-down leaves, or None where there is none."""
    found = best(*task)
    return None if found is None else found.points_left


def timed(ask: Callable[[Task], int | None], task: Task) -> tuple[float, int | None]:
    """Milliseconds of the processor, and the answer."""
    start = process_time()
    answer = ask(task)
    return (process_time() - start) * 1e3, answer


def compare(tasks: list[Task]) -> tuple[list[float], list[float], int]:
    """The milliseconds of both and how many can go down; RuntimeError where they disagree."""
    ours = [timed(points_left, task) for task in tasks]
    theirs = [timed(least_points, task) for task in tasks]
    for task, (_, found), (_, wanted) in zip(tasks, ours, theirs, strict=True):
        if found != wanted:
            raise RuntimeError(f"the solver leaves {found} points, CP-SAT {wanted}: {task}")
    down = sum(found is not None for _, found in ours)
    return [took for took, _ in ours], [took for took, _ in theirs], down


def main(count: int = 2000) -> None:
    """Prints milliseconds a hand of both and how many times faster the solver is.

    RuntimeError where OR-tools is missing, or where they disagree about a hand.
    """
    if importlib.util.find_spec("ortools") is None:
        raise RuntimeError(MISSING)
    compare(hands_of(fair, 1))  # What is imported late is not part of the time.
    heads = f"{'solver, ms':>12}{'CP-SAT, ms':>12}{'faster':>9}"
    print(f"{'hands':8} {'agreed':>8} {'down':>6} {'':6}{heads}")
    for make, hands in ((fair, count), (planted, count), (hard, max(count // 4, 1))):
        ours, theirs, down = compare(hands_of(make, hands))
        for name, figure in (("mean", statistics.mean), ("p99", p99)):
            here, there = figure(ours), figure(theirs)
            least = AT_LEAST[name] if name == "mean" or make is hard else 0
            asked = f"at least {least}: {'holds' if there >= least * here else 'FAILS'}"
            print(
                f"{make.__name__:8} {hands:>8} {down:>6} {name:6}{here:12.3f}{there:12.3f}"
                f"{there / here:8.0f}x  {asked if least else ''}".rstrip(),
                flush=True,
            )


if __name__ == "__main__":
    try:
        main(*map(int, sys.argv[1:2]))
    except RuntimeError as error:
        sys.exit(str(error))
