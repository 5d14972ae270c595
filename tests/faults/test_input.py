"""What comes in by keyboard, mouse, clipboard and window: nothing of it ends or stalls the game."""

import re
import signal
from random import Random

import pytest

from shanghai.storage.journal import JournalVerdict
from tests.faults.games import (
    ALONE,
    OWN,
    PEOPLE,
    WINDOW,
    at_once,
    faces_in,
    kept,
    known,
    one_turn,
    saved,
    start,
    times,
    to_own,
    to_window,
    told,
)
from tests.faults.terminal import Program
from tests.long import long
from tests.patience import Patience, until

_MEANT = [*"dtxpgalnjeobvcirswumhk12345 ?y", "\r", "\t", "\x1b", "\x7f", *["\r", "d", "x"] * 8]
_CODES = [
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[H",
    "\x1b[F",
    "\x1b[5~",
    "\x1b[6~",
    "\x1bOP",
    "\x1b[Z",
    "\x1b[200~",
    "\x1b[201~",
    "\x1b[<0;65535;1M",
    "\x1b[<0;10;20M",
    "\x1b[<0;10;20m",
    "\x1b[<64;5;5M",
    "\x1b[<0;-1;-5M",
    "\x1b[1114112u",
    "\x1b[I",
    "\x1b[O",
    "\x1b]52;c;",
    "\x1bP",
    "\x1b[48;0;0;0;0t",
    "\x1b[",
    "\x1b[?",
    "\x1b]0;x\x07",
    "\x10",
    "\x03",
    "\x0c",
    "\x00",
]
HELP = "Esc Back"
_LEAVE = b"qQ\x11\x1a"


HAS_LEFT = (0, 130, 131, -signal.SIGINT, -signal.SIGQUIT)
CLOSERS = b"\x1b\\\x1b[201~"
"""What ends a string or a paste that random codes have begun, lest they swallow all the rest."""


def random_keys(chance: Random, count: int) -> list[bytes]:
    """Keys that mean something, codes of terminals whole and cut, bytes that are no text."""
    keys = []
    for _ in range(count):
        kind = chance.random()
        if kind < 0.7:
            keys.append(chance.choice(_MEANT).encode())
        elif kind < 0.85:
            keys.append(chance.choice(_CODES).encode())
            if chance.random() < 0.3:
                keys.append(CLOSERS)
        else:
            keys.append(bytes([chance.choice([b for b in range(256) if b not in _LEAVE])]))
    return keys


def answer_work(program: Program) -> float:
    """Seconds of the processor's time from a key to its picture, the least of some keys.

    A window that is too small answers no key before it is large enough.
    """
    program.resize(80, 24)
    best = 99.0
    for key in ("\x1b", "?", "\x1b", "?", "\x1b", "c", "\x1b", "i", "\x1b"):
        at, before = len(program.settle().raw), program.work()
        if len(program.send(key).settle().raw) > at:
            best = min(best, program.work() - before)
    return best


UNPREPARED = {"NUMBA_CACHE_DIR": "no whole path"}
"""No place for the machine code of the master, which takes a minute once a key has seated it."""


def lean_on_keys(data, size, seed, count):
    """Random keys into a game, begun again where they have left it; what must hold after them."""
    chance = Random(f"keys {seed}")
    at_once(data)
    program = start(data, env=UNPREPARED)
    try:
        to_own(to_window(program))
        program.resize(*size)
        for at in range(0, count, 50):
            program.send("\x1b" * 4).settle()
            program.send(b"".join(random_keys(chance, min(50, count - at))) + CLOSERS)
            # Screens are deaf as long as keys come without a pause.
            program.settle().hear_out().forget()
            if program.process.poll() is not None:
                # Once the terminal is put back, random bytes are signals to what is left of it.
                assert program.process.returncode in HAS_LEFT, program.left_behind()
                assert program.dirt() == []
                program.__exit__()
                program = Program("resume", data=data, size=size, is_hasty=True, env=UNPREPARED)
                until(program.look, "its first picture", program.process.pid)
        program.settle()
        assert program.process.poll() is None
        assert answer_work(program) < 0.2
        assert program.memory() < 200
        program.signal(signal.SIGTERM)
        assert program.wait_exit() == 143
        assert program.dirt() == []
    finally:
        program.__exit__()
    games = [path.parent.name for path in (data / "games").glob("*/game.jsonl")]
    judged = told("--data-dir", data, "verify", *games)
    moves = [int(count) for count in re.findall(r"(\d+) moves", judged)]
    # Two moves are made before the keys, on a small screen one.
    assert sum(moves) > (2 if size >= (80, 24) else 1), "the keys did nothing"


@pytest.mark.waits
@pytest.mark.parametrize(
    "size", [(80, 24), pytest.param((40, 10), marks=pytest.mark.slow)], ids=str
)
def test_some_random_keys(tmp_path, size):
    lean_on_keys(tmp_path, size, 1, 100)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 10)], ids=str)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_hundred_thousand_random_keys(tmp_path, size, seed):
    lean_on_keys(tmp_path, size, seed, times("KEYS", 100_000))


