"""Takes the pictures of README from fixed deals: `python -m screenshots.take`."""

import asyncio
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

# Textual reads this when it is imported: the pictures have all colours, wherever they are taken.
os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"

from shanghai.table.chance import cards_of
from shanghai.table.host import Player
from shanghai.ui.app import ShanghaiApp
from shanghai.ui.options import Options, Start
from shanghai.variants.loader import load_variant
from tests.measuring.bench.full_table import TableApp, full_state, options

HERE = Path(__file__).parent
SEED = 1886


async def take(
    name: str,
    size: tuple[int, int],
    keys: Sequence[str] = (),
    players: Sequence[Player] = (),
    variant: str = "grandma-davis",
) -> None:
    """Starts the game, presses the keys and keeps the screen as `name.svg`."""
    start = Start(load_variant(variant), tuple(players), cards_of(SEED)) if players else None
    with tempfile.TemporaryDirectory() as folder:
        await keep(name, ShanghaiApp(Options(folder, animation=False, start=start)), size, keys)


async def keep(name: str, app: ShanghaiApp, size: tuple[int, int], keys: Sequence[str]) -> None:
    """Presses the keys in an app and keeps the screen as `name.svg`."""
    app.settings = type(app.settings)(pace="at once")
    ticks = iter(range(10**6))
    app.clock = lambda: float(next(ticks))
    async with app.run_test(size=size) as pilot:
        for key in keys:
            await settle(pilot)
            await pilot.press(key)
        await settle(pilot)
        (HERE / f"{name}.svg").write_text(app.export_screenshot(title="Shanghai"))
        app.exit()


async def settle(pilot: object) -> None:
    """Lets the game loop and the screens come to rest."""
    for _ in range(8):
        await pilot.pause()  # type: ignore[attr-defined]


async def main() -> None:
    """All pictures."""
    people = [Player(name) for name in ("Ann", "Bob", "Cy", "Dora")]
    alone = [Player("Ann"), *(Player(name, "simple") for name in ("Mabel", "Otto", "Ida"))]
    with tempfile.TemporaryDirectory() as folder:
        full = full_state()
        app = TableApp(options(folder, full), full)
        await keep("table", app, (100, 34), ["right"] * 9 + ["space"])
    await take("menu", (80, 24))
    await take("variants", (120, 40), ["n"])
    await take("window", (120, 40), ["enter"], people)
    await take("own-view", (80, 24), ["enter", "n"], alone)


if __name__ == "__main__":
    asyncio.run(main())
