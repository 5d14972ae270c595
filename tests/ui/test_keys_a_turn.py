"""How many keys a turn takes, a player drawing by one key and then doing what the hints say."""

from statistics import median

import pytest

from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import Discard, GoDown, LayOff, Swap, Take
from shanghai.engine.events import ShanghaiCalled
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Phase
from shanghai.table.host import Host, Player
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.table.peek import PeekScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.variants.loader import load_variant
from tests.long import long
from tests.ui.tables import after_draw, at_table, before_draw, host_of, press, status

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
    return "h"


async def play(folder, host, most_turns):
    """Plays turns of people; for each the keys that it took and the moves after its draw."""
    brain = SimpleBot(0, None)
    played, counts, keys = [], [], 0
    host.on_change.append(lambda before, action, after, events: played.append(action))
    async with at_table(folder, host, call_offers="helps", tell_shanghai=False) as (app, pilot):
        await press(pilot, "enter")
        turn = host.state.turn
        for _ in range(8 * most_turns):
            if len(counts) == most_turns or host.state.phase is Phase.GAME_OVER:
                break
            if isinstance(app.screen, RoundOverScreen):
                await press(pilot, "enter")
                turn = host.state.turn
                continue
            was_drawn = host.state.phase is Phase.PLAY and turn in host.people()
            await press(pilot, next_key(app, host, brain))
            keys += 1
            ended = host.state.turn != turn or host.state.phase is not Phase.PLAY
            if was_drawn and ended:
                moves = [m for m in played if isinstance(m, GoDown | LayOff | Swap | Discard)]
                counts.append((keys, sum(move.seat == turn for move in moves)))
                keys = 0
                played.clear()
            turn = host.state.turn
    return counts


def table_of(variant, bots):
    seats = [Player(name, bot) for name, bot in zip(NAMES, bots, strict=False)]
    return Host(load_variant(variant), seats, seed=11)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bots", "turns", "most"), [long(("", "", ""), 24, 4), (("", *["simple"] * 3), 4, 5)]
)
async def test_the_median_turn_takes_few_keys(tmp_path, bots, turns, most):
    counts = await play(tmp_path, table_of("grandma-davis", bots), turns)
    assert len(counts) >= turns // 2
    assert median(keys for keys, _ in counts) <= most, counts


async def test_a_turn_takes_a_key_for_each_move_and_three_before(tmp_path):
    """Enter, the draw, the hint, then a key for each move; four keys where only one is made."""
    counts = await play(tmp_path, table_of("playerules", ("", "", "")), 6)
    assert {keys - moves for keys, moves in counts} == {3}
    assert {moves for _, moves in counts} >= {1, 2}


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["california", "grandma-davis", "playerules", "rummygames"])
async def test_the_median_turn_of_a_whole_game_takes_four_keys(tmp_path, variant):
    counts = await play(tmp_path, table_of(variant, ("", "", "")), 1000)
    print(variant, len(counts), median(keys for keys, _ in counts))
    assert len(counts) > 50
    assert median(keys for keys, _ in counts) <= 4


async def keys_until(pilot, is_done, *keys):
    """How many of the keys it takes."""
    for key in keys:
        assert not is_done(), f"done before {key}"
        await press(pilot, key)
    assert is_done()
    return len(keys)


async def test_a_call_takes_one_key_of_the_public_screen(tmp_path):
    host = host_of(before_draw())
    async with at_table(tmp_path, host) as (_, pilot):
        assert await keys_until(pilot, lambda: host.state.calls == (1,), "2") == 1


async def test_a_shanghai_takes_two(tmp_path):
    host = host_of(before_draw(table=[("Ann", "set", "4S 4H 4C")]))

    def is_called():
        return any(isinstance(event, ShanghaiCalled) for event in host.log)

    async with at_table(tmp_path, host, tell_shanghai=False) as (_, pilot):
        assert await keys_until(pilot, is_called, "s", "2") == 2


async def test_a_look_takes_three(tmp_path):
    async with at_table(tmp_path, host_of(before_draw())) as (app, pilot):
        looks = lambda: isinstance(app.screen, PeekScreen)  # noqa: E731
        assert await keys_until(pilot, looks, "v", "2", "p") == 3


async def test_a_hint_that_is_done_leads_to_the_next(tmp_path):
    host = host_of(after_draw("playerules", table=(("Ann", "set", "4H 4D 4C"),)))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "h")
        assert "lay 4♠" in status(app)
        await press(pilot, "h")
        assert "Hint: discard" in status(app)
        await press(pilot, "h")
        assert host.state.turn == 1
