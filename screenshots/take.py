"""Takes the pictures of README and its pages from fixed deals.

python -m screenshots.take [NAME ...]    takes these pictures, or all
python -m screenshots.take --check       whether the pictures show what the program draws

Each is painted from the cells of the screen, see `tests/making/painting.py`, with the developers'
libraries (`.[test,dev]`) and the font DejaVu Sans Mono.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

# Textual reads this when it is imported: the pictures have all colours, wherever they are taken.
os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
os.environ["TEXTUAL_ANIMATIONS"] = "none"

from shanghai.table.chance import cards_of
from shanghai.table.host import Player
from shanghai.ui.app import ShanghaiApp
from shanghai.ui.options import Options, Start
from shanghai.ui.table import middle
from shanghai.variants.loader import load_variant
from shanghai.words.language import speak
from tests.making.painting import Cells, cells_on, differing, keep
from tests.positions import host_of, position
from tests.ui.tables import at_table, press

HERE = Path(__file__).parent
SEED = 1886
LANGUAGES = ("en", "de", "es")
HANDS = {
    "Oma": "2S 3S 4S 5C 5D 6H 8D 8H QC KC",
    "Ben": "2D 3C 4H 6C 7H 10S QD 8H KD AS",
    "Mia": "7D 7C 7S JH JC JS 3D 4C 9D 10C",
    "Paul": "9S 9C 2C 5H 6S 8C KS KH AD JD",
}


class Frame(NamedTuple):
    """A frame of the moving picture: how long it is shown, and the keys that lead to it."""

    seconds: float
    keys: str
    has_banner: bool = False
    """Whether the banner of SHANGHAI is on it, which is there for a moment."""


EVENING = (
    Frame(2.5, ""),
    Frame(2.0, "4"),
    Frame(1.2, "enter"),
    Frame(1.5, "d"),
    Frame(1.0, "k right right space"),
    Frame(1.2, "x"),
    Frame(1.2, "enter"),
    Frame(1.2, "d"),
    Frame(2.2, "g"),
    Frame(2.0, "enter"),
    Frame(1.2, "3 space x"),
    Frame(1.2, "enter"),
    Frame(1.2, "d"),
    Frame(1.0, "k k k space"),
    Frame(1.5, "x"),
    Frame(1.5, "s"),
    Frame(3.0, "1", has_banner=True),
    Frame(1.5, ""),
    Frame(2.5, "enter"),
)


async def alone(
    size: tuple[int, int], keys: Sequence[str] = (), players: Sequence[Player] = ()
) -> Cells:
    """Starts the game, presses the keys and gives the screen."""
    start = Start(load_variant("grandma-davis"), tuple(players), cards_of(SEED))
    with tempfile.TemporaryDirectory() as folder:
        app = ShanghaiApp(Options(folder, animation=False, start=start if players else None))
        app.settings = type(app.settings)(pace="at once")
        ticks = iter(range(10**6))
        app.clock = lambda: float(next(ticks))
        async with app.run_test(size=size) as pilot:
            for key in keys:
                await settle(pilot)
                await pilot.press(key)
            await settle(pilot)
            cells = cells_on(app)
            app.exit()
    return cells


async def settle(pilot: object) -> None:
    """Lets the game loop and the screens come to rest."""
    for _ in range(8):
        await pilot.pause()  # type: ignore[attr-defined]


async def evening() -> list[Cells]:
    """A call, a lay-down and a SHANGHAI among four people, frame by frame."""
    state = position("grandma-davis", HANDS, turn="Ben", by="Oma", discards="9H 4D")
    frames = []
    with tempfile.TemporaryDirectory() as folder:
        async with at_table(Path(folder), host_of(state), (100, 30)) as (app, pilot):
            for frame in EVENING:
                with patch.object(ShanghaiApp, "may_animate", frame.has_banner):
                    await press(pilot, *frame.keys.split())
                    await settle(pilot)
                if frame.has_banner:
                    app.screen.motion.end()
                frames.append(cells_on(app))
                if frame.has_banner:
                    app.screen.banner.end()
                    app.screen.redraw()
            app.exit()
    return frames


async def all_pictures() -> dict[str, list[Cells]]:
    """The frames of each picture by its name, which ends in the language if it is not English."""
    people = [Player("Ann"), *(Player(name, "simple") for name in ("Mabel", "Otto", "Ida"))]
    pictures = {}
    for language in LANGUAGES:
        end = "" if language == "en" else f".{language}"
        speak(language)
        pictures[f"evening{end}"] = await evening()
        pictures[f"menu{end}"] = [await alone((80, 24))]
        pictures[f"variants{end}"] = [await alone((100, 30), ["n"])]
        pictures[f"own-view{end}"] = [await alone((100, 30), ["enter", "n"], people)]
    speak("en")
    return pictures


def main(arguments: Sequence[str]) -> int:
    """Takes the pictures that are named, or all, or checks them; 1 where one is not up to date."""
    # The banner of SHANGHAI stays until it is taken.
    with patch.object(middle, "_SECONDS", 3600.0):
        taken = asyncio.run(all_pictures())
    if arguments == ["--check"]:
        faults = {name: differing(HERE / f"{name}.webp", each) for name, each in taken.items()}
        for name, fault in faults.items():
            print(f"{name}: {fault or 'good'}")
        return int(any(faults.values()))
    for name in arguments or taken:
        seconds = [frame.seconds for frame in EVENING] if len(taken[name]) > 1 else ()
        keep(HERE / f"{name}.webp", taken[name], seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
