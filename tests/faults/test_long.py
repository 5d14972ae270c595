"""Computers that play on and on: the program stays as large as it was."""

import os
import time
from pathlib import Path

import pytest

from tests.faults.games import at_once, times
from tests.faults.terminal import Program

COMPUTERS = ("--variant", "playerules", "--players", ",".join(["bot:simple"] * 3), "--seed", "5")


def play_on(program, seconds):
    """Lets computers play game after game; the megabytes held from moment to moment."""
    held = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        program.look(0.2)
        text = program.text()
        program.let_go()
        if "Rematch" in text:
            program.send("r")
        elif "is over" in text:
            program.send("\r")
        elif "Esc" in text:
            program.send("\x1b")
        held.append(program.memory())
    return held


def families(pid):
    """The children of a process."""
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is not told here")
def test_computers_that_play_for_minutes_take_no_more_memory(tmp_path):
    at_once(tmp_path)
    minutes = times("MINUTES", 3)
    with Program("play", *COMPUTERS, data=tmp_path) as program:
        program.wait(" saved")
        play_on(program, 20 * minutes)
        files = len(os.listdir(f"/proc/{program.process.pid}/fd"))
        before = play_on(program, 20 * minutes)
        after = play_on(program, 20 * minutes)
        assert max(after) <= max(before) * 1.05 + 4
        assert max(after) < 200
        assert len(os.listdir(f"/proc/{program.process.pid}/fd")) <= files + 1
        assert families(program.process.pid) == []
    games = len([*(tmp_path / "games").iterdir()])
    assert games > minutes
    print(f"{games} games, {max(before)} MB, then {max(after)} MB")
