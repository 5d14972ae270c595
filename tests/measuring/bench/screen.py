"""Times of the screen in a real pseudo-terminal, against the least Textual app in the same run.

`python -m tests.measuring.bench.screen [ROUNDS]` prints tables: the first screen of the commands,
key to picture, CPU and bytes at a full table, and the same keys while a computer player thinks, or
a master searches, all the time. Programs start as installed ones do, with their bytecode on the
disk.
"""

import contextlib
import fcntl
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant

COLUMNS, ROWS = 120, 40
KEYS = ("\x1b[C",) * 30 + ("\x1b[D",) * 30
QUIET = 0.05
MELDS = 6
"""Melds on the table of the game that is taken up."""
GAME = "--variant=california --players=Ann,Bob,Cy,Dora --seed=3"
PROGRAMS = {
    "table": ("tests.measuring.bench.full_table {}/full", "JK"),
    "bare": ("tests.measuring.bench.bare_app", "no 14"),
    "thinking": ("tests.measuring.bench.thinking_table {}/full", "JK"),
    "searching": ("tests.measuring.bench.searching_table {}/full", "JK"),
}
ANSWERS = {b"\x1b[?2026$p": b"\x1b[?2026;2$y", b"\x1b[5n": b"\x1b[0n"}
"""What a terminal answers to queries."""
AS_COMMANDS = (
    "import gc, runpy, sys; gc.disable(); name = sys.argv.pop(1); "
    "runpy.run_module(name, run_name='__main__')"
)
"""Runs a module as the program's commands run: with no look for garbage before the first screen."""
STARTS = {
    "shanghai": ("shanghai --data-dir={}", "New game"),
    "shanghai play ...": ("shanghai --data-dir={}/new play " + GAME, "Who deals first"),
    "shanghai resume": ("shanghai --data-dir={}/kept resume", "California"),
}
"""Commands by what is typed, with what their first screen shows; {} is the data folder."""


@dataclass
class Figures:
    """What one run of a program gave: seconds, CPU seconds, KiB, and per key seconds and bytes."""

    first: float = 0.0
    cpu_start: float = 0.0
    memory: int = 0
    cpu_key: float = 0.0
    idle_bytes: int = 0
    picture: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    size: list[int] = field(default_factory=list)


