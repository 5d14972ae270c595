"""How long the ledger of many evenings takes: its rebuild, its screen, the list, going on.

The ledger, the list and a game that is gone on with are measured in turn with the menu, in a real
pseudo-terminal, over a folder of finished games of four.
"""

import os
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from time import process_time
from unittest.mock import patch

from shanghai.engine.state import Phase
from shanghai.storage import journal
from shanghai.storage.journal import summary_of
from shanghai.storage.saves import saved_games
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant
from tests.measuring.bench.screen import Figures, Terminal, measure_start, save_game, start

GAMES = 1000
VARIANTS = ("california", "grandma-davis", "playerules", "rummygames")
LEVELS = ("simple", "hard", "simple", "easy")
MENU = ("shanghai --data-dir={}", "New game")
LINES = {
    "`shanghai ledger`": ("shanghai --data-dir={} ledger", "Records of the house"),
    "`shanghai games`": ("shanghai --data-dir={} games", "finished,"),
    "`shanghai resume`": ("shanghai --data-dir={} resume", "California"),
}
LEDGER_KEY, LEDGER_MARK = b"e", b"finished games"


def play_games(folder: Path) -> list[Path]:
    """A whole game of four computers of each variant."""
    made = []
    for seed, variant in enumerate(VARIANTS):
        players = [Player(name, level) for name, level in zip("ABCD", LEVELS, strict=True)]
        host = Host(load_variant(variant), players, CardSource(seed, is_fair=True))
        with patch("os.fsync"):
            writer = GameWriter.begin(folder, host)
            host.draw_for_dealer()
            while host.state.phase is not Phase.GAME_OVER:
                if host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
                    host.deal()
                else:
                    host.do(host.bot_action())
            writer.close()
        made.append(writer.path)
    return made


def fill(data: Path, games: int) -> None:
    """So many finished games, copies of four, and one that can be gone on with."""
    with tempfile.TemporaryDirectory() as folder:
        sources = play_games(Path(folder))
        for number in range(games):
            place = data / "games" / f"20310701-{number:06}-copied"
            place.mkdir(parents=True)
            shutil.copy(sources[number % len(sources)], place / "game.jsonl")
    save_game(data)


def rebuild(data: Path, games: int) -> float:
    """Milliseconds of the processor a game to read all games again for the ledger."""
    began = process_time()
    kept = saved_games(data, summaries=True, rebuild=True)
    took = process_time() - began
    assert len(kept.summaries) == games
    return took / games * 1e3


def by_variant(data: Path) -> dict[str, tuple[int, float]]:
    """For each variant the moves of its game, and milliseconds of the processor to read it."""
    found = {}
    for path in sorted((data / "games").glob("*copied/game.jsonl"))[: len(VARIANTS)]:
        content, times = path.read_bytes(), []
        for _ in range(9):
            began = process_time()
            read = journal.read(content)
            assert summary_of("", read)
            times.append(process_time() - began)
        assert read.header is not None
        found[read.header.rules.id] = read.moves, statistics.median(times) * 1e3
    return found


def measure_lines(command: str, mark: str) -> Figures:
    """A command in a terminal: seconds until the mark stands there, and all its CPU seconds."""
    found, terminal = Figures(), Terminal(command)
    seen = b""
    while data := terminal.read(10.0):
        seen += data
        if mark.encode() in seen and not found.first:
            found.first = time.perf_counter() - terminal.began
    used = os.wait4(terminal.pid, 0)[2]
    found.cpu_start = used.ru_utime + used.ru_stime
    os.close(terminal.fd)
    return found


def measure_screen(data: Path) -> tuple[Figures, Figures]:
    """The menu's first screen, and the ledger's from its key in the menu on."""
    menu, ledger = Figures(), Figures()
    terminal = start(MENU[0].format(data), MENU[1], menu)
    try:
        before = terminal.cpu()
        began, seen = time.perf_counter(), b""
        os.write(terminal.fd, LEDGER_KEY)
        while LEDGER_MARK not in seen:
            data_read = terminal.read(10.0)
            if not data_read:
                raise SystemExit("the ledger did not open")
            seen += data_read
        ledger.first = time.perf_counter() - began
        terminal.until_quiet(0.3)
        ledger.cpu_start = terminal.cpu() - before
    finally:
        terminal.close()
    return menu, ledger


def main(games: int = GAMES, rounds: int = 5) -> None:
    """Prints what reading costs, then the times of each screen against the menu's first one."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        fill(data, games)
        for variant, (moves, took) in by_variant(data).items():
            print(f"{variant:28}{moves:6} moves{took:8.1f} ms to read")
        print(f"{'rebuild, CPU a game, ms':28}{rebuild(data, games):10.1f}")
        runs: dict[str, list[Figures]] = {}
        for number in range(rounds + 1):
            menu, screen = measure_screen(data)
            found = {"menu": menu, "the ledger's screen": screen}
            for name, (command, mark) in LINES.items():
                one = measure_start if name == "`shanghai resume`" else measure_lines
                found[name] = one(command.format(data), mark)
            for name, figures in found.items():
                runs.setdefault(name, []).extend([figures] if number else [])
        print(f"\n{'':28}{'wall, ms':>10}{'of menu':>10}{'CPU, ms':>10}{'of menu':>10}")
        for name, figures in runs.items():
            print(f"{name:28}{_row(figures, runs['menu'])}")


def _row(ours: list[Figures], menu: list[Figures]) -> str:
    """Medians in milliseconds, and the medians of the ratios run by run."""
    cells = []
    for pick in (lambda f: f.first, lambda f: f.cpu_start):
        pairs = list(zip(map(pick, ours), map(pick, menu), strict=True))
        cells.append(f"{statistics.median(each for each, _ in pairs) * 1e3:10.0f}")
        cells.append(f"{statistics.median(each / other for each, other in pairs):10.2f}")
    return "".join(cells)
