"""Terminals, variables, limits and folders of every kind: the game starts, or says why not."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.games import OWN, PEOPLE, kept, run_plain, saved, start, to_own, to_window
from tests.faults.terminal import ROOT, Program
from tests.long import long
from tests.ui.pictures import faces_drawn

TERMINALS = {
    "none": {"TERM": None},
    "linux": {"TERM": "linux", "COLORTERM": None},
    "ansi": {"TERM": "ansi", "COLORTERM": None, "NO_COLOR": "1"},
    "unknown": {"TERM": "no-such-terminal"},
    "vt100": {"TERM": "vt100", "COLORTERM": None},
}
TEXTUAL = {
    "TEXTUAL": "debug,devtools",
    "TEXTUAL_LOG": "LOG",
    "TEXTUAL_PRESS": "q,y",
    "TEXTUAL_SHOW_RETURN": "1",
    "TEXTUAL_DRIVER": "no.such:Driver",
    "TEXTUAL_COLOR_SYSTEM": "bogus",
}
PYTHON = {"PYTHONOPTIMIZE": "2", "PYTHONWARNINGS": "error", "PYTHONHASHSEED": "0"}
PLACES = {"COLUMNS": "0", "LINES": "x", "TEXTUAL_FPS": "x", "TZ": "../../etc/passwd"}
VARIABLES = [TEXTUAL, PYTHON, PLACES, {}, {}]
PAIRS = [
    pytest.param(terminal, more, id=name, marks=[] if more is TEXTUAL else pytest.mark.slow)
    for (name, terminal), more in zip(TERMINALS.items(), VARIABLES, strict=True)
]
"""A start for each terminal and for each set of variables, not for all of both."""


def drawn(program):
    """The cards that are drawn for the first deal, as they stand on the screen."""
    program.wait("Who deals first")
    return program.settle().text()


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    """The first screen where nothing is odd."""
    with Program("play", *PEOPLE, data=tmp_path_factory.mktemp("usual")) as program:
        text = drawn(program)
    assert len(faces_drawn(text.split("\n"))) >= 3
    return text


def require_usual(program, usual, has_quadrants=True):
    """Every letter is as ever, and the end is clean."""
    text = drawn(program)
    if has_quadrants:
        assert text == usual
    else:
        assert not re.search("[▘▝▖▗▚▞▛▜▙▟]", text)
    assert len(faces_drawn(text.split("\n"))) >= 3
    program.signal(signal.SIGTERM)
    assert program.wait_exit() == 143
    assert program.dirt() == []
    assert program.left_behind().strip() == ""


@pytest.mark.parametrize(("terminal", "variables"), PAIRS)
def test_every_terminal_shows_the_same_letters_whatever_variables_say(
    tmp_path, usual, terminal, variables
):
    """Cards are told apart by letters and signs alone, whatever colours there are."""
    log = tmp_path / "log"
    env = {name: value.replace("LOG", str(log)) for name, value in variables.items()}
    env |= terminal
    with Program("play", *PEOPLE, data=tmp_path / "data", env=env) as program:
        require_usual(program, usual, terminal["TERM"] != "linux")
    assert not log.exists()


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        pytest.param({"PYTHONIOENCODING": "latin-1"}, marks=pytest.mark.slow),
    ],
    ids=["C", "Latin-1"],
)
def test_where_the_screen_takes_no_unicode_cards_are_letters(tmp_path, env):
    with Program("play", *PEOPLE, data=tmp_path, env=env) as program:
        text = drawn(program)
        assert len(faces_drawn(text.split("\n"))) >= 3
        assert text.isascii()
        assert "\\u" not in text
        assert "??" not in text


def test_a_terminal_that_answers_is_put_back_as_well(tmp_path):
    """Pictures are held back until they are whole, sizes told in band, the mouse in pixels."""
    with start(tmp_path, answers=True) as program:
        to_own(to_window(program))
        program.resize(100, 30)
        program.settle()
        program.resize(79, 23)
        program.wait("79 by 23")
        program.resize(80, 24)
        program.wait(OWN)
        assert b"\x1b[?2026h" in program.raw
        assert program.dirt() != []
        program.signal(signal.SIGTERM)
        assert program.wait_exit() == 143
        assert program.dirt() == []


ROOM = {"nofile": 16, "as": 512 << 20}
LIMITS = [ROOM, pytest.param({"fsize": 0}, marks=pytest.mark.slow)]


@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_under_any_limit_it_is_played_and_what_is_not_saved_is_said(tmp_path, limits):
    with start(tmp_path, limits=limits) as program:
        to_own(to_window(program))
        if not saved(program):
            program.wait("not saved")
        program.send("d").wait("x Discard")
        count = saved(program)
        is_kept = "not saved" not in program.text()
        program.signal(signal.SIGTERM)
        assert program.wait_exit() == 143
        assert program.dirt() == []
    if is_kept:
        assert kept(tmp_path).moves == count > 0
    else:
        assert limits is not ROOM


def test_a_folder_that_cannot_be_written_is_named_and_the_game_goes_on(tmp_path):
    with start("/proc/shanghai") as program:
        program.wait(r"(?s)Not saved in\W+/proc/shanghai")
        to_own(to_window(program))
        program.send("d").wait("g Go down")
        assert "not saved" in program.text()


NOBODY = """
import pwd, sys
from shanghai.__main__ import main
def unknown(number):
    raise KeyError(number)
