"""Answers of computer players, timed."""

from types import SimpleNamespace

import pytest

from shanghai.bots.levels import Level
from tests.measuring.strength import timing
from tests.measuring.strength.timing import Stopwatch, Times, together


class Slow:
    """Spends seconds of a clock that only it moves."""

    def __init__(self, now):
        self.now = now

    def notice(self, event):
        self.now.seconds += 1

    def decide(self, view):
        self.now.seconds += 10
        return "move"

    def wants_call(self, view):
        self.now.seconds += 100
        raise ValueError("cannot tell")


def test_an_answer_takes_what_was_told_before_it_as_well(monkeypatch):
    now = SimpleNamespace(seconds=0.0)
    monkeypatch.setattr(timing, "process_time", lambda: now.seconds)
    level = Level(lambda seat, chance, is_late: Slow(now), "Slow", "A test.")
    levels, clocks = timing.clocked({"slow": level})
    bot = levels["slow"].make(0, None, None)
    bot.notice("event")
    bot.notice("event")
    assert bot.decide("view") == "move"
    now.seconds += 1000
    bot.notice("event")
    with pytest.raises(ValueError, match="cannot tell"):
        bot.wants_call("view")
    assert bot.decide("view") == "move"
    assert clocks["slow"].times() == Times(3, 12 + 101 + 10, 101)


def test_tables_add_up():
    clock = Stopwatch()
    assert together([clock.times()]) == Times()
    assert together([]) == Times()
    assert together([Times(2, 3.0, 2.0), Times(1, 1.0, 1.0)]) == Times(3, 4.0, 2.0)
