"""What computers think beside the screen, and how long their moves take to be shown."""

import asyncio
import sys
import threading

import pytest

from shanghai.table.host import Host, Player
from shanghai.terminal import threads
from shanghai.ui.table.play import PACES, SEARCH, STEP, BotMoves, shown_after
from shanghai.variants.loader import load_variant


@pytest.mark.parametrize(
    ("pace", "think", "shown"),
    [(0.8, None, 0.8), (0.8, 0.5, 0.8), (0.3, 0.5, 0.5), (0.0, 0.5, 0.5), (0.1, None, 0.1)],
)
def test_a_move_takes_the_same_time_however_long_was_thought(pace, think, shown):
    for part in (0.0, 0.2, 0.7, 1.0):
        assert shown_after(part * shown, pace, think) == shown


def test_whoever_oversteps_the_time_is_put_off_to_a_multiple_of_it():
    assert {shown_after(thought, 0.3, 0.5) for thought in (0.51, 0.8, 1.0)} == {1.0}
    assert shown_after(1.01, 0.8, 0.5) == 1.5
    assert shown_after(0.81, 0.8, None) == pytest.approx(0.9)
    assert shown_after(0.1 + STEP / 2, 0.1, None) == pytest.approx(0.2)


def test_at_once_nobody_waits_for_those_who_use_no_time():
    assert shown_after(0.003, 0.0, None) == 0.003


def test_the_time_runs_from_the_first_asking():
    pacing = BotMoves(None, None, None)
    pacing.ask("draw", 100.0)
    assert pacing.left(100.2, 0.8, None) == pytest.approx(0.6)
    pacing.ask("draw", 100.5)
    assert pacing.left(100.5, 0.8, None) == pytest.approx(0.3)
    pacing.ask("discard", 100.6)
    assert pacing.left(100.6, 0.8, None) == pytest.approx(0.8)


async def test_thoughts_take_turns_with_the_screen_more_often():
    begun = threading.Event()
    usual = sys.getswitchinterval()
    first = asyncio.ensure_future(threads.in_thread(begun.wait))
    second = asyncio.ensure_future(threads.in_thread(sys.getswitchinterval))
    assert await second <= threads.SWITCH * 1.01 < usual
    begun.set()
    assert await first
    assert sys.getswitchinterval() == usual


async def test_what_a_thought_raises_is_raised_where_it_is_awaited():
    with pytest.raises(ZeroDivisionError):
        await threads.in_thread(lambda: 1 // 0)
    assert await threads.in_thread(int, "7", base=8) == 7


async def test_the_program_ends_while_somebody_thinks():
    ended = threading.Event()
    usual = sys.getswitchinterval()
    task = asyncio.ensure_future(threads.in_thread(ended.wait))
    await asyncio.sleep(0)
    task.cancel()
    thoughts = [thread for thread in threading.enumerate() if thread.name == "thinking"]
    assert all(thread.daemon for thread in thoughts)
    assert thoughts
    ended.set()
    for thread in thoughts:
        thread.join(10)
        assert not thread.is_alive()
    assert sys.getswitchinterval() == usual


@pytest.mark.parametrize(("level", "searches"), [("master", True), ("hard", False)])
def test_how_long_a_search_took_is_not_shown(level, searches):
    players = [Player("Ann"), Player("Bob", level), Player("Cy", "simple")]
    think = BotMoves(None, Host(load_variant("playerules"), players, 1), None)._thinking()
    assert think == (SEARCH if searches else None)
    if searches:
        for pace in (*PACES.values(), STEP):
            assert len({shown_after(0.01 * n, pace, think) for n in range(1, 80)}) == 1
