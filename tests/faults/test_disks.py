"""Disks that are full or fail beneath the whole program: it says so, plays on, and saves again."""

import os
from pathlib import Path

import pytest

from shanghai.storage.journal import JournalVerdict
from shanghai.storage.saves import read_game
from tests.dying import HAS_STRACE, works
from tests.faults.games import WINDOW, kept, saved, start, to_own, to_window
from tests.faults.terminal import Program
from tests.saving import put_game

LEFT = Path(__file__).parent.parent / "data" / "saves" / "1-left.jsonl"


HAS_MOUNTS = works("unshare", "-m", "true") and os.geteuid() == 0


def discard(program, pattern):
    """Ends the turn with the card at the cursor."""
    program.press("x", f"Press x again|{pattern}")
    program.press("x", pattern)


@pytest.mark.skipif(not HAS_MOUNTS, reason="no file system can be mounted here")
def test_a_full_disk_is_said_and_all_is_saved_once_there_is_room(tmp_path):
    mount = 'mount -t tmpfs -o size=64k none "$0"; cat /dev/zero >"$0/filler" 2>&-; exec "$@"'
    wrap = ("unshare", "-m", "sh", "-c", mount, str(tmp_path))
    with start(tmp_path, wrap=wrap) as program:
        program.wait(r"No\W+space\W+left")
        to_own(to_window(program))
        program.wait("not saved")
        program.send("d").wait("g Go down")
        inside = Path(f"/proc/{program.process.pid}/root{tmp_path}")
        assert (inside / "filler").stat().st_size
        assert not [*inside.glob("games/*/game.jsonl")]
        (inside / "filler").unlink()
        discard(program, WINDOW)
        assert saved(program) == 4
        assert kept(inside).moves == 4


def test_what_cannot_be_gone_on_with_is_said_with_its_code(tmp_path):
    with start(tmp_path) as first:
        to_window(first)
        with Program("resume", data=tmp_path) as second:
            assert second.wait_exit() == 5
            said = second.left_behind().replace("\n", "")
            assert f"open elsewhere, in process {first.process.pid}" in said
        lines = LEFT.read_bytes().splitlines(keepends=True)
        put_game(tmp_path, "bad", b"".join([*lines[:40], *lines[41:]]))
        with Program("resume", "bad", data=tmp_path) as third:
            assert third.wait_exit() == 3
            said = third.left_behind().replace("\n", "")
            assert "game.jsonl, line 41:" in said
            assert "--rescue" in said
        assert first.dirt() != []
        first.press("c", "Scorecard: ")


def failing(path, fault):
    """Runs a program with a fault at calls of the system upon one file."""
    call = fault.partition(":")[0]
    quiet = ("strace", "-f", "-qq", "-o", "/dev/null", "-P", str(path))
    return (*quiet, "-e", f"trace={call}", "-e", f"inject={fault}")


@pytest.mark.skipif(not HAS_STRACE, reason="no call of the system can be made to fail here")
@pytest.mark.parametrize(
    "fault",
    ["fsync:error=EIO:when=1", pytest.param("write:error=ENOSPC:when=1", marks=pytest.mark.slow)],
)
def test_a_call_that_fails_is_never_shown_as_saved(tmp_path, fault):
    path = put_game(tmp_path, "g", LEFT.read_bytes())
    with Program("resume", "g", data=tmp_path, is_hasty=True, wrap=failing(path, fault)) as program:
        program.wait(WINDOW)
        to_own(program)
        assert saved(program) == 180
        program.on_picture = lambda picture: pictures.append(picture.split("\n")[0])
        pictures = []
        program.send("d").wait("not saved")
        assert not any(" 181 saved" in title for title in pictures)
        discard(program, " 182 saved")
        assert read_game(path).moves == 182


def killed_at(data, fault):
    """A game goes on and is killed at a call of the system; whether it came so far."""
    path = put_game(data, "g", LEFT.read_bytes())
    with Program("resume", "g", data=data, is_hasty=True, wrap=failing(path, fault)) as program:
        confirmed = 0
        try:
            program.wait(WINDOW)
            for _ in range(2):
                to_own(program)
                program.send("d").wait("x Discard")
                discard(program, WINDOW)
        except AssertionError:
            assert program.process.poll() is not None, program.text()
        confirmed = saved(program)
        is_killed = program.process.poll() is not None
    read = read_game(path)
    assert read.verdict in (JournalVerdict.OK, JournalVerdict.TORN)
    assert read.moves >= confirmed
    return is_killed


@pytest.mark.slow
@pytest.mark.skipif(not HAS_STRACE, reason="no program can be killed at a call here")
@pytest.mark.parametrize("call", ["write", "fsync", "openat", "close"])
def test_killed_at_every_call_of_the_system_nothing_confirmed_is_lost(tmp_path, call):
    number = 1
    while killed_at(tmp_path / str(number), f"{call}:signal=KILL:when={number}"):
        number += 1
    assert number > 1
