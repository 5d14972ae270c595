"""Games of the whole program for the tests of faults: how they begin, and what was kept of them."""

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from shanghai.__main__ import main
from shanghai.engine.cards import label
from shanghai.engine.seats import NOBODY
from shanghai.storage.saves import latest_open, path_of, read_game
from shanghai.storage.writer import GameWriter
from tests.faults.terminal import ROOT, Program
from tests.secrets import faces_known
from tests.ui.test_leaks import faces_in

__all__ = ["faces_in"]


def times(name, usual):
    """How often a long test repeats what it does; SHANGHAI_TEST_KEYS and their like say less."""
    return int(os.environ.get(f"SHANGHAI_TEST_{name}", usual))


PEOPLE = ("--variant", "playerules", "--players", "Ann,Bob,Cy", "--seed", "5")
ALONE = ("--variant", "playerules", "--players", "Ann,bot:simple,bot:simple", "--seed", "5")
WINDOW = r"Enter \w+ is here"
OWN = r"o Sort"
SCORES = r"Scorecard|Total"
MENU = r"Quit"


def start(data, players=PEOPLE, is_hasty=True, **more) -> Program:
    """A program that plays a new game and hears every key, at the question who deals."""
    program = Program("play", *players, data=data, is_hasty=is_hasty, **more)
    program.wait("Who deals first")
    return program


def to_window(program: Program) -> Program:
    """Goes on to the first public screen."""
    program.press("\r", WINDOW)
    return program


def to_own(program: Program) -> Program:
    """Gives the keyboard to the player on turn."""
    program.press("\r", OWN)
    return program


def one_turn(program: Program) -> None:
    """Plays the turn of a person at the public screen: draw, discard the card at the cursor."""
    to_own(program)
    before = saved(program)
    program.press("d", f" {before + 1} saved")
    program.send("x").wait("Press x again")
    program.send("x").wait(WINDOW)


def saved(program: Program) -> int:
    """The number that the title line has confirmed last, 0 where it confirms none."""
    found = re.search(r"(\d+) saved", program.text())
    return int(found[1]) if found else 0


def kept(data: Path):
    """What the journal of the only game says; it must be sound or torn."""
    (path,) = (Path(data) / "games").glob("*/game.jsonl")
    return read_game(path)


def known(data: Path, scratch: Path):
    """The labels that all may know, those of all hands, and the game, by a copy of the data."""
    shutil.rmtree(scratch, ignore_errors=True)
    shutil.copytree(data, scratch, ignore=shutil.ignore_patterns("lock*", "*.lock"))
    writer, host, _ = GameWriter.resume(path_of(scratch, latest_open(scratch)))
    writer.close()
    return faces_known(host.state, host.log, NOBODY), hidden(host), host


def hidden(host) -> set[str]:
    """The labels in hands that the table may not know."""
    hands = {label(card) for seat in host.state.seats for card in seat.hand}
    return hands - faces_known(host.state, host.log, NOBODY)


def told(*arguments) -> str:
    """What a command prints that is done within the test."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main([*map(str, arguments)]) == 0
    return out.getvalue()


def run_plain(*arguments, **more) -> subprocess.CompletedProcess:
    """The program without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "shanghai", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        **more,
    )


def at_once(data: Path) -> None:
    """Lets computer players play without pauses."""
    Path(data).mkdir(parents=True, exist_ok=True)
    (Path(data) / "settings.json").write_text(json.dumps({"pace": "at once"}))
