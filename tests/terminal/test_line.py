"""A frame is sent when the line is free, and then the newest one: seen on a line with its clock."""

import asyncio

import pytest
from textual.geometry import Size

from shanghai.terminal.line import FRAMES_KNOWN, WELL, Line
from shanghai.terminal.screen import FrameTimer
from shanghai.ui.kit.lines import Bit, Lines
from shanghai.ui.options import Options
from tests.terminal.drawn import drawn


class SlowLine:
    """A terminal at the end of a line of some bytes a second, with a clock that stands still."""

    def __init__(self, speed, answer=WELL):
        self.speed, self.answer = speed, answer
        self.now = 0.0
        self.room = 1 << 20
        self.line = Line(lambda: self.now, lambda: self.queued <= self.room)
        self.asked = []
        self.queued = 0

    def send(self, size):
        """Sends a frame as the program does."""
        self.line.ask()
        self.line.sent(size)
        self.take(size)

    def take(self, size):
        """Puts a frame on the line that the program has sent with a question."""
        self.queued += size
        self.asked.append(self.now + self.queued / self.speed)

    def pass_time(self, seconds):
        """Draws what has come meanwhile, and answers to it."""
        self.now += seconds
        self.queued = max(0, self.queued - seconds * self.speed)
        while self.asked and self.asked[0] <= self.now:
            self.asked.pop(0)
            if self.answer:
                self.line.answered(self.answer)


def test_a_quick_line_is_asked_now_and_then_and_a_slow_one_at_each_frame():
    asked = {}
    for speed in (1920, 11520, 1_000_000):
        slow = SlowLine(speed)
        slow.line.answered(WELL)
        asked[speed] = 0
        for _ in range(20):
            if question := slow.line.ask_after(500):
                asked[speed] += 1
                slow.line.sent(500 + len(question))
                slow.take(500 + len(question))
            for _ in range(100):
                slow.pass_time(0.01)
    assert asked == {1920: 20, 11520: 20, 1_000_000: 4}


@pytest.mark.parametrize("answer", [WELL, FRAMES_KNOWN])
def test_a_line_is_free_when_the_terminal_has_drawn_its_frame(answer):
    slow = SlowLine(1000, answer)
    slow.line.answered(answer)
    assert slow.line.busy_seconds() == 0
    slow.send(500)
    assert slow.line.busy_seconds() > 0
    slow.pass_time(0.4)
    assert slow.line.busy_seconds() > 0
    slow.pass_time(0.2)
    assert slow.line.busy_seconds() == 0


def test_each_terminal_is_asked_what_it_answers():
    line = Line(lambda: 0.0, lambda: True)
    assert line.ask() == "\x1b[5n"
    line.answered(FRAMES_KNOWN)
    assert line.ask() == "\x1b[?2026$p"
    line.answered(WELL)
    line.answered(FRAMES_KNOWN)
    assert line.ask() == "\x1b[5n"


def test_a_terminal_that_never_answers_is_waited_for_a_moment_alone():
    slow = SlowLine(1e9, answer="")
    slow.send(100_000)
    assert 0 < slow.line.busy_seconds() <= 0.25
    slow.pass_time(0.3)
    assert slow.line.busy_seconds() == 0
    slow.send(19)
    assert slow.line.busy_seconds() <= 0.01


def test_a_terminal_that_takes_nothing_is_waited_for():
    slow = SlowLine(1, answer="")
    slow.room = 0
    slow.send(100)
    slow.pass_time(50)
    assert slow.line.busy_seconds() > 0
    slow.pass_time(50)
    assert slow.line.busy_seconds() == 0


def test_a_lost_answer_is_given_up():
    slow = SlowLine(1e9, answer="")
    slow.line.answered(WELL)
    slow.send(1920)
    slow.pass_time(3.9)
    assert slow.line.busy_seconds() > 0
    slow.pass_time(0.2)
    assert slow.line.busy_seconds() == 0


@pytest.mark.parametrize("speed", [1920, 11520])
async def test_arrows_in_a_hurry_are_drawn_one_frame_behind(tmp_path, speed):
    """Sixty arrows, thirty a second: each frame waits for the one before, and the last is right."""
    async with drawn(Options(data_dir=str(tmp_path)), (80, 24)) as shown:
        slow = SlowLine(speed)
        slow.line.answered(WELL)
        shown.app._driver.line = slow.line
        largest, sent = 0, 0
        for number in range(60):
            slow.pass_time(1 / 30)
            if shown.app.is_picture_late and not slow.line.busy_seconds():
                shown.app.show_picture()
            frames = await shown.press("down" if number % 7 < 4 else "up")
            for size in frames:
                slow.take(size)
            assert len(frames) <= 1
            largest, sent = max(largest, *frames, 0), sent + len(frames)
        assert sent < 60 if speed == 1920 else sent
        # The last frame that is on its way, and the one that was waiting for it.
        slow.pass_time(largest / speed + 0.001)
        assert not slow.queued
        if shown.app.is_picture_late:
            shown.app.show_picture()
            assert len(shown.take()) == 1
        assert shown.faults() == []


async def test_a_picture_that_waits_is_sent_when_the_answer_comes(tmp_path):
    async with drawn(Options(data_dir=str(tmp_path)), (80, 24)) as shown:
        line = Line(lambda: 0.0, lambda: True)
        line.answered(WELL)
        shown.app._driver.line = line
        assert len(await shown.press("down")) == 1
        assert await shown.press("down", "down") == []
        assert shown.app.is_picture_late
        line.answered(WELL)
        shown.app.show_picture()
        assert len(shown.take()) == 1
        assert shown.faults() == []
        assert not shown.app.is_picture_late


async def test_a_window_of_another_size_is_drawn_anew_once(tmp_path):
    async with drawn(Options(data_dir=str(tmp_path)), (80, 24)) as shown:
        await shown.press("down")
        await shown.pilot.resize_terminal(*Size(100, 30))
        await shown.pilot.pause()
        shown.terminal.resize(30, 100)
        shown.terminal.reset()
        frames = shown.take()
        assert shown.faults() == []
        assert len(frames) == 1


async def test_after_a_stop_nothing_that_was_drawn_before_is_sent(tmp_path):
    async with drawn(Options(data_dir=str(tmp_path)), (80, 24)) as shown:
        app = shown.app
        app.after_stop()
        app.show_picture()
        assert shown.take() == []
        await shown.pilot.pause()
        assert len(shown.take()) == 1
        assert shown.faults() == []


async def test_what_changes_while_a_screen_is_drawn_is_drawn_after_it(tmp_path):
    """A widget was heard of, and its change not yet noted, when the screen drew itself again."""
    async with drawn(Options(data_dir=str(tmp_path)), (80, 24)) as shown:
        screen = shown.app.screen
        screen._frame_timer = FrameTimer(lambda: None)
        lines = screen.query(Lines).first()
        lines.show([(Bit("changed"),), *lines.rows[1:]])
        while not screen._dirty_widgets:
            await asyncio.sleep(0)
        screen._compositor_refresh()
        assert len(shown.take()) == 1
        assert shown.faults() == []
