"""Runs README's test command again and again, idle and beside busy loops, and sums up.

`python -m tests.measuring.runs [IDLE] [BUSY] [--loops N]`: ten, ten and four where nothing is said.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LOOP = "while True: pass"


class Run(NamedTuple):
    """One run of the tests: its last line, its exit code, its seconds on the clock."""

    kind: str
    said: str
    code: int
    seconds: float


def command() -> list[str]:
    """The test command as README has it, with this Python."""
    text = (ROOT / "README.md").read_text("utf-8")
    words = re.search(r"-m pytest[^`\n]*", text)
    assert words is not None, "README names no test command"
    return [sys.executable, *words[0].split()]


@contextmanager
def busy(loops: int):
    """Keeps as many programs at work meanwhile."""
    programs = [subprocess.Popen([sys.executable, "-c", LOOP]) for _ in range(loops)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()


def run(kind: str) -> Run:
    """Runs the tests once; what fails is printed."""
    begun = time.monotonic()
    done = subprocess.run(
        command(), cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    seconds = time.monotonic() - begun
    lines = done.stdout.strip().splitlines() or [done.stderr.strip()]
    if done.returncode:
        print(done.stdout[-20_000:], done.stderr[-2_000:], sep="\n")
    return Run(kind, lines[-1], done.returncode, seconds)


def summary(runs: list[Run]) -> str:
    """How many were green, and the seconds of each kind of run."""
    green = sum(not one.code for one in runs)
    words = [f"{green} of {len(runs)} green"]
    for kind in dict.fromkeys(one.kind for one in runs):
        seconds = [one.seconds for one in runs if one.kind == kind]
        median = statistics.median(seconds)
        words.append(f"{kind}: median {median:.0f} s, most {max(seconds):.0f} s")
    return "; ".join(words)


def main() -> int:
    """0 where every run was green."""
    parser = argparse.ArgumentParser(prog="python -m tests.measuring.runs", description=__doc__)
    parser.add_argument("idle", nargs="?", type=int, default=10, help="runs with nothing beside")
    parser.add_argument("busy", nargs="?", type=int, default=10, help="runs beside busy loops")
    parser.add_argument("--loops", type=int, default=4, help="busy loops beside a run")
    asked = parser.parse_args()
    kinds = ["idle"] * asked.idle + [f"beside {asked.loops} loops"] * asked.busy
    runs = []
    for number, kind in enumerate(kinds, 1):
        with busy(0 if kind == "idle" else asked.loops):
            runs.append(run(kind))
        one, load = runs[-1], os.getloadavg()[0]
        print(f"{number:3} {kind}: {one.seconds:.0f} s, load {load:.1f}, {one.said}", flush=True)
    print(summary(runs))
    return 0 if all(not one.code for one in runs) else 1


if __name__ == "__main__":
    sys.exit(main())
