"""Games a second of `simulate` with four hard players: in the engine, and at the compact table.

`python -m tests.measuring.bench.simulating` prints them by seconds of the processor, once what is
loaded and made is there: for the four variants in each way, for the other published games in
machine code alone. Each way is a process of its own, as it decides once whether it uses machine
code.
"""

import subprocess
import sys
from time import process_time

from shanghai.bots.machine_code import has_numba, make_ready, use_plain_python
from shanghai.simulation.games import Task, play_game
from shanghai.simulation.work import COMPACT_LEVEL, CompactWork
from shanghai.variants.library import known_variants, more_variants
from shanghai.variants.loader import load_variant

SEED = 1
WAYS = {"engine": 2, "plain Python": 20, "machine code": 300}
"""How the games are played, and how many of them are."""


def games_a_second(variant: str, way: str, games: int) -> float:
    """Whole games of four, after a first one that loads what they need."""
    task = Task(load_variant(variant), (COMPACT_LEVEL,) * 4, SEED)
    if way == "plain Python":
        use_plain_python()
    begun = 0.0
    for number in range(games + 1):
        if number == 1:
            begun = process_time()
        if way == "engine":
            play_game(task, number + 1)
        else:
            CompactWork(task, number + 1).play()
    return games / (process_time() - begun)


def main(part: float = 1.0) -> None:
    """Prints a line for each variant; `part` is the share of the games that are played."""
    if not has_numba() or not make_ready():
        raise RuntimeError("the machine code of the play-outs cannot be made")
    print(f"{'games a second':18}" + "".join(f"{way:>16}" for way in WAYS))
    for variant in (*known_variants(), *more_variants()):
        cells = []
        for way, games in WAYS.items():
            if way != "machine code" and variant not in known_variants():
                cells.append(f"{'':16}")
                continue
            command = [sys.executable, "-m", __spec__.name, variant, way, str(int(games * part))]
            output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            cells.append(f"{float(output):16.1f}")
        print(f"{variant:18}{''.join(cells)}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) == 4:
        print(games_a_second(sys.argv[1], sys.argv[2], int(sys.argv[3])))
    else:
        main()
