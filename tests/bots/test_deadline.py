"""The watch over questions: answers and failures pass, what takes too long is stopped."""

import time

import pytest

from shanghai.bots.deadline import WATCH, DeadlineMissed

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
