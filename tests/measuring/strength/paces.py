"""How long moves of masters take on the screen.

`python -m tests.measuring.strength.paces [MOVES] [SEED]` prints the seconds from move to move at a
table of masters, the worlds that they tried, and how far the one follows the other: 0 is not at
all, 1 wholly.
"""

import asyncio
import sys
from statistics import correlation, fmean
from tempfile import TemporaryDirectory

from msgspec import structs

from shanghai.bots.machine_code import make_ready
from shanghai.engine.state import Phase
from shanghai.simulation.games import seated
from shanghai.table.host import Host
from shanghai.ui.app import ShanghaiApp
from shanghai.ui.options import Options
from shanghai.ui.table.games import draw_for_dealer
from shanghai.ui.table.play import play
from shanghai.ui.table.session import Session
from shanghai.variants.loader import load_variant
from tests.ui.tables import without_menu

PLAYERS = 3
LOOK = 0.05
IN_ROUND = (Phase.DRAW, Phase.PLAY)


async def shown(moves, seed, folder):
    """By move the seconds since the one before, and the worlds that were tried for it."""
    host = Host(load_variant("playerules"), seated(["master"] * PLAYERS), seed)
    app = ShanghaiApp(Options(data_dir=folder, search_cores=1))
    app.search.start()
    app.settings = structs.replace(app.settings, pace="at once", animation=False)
    moves_seen, loop, last = [], asyncio.get_running_loop(), [0.0]

    def note(before, action, after, events):
        now, tried = loop.time(), sum(one.worlds for one in host.computers.tried)
        host.computers.tried.clear()
        if before.phase in IN_ROUND:
            moves_seen.append((now - last[0], tried))
        last[0] = now

    async def game():
        session = Session(host)
        await draw_for_dealer(app, session)
        host.on_change.append(note)
        await play(app, session)

    async with without_menu(), app.run_test() as pilot:
        app.run_worker(game(), exclusive=True)
        while len(moves_seen) < moves and host.state.phase is not Phase.GAME_OVER:
            await asyncio.sleep(LOOK)
            if host.state.phase not in IN_ROUND:
                await pilot.press("enter")
        await app.action_quit()
    return moves_seen[:moves]


def main(moves="500", seed="1"):
    """Prints the figures of so many moves."""
    if not make_ready():
        sys.exit("the search needs numba")
    with TemporaryDirectory() as folder:
        moves_seen = asyncio.run(shown(int(moves), int(seed), folder))
    seconds, worlds = zip(*moves_seen, strict=True)
    print(
        f"{len(moves_seen)} moves, {min(seconds):.3f} to {max(seconds):.3f} s, {fmean(seconds):.3f}"
    )
    print(f"{min(worlds)} to {max(worlds)} worlds, mean {fmean(worlds):.0f}")
    print(f"correlation: {correlation(seconds, worlds):+.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
