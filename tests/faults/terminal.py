"""The whole program in a pseudo-terminal: keys go in, pictures and what is left behind come out."""

import codecs
import contextlib
import fcntl
import os
import pty
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from tests import quick_pyte
from tests.patience import Patience, is_asleep
from tests.terminal.emulator import cells

_CAP = re.compile("▌([!-~←→↑↓][^▌▐█▀▄▖-▟]{0,11})▐")
"""A key on its cap."""

ROOT = Path(__file__).parent.parent.parent
DEAF = 0.7
"""Seconds after a picture in which its screen may be deaf to keys meant for the one before."""

HASTY = """
import itertools, sys
from shanghai.ui.kit.screen import BaseScreen
ticks = itertools.count(0, 10)
BaseScreen.now = lambda screen: next(ticks)
"""
"""A clock by which no screen is deaf for long, so that no key has to wait."""
START = "import sys\nfrom shanghai.__main__ import main\nsys.exit(main(sys.argv[1:]))"
"""The whole program as a script."""

LOOK = 0.025
"""Seconds of one look at a program that comes to rest; its frames and codes follow sooner."""

_CUT_OFF = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|[\]P^_X][^\x07\x1b]*\x1b?|[ -/]*)?$")
_NOT_FOR_PYTE = re.compile(r"\x1b\[(?:[<>=][0-9;:]*[ -/]*[@-~]|\?[0-9;]*(?:\$p|[^0-9;hl$]))")
_MODE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
_SCREEN = re.compile(r"\x1b\[\?(?:1049|1047|47)([hl])")
_KEYBOARD = re.compile(rb"\x1b\[([<>])[0-9;]*u")
_OFF_AT_HOME = {
    1000: "mouse clicks",
    1002: "mouse drags",
    1003: "mouse moves",
    1004: "focus reports",
    1006: "mouse coordinates",
    1015: "old mouse coordinates",
    1016: "mouse pixels",
    1049: "alternate screen",
    2004: "bracketed paste",
    2026: "held output",
    2048: "size reports",
}


def without_caps(text):
    """A picture with a blank at either end of a key instead of its cap."""
    return _CAP.sub(r" \1 ", text)


