"""Programs that are killed at a chosen call of the system, and what they had confirmed by then."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable

CALLS = ("write", "fsync", "replace", "open", "close", "mkdir", "chmod", "ftruncate", "link")
"""Functions of `os` through which all that is written goes."""


def works(*command: str) -> bool:
    """Whether a command can be run here."""
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


HAS_STRACE = works("strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=none", "true")
"""Whether calls of the system can be made to fail, or to kill."""


def killed_at(name: str, number: int, work: Callable[[Callable[[object], None]], None]):
    """Forks a program that is killed at the n-th call of a function; the lines that it confirmed.

    `work` is given what confirms a line. None where it came to its end before that. A write is
    killed when half of it is done.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        real, calls = getattr(os, name), 0

        def dying(*args, **more):
            nonlocal calls
            calls += 1
            if calls == number:
                if name == "write":
                    real(args[0], args[1][: len(args[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*args, **more)

        try:
            said = os.fdopen(writing, "w", buffering=1)
            setattr(os, name, dying)
            work(lambda line: print(line, file=said))
            print("end", file=said)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        lines = told.read().splitlines()
    os.waitpid(child, 0)
    return None if lines[-1:] == ["end"] else lines


def killed_everywhere(work: Callable[..., None], name: str, most: int = 80):
    """The number of each death at a function, and what was confirmed before it."""
    for number in range(1, most):
        confirmed = killed_at(name, number, lambda confirm, n=number: work(n, confirm))
        if confirmed is None:
            return
        yield number, confirmed
    raise AssertionError("it never came to its end")