class Terminal:
    """A program in a pseudo-terminal that answers the queries a modern terminal answers."""

    def __init__(self, module: str) -> None:
        """Starts a module with its arguments."""
        self.began = time.perf_counter()
        self._unread = b""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            env = dict(os.environ, TERM="xterm-256color", COLORTERM="truecolor")
            for name in ("COLUMNS", "LINES", "NO_COLOR", "PYTHONDONTWRITEBYTECODE"):
                env.pop(name, None)
            how = ["-c", AS_COMMANDS] if "_table" in module else ["-m"]
            os.execvpe(sys.executable, [sys.executable, *how, *module.split()], env)

    def read(self, seconds: float, most: int = 1 << 16) -> bytes:
        """What comes within so many seconds, as soon as something comes."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return b""
        with contextlib.suppress(OSError):
            data = os.read(self.fd, most)
            self._answer(data)
            return data
        return b""

    def _answer(self, data: bytes) -> None:
        """Answers the queries in what was read, of which one may have come in two pieces."""
        text = self._unread + data
        for query, answer in ANSWERS.items():
            for _ in range(text.count(query)):
                os.write(self.fd, answer)
            text = text.replace(query, b"")
        self._unread = text[-8:]

    def until_quiet(self, quiet: float = QUIET) -> tuple[float, float, int]:
        """Seconds from now to the first and to the last byte before it goes quiet, and bytes."""
        start = time.perf_counter()
        first = last = 0.0
        size = 0
        while data := self.read(1.0 if not size else quiet):
            last = time.perf_counter() - start
            first = first or last
            size += len(data)
        return first, last, size

    def cpu(self) -> float:
        """CPU seconds of the program so far."""
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def cpu_now(self) -> float:
        """CPU seconds of the program so far, to the microsecond, by the system's scheduler."""
        tasks = Path(f"/proc/{self.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def memory(self) -> int:
        """The peak of its memory in KiB."""
        with open(f"/proc/{self.pid}/status") as file:
            return int(next(line for line in file if line.startswith("VmHWM")).split()[1])

    def close(self) -> float:
        """Ends the program, and gives all its CPU seconds, to the microsecond."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        used = os.wait4(self.pid, 0)[2]
        os.close(self.fd)
        return used.ru_utime + used.ru_stime


def start(module: str, mark: str, found: Figures) -> Terminal:
    """Starts a program and waits until its first screen has come to rest."""
    terminal = Terminal(module)
    seen = b""
    while mark.encode() not in seen:
        data = terminal.read(10.0)
        if not data:
            raise SystemExit(f"{module} showed no {mark!r}: {seen[-400:]!r}")
        seen += data
    found.first = time.perf_counter() - terminal.began
    terminal.until_quiet(0.3)
    found.cpu_start = terminal.cpu()
    found.memory = terminal.memory()
    return terminal


def measure_start(module: str, mark: str) -> Figures:
    """The start of a program alone."""
    found = Figures()
    found.cpu_start = start(module, mark, found).close()
    return found


def save_game(folder: Path) -> None:
    """Keeps a game of four people that was left in the middle of a round."""
    computers = [Player(name, "simple") for name in ("Mabel", "Otto", "Ida", "Rufus")]
    host = Host(load_variant("california"), computers, 3)
    writer = GameWriter.begin(folder, host)
    host.draw_for_dealer()
    host.deal()
    while len(host.state.table) < MELDS and (action := host.bot_action()) is not None:
        host.do(action)
    for seat, name in enumerate(("Ann", "Bob", "Cy", "Dora")):
        host.hand_over(seat, name)
    writer.close()


def measure_starts(rounds: int) -> None:
    """Measures the first screens of the commands in turn, and prints them against the bare app.

    `play` finds no data folder at any start, as for somebody who has never played.
    """
    runs: dict[str, list[Figures]] = {name: [] for name in (*STARTS, "bare")}
    with tempfile.TemporaryDirectory() as folder:
        save_game(Path(folder, "kept"))
        for number in range(rounds + 1):
            for name, (module, mark) in {**STARTS, "bare": PROGRAMS["bare"]}.items():
                shutil.rmtree(Path(folder, "new"), ignore_errors=True)
                found = measure_start(module.format(folder), mark)
                # The first start of each writes bytecode.
                runs[name] += [found] if number else []
    rows = {
        "first screen, ms": lambda f: f.first * 1e3,
        "CPU to start, ms": lambda f: f.cpu_start * 1e3,
        "memory then, MiB": lambda f: f.memory / 1024,
    }
    for name in STARTS:
        _print_table(name, rows, runs[name], runs["bare"])


def measure(name: str, folder: str) -> Figures:
    """One run of a program with a data folder."""
    module, mark = PROGRAMS[name]
    found = Figures()
    terminal = start(module.format(folder), mark, found)
    try:
        before = terminal.cpu()
        for key in KEYS:
            os.write(terminal.fd, key.encode())
            first, last, size = terminal.until_quiet()
            found.picture.append(first)
            found.last.append(last)
            found.size.append(size)
        found.cpu_key = (terminal.cpu() - before) / len(KEYS)
        found.memory = terminal.memory()
        found.idle_bytes = len(terminal.read(1.0))
    finally:
        terminal.close()
    return found


def high(values: list[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(values, n=20)[-1]


def main(rounds: int = 5) -> None:
    """Measures the programs in turn and prints the medians; three starts for each round."""
    measure_starts(3 * rounds)
    runs: dict[str, list[Figures]] = {name: [] for name in PROGRAMS}
    with tempfile.TemporaryDirectory() as folder:
        for module, mark in PROGRAMS.values():
            # The first start of each writes bytecode.
            measure_start(module.format(folder), mark)
        for _ in range(rounds):
            for name in PROGRAMS:
                runs[name].append(measure(name, folder))
    rows = {
        "first screen, ms": lambda f: f.first * 1e3,
        "CPU to start, ms": lambda f: f.cpu_start * 1e3,
        "peak memory, MiB": lambda f: f.memory / 1024,
        "key to picture, median, ms": _picture,
        "key to last byte, p95, ms": lambda f: high(f.last) * 1e3,
        "CPU a key, ms": lambda f: f.cpu_key * 1e3,
        "bytes a key, median": lambda f: statistics.median(f.size),
        "bytes in a second at rest": _rest,
    }
    thinking = {
        "key to picture, median, ms": _picture,
        "key to picture, p95, ms": lambda f: high(f.picture) * 1e3,
        "bytes in a second at rest": _rest,
    }
    searching = thinking | {"CPU a key, ms": lambda f: f.cpu_key * 1e3}
    _print_table("", rows, runs["table"], runs["bare"])
    _print_table("while a computer thinks", thinking, runs["thinking"], runs["bare"])
    _print_table("while a master searches", searching, runs["searching"], runs["table"], "nobody")


def _picture(figures: Figures) -> float:
    return statistics.median(figures.picture) * 1e3


def _rest(figures: Figures) -> float:
    return figures.idle_bytes


def _print_table(
    title: str,
    rows: dict[str, Callable[[Figures], float]],
    ours: list[Figures],
    bare: list[Figures],
    other: str = "bare app",
) -> None:
    """The medians of the runs, and of their ratios run by run, a line a figure."""
    print(f"{title:28}{'table':>10}{other:>10}{'ratio':>8}")
    for label, figure in rows.items():
        pairs = [(figure(one), figure(two)) for one, two in zip(ours, bare, strict=True)]
        here, there = map(statistics.median, zip(*pairs, strict=True))
        ratios = [one / two for one, two in pairs if two]
        ratio = f"{statistics.median(ratios):8.2f}" if ratios else f"{'-':>8}"
        print(f"{label:28}{here:10.1f}{there:10.1f}{ratio}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