pwd.getpwuid = unknown
sys.exit(main(sys.argv[1:]))
"""


def test_without_a_home_it_says_so(tmp_path):
    env = {"HOME": None, "SHANGHAI_HOME": None, "XDG_DATA_HOME": None}
    with Program(data=tmp_path, env=env, script=NOBODY) as program:
        assert program.wait_exit() == 4
        assert program.dirt() == []
        said = program.left_behind().strip()
    assert "--data-dir" in said.replace("\n", "")
    assert "Traceback" not in said


@pytest.mark.parametrize("where", ["deleted", long("/"), long("crowded")])
def test_it_starts_in_any_folder(tmp_path, usual, where):
    here = Path("/") if where == "/" else tmp_path / "here"
    here.mkdir(exist_ok=True)
    if where == "crowded":
        for number in range(3000):
            (here / f"{number}.yaml").touch()
    wrap = ("sh", "-c", f'rm -r "{here}"; exec "$@"', "sh") if where == "deleted" else ()
    data = tmp_path / "data"
    with Program("play", *PEOPLE, data=data, cwd=here, wrap=wrap) as program:
        require_usual(program, usual)


def test_names_that_look_like_markup_or_codes_are_shown_as_text(tmp_path):
    names = "[/]x,[@click=app.quit]y[/],C\x1b[2Jy\u202e\u009b31m\x07"
    with Program(
        "play", "--variant", "playerules", "--players", names, "--seed", "5", data=tmp_path
    ) as program:
        program.wait("Who deals first")
        program.press("\r", "is here")
        text = program.settle().text()
        for name in ("[/]x deals", "[@click=app.q…", "C[2Jy31m"):
            assert name in text
        sent = program.raw.decode()
        assert not any(code in sent for code in ("\x1b[2J", "\u202e", "\u009b"))


GAME = f"exec {sys.executable} -m shanghai play {' '.join(PEOPLE)}"


@pytest.mark.skipif(shutil.which("tmux") is None, reason="no tmux here")
def test_it_is_played_inside_tmux_and_kept_when_that_is_killed(tmp_path):
    tmux = f"tmux -u -S {tmp_path}/socket -f /dev/null"
    wrap = ("sh", "-c", f"exec {tmux} new-session '{GAME}'", "sh")
    with Program(data=tmp_path / "data", wrap=wrap, size=(80, 25)) as program:
        try:
            program.wait("Who deals first")
            to_own(to_window(program))
            program.press("d", "x Discard")
            count = saved(program)
        finally:
            subprocess.run([*tmux.split(), "kill-server"], check=True)
        program.wait_exit()
    assert kept(tmp_path / "data").moves == count


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("script") is None, reason="no script(1) here")
def test_it_is_played_under_script(tmp_path):
    wrap = ("sh", "-c", f"exec script -qec '{GAME}' {tmp_path}/typescript", "sh")
    with Program(data=tmp_path / "data", wrap=wrap) as program:
        program.wait("Who deals first")
        to_own(to_window(program))
        program.press("d", "x Discard")
        program.press("\x11", "y Leave")
        program.press("y", "y Leave", gone=True)
        assert program.wait_exit() == 0
        assert program.dirt() == []


@pytest.mark.slow
def test_the_same_seed_is_the_same_games_everywhere():
    """Whatever the hashes, the locale, the number of processes."""
    short = ROOT / "tests" / "data" / "short.yaml"
    words = ("simulate", "--variant", short, "--players", "3", "--games", "2")
    words += ("--seed", "4", "--bots", "random")
    other = os.environ | {
        "PYTHONHASHSEED": "2",
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "TZ": "Asia/Tokyo",
    }
    first = run_plain(*words, "--json", env=os.environ | {"PYTHONHASHSEED": "0"})
    second = run_plain(*words, "--json", "--jobs", "2", env=other)
    assert first.returncode == second.returncode == 0
    assert first.stdout == second.stdout


@pytest.mark.slow
def test_installed_from_a_wheel_it_finds_its_variants_without_a_network(tmp_path):
    def run(*words, **more):
        return subprocess.run(words, capture_output=True, text=True, check=False, **more)

    built = run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", tmp_path, ROOT)
    if built.returncode:
        pytest.skip("a wheel cannot be built here")
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    run(
        sys.executable, "-m", "pip", "install", "--no-deps", "--target", site, wheel
    ).check_returncode()
    for path in (site, *site.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    offline = ("unshare", "-n") if shutil.which("unshare") and os.geteuid() == 0 else ()
    env = os.environ | {"PYTHONPATH": str(site), "SHANGHAI_HOME": str(tmp_path / "data")}
    listed = run(*offline, sys.executable, "-m", "shanghai", "variants", cwd=tmp_path, env=env)
    assert listed.returncode == 0
    for name in ("rummygames", "grandma-davis", "california", "playerules"):
        assert name in listed.stdout
