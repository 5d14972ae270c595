"""What many saved games and many custom variants cost, in milliseconds of the processor.

`python -m tests.measuring.bench.growth [GAMES] [VARIANTS]` prints them for none and for so many.
"""

import asyncio
import shutil
import sys
import tempfile
import time
from pathlib import Path

from shanghai.ui.options import Options
from tests.measuring.bench.screen import save_game
from tests.terminal.drawn import Drawn, drawn

SIZE = (120, 40)
OWN = "name: Own {number}\nextends: california\ncall_cost: {cost}\n"


async def processor(shown: Drawn, *keys: str) -> float:
    """Milliseconds of the processor that keys take until the screen is at rest."""
    begun = time.process_time()
    await shown.press(*keys)
    return (time.process_time() - begun) * 1e3


async def menu(folder: Path) -> float:
    """Milliseconds to the first picture of the menu."""
    begun = time.process_time()
    async with drawn(Options(data_dir=str(folder)), SIZE):
        return (time.process_time() - begun) * 1e3


async def variants(folder: Path) -> tuple[float, float, float]:
    """Milliseconds to list the variants first, to list them again, and for an arrow there."""
    async with drawn(Options(data_dir=str(folder)), SIZE) as shown:
        first = await processor(shown, "n")
        await shown.press("escape")
        again = await processor(shown, "n")
        await shown.press("down", "up")
        arrows = [await processor(shown, "down") for _ in range(5)]
        return first, again, min(arrows)


def fill(folder: Path, games: int, files: int) -> None:
    """Puts copies of a game, and variant files, into a data folder."""
    save_game(folder)
    saved = next((folder / "games").iterdir())
    for number in range(games):
        shutil.copytree(saved, saved.with_name(f"{saved.name}-{number}"))
    (folder / "variants").mkdir()
    for number in range(files):
        text = OWN.format(number=number, cost=number % 3)
        (folder / "variants" / f"own-{number}.yaml").write_text(text)


def main(games: int = 3000, files: int = 500) -> None:
    """Prints a line for few and one for many."""
    print(f"{'games':>6}{'variants':>10}{'menu':>8}{'list':>9}{'again':>8}{'arrow':>8}")
    for many in (0, 1):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            fill(folder, games * many, files * many)
            asyncio.run(menu(folder))
            row = (asyncio.run(menu(folder)), *asyncio.run(variants(folder)))
        first, listed, again, arrow = row
        counts = f"{games * many:6,}{files * many:10,}"
        print(f"{counts}{first:8.1f}{listed:9.1f}{again:8.1f}{arrow:8.1f}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
