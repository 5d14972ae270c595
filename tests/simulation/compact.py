"""Plays games at the compact table, in a process of its own as it decides once how to play.

`python -m tests.simulation.compact VARIANT PLAYERS GAMES WHAT` prints their reports; WHAT is
`checked` (each by the engine), `wrong` (each is miscounted), `left` (no round is played to its
end), `plain` (without numba), `machine` or `machine-checked`.
"""

import sys
from unittest.mock import patch

import msgspec
from msgspec import structs

from shanghai.bots import machine_code
from shanghai.simulation.games import Task
from shanghai.simulation.work import CompactWork
from shanghai.variants.loader import load_variant


def main(variant: str, players: str, games: str, what: str) -> None:
    """Prints the reports of games as JSON, a line each."""
    is_machine = what.startswith("machine")
    if is_machine:
        assert machine_code.make_ready()
    else:
        machine_code.use_plain_python()
    from shanghai.bots.playouts.arrays import IS_PLAIN
    from shanghai.simulation import compact_games

    assert is_machine != IS_PLAIN
    after = compact_games._after

    def miscounted(*args):
        state = after(*args)
        first, *others = state.seats
        return structs.replace(state, seats=(structs.replace(first, score=1), *others))

    checked = ("checked", "machine-checked", "wrong")
    task = Task(load_variant(variant), ("hard",) * int(players), 5)
    with (
        patch.object(compact_games, "_CHECKED", 1 if what in checked else 100),
        patch.object(compact_games, "_MAX_LINES", 1 if what == "left" else 20_000),
        patch.object(compact_games, "_after", miscounted if what == "wrong" else after),
    ):
        for number in range(1, int(games) + 1):
            print(msgspec.json.encode(CompactWork(task, number).play()).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
