"""Every way out: a clean terminal, the right exit code, and the game as it was confirmed."""

import re
import signal

import pytest

from tests.faults.games import (
    MENU,
    OWN,
    WINDOW,
    faces_in,
    kept,
    known,
    one_turn,
    saved,
    start,
    to_own,
    to_window,
    told,
)
from tests.faults.terminal import Program

HIDDEN = "Everything is hidden"
PLACES = ("menu", "call window", "own view", "scorecard")
ENDS = {"SIGTERM": 143, "SIGHUP": 129, "SIGINT": 130, "SIGQUIT": 131, "closed window": 129}
OFTEN = {("own view", "SIGHUP"), ("scorecard", "SIGINT")}


def table_of(program):
    """The public picture without what a game that goes on says once."""
    return program.text().split("\n")[:18]


def go_to(program, place):
    """From the question who deals to a place; gives the public picture of the table there."""
    to_window(program)
    if place == "call window":
        one_turn(program)
    program.settle()
    public, confirmed = table_of(program), saved(program)
    if place == "menu":
        program.press("q", "y Leave")
        program.press("y", MENU)
    if place == "own view":
        to_own(program)
    if place == "scorecard":
        program.press("c", "Esc")
    return public, confirmed


def stop_and_go_on(program, pattern):
    """Stops as Ctrl+Z does, and goes on in a window of another size and back."""
    program.signal(signal.SIGTSTP)
    program.wait_stopped()
    assert program.dirt() == [], "while stopped"
    program.resize(90, 30)
    at = len(program.raw)
    program.signal(signal.SIGCONT)
    program.wait(HIDDEN if pattern == OWN else pattern)
    if pattern == OWN:
        program.settle()
        assert not re.search("[♠♥♦♣]", program.raw[at:].decode()), "a hand was not covered"
        program.press("m", pattern)
    program.settle()
    program.resize(80, 24)
    program.settle()
    program.wait(pattern)


def rows():
    for place in PLACES:
        for end in ENDS:
            mark = () if (place, end) in OFTEN else pytest.mark.slow
            yield pytest.param(place, end, marks=mark)


@pytest.mark.parametrize(("place", "end"), [*rows()])
def test_every_end_is_clean_and_the_game_goes_on(tmp_path, place, end):
    data = tmp_path / "data"
    seen = {"menu": MENU, "own view": OWN, "call window": WINDOW, "scorecard": "Esc"}[place]
    with start(data) as program:
        public, confirmed = go_to(program, place)
        stop_and_go_on(program, seen)
        if end == "closed window":
            program.hang_up()
        else:
            program.signal(getattr(signal, end))
        assert program.wait_exit() == ENDS[end]
        if end != "closed window":
            assert program.dirt() == []
            assert not faces_in(program.left_behind())
    read = kept(data)
    assert (read.verdict.value, read.moves) == ("ok", confirmed)
    assert f"{confirmed} moves" in told("--data-dir", data, "games")
    with Program("resume", data=data, is_hasty=True) as again:
        again.wait(WINDOW)
        again.settle()
        assert saved(again) == confirmed
        assert table_of(again) == public


def test_a_closed_window_is_noticed_where_hangups_are_ignored(tmp_path):
    """Bare Textual reads on for ever."""
    wrap = ("sh", "-c", "trap '' HUP; exec \"$@\"", "sh")
    with Program(
        "play", "--variant", "playerules", "--players", "Ann,Bob,Cy", data=tmp_path, wrap=wrap
    ) as program:
        program.wait("Who deals first")
        program.hang_up()
        assert program.wait_exit() == 129


def test_a_signal_in_the_start_and_a_second_one_end_it_all_the_same(tmp_path):
    with start(tmp_path) as program:
        for _ in range(5):
            if program.process.poll() is None:
                program.signal(signal.SIGTERM)
        assert program.wait_exit() == 143
        assert program.dirt() == []


CRASH = """
import sys
from shanghai.__main__ import main
from shanghai.ui.scores.card import ScorecardScreen
def content(self):
    hand = "7\\u2665 K\\u2660 10\\u2666 JK"
    raise ValueError(hand)
ScorecardScreen.content = content
sys.exit(main(sys.argv[1:]))
"""


def test_a_crash_ends_with_code_70_and_no_card_anywhere(tmp_path):
    data = tmp_path / "data"
    with Program(
        "play",
        "--variant",
        "playerules",
        "--players",
        "Ann,Bob,Cy",
        "--seed",
        "5",
        data=data,
        script=CRASH,
        is_hasty=True,
    ) as program:
        program.wait("Who deals first")
        to_own(to_window(program))
        confirmed = saved(program)
        program.send("c")
        assert program.wait_exit() == 70
        assert program.dirt() == []
        left = program.left_behind()
    assert "met a fault of its own" in left
    (report,) = data.glob("crash-*.txt")
    assert "ValueError" in report.read_text()
    assert "Traceback" not in left
    for text in (left, report.read_text()):
        assert not faces_in(text)
        assert "♥" not in text
    assert kept(data).moves == confirmed


@pytest.mark.slow
def test_nothing_of_a_round_is_left_on_the_main_screen(tmp_path):
    with start(tmp_path / "data") as program:
        to_own(to_window(program))
        program.press("\x11", "y Leave")
        program.hear_out().send("y")
        assert program.wait_exit() == 0
        assert program.dirt() == []
        assert program.left_behind().strip() == ""


def test_from_turn_to_turn_no_card_of_any_hand_is_sent(tmp_path):
    """The bytes and every picture between the end of a turn and the next player's Enter."""
    data = tmp_path / "data"
    with start(data) as program:
        to_window(program)
        for _ in range(3):
            to_own(program)
            count = saved(program)
            program.press("d", f" {count + 1} saved")
            program.send("x").wait("Press x again")
            program.settle()
            at, pictures = len(program.raw), []
            program.on_picture = pictures.append
            program.send("x").wait(WINDOW)
            program.settle()
            program.on_picture = None
            public, hands, _ = known(data, tmp_path / "copy")
            assert hands, "nothing is hidden?"
            sent = program.raw[at:].decode()
            drawn = re.sub(r"\x1b\[[0-9;]*m", "", sent)
            drawn = re.sub(r"\x1b\[[0-?]*[ -/]*[@-~]", "\n", drawn)
            assert faces_in(drawn) <= public
            assert pictures
            assert re.search(WINDOW, pictures[-1])
            covered = [p for p in pictures if re.search(WINDOW, p)]
            for picture in covered:
                assert faces_in(picture) <= public
            assert not re.search(r"\x1b\][^\x07]*[♠♥♦♣]", sent), "in a title or the clipboard"
