"""How long a kept game takes to be resumed: the whole replay, from the file to the host."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

from shanghai.engine.actions import Pass
from shanghai.engine.state import Phase
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant

EMPTY_MOVES = 60_000
"""About as many as a file of the largest size holds."""


def kept(folder: Path, players: int, play: Callable[[Host], Any]) -> Path:
    """A game of `california`, played and kept in a folder; its file."""
    seats = [Player("Ann"), *(Player(f"Bot {n}", "random") for n in range(1, players))]
    host = Host(load_variant("california"), seats, 3)
    writer = GameWriter.begin(folder, host)
    host.draw_for_dealer()
    host.deal()
    play(host)
    writer.close()
    return writer.path


def empty_moves(host: Host, count: int) -> None:
    """Passes again and again, which changes nothing."""
    for _ in range(count):
        host.do(Pass(host.state.turn))


def whole_game(host: Host) -> None:
    """Lets computers play the game to its end; the person's seat is handed to one."""
    host.hand_over(host.state.seat_numbers[0], "Bot 0", "random")
    while host.state.phase is not Phase.GAME_OVER:
        if host.state.phase is Phase.ROUND_OVER:
            host.deal()
        else:
            host.do(host.bot_action())


def main(count: int = EMPTY_MOVES) -> None:
    """Prints moves, bytes, and seconds of the processor to resume, for both kinds of game."""
    for what, players, play in (
        ("empty moves", 3, lambda host: empty_moves(host, count)),
        ("eight seats, all rounds", 8, whole_game),
    ):
        with tempfile.TemporaryDirectory() as folder:
            with patch("os.fsync"):
                path = kept(Path(folder), players, play)
            start = process_time()
            writer, _, _ = GameWriter.resume(path)
            took = process_time() - start
            print(
                f"{what:24} {writer.saved:7,} moves {path.stat().st_size:10,} bytes {took:6.2f} s"
            )
            writer.close()
