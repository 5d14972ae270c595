"""The watch over questions: answers and failures pass, what takes too long is stopped."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from shanghai.bots.deadline import WATCH, DeadlineMissed
from tests.patience import until

LIMIT = 0.05


def for_ever():
    while True:
        pass


def test_the_watch_leaves_quick_answers_and_failures_alone():
    assert WATCH.ask(lambda: 3, 5) == 3
    with pytest.raises(KeyboardInterrupt):
        WATCH.ask(lambda: (_ for _ in ()).throw(KeyboardInterrupt), 5)
    with pytest.raises(DeadlineMissed):
        WATCH.ask(for_ever, LIMIT)
    assert WATCH._open == {}


def test_answers_that_come_just_when_they_are_overdue_do_no_harm():
    ends = {"answered": 0, "silent": 0}
    for number in range(300):
        until = time.perf_counter() + 0.0005 + number / 300 * 0.002

        def busy(until=until):
            while time.perf_counter() < until:
                pass

        try:
            WATCH.ask(busy, 0.001)
            ends["answered"] += 1
        except DeadlineMissed:
            ends["silent"] += 1
    assert min(ends.values()) > 0
    assert WATCH._open == {}


TRACED = """
import sys, threading
from shanghai.bots.deadline import WATCH, DeadlineMissed

def think():
    try:
        WATCH.ask(lambda: [None for _ in iter(int, 1)], 0.01)
    except DeadlineMissed:
        print("missed")

for thread in (threading.Thread(target=think), None):
    if thread is None:
        think()
    else:
        thread.start()
        thread.join()
    sys.settrace(lambda *_: None)
    (lambda: None)()
    sys.settrace(None)
"""


def test_after_a_missed_deadline_traced_functions_still_begin():
    root = Path(__file__).parents[2]
    program = subprocess.Popen([sys.executable, "-c", TRACED], cwd=root, stdout=subprocess.PIPE)
    try:
        until(lambda: program.poll() is not None, "the end of the program", program.pid)
    finally:
        program.kill()
    assert program.communicate()[0].split() == [b"missed", b"missed"]
