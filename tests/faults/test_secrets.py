"""No card where nobody may see one: covered screens, traces, palette, files, processes."""

import os
import re
import signal
from pathlib import Path

import pytest

from tests.faults.games import (
    OWN,
    WINDOW,
    faces_in,
    hidden,
    known,
    one_turn,
    saved,
    start,
    to_own,
    to_window,
)
from tests.faults.terminal import Program
from tests.long import long

HIDDEN = "Everything is hidden"
PALETTE = "Search for commands"


def fresh(program):
    """The picture of the present state, drawn from nothing in another size and back."""
    before = program.settle().picture()
    program.resize(100, 30)
    program.settle()
    program.resize(80, 24)
    return before, program.settle().picture()


def test_no_trace_of_a_hand_is_left_in_the_next_picture(tmp_path):
    """What stands after a hand-over, or any key, is what would stand if it were drawn anew."""
    with start(tmp_path) as program:
        to_window(program)
        one_turn(program)
        drawn, anew = fresh(program)
        assert drawn == anew
        to_own(program)
        program.hear_out().send("\x1b[C\x1b[C\x1b[C ").settle().send("\x1b[B\x1b[D o")
        drawn, anew = fresh(program)
        assert drawn == anew
        program.press("b", HIDDEN)
        drawn, anew = fresh(program)
        assert drawn == anew
        program.press("m", OWN)
        drawn, anew = fresh(program)
        assert drawn == anew


def stir(program, back):
    """All that may be done while a hand is covered; `back` is what shows it is covered still."""
    program.press("\x10", PALETTE)
    program.send("settings").wait("looks, pace")
    program.press("\r", "Computers play")
    program.send("\x1b[B")
    program.press("\x1b[C", "daylight")
    program.send("\x1b").wait(back)
    program.press("?", r"Page (?:up|down)|PgUp|Scroll")
    program.hear_out().send("\x1b").wait(back)
    program.press("\x10", PALETTE)
    program.send("screenshot").wait("Nothing of that name")
    program.send("\x1b").wait(back)
    program.send("\x1b[O\x1b[I").settle()
    program.signal(signal.SIGTSTP).wait_stopped()
    program.resize(100, 30)
    program.signal(signal.SIGCONT).wait(back)
    program.resize(80, 24)
    program.settle()
    program.wait(back)


@pytest.mark.parametrize("back", [long(WINDOW), HIDDEN], ids=["public screen", "cover"])
def test_whatever_is_done_while_a_hand_is_covered_it_stays_covered(tmp_path, back):
    data = tmp_path / "data"
    # The cards are still being dealt when the hand is covered.
    env = {"HOME": str(tmp_path), "TEXTUAL_ANIMATIONS": "full"}
    with start(data, env=env) as program:
        to_window(program)
        if back == HIDDEN:
            to_own(program)
            program.press("b", HIDDEN)
            program.settle()
        _, hands, _ = known(data, tmp_path / "copy")
        pictures = []
        program.on_picture = pictures.append
        at = len(program.raw)
        stir(program, back)
        program.on_picture = None
        assert len(pictures) > 10
        sent = re.sub(r"\x1b\[[0-?]*[ -/]*[@-~]", "", program.raw[at:].decode())
        samples = [faces_in(picture) for picture in pictures if "Computers play" in picture]
        secret = hands.difference(*samples)
        assert len(secret) > 5
        for text in (*pictures, sent):
            assert not faces_in(text) & secret
    assert {path.name for path in tmp_path.iterdir()} == {"data", "copy"}


def texts_of_process(pid):
    """What others can learn of a process: its command line, its variables, its open files."""
    here = Path("/proc", str(pid))
    for name in ("cmdline", "environ", "comm"):
        yield (here / name).read_bytes().replace(b"\0", b" ").decode()
    for descriptor in (here / "fd").iterdir():
        yield os.readlink(descriptor)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="this system tells nothing of that")
def test_nothing_beside_the_journal_tells_a_card(tmp_path):
    data = tmp_path / "data"
    env = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    with start(data, env=env) as program:
        to_own(to_window(program))
        program.press("d", f" {saved(program) + 1} saved")
        _, _, host = known(data, tmp_path / "copy")
        told = [*texts_of_process(program.process.pid)]
        strings = {*re.findall(rb"\x1b\][^\x07]*\x07", program.raw)}
        assert strings <= {b"\x1b]22;default\x07"}, "a title or the clipboard"
        assert b"\x07" not in re.sub(rb"\x1b\][^\x07]*\x07", b"", program.raw)
        program.signal(signal.SIGTERM)
        assert program.wait_exit() == 143
    names = {path.name for path in data.rglob("*") if path.is_file()}
    assert names <= {"game.jsonl", "lock", "settings.json", "playerules.json"}
    told += [str(path.relative_to(tmp_path)) for path in data.rglob("*")]
    told += [
        path.read_text() for path in data.rglob("*") if path.name != "game.jsonl" if path.is_file()
    ]
    hands = hidden(host)
    assert hands
    for text in told:
        assert not faces_in(text)
        assert not hands & {*re.findall(r"\b(?:10|[2-9AJQK])[SHDC]\b", text)}


def test_a_pin_is_asked_after_a_kill_and_told_nowhere(tmp_path):
    data, pin = tmp_path / "data", "73190"
    env = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    with start(data, env=env) as program:
        to_own(to_window(program))
        program.press("y", "Hand over")
        program.press("p", "chooses a PIN")
        program.hear_out().send(pin).settle()
        program.press("\r", "once more")
        program.hear_out().send(pin).settle()
        program.press("\r", "Hand over")
        told = [*texts_of_process(program.process.pid), visible(program.raw)]
        program.signal(signal.SIGKILL)
    with Program("resume", data=data, env=env, is_hasty=True) as program:
        program.wait(WINDOW)
        program.press("\r", "types the PIN")
        assert not faces_in(program.text()) & hidden_hands(data, tmp_path)
        program.hear_out().send("73191").settle()
        program.press("\r", "2 tries are left")
        program.hear_out().send(pin).settle()
        program.press("\r", OWN)
        told += [*texts_of_process(program.process.pid), visible(program.raw)]
        program.signal(signal.SIGTERM)
        assert program.wait_exit() == 143
    told += [path.read_text() for path in data.rglob("*") if path.is_file()]
    assert len(told) > 4
    for text in told:
        assert pin not in re.sub(r'"(?:salt|digest|state|fingerprint|seed)":"\w+"', "", text)


def visible(raw):
    """What a terminal was sent, without its commands."""
    return re.sub(r"\x1b\[[0-?]*[ -/]*[@-~]", "", raw.decode(errors="ignore"))


def hidden_hands(data, tmp_path):
    """The cards of all hands that not everybody may know."""
    public, hands, _ = known(data, tmp_path / "copy")
    return hands - public
