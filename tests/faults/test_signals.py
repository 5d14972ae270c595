"""Signals at any moment, stops and what hangs: the terminal is left as it was, in good time."""

import os
import shutil
import signal
import sys
from random import Random

import pytest

from tests.faults.games import (
    MENU,
    OWN,
    PEOPLE,
    WINDOW,
    faces_in,
    kept,
    saved,
    start,
    times,
    to_own,
    to_window,
)
from tests.faults.terminal import Program
from tests.long import some
from tests.patience import until

HIDDEN = "Everything is hidden"
KILLING = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1")


def require_end(program, *numbers):
    """The program ends clean, by one of these signals or, before it listens, killed by it."""
    codes = {code for number in numbers for code in (128 + number, -number)}
    assert program.wait_exit() in codes, program.left_behind()
    assert program.dirt() == []
    assert "Traceback" not in program.left_behind()


@pytest.mark.parametrize(("name", "pieces"), some(zip(KILLING, range(4), strict=True)))
def test_a_signal_as_the_terminal_is_taken_finds_it_put_back(tmp_path, name, pieces):
    """After the first piece of output, or some more."""
    number = getattr(signal, name)
    with Program(data=tmp_path) as program:
        until(program.look, "a piece of output", program.process.pid)
        for _ in range(pieces):
            program.look(0.05)
        program.signal(number)
        require_end(program, number)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_a_signal_at_any_moment_of_the_start_finds_the_terminal_as_it_was(tmp_path, part):
    """Each part a fourth of the starts."""
    chance = Random(f"start {part}")
    with Program(data=tmp_path) as program:
        program.wait(MENU)
        whole = program.work()
    for number in range(times("STARTS", 160) // 4):
        sent = getattr(signal, chance.choice(KILLING))
        with Program(data=tmp_path / str(number)) as program:
            moment = chance.uniform(0, whole)
            while program.work() < moment:
                program.look(0.005)
            program.signal(sent)
            require_end(program, sent)


def test_signals_every_few_moments_over_the_whole_end(tmp_path):
    for first in ("q", signal.SIGTERM):
        with Program(data=tmp_path) as program:
            program.wait(MENU)
            if first == "q":
                program.send("\x11")
            else:
                program.signal(first)
            while program.process.poll() is None:
                program.signal(signal.SIGTERM)
                program.look(0.01)
            assert program.wait_exit() in (0, 143, -15)
            assert program.dirt() == []
            assert program.left_behind().strip() == ""


LATE = """
import asyncio, signal, sys
from shanghai.__main__ import main
real = asyncio.tasks.ensure_future
def ensure_future(work, **named):
    task = real(work, **named)
    if getattr(work, "__name__", "") == "shutdown_asyncgens":
        signal.raise_signal(signal.SIGTERM)
    return task
asyncio.tasks.ensure_future = ensure_future
sys.exit(main(sys.argv[1:]))
"""


def test_a_signal_after_the_last_picture_breaks_nothing_off(tmp_path):
    """While the loop closes: what is then left undone would be told on the terminal."""
    with Program(data=tmp_path, script=LATE) as program:
        program.wait(MENU)
        program.signal(signal.SIGTERM)
        require_end(program, signal.SIGTERM)
        assert program.left_behind().strip() == ""


HANGING = """
import os, sys, time
from pathlib import Path
from shanghai.__main__ import main
real, mark = os.fsync, Path(os.environ["SHANGHAI_HOME"], "hang")
def sync(descriptor):
    while mark.exists():
        time.sleep(0.1)
    return real(descriptor)
os.fsync = sync
sys.exit(main(sys.argv[1:]))
"""


def test_a_signal_ends_it_though_the_disk_hangs(tmp_path):
    with start(tmp_path, script=HANGING) as program:
        to_own(to_window(program))
        count = saved(program)
        (tmp_path / "hang").touch()
        program.send("d").settle()
        assert f" {count + 1} saved" not in program.text()
        program.signal(signal.SIGTERM)
        assert program.wait_exit() == 143
        assert program.dirt() == []
    assert kept(tmp_path).moves >= count


@pytest.mark.waits
def test_a_terminal_that_stops_reading_costs_nothing_and_signals_end_it(tmp_path):
    """Its pictures do not pile up: after the first ones no other is made until it reads on."""
    with start(tmp_path) as program:
        to_own(to_window(program))
        flood(program)
        before, held = program.work(), program.memory()
        program.stall(20)
        assert program.work() - before < 0.2
        assert program.memory() < held + 5
        at = len(program.raw)
        program.resize(80, 24)
        program.settle()
        assert PICTURE < len(program.raw) - at < MOST_PILED
        program.wait(OWN)
        flood(program)
        program.signal(signal.SIGTERM)
        pid, how = program.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT
        until(lambda: os.waitid(os.P_PID, pid, how) is not None, "its end", pid)
        assert program.wait_exit() == 143
        assert program.dirt() == []
        assert not faces_in(program.left_behind())


PICTURE = 5_000
"""Fewer bytes than a picture of the large window takes."""
MOST_PILED = 1 << 16
"""More bytes than the system and the program hold for a terminal that does not read."""


def flood(program):
    """Changes the size of the window, and reads none of the pictures, until it is stuck."""
    for number in range(6):
        program.set_size(200 + 20 * (number % 2), 60)
        program.stall()


def test_a_stop_that_nobody_tells_of_and_what_does_not_end_it(tmp_path):
    with start(tmp_path) as program:
        to_window(program)
        program.signal(signal.SIGPIPE).signal(signal.SIGCONT).settle()
        program.press("\x03", r"Ctrl\+Q leaves")
        program.signal(signal.SIGSTOP).wait_stopped()
        program.signal(signal.SIGCONT).settle()
        program.wait(WINDOW)
        program.press("c", "Esc")
        program.signal(signal.SIGUSR2)
        assert program.wait_exit() == 140
        assert program.dirt() == []


STOPS = {
    "Ctrl+Z": lambda program: program.send("\x1a"),
    "SIGSTOP": lambda program: program.signal(signal.SIGSTOP),
}
SCREENS = {
    "before": (
        ("", MENU),
        ("s", "Settings"),
        ("\x1b", MENU),
        ("\x10", "Search"),
        ("\x1b", MENU),
        ("n", "which variant"),
        ("\r", "Accept"),
        ("\r", "Who plays"),
    ),
    "table": (
        ("", "Who deals first"),
        ("\r", WINDOW),
        ("?", "Esc Back"),
        ("\x1b", WINDOW),
        ("c", "Scorecard"),
        ("\x1b", WINDOW),
        ("\r", OWN),
        ("b", HIDDEN),
    ),
}
"""Screens of every kind: the key that leads to each, and what is seen of it."""


def stop_and_go_on(program, stop, size=None):
    """Stops the program and lets it go on, in a window that may have another size by then."""
    program.settle().text()
    stop(program)
    program.wait_stopped()
    if size is not None:
        program.resize(*size)
    program.text()
    program.let_go()
    program.signal(signal.SIGCONT)
    program.wait(r"\[\?1049h", where=lambda: program.raw.decode("utf-8", "replace"))


def wait_for_same(program, picture):
    """Waits, without a key, until the whole picture is the one of before, colours and all."""
    program.wait("same", where=lambda: "same" if program.picture() == picture else "")


@pytest.mark.waits
@pytest.mark.parametrize(
    ("where", "way"),
    some([*zip(SCREENS, STOPS, strict=True), *zip(SCREENS, [*STOPS][::-1], strict=True)], 2),
)
def test_the_whole_picture_is_back_after_a_stop_without_a_key(tmp_path, where, way):
    arguments = ("play", *PEOPLE) if where == "table" else ()
    with Program(*arguments, data=tmp_path, is_hasty=True) as program:
        for key, pattern in SCREENS[where]:
            program.send(key).wait(pattern)
            picture = program.settle().picture()
            stop_and_go_on(program, STOPS[way])
            if pattern == OWN and way != "SIGSTOP":
                program.wait(HIDDEN)
                assert "♥" not in program.raw.decode()
                program.press("m", OWN)
            else:
                wait_for_same(program, picture)


@pytest.mark.slow
@pytest.mark.parametrize("way", STOPS)
def test_a_window_of_another_size_after_a_stop_holds_the_whole_picture(tmp_path, way):
    with start(tmp_path) as program:
        to_window(program)
        small = program.settle().picture()
        program.resize(100, 30)
        large = program.settle().picture()
        for size, picture in (((80, 24), small), ((100, 30), large)):
            stop_and_go_on(program, STOPS[way], size)
            wait_for_same(program, picture)


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_stopped_in_a_shell_sent_to_the_back_and_fetched_again(tmp_path):
    command = f"{sys.executable} -m shanghai play {' '.join(PEOPLE)}"
    wrap = ("sh", "-c", "PS1='$ ' exec bash --norc --noprofile -i", "sh")
    with Program(data=tmp_path, wrap=wrap) as shell:
        shell.home_wait(r"\$$")
        shell.send(f"{command} &\r").home_wait(r"\[1\]")
        shell.send("fg\r").wait("Who deals first")
        to_own(to_window(shell))
        shell.send("\x1a").home_wait(r"Stopped")
        assert {*shell.dirt()} <= {"settings of the line", "bracketed paste"}
        # The shell may tell that it has stopped once more before it asks for the next line.
        shell.send("bg\r").home_wait(r"bg\s[^$]*&[^&$]*\$\s*$")
        shell.resize(100, 30)
        at = len(shell.raw)
        shell.send("fg\r").wait(HIDDEN)
        shell.settle()
        assert "♥" not in shell.raw[at:].decode()
        shell.press("m", OWN)
        shell.send("\x1a").home_wait(r"Stopped(?s:.*)Stopped(?s:.*)\$$")
        shell.send("kill %1; fg; echo code $?\r").home_wait("code 143")
        shell.send("exit\r")
        assert shell.wait_exit() == 0