def take_all(program):
    """Waits until the program has taken all that was sent, and given up half sequences in it.

    Half a sequence swallows a key, so the key is pressed until it is heard; help that is open stays
    open whenever it comes again.
    """
    patience = Patience(program.process.pid)
    while not re.search(HELP, program.text()):
        patience.require("a key that is heard")
        program.hear_out().send("?").settle()
    program.press("\x1b", OWN)


def test_bytes_that_are_no_text_pastes_and_absurd_codes_do_nothing(tmp_path):
    with start(tmp_path) as program:
        to_own(to_window(program))
        count = saved(program)
        for byte in range(0x80, 0x100):
            program.send(bytes([byte]))
        for code in (
            b"\x1b[1114112u",
            b"\x1b[48;0;0;0;0t\x1b[<0;5;5M",
            b"\x1b[<0;65535;1M",
            b"\x1b[<0;-5;0M",
            b"\x1b[<64;3;3M" * 300,
            b"\x1b[<0;3;3m",
            b"\xc3",
            b"\x1b[",
        ):
            program.send(code)
        program.send(b"\x1b\x1b")
        take_all(program)
        program.send(b"\x1b]0;" + b"x" * (1 << 20) + b"\x07")
        program.send(b"\x1b[200~" + b"dx\r y\n" * 175_000 + b"\x1b[201~")
        take_all(program)
        assert saved(program) == count
        program.press("d", f" {count + 1} saved")
        # An unfinished paste swallows all keys; the signals remain.
        program.send(b"\x1b[200~dd").signal(signal.SIGTERM)
        assert program.wait_exit() == 143
        assert program.dirt() == []
    assert kept(tmp_path).moves == count + 1


def to_name_field(program):
    """From the menu to the field for the first player's name."""
    program.wait("Quit")
    steps = ("which variant", "Accept", "Who plays", "Take this name")
    for key, pattern in zip("n\r\r\r", steps, strict=True):
        program.press(key, pattern)


@pytest.mark.waits
def test_a_paste_into_a_name_is_one_line_of_text(tmp_path):
    with Program(data=tmp_path) as program:
        to_name_field(program)
        for paste, name in (
            (b"x" * (1 << 20), "Player 1"),
            (b"Ann\r\nq\ny\r\n" * 100_000, "Ann"),
            (b"Bo\x1b[31mb\x1b\x1b \x07q\r", r"AnnBo\[31mb q"),
        ):
            program.send(b"\x1b[200~" + paste + b"\x1b[201~")
            program.wait(rf"(?m)^ +\S +{name} +\S$")
        # One that is never finished is taken for finished after a while.
        program.send(b"\x1b[200~Zed").wait("Zed")
        program.press("\r", "End Deal")
        program.signal(signal.SIGTERM)
        assert program.wait_exit() == 143
        assert program.dirt() == []


@pytest.mark.slow
def test_enter_held_down_plays_no_turn_and_opens_no_hand(tmp_path):
    with start(tmp_path, is_hasty=False) as program:
        to_own(to_window(program))
        count = saved(program)
        program.press("d", f" {count + 1} saved")
        program.send("x").wait("Press x again")
        program.send("x" + "\r" * 300).settle()
        assert re.search(WINDOW, program.text()), "the next hand was opened"
        assert saved(program) == count + 2


@pytest.mark.slow
def test_thousands_of_keys_typed_ahead_are_done_soon(tmp_path):
    with start(tmp_path) as program:
        to_own(to_window(program))
        program.send("l" * 1000 + "c")
        program.wait("Esc")


def test_a_storm_of_sizes_settles_at_the_last(tmp_path):
    chance = Random("storm")
    with start(tmp_path) as program:
        to_window(program)
        one_turn(program)
        before = program.settle().text()
        for _ in range(25):
            program.set_size(
                *chance.choice(
                    [(1, 1), (20, 5), (2, 1), (300, 100), (0, 0), (79, 23), (40, 10), (120, 40)]
                )
            )
            program.look(0.005)
        program.resize(120, 40)
        program.settle()
        program.resize(80, 24)
        program.settle()
        assert program.text() == before
        public, _, _ = known(tmp_path, tmp_path / "copy")
        assert faces_in(program.text()) <= public


