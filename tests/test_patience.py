"""What hangs is found by its work or its sleep, and by no time on the clock."""

import asyncio
import os
import signal
import subprocess
import sys
import time

import pytest

from tests import patience
from tests.patience import Patience, patient, until, watched, work_of

pytestmark = pytest.mark.skipif(
    not patience._KNOWS_PROCESSES, reason="this system tells nothing of its processes"
)


@pytest.fixture
def program():
    """Begins a program that does what it is told."""
    begun = []

    def begin(code):
        words = [sys.executable, "-S", "-c", code]
        begun.append(subprocess.Popen(words, stdin=subprocess.PIPE, process_group=0))
        return begun[-1].pid

    yield begin
    for one in begun:
        os.killpg(one.pid, signal.SIGKILL)
        one.communicate()


def end_of(hope):
    """Why it is no use to wait any longer, once that is so."""
    while not (end := hope.end()):
        time.sleep(patience.LOOK)
    return end


def test_a_program_that_works_for_ever_is_given_up_by_its_work(program):
    pid = program("while True: pass")
    assert end_of(Patience(pid, work=0.5)) == "it has worked for 0 seconds"
    assert work_of(pid) >= 0.5


def test_a_program_that_sleeps_is_given_up_by_the_looks_at_it(program):
    assert "asleep at" in end_of(Patience(program("input()"), asleep=3))


def test_work_of_what_it_has_begun_counts_too(program):
    pid = program("import subprocess, sys; subprocess.run([sys.executable, '-c', 'while 1: 1'])")
    assert "worked" in end_of(Patience(pid, work=0.5))


def test_where_nothing_happens_progress_is_missed(program, monkeypatch):
    monkeypatch.setattr(patience, "STILL", 0.5)
    assert "nothing has happened" in end_of(Patience(program("input()"), asleep=10**6))


def test_what_never_comes_fails_with_what_was_waited_for(program, monkeypatch):
    monkeypatch.setattr(Patience.__init__, "__defaults__", (None, patience.WORK, 2))
    with pytest.raises(AssertionError, match="waited in vain, it was asleep at 3 looks: the moon"):
        until(lambda: False, "the moon", program("input()"))


async def test_waiting_for_an_event_ends_too(program, monkeypatch):
    monkeypatch.setattr(Patience.__init__, "__defaults__", (None, patience.WORK, 2))
    with pytest.raises(TimeoutError):
        async with patient(program("input()")):
            await asyncio.Event().wait()


def spin():
    while True:
        pass


@pytest.mark.slow
def test_a_test_that_loops_for_ever_is_ended(monkeypatch):
    monkeypatch.setattr(patience.faulthandler, "dump_traceback", lambda **_: None)
    with pytest.raises(AssertionError, match="the test hangs"), watched(0.3, every=0.1):
        spin()
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
