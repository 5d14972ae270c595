"""Play-outs of the compact table against rounds of `simple` players in the engine, in one run.

`python -m tests.measuring.bench playouts` prints rounds a second of processor time on one core;
both take turns round by round of each variant, so that a busy machine slows both.
"""

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Final

from tests.measuring.bench.engine import PLAYERS, Row

VARIANTS: Final = ("rummygames", "grandma-davis", "california", "playerules")
LEAST: Final = 100.0
"""How many times as many rounds as the engine the play-outs are to make."""


def rows(games: int) -> Iterator[Row]:
    """Both rates by variant, and how many times faster the play-outs are."""
    for variant in VARIANTS:
        engine, quick = rates(variant, games)
        yield Row(f"{variant}: simple in the engine", engine, "rounds/s")
        yield Row(f"{variant}: played out", quick, "rounds/s")
        yield Row("  against the engine", quick / engine, "times", LEAST)


def rates(variant: str, games: int) -> tuple[float, float]:
    """Rounds a second in the engine and played out, all rounds of the variant alike."""
    from shanghai.bots.playouts.compact_rules import compact_rules_for
    from shanghai.bots.playouts.compiling import compiled
    from shanghai.bots.playouts.policy import play_out
    from shanghai.bots.playouts.reading import read_state
    from shanghai.bots.playouts.table import copy_table, empty_table
    from shanghai.simulation.games import play_round, seated
    from shanghai.table.host import Host
    from shanghai.variants.loader import load_variant
    from tests.bots.playouts.replaying import dealt

    rules, chance, table = load_variant(variant), Random(1), empty_table()
    engine = quick = 0.0

    @compiled
    def play_outs(compact, start, table, count):
        # In one call, as the search plays them: each call from Python costs some 0.1 ms.
        for number in range(count):
            copy_table(start, table)
            table.chance = number + 1
            play_out(compact, table)

    play_outs(
        compact_rules_for(rules, 1, PLAYERS), read_state(dealt(rules, 1, PLAYERS, chance)), table, 1
    )
    for game in range(games):
        host = Host(rules, seated(["simple"] * PLAYERS), game)
        host.draw_for_dealer()
        for round in range(1, rules.rounds + 1):
            begun = process_time()
            play_round(host)
            engine += process_time() - begun
            compact = compact_rules_for(rules, round, PLAYERS)
            start = read_state(dealt(rules, round, PLAYERS, chance))
            begun = process_time()
            play_outs(compact, start, table, _EACH)
            quick += (process_time() - begun) / _EACH
    return games * rules.rounds / engine, games * rules.rounds / quick


_EACH: Final = 20
"""Play-outs of a deal for each round of the engine, as one alone is too short to be timed."""


def print_rows(games: int) -> None:
    """Prints the rows; RuntimeError where numba is missing."""
    from importlib.util import find_spec

    from tests.measuring.bench.engine import print_rows as print_table

    if find_spec("numba") is None:
        raise RuntimeError("numba is missing: `pip install -e '.[full]'`")
    print_table(rows(games))