@pytest.mark.parametrize(
    "size", [(1, 1), pytest.param((40, 10), marks=pytest.mark.slow), long((500, 200))], ids=str
)
def test_any_size_is_a_start(tmp_path, size):
    with Program("play", *PEOPLE, data=tmp_path, size=(80, 24)) as program:
        program.set_size(*size)
        program.settle()
        program.resize(100, 30)
        program.wait("Who deals first")


USUAL = b"\x1b[48;24;80;480;800t"
"""The report of a terminal on its size, in lines and columns, then in pixels."""
ABSURD = b"\x1b[48;99999;99999;99999;99999t"
ENDLESS = (65535, 65535)
UNKNOWN = b"\x1b[48;0;0;0;0t"
FURTHER_SIZES = (
    *((1, 1), (0, 0), (3, 2), (2, 40), (300, 3), (79, 24), (80, 23), ENDLESS),
    *(UNKNOWN, b"\x1b[48;24;3;0;0t", b"\x1b[48;99999;1;0;0t"),
)
LARGE = (ABSURD, UNKNOWN, (0, 0), ENDLESS)
"""Sizes with room for a question; a size of zero changes nothing."""


def to_size(program, size):
    """Gives the window a size, or sends the report of one, and waits until all is drawn."""
    if isinstance(size, bytes):
        program.send(size)
    elif size == ENDLESS:
        # The picture here keeps its size.
        program.set_size(*size)
    else:
        program.resize(*size)
    program.settle()


@pytest.mark.parametrize(
    "size", [(3, 24), b"\x1b[48;3;2;0;0t", ABSURD, *map(long, FURTHER_SIZES)], ids=str
)
def test_a_hand_is_played_on_after_any_size(tmp_path, size):
    with start(tmp_path) as program:
        to_own(to_window(program))
        count = saved(program)
        to_size(program, size)
        assert program.memory() < 150
        # What these keys do may be out of sight.
        program.send("?\x1b").settle()
        to_size(program, USUAL if isinstance(size, bytes) else (80, 24))
        program.wait(OWN)
        program.press("d", f" {count + 1} saved")
        to_size(program, size)
        program.send("\x11")
        if size in LARGE:
            program.settle().send("\x11")
        assert program.wait_exit() == 0
        assert program.dirt() == []
    assert kept(tmp_path).moves == count + 1


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [{"COLUMNS": "40", "LINES": "99999"}], ids=str)
def test_the_real_size_wins(tmp_path, wrong):
    with start(tmp_path, env=wrong) as program:
        to_window(program).wait(r"(?m)^ Enter \w+ is here .{40}")
        program.resize(120, 40)
        program.settle()
        assert re.search(WINDOW, "".join(program.text().split("\n")[-2:]))


@pytest.mark.parametrize("how", ["dumb", "no keyboard", "no screen"])
def test_where_there_is_no_terminal_it_says_so(tmp_path, how):
    ways = {"dumb": "", "no keyboard": "</dev/null", "no screen": "|cat"}
    wrap = ("sh", "-c", f'exec "$@" {ways[how]}', "sh")
    env = {"TERM": "dumb"} if how == "dumb" else {}
    with Program(data=tmp_path, wrap=wrap, env=env) as program:
        code = program.wait_exit()
        assert code == (0 if how == "no screen" else 6), "a pipe ends with the code of its reader"
        assert "terminal" in program.left_behind()
        assert "Traceback" not in program.left_behind()


def kill_somewhere(data, chance):
    """A game whose program is killed at some moment while keys are pressed."""
    at_once(data)
    with Program("play", *ALONE, data=data, is_hasty=True) as program:
        program.wait("Who deals first")
        program.press("\r", " saved")
        for _ in range(chance.randrange(2, 40)):
            program.send(chance.choice(["d", "n", "x", "xx", "dxx", "n"]))
            program.look(0.03)
        program.signal(signal.SIGKILL)
        program.wait_exit()
        confirmed = saved(program)
    read = kept(data)
    assert read.verdict in (JournalVerdict.OK, JournalVerdict.TORN)
    assert read.moves >= confirmed, "a move that the screen had confirmed is lost"
    return read.moves, confirmed


def test_killed_at_some_moment_nothing_confirmed_is_lost(tmp_path):
    moves, confirmed = kill_somewhere(tmp_path, Random("kill"))
    assert confirmed >= 2
    with Program("resume", data=tmp_path, is_hasty=True) as again:
        again.wait(r"\d+ saved")
        assert saved(again) >= moves


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_killed_at_two_hundred_moments_nothing_confirmed_is_lost(tmp_path, part):
    """Each part an eighth of them."""
    chance = Random(f"many kills {part}")
    kills = times("KILLS", 200) // 8
    counts = {kill_somewhere(tmp_path / str(number), chance) for number in range(kills)}
    assert len(counts) > kills // 4
