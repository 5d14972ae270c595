"""Players of another package that do all that a player should not; some answer as well as any."""

import contextlib
import ctypes
import os
import signal
import subprocess
import threading
import time
from pathlib import Path

from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import Discard, Draw, GoDown


class Careful(SimpleBot):
    """Does nothing wrong."""


class TakesItsTime(SimpleBot):
    """Thinks for as long as it may."""

    def __init__(self, seat, random, is_late):
        super().__init__(seat, random, is_late)
        self.is_late = is_late

    def decide(self, view):
        while not self.is_late():
            pass
        return super().decide(view)


class Loops(SimpleBot):
    """Thinks for ever, and lets no error end that."""

    def decide(self, view):
        while True:
            try:
                while True:
                    pass
            except:  # noqa: E722
                pass


class Freezes(SimpleBot):
    """Waits for ever in machine code, where no thread of its Python can run."""

    def decide(self, view):
        ctypes.PyDLL(None).pause()


class LeavesThread(SimpleBot):
    """Leaves a thread behind that never ends."""

    has_left = False

    def decide(self, view):
        if not self.has_left:
            self.has_left = True
            threading.Thread(target=threading.Event().wait).start()
        return super().decide(view)


class LeavesProcesses(SimpleBot):
    """Leaves processes behind: one of its group, one of its own session, one that is forked."""

    has_left = False

    def decide(self, view):
        if not self.has_left:
            self.has_left = True
            subprocess.Popen(["sleep", "10000"])
            subprocess.Popen(["sleep", "10000"], start_new_session=True)
            if os.fork() == 0:
                os.setsid()
                time.sleep(10_000)
        return super().decide(view)


class Writes(SimpleBot):
    """Writes wherever somebody may read it."""

    def decide(self, view):
        print("LEAKED by print", flush=True)
        for number in range(3):
            with contextlib.suppress(OSError):
                os.write(number, b"LEAKED by descriptor")
        with contextlib.suppress(OSError):
            Path("/dev/tty").write_text("LEAKED by terminal")
        return super().decide(view)


class Hoards(SimpleBot):
    """Takes all the memory that it gets."""

    def decide(self, view):
        hoard = []
        while True:
            hoard.append(bytearray(1 << 24))


class Dies(SimpleBot):
    """Ends its process."""

    def decide(self, view):
        os._exit(0)


class Crashes(SimpleBot):
    """Ends its process as a fault in machine code does."""

    def decide(self, view):
        ctypes.string_at(0)


class Stops(SimpleBot):
    """Stops its process, and the one that guards it, for ever."""

    def decide(self, view):
        os.kill(os.getppid(), signal.SIGSTOP)
        os.kill(os.getpid(), signal.SIGSTOP)


class Interrupts(SimpleBot):
    """Raises what Ctrl+C raises."""

    def decide(self, view):
        raise KeyboardInterrupt


class Leaves(SimpleBot):
    """Raises what ends a program."""

    def decide(self, view):
        raise SystemExit(0)


class Odd:
    """Answers in its own way to whatever is asked of it."""

    def __getattribute__(self, name):
        raise ZeroDivisionError("\x1b[2J")


class Nonsense(SimpleBot):
    """Answers something else each time, and never a move."""

    ANSWERS = (
        b"\xff" * 10**6, "a better move", {"type": "Take"}, -1, 10**5000, [], {}, Odd(), Draw,
        Draw(7), Draw(True), Discard(0, 10**18), Discard(0, "9S"), GoDown(0, ()), object(),
    )  # fmt: skip

    def decide(self, view):
        return self.ANSWERS[len(view.discards) % len(self.ANSWERS)]

    def wants_call(self, view):
        return self.decide(view)


class Speaks(SimpleBot):
    """Writes answers of its own to whatever is open, without end."""

    def decide(self, view):
        while True:
            for number in range(3, 20):
                with contextlib.suppress(OSError):
                    os.write(number, b"\x10\x00\x00\x00" + b"\xff" * 5000)


class Seeks(SimpleBot):
    """Looks for a text in all that its process knows; finding it is its error.

    The text stands backwards in the environment, and is known here in two halves only.
    """

    def decide(self, view):
        backwards = os.environ["SHANGHAI_TEST_WANTED"].encode()
        middle = len(backwards) // 2
        second, first = backwards[:middle][::-1], backwards[middle:][::-1]
        for piece in memory():
            at = piece.find(first)
            while at >= 0:
                if piece.startswith(second, at + len(first)):
                    raise FoundError
                at = piece.find(first, at + 1)
        return super().decide(view)


def memory():
    """All that this process may write to, piece by piece."""
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as whole:
        for line in maps:
            place, rights = line.split()[:2]
            start, end = (int(number, 16) for number in place.split("-"))
            if rights.startswith("rw"):
                with contextlib.suppress(OSError, OverflowError):
                    whole.seek(start)
                    yield whole.read(end - start)


class FoundError(Exception):
    """What was looked for is there."""
