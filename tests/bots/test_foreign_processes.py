"""Players of other packages run in processes of their own: each end of one is a replaced move."""

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading

import pytest

from shanghai.bots.pool import Abandoned, simplest
from shanghai.bots.runner import MAX_FAILURES
from shanghai.engine.state import Phase
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant
from tests.bots.packages import ROOT, offer_hostile
from tests.linear.driver import Pipes, Player as Typist
from tests.long import some
from tests.patience import until

AMPLE = 6000.0
"""Seconds that an answer may take on the busiest machine."""
ENDS = {
    "Dies": "stopped working",
    "Nonsense": "answered with no move",
    "Leaves": "broke down (SystemExit)",
    "Speaks": "answered with no move",
    "Crashes": "stopped working",
    "Interrupts": "broke down (KeyboardInterrupt)",
    "Hoards": "broke down (MemoryError)",
}
"""By player what is said of it."""
LATE = ("Loops", "Stops", "Freezes")
PLAYING = ("LeavesProcesses", "LeavesThread", "Writes", "Careful")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as on Linux")


@pytest.fixture
def family(tmp_path, monkeypatch):
    """All hostile players are there; knows the processes that are begun."""
    with offer_hostile(tmp_path / "packages", monkeypatch) as family:
        yield family


def table(kind, limit=AMPLE, seed=3):
    """A dealt round of one such player with two others."""
    players = [Player("Ann", kind.lower()), Player("Bob", "simple"), Player("Cy", "simple")]
    host = Host(load_variant("playerules"), players, seed, limit=limit)
    host.draw_for_dealer()
    host.deal()
    return host


def play(host, turns):
    """Plays so many turns of the first seat, within its round."""
    while turns and host.state.phase in (Phase.DRAW, Phase.PLAY):
        was = host.state.turn
        host.do(host.bot_action())
        turns -= host.state.turn != was == 0


@pytest.mark.parametrize("kind", some(ENDS, usual=3))
def test_each_end_of_a_process_is_a_replaced_move_a_note_and_a_new_process(family, kind):
    host = table(kind)
    play(host, 2)
    assert len(host.notes) == MAX_FAILURES
    for note in host.notes:
        assert note.text.startswith(f"Ann's computer {ENDS[kind]}; ")
    assert host.notes[-1].text.endswith("not asked again in this round.")
    host.close()
    family.require_gone()


@pytest.mark.parametrize("kind", some(LATE))
def test_one_that_is_late_is_ended_whatever_it_does(family, kind):
    host = table(kind, limit=0.3)
    play(host, 1)
    assert host.notes[-1].text.startswith("Ann's computer did not answer; ")
    family.require_gone()


@pytest.mark.parametrize("kind", some(PLAYING))
def test_what_it_leaves_behind_or_writes_is_ended_with_it_and_seen_nowhere(family, kind, capfd):
    host = table(kind)
    play(host, 2)
    assert host.notes == []
    if kind == "LeavesProcesses":
        assert len(family.alive()) > 4
    host.close()
    family.require_gone()
    assert capfd.readouterr() == ("", "")


def test_a_player_that_failed_is_asked_again_once_in_the_next_round(family):
    host = table("Dies")
    play(host, 2)
    host.computers.game_went_on(is_dealt=True)
    play(host, 2)
    assert len(host.notes) == MAX_FAILURES + 1


def test_a_process_ends_with_the_game_that_is_let_go(family):
    host = table("Careful")
    play(host, 1)
    assert family.alive()
    del host
    gc.collect()
    family.require_gone()


def on_turn(kind):
    """A table at which such a player is to draw, after all calls."""
    host = table(kind)
    while host.state.turn != 0 or host.has_unasked_computer:
        action = host.bot_action(computer_may_draw=host.state.turn != 0)
        if action is not None:
            host.do(action)
    return host


def test_one_that_thinks_is_hurried_as_the_game_goes_on(family):
    host = on_turn("TakesItsTime")
    thread = threading.Thread(target=host.next_step, daemon=True)
    thread.start()
    until(lambda: host.computers.waited, "a question")
    assert not host.computers.uses_time

    def is_done():
        host.computers.game_went_on(is_dealt=False)
        return not thread.is_alive()

    until(is_done, "the answer")
    assert (host.notes, host.computers.uses_time) == ([], True)
    host.close()


