"""Finished games for the tests of the ledger, played by computers or kept as samples."""

import shutil
from datetime import datetime, timedelta
from pathlib import Path

from shanghai.engine.state import Phase
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player, simplest
from tests.saving import SAVES, clock, lean

SAMPLES = sorted(path for path in SAVES.glob("*.jsonl") if "left" not in path.name)


def put_samples(data: Path, formats: str = "") -> None:
    """Puts the finished samples into a data folder, those of some formats alone where named."""
    for path in (each for each in SAMPLES if not formats or each.name[0] in formats):
        folder = data / "games" / path.stem
        folder.mkdir(parents=True)
        shutil.copy(path, folder / "game.jsonl")


def play_game(
    data: Path, variant: str, *players: str, seed=1, rounds=(1, 2), day=0, title=""
) -> str:
    """A finished game of people and computers such as `Ann:easy`, begun so many days later; its id.

    People make the simplest moves.
    """
    seats = [Player(*player.split(":")) for player in players]
    host = Host(lean(variant, *rounds), seats, seed)
    ticks = iter(range(10**6))

    def now() -> datetime:
        return clock() + timedelta(days=day, seconds=7 * next(ticks))

    writer = GameWriter.begin(data, host, title, now)
    while host.state.phase is not Phase.GAME_OVER:
        if host.state.phase is Phase.SEATING:
            host.draw_for_dealer()
        elif host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
            host.deal()
        else:
            host.do(host.bot_action() or simplest(host.state, host.state.turn))
    writer.close()
    assert not writer.problem
    return writer.id


def fill(data: Path) -> None:
    """Samples and four games of four variants on three evenings."""
    put_samples(data)
    play_game(data, "grandma-davis", "Ann:easy", "Bob:easy", "Cy:easy", seed=5, rounds=(1,), day=1)
    play_game(data, "rummygames", "Oma:easy", "Bob:easy", "Cy:easy", seed=6, rounds=(1,), day=1)
    play_game(data, "california", "Ann:easy", "Bob:easy", seed=8, day=2, rounds=(1,))
    play_game(data, "playerules", "Ann:easy", "Bob:easy", "Dora:easy", seed=9, rounds=(1,), day=3)
