"""What many saved games and many custom variants cost, in milliseconds of the processor.

`python -m tests.measuring.bench.growth [GAMES] [VARIANTS] [MOVES]` prints them for none and for so
many: the menu's first picture, the list of variants, and the log of a game of so many moves.
"""

import asyncio
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from shanghai.engine import events
from shanghai.engine.cards import Card
from shanghai.engine.seats import SeatIndex
from shanghai.table.chance import cards_of
from shanghai.table.host import Player
from shanghai.ui.options import Options, Start
from shanghai.variants.loader import load_variant
from tests.measuring.bench.screen import save_game
from tests.terminal.drawn import Drawn, drawn

SIZE = (120, 40)
A_FEW_MOVES = 200
"""Moves that fill the log's first page."""
OWN = "id: own-{number}\nname: Own {number}\nextends: california\ncall_cost: {cost}\n"


async def processor(shown: Drawn, *keys: str) -> float:
    """Milliseconds of the processor that keys take until the screen is at rest."""
    begun = time.process_time()
    await shown.pilot.press(*keys)
    await shown.pilot.pause()
    milliseconds = (time.process_time() - begun) * 1e3
    # What a terminal has to draw is its own work.
    shown.take()
    return milliseconds


async def menu(folder: Path) -> float:
    """Milliseconds to the first picture of the menu."""
    begun = time.process_time()
    async with drawn(Options(data_dir=str(folder)), SIZE):
        return (time.process_time() - begun) * 1e3


async def variants(folder: Path) -> tuple[float, float, float, float]:
    """Milliseconds to list the variants first, to list them again, to go to the end of the list,
    and for an arrow there."""
    async with drawn(Options(data_dir=str(folder)), SIZE) as shown:
        first = await processor(shown, "n")
        await shown.press("escape")
        again = await processor(shown, "n")
        end = await processor(shown, "end")
        await shown.press("up", "up")
        arrows = [await processor(shown, key) for key in ("up", "down") * 3]
        return first, again, end, statistics.median(arrows)


async def other_games(folder: Path) -> tuple[float, int]:
    """Milliseconds and bytes of an arrow in the list of other games, which moves no line."""
    async with drawn(Options(data_dir=str(folder)), SIZE) as shown:
        await shown.press("n", "m", "down", "up")
        begun = time.process_time()
        sent = sum(await shown.press("down"))
        return (time.process_time() - begun) * 1e3, sent


async def log_of(folder: Path, moves: int) -> float:
    """Milliseconds to open the log of a game of so many moves."""
    people = (Player("Ann"), Player("Bob", "simple"), Player("Cy", "simple"))
    start = Start(load_variant("california"), people, cards_of(5))
    async with drawn(Options(str(folder), start=start, animation=False), SIZE) as shown:
        await shown.press("enter", "enter")
        host = shown.app.screen.session.host
        host.log[:0] = [events.Drawn(SeatIndex(1), Card(5))] * moves
        await shown.press("i", "escape")
        opened = await processor(shown, "i")
        assert "LogScreen" in type(shown.app.screen).__name__
        return opened


def fill(folder: Path, games: int, files: int) -> None:
    """Puts copies of a game that have ended, and variant files, into a data folder."""
    save_game(folder)
    saved = next((folder / "games").iterdir())
    with (saved / "game.jsonl").open("ab") as journal:
        journal.write(b'00000000 {"type":"end"}\n')
    for number in range(games):
        shutil.copytree(saved, saved.with_name(f"{saved.name}-{number}"))
    # As on all days but the one on which the last game was begun.
    os.utime(folder / "games", (0, 0))
    (folder / "variants").mkdir()
    for number in range(files):
        text = OWN.format(number=number, cost=1 + number % 3)
        (folder / "variants" / f"own-{number}.yaml").write_text(text)


def main(games: int = 3000, files: int = 500, moves: int = 3200) -> None:
    """Prints a line for few and one for many."""
    heads = ("menu", "list", "again", "end", "arrow", "log")
    print(f"{'games':>6}{'variants':>10}{'moves':>7}" + "".join(f"{head:>8}" for head in heads))
    for many in (0, 1):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            fill(folder, games * many, files * many)
            asyncio.run(menu(folder))
            row = (
                asyncio.run(menu(folder)),
                *asyncio.run(variants(folder)),
                asyncio.run(log_of(folder, moves if many else A_FEW_MOVES)),
            )
        counts = f"{games * many:6,}{files * many:10,}{moves if many else A_FEW_MOVES:7,}"
        print(counts + "".join(f"{figure:8.1f}" for figure in row), flush=True)
    with tempfile.TemporaryDirectory() as name:
        took, sent = asyncio.run(other_games(Path(name)))
    print(f"an arrow in the list of other games: {took:.1f} ms, {sent:,} bytes")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
