"""How many keys a turn takes, a player drawing by one key and then doing what the hints say."""

from statistics import median

import pytest

from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import Take
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Phase
from shanghai.host.host import Host, Player
from shanghai.ui.screens.table.player_view import PlayerScreen
from shanghai.ui.screens.table.public_view import PublicScreen
from shanghai.variants.loader import load_variant
from tests.ui.tables import at_table, press

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

NAMES = ("Ann", "Bob", "Cy", "Dee")


def next_key(app, host, brain):
    """The key for the moment: the hand-over, no call, a draw, or twice the key for a hint."""
    screen, state = app.screen, host.state
    if isinstance(screen, PublicScreen):
        return "enter" if screen.waits_for != NOBODY else "n"
    assert isinstance(screen, PlayerScreen), screen
    if state.turn != screen.seat:
        return "n"
    if state.phase is Phase.DRAW:
        return "t" if isinstance(brain.decide(host.view(state.turn)), Take) else "d"
    return "v"


@pytest.mark.parametrize(
    ("bots", "least_turns", "most"), [(("", "", ""), 24, 4), (("", *["simple"] * 3), 6, 5)]
)
async def test_the_median_turn_takes_few_keys(tmp_path, bots, least_turns, most):
    seats = [Player(name, bot) for name, bot in zip(NAMES, bots, strict=False)]
    host = Host(load_variant("grandma-davis"), seats, seed=11)
    brain = SimpleBot(0, None)
    counts, keys = [], 0
    async with at_table(tmp_path, host, call_offers="helps", tell_shanghai=False) as (app, pilot):
        await press(pilot, "enter")
        turn = host.state.turn
        for _ in range(8 * least_turns):
            if len(counts) == least_turns or host.state.phase not in (Phase.DRAW, Phase.PLAY):
                break
            was_drawn = host.state.phase is Phase.PLAY and turn in host.people()
            await press(pilot, next_key(app, host, brain))
            keys += 1
            ended = host.state.turn != turn or host.state.phase is not Phase.PLAY
            if was_drawn and ended:
                counts.append(keys)
                keys = 0
            turn = host.state.turn
    assert len(counts) >= least_turns // 2
    assert median(counts) <= most, counts