class Program:
    """One run of the program in a terminal of its own.

    `script` is Python to run in place of the program, one that `is_hasty` has a clock by which keys
    are heard at once; a value of None in `env` removes a variable.
    `limits` are those of the system by name ("nofile", "as"); a terminal that `answers` says that
    it holds pictures back until they are whole, and tells of its size without a signal.
    """

    def __init__(
        self,
        *arguments,
        data,
        size=(80, 24),
        env=None,
        script=None,
        is_hasty=False,
        wrap=(),
        limits=None,
        cwd=ROOT,
        answers=False,
    ):
        self.data = Path(data)
        self._answers = answers
        self._size = size
        surroundings = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("TEXTUAL", "COLUMNS", "LINES", "PYTEST", "NO_COLOR"))
        }
        surroundings |= {"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        surroundings |= {"TEXTUAL_ANIMATIONS": "none", "SHANGHAI_HOME": str(data)}
        surroundings |= {"PYTHONPATH": str(ROOT)} if cwd != ROOT else {}
        for key, value in (env or {}).items():
            surroundings.pop(key, None)
            if value is not None:
                surroundings[key] = value
        if is_hasty:
            script = HASTY + (script or START)
        self._deaf = 0.0 if is_hasty else DEAF
        start = ["-m", "shanghai"] if script is None else ["-c", script]
        self._modes: dict[int, bool] = {}
        self.master, self._slave = pty.openpty()
        self.set_size(*size)
        self._settings = termios.tcgetattr(self._slave)
        self.process = subprocess.Popen(
            [*wrap, sys.executable, *start, *map(str, arguments)],
            cwd=cwd,
            env=surroundings,
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            start_new_session=True,
            preexec_fn=lambda: _take_terminal(limits or {}),
        )
        os.set_blocking(self.master, False)
        self.screen = quick_pyte.Screen(*size)
        self.home = quick_pyte.HistoryScreen(*size, history=2000)
        self._on_screen = quick_pyte.Stream(self.screen)
        self._at_home = quick_pyte.Stream(self.home)
        self.raw = b""
        """All that has come from the program, or since `forget`."""
        self._begun_code = b""
        self._heard_at = time.monotonic()
        self._drawn = 0
        self._letters = codecs.getincrementaldecoder("utf-8")("replace")
        self._alternate = False
        self._keyboards = 0
        self.on_picture = None
        """Called with the text of the screen after each piece of output."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            for number in (signal.SIGCONT, signal.SIGKILL):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.process.pid, number)
            self.process.wait()
        self.hang_up()
        with contextlib.suppress(OSError):
            os.close(self._slave)

    # -- to the program --

    def send(self, keys):
        """Sends keys or bytes, and reads on while the program is slow to take them."""
        data = keys.encode() if isinstance(keys, str) else bytes(keys)
        patience = self._patience()
        while data:
            ready, free, _ = select.select([self.master], [self.master], [], 1)
            if ready:
                self._read()
            if free:
                with contextlib.suppress(BlockingIOError):
                    data = data[os.write(self.master, data[:512]) :]
                    patience.renew()
            if self.process.poll() is not None:
                return self
            patience.require("the program takes no keys any more")
        return self

    def set_size(self, columns, rows):
        """Sets the size of the terminal."""
        self._size = columns, rows
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, size)
        if self._answers and self._modes.get(2048):
            self._tell_size()

    def _tell_size(self):
        columns, rows = self._size
        os.write(self.master, b"\x1b[48;%d;%d;%d;%dt" % (rows, columns, rows * 20, columns * 10))

    def resize(self, columns, rows):
        """Gives the window another size; the kernel tells the program."""
        self.set_size(columns, rows)
        if columns and rows:
            self._draw()
            self.screen.resize(rows, columns)
            self.home.resize(rows, columns)

    def signal(self, number):
        """Sends a signal to the program."""
        os.kill(self.process.pid, number)
        return self

    def hang_up(self):
        """Closes the window."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1

    # -- from the program --

    def _read(self):
        try:
            data = os.read(self.master, 1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self.raw += data
        self._heard_at = time.monotonic()
        # A code may come in two pieces.
        data = self._begun_code + data
        cut = _CUT_OFF.search(data)
        whole = len(data) if cut is None else cut.start()
        data, self._begun_code = data[:whole], data[whole:]
        for modes, sign in _MODE.findall(data):
            for mode in modes.split(b";"):
                self._modes[int(mode)] = sign == b"h"
        for _ in re.findall(rb"\x1b\[5n", data):
            # As every terminal, it says that all is well once it has come so far.
            with contextlib.suppress(OSError):
                os.write(self.master, b"\x1b[0n")
        if self._answers:
            for mode in re.findall(rb"\x1b\[\?(\d+)\$p", data):
                os.write(self.master, b"\x1b[?%s;2$y" % mode)
            if b"\x1b[?2048h" in data:
                self._tell_size()
        for sign in _KEYBOARD.findall(data):
            self._keyboards += 1 if sign == b">" else -1
        if self.on_picture is not None:
            self.on_picture(self.text())

    def _draw(self):
        """Brings the picture up to date with what was read, but for what is cut in two."""
        cut = _CUT_OFF.search(self.raw, self._drawn)
        end = len(self.raw) if cut is None else cut.start()
        text = self._letters.decode(self.raw[self._drawn : end])
        self._drawn = end
        pieces = _SCREEN.split(_NOT_FOR_PYTE.sub("", text))
        for piece, sign in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
            (self._on_screen if self._alternate else self._at_home).feed(piece)
            if sign:
                # What was drawn on the alternate screen is gone once it is left.
                self.screen.reset()
            self._alternate = sign == "h" if sign else self._alternate

    def text(self):
        """The picture, a line a row, with a blank at either end of a key instead of its cap."""
        self._draw()
        return without_caps("\n".join(line.rstrip() for line in self.screen.display))

    def left_behind(self):
        """What stands on the main screen and in what was scrolled out of it."""
        self._draw()
        gone = ("".join(row[at].data for at in sorted(row)) for row in self.home.history.top)
        return "\n".join([*gone, *(line.rstrip() for line in self.home.display)])

    def forget(self):
        """Lets go of the output so far, unseen; the picture is right again once all is redrawn."""
        self.raw, self._drawn = b"", 0
        self._letters.reset()

    def let_go(self):
        """Lets go of the output that was drawn, lest a long test hold it all."""
        self.raw, self._drawn = self.raw[self._drawn :], 0

    def take(self):
        """The output that was drawn since it was last let go of, which is let go of now."""
        self._draw()
        taken = self.raw[: self._drawn]
        self.let_go()
        return taken

    def look(self, seconds=0.0):
        """Reads what there is, waiting at most so long for a first piece; whether there was any."""
        ready, _, _ = select.select([self.master], [], [], max(0, seconds))
        if ready:
            self._read()
        return bool(ready)

    def home_wait(self, pattern):
        """Waits until the main screen matches, as of a shell that has started the program."""
        return self.wait(pattern, where=self.left_behind)

    def wait(self, pattern, gone=False, where=None):
        """Waits until the picture matches (or, `gone`, no longer does), and gives the match."""
        patience = self._patience()
        while True:
            found = re.search(pattern, (where or self.text)().rstrip("\n"))
            if bool(found) != gone:
                return found
            end = patience.end()
            if self.process.poll() is not None and not self.look():
                end = "the program has ended"
            if end:
                raise AssertionError(f"{end}: {pattern!r}\n{self.text()}\n{self.left_behind()}")
            if self.look(0.25):
                patience.renew()

    def press(self, key, pattern, gone=False):
        """Presses a key once, when no screen is deaf any more, and waits for the picture.

        With `gone` until the picture no longer matches, or the program has ended.
        """
        self.hear_out()
        assert bool(re.search(pattern, self.text().rstrip("\n"))) == gone, f"already so: {pattern}"
        self.send(key)
        try:
            return self.wait(pattern, gone)
        except AssertionError:
            if gone and self.process.poll() is not None:
                return None
            raise

    def hear_out(self):
        """Reads until the latest picture is older than the moment in which its screen is deaf."""
        patience = self._patience()
        while (left := self._heard_at + self._deaf - time.monotonic()) > 0:
            self.look(left)
            patience.require("the program never falls silent")
        return self

    def settle(self, looks=6):
        """Reads until the program has taken all keys, sleeps and sends nothing, look after look."""
        patience, quiet = self._patience(), 0
        while quiet < looks and self.process.poll() is None:
            if self.look(LOOK):
                patience.renew()
                quiet = 0
            else:
                quiet = quiet + 1 if self._is_at_rest() else 0
            if end := patience.end():
                raise AssertionError(f"the program never comes to rest, {end}:\n{self.text()}")
        while self.look():
            pass
        return self

    def stall(self, looks=4):
        """Reads nothing until the program sleeps, look after look."""
        patience, quiet = self._patience(), 0
        while quiet < looks:
            time.sleep(LOOK)
            quiet = quiet + 1 if is_asleep(self.process.pid) else 0
            patience.require("the program never waits")
        return self

    def _is_at_rest(self):
        """Whether the program has taken all that was typed, and waits for more."""
        waiting = struct.unpack("i", fcntl.ioctl(self._slave, termios.FIONREAD, bytes(4)))[0]
        return not waiting and is_asleep(self.process.pid)

    def wait_exit(self):
        """Waits for the end and gives the exit code; less than zero where a signal killed it."""
        patience = self._patience()
        while self.process.poll() is None:
            patience.require(f"the end\n{self.tail()}")
            if self.master >= 0:
                self.look(0.02)
            else:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(0.02)
        if self.master >= 0:
            while self.look(0):
                pass
        return self.process.returncode

    def wait_stopped(self):
        """Waits until the program is stopped, as by Ctrl+Z."""
        patience = self._patience()
        while True:
            pid, status = os.waitpid(self.process.pid, os.WNOHANG | os.WUNTRACED)
            if pid and os.WIFSTOPPED(status):
                while self.look(0):
                    pass
                return
            assert not pid, f"ended with {status}"
            patience.require("a stop")
            self.look(0.02)

    def _patience(self):
        return Patience(self.process.pid)

    def tail(self):
        """The picture, for a failing test."""
        return self.text() if self.master >= 0 else ""

    def dirt(self):
        """What the program has changed in the terminal and not put back."""
        found = [what for mode, what in _OFF_AT_HOME.items() if self._modes.get(mode)]
        if not self._modes.get(25, True):
            found.append("hidden cursor")
        if self._keyboards > 0:
            found.append("other keyboard codes")
        if termios.tcgetattr(self._slave) != self._settings:
            found.append("settings of the line")
        return found

    def picture(self):
        """The letters of the screen, a row a line, with what is seen of their looks."""
        self._draw()
        return cells(self.screen)

    def work(self):
        """Seconds of processor time that the program has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """Megabytes of memory that the program holds, 0 where the system does not tell."""
        with contextlib.suppress(OSError):
            status = Path(f"/proc/{self.process.pid}/status").read_text()
            return int(status.split("VmRSS:")[1].split()[0]) // 1024
        return 0


def _take_terminal(limits):
    # Whoever runs the tests may ignore hangups and interrupts; programs would inherit that.
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP):
        signal.signal(number, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for name, most in limits.items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (most, most))