def test_going_on_without_an_answer_ends_the_process(family):
    host, ends = on_turn("Loops"), []

    def think():
        with pytest.raises(Abandoned):
            host.next_step()
        ends.append(True)

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    until(lambda: host.computers.waited, "a question")
    host.abandon_answer()
    thread.join()
    assert ends
    assert host.next_step() == simplest(host.state, 0)
    family.require_gone()


def test_neither_the_seed_nor_what_follows_from_it_for_others_reaches_a_player(family, monkeypatch):
    seed = "5550123498761234509"
    for wanted, notes in (("Careful people look.", 0), (seed, 0), ("playerules", MAX_FAILURES)):
        monkeypatch.setenv("SHANGHAI_TEST_WANTED", wanted[::-1])
        host = table("Seeks", seed=seed)
        play(host, 2)
        assert len(host.notes) == notes, wanted
        host.close()


KILLED = """
import os, signal, threading
from tests.bots.test_foreign_processes import AMPLE, on_turn, play, table
from tests.patience import until
kind = os.environ["KIND"]
if kind == "Freezes":
    host = on_turn(kind)
    threading.Thread(target=host.next_step, daemon=True).start()
    until(lambda: host.computers.waited > 2, "a player that thinks")
else:
    play(table(kind), 1)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("kind", some(("LeavesProcesses", "Careful", "Freezes")))
def test_a_killed_game_takes_them_along(family, kind):
    done = subprocess.run(
        [sys.executable, "-P", "-c", KILLED], env={**os.environ, "KIND": kind}, cwd=ROOT
    )
    assert done.returncode == -signal.SIGKILL
    family.require_gone()


HOARD = """
import resource
from tests.bots.test_foreign_processes import play, table
now = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (now + (256 << 20), resource.RLIM_INFINITY))
host = table("Hoards")
play(host, 1)
print(host.notes[0].text)
"""


def test_one_that_takes_all_memory_is_replaced(family):
    done = subprocess.run(
        [sys.executable, "-P", "-c", textwrap.dedent(HOARD)],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert "Ann's computer broke down (MemoryError)" in done.stdout
    family.require_gone()


GAME = ("--variant", "playerules", "--seed", "3")


def test_lines_of_text_end_at_once_by_a_signal_while_one_thinks_for_ever(family, tmp_path):
    with Pipes(
        tmp_path, "play", "--text", *GAME, "--players", "Ann,bot:loops,bot:loops"
    ) as program:
        until(lambda: len(family.alive()) == 3, "a player that thinks")
        program.process.send_signal(signal.SIGTERM)
        program.hear_until("^The game is kept. To go on: shanghai resume --text ")
        assert program.end() == 128 + signal.SIGTERM
    family.require_gone()


def test_lines_of_text_end_though_players_leave_threads_and_processes(family, tmp_path):
    players = "Ann,bot:writes,bot:leavesthread,bot:leavesprocesses"
    with Pipes(tmp_path, "play", "--text", *GAME, "--players", players) as program:
        program.play_until("^Ann discards ", Typist())
        program.play_until("^What does Ann do", Typist())
        program.type("leave")
        program.hear_until("^The game is kept. To go on: shanghai resume --text ")
        assert program.end() == 0
    assert "LEAKED" not in "\n".join(program.lines)
    assert not any("'s computer " in line for line in program.lines)
    family.require_gone()


@pytest.mark.parametrize("jobs", some((1, 2)))
def test_a_simulation_ends_whatever_its_players_do(family, tmp_path, jobs):
    """One that is as good as any and leaves something behind, and one that always dies."""
    short = str(ROOT / "tests" / "data" / "short.yaml")
    done = subprocess.run(
        [
            *(sys.executable, "-P", "-m", "shanghai", "simulate", "--variant", short),
            *("--players", "3", "--games", str(jobs), "--jobs", str(jobs), "--seed", "1"),
            *("--bots", "leavesprocesses,dies,writes"),
        ],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{jobs} game" in done.stdout
    assert "LEAKED" not in done.stdout
    family.require_gone()


@pytest.mark.slow
def test_a_simulation_ends_though_one_thinks_for_ever(family):
    short = str(ROOT / "tests" / "data" / "short.yaml")
    command = ["simulate", "--variant", short, "--players", "3", "--bots", "simple,simple,loops"]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "shanghai", *command], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    family.require_gone()
