"""How long a test waits: told by the processor's time and by progress, not by the clock.

A busy machine takes long over everything, so the time on the wall says nothing of a program. What
is waited for will not come once the program has worked for long without it, once it sleeps at
nearly every look, or after ten minutes without any progress.
"""

import asyncio
import faulthandler
import os
import signal
import sys
import time
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

WORK = 60.0
"""Seconds of the processor's time in which what is waited for must come."""
ASLEEP = 240
"""Looks at a program that sleeps, less those at which it works, until it is taken for idle."""
STILL = 600.0
"""Seconds without any progress after which nobody waits any longer."""
LOOK = 0.25
"""Seconds between two looks."""
_TRICKLE = 0.2
"""Seconds of the processor's time that count as progress."""
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_KNOWS_PROCESSES = Path("/proc/self/task").is_dir()


def family(pid: int) -> list[int]:
    """A process and all that it has begun, as far as the system tells."""
    found = [pid]
    for parent in found:
        with suppress(OSError):
            for task in Path(f"/proc/{parent}/task").iterdir():
                with suppress(OSError):
                    found += map(int, (task / "children").read_text().split())
    return found


def work_of(pid: int) -> float:
    """Seconds of the processor's time that a process and its family have used."""
    if not _KNOWS_PROCESSES:
        return sum(os.times()[:4]) if pid == os.getpid() else 0.0
    ticks = 0
    for one in family(pid):
        with suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / _TICKS


def is_asleep(pid: int) -> bool:
    """Whether a process and its family all wait for something else than processor and disk."""
    asleep = False
    for one in family(pid):
        with suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                with suppress(OSError):
                    state = (task / "stat").read_text().rpartition(")")[2].split()[0]
                    if one != os.getpid() and state in "RDt":
                        return False
                    asleep = True
    return asleep


class Patience:
    """Waits for one thing that a process works at, or this process and all that it has begun."""

    def __init__(self, pid: int | None = None, work: float = WORK, asleep: int = ASLEEP):
        self._pid = pid or os.getpid()
        self._begun = self._seen = work_of(self._pid)
        self._work, self._most_asleep = work, asleep
        self._asleep = 0
        self._progress = self._looked = time.monotonic()

    def renew(self) -> None:
        """Notes progress that can be seen, such as a new piece of output."""
        self._progress, self._asleep = time.monotonic(), 0

    def end(self) -> str:
        """Why it is no use to wait any longer; empty while it is."""
        now = time.monotonic()
        if now < self._looked + LOOK:
            return ""
        self._looked = now
        work = work_of(self._pid)
        is_working = work - self._seen > _TRICKLE
        if is_working:
            self._seen, self._progress = work, now
        self._asleep += 1 if is_asleep(self._pid) and not is_working else -9
        self._asleep = max(0, self._asleep)
        if work - self._begun > self._work:
            return f"it has worked for {self._work:.0f} seconds"
        if self._asleep > self._most_asleep:
            return f"it was asleep at {self._asleep} looks"
        if now - self._progress > STILL:
            return f"nothing has happened for {STILL:.0f} seconds"
        return ""

    def require(self, what: object) -> None:
        """Fails the test where it is no use to wait any longer for `what`."""
        if end := self.end():
            raise AssertionError(f"waited in vain, {end}: {what}")


def until(holds, what: object = "what was waited for", pid: int | None = None):
    """Waits until something is true, and gives it back."""
    patience = Patience(pid)
    while not (found := holds()):
        patience.require(what)
        time.sleep(0.01)
    return found


@asynccontextmanager
async def patient(pid: int | None = None):
    """Lets the waiting inside go on while there is hope; TimeoutError after that."""
    loop, patience = asyncio.get_running_loop(), Patience(pid)

    async def look(limit):
        while not patience.end():
            await asyncio.sleep(LOOK)
        limit.reschedule(loop.time())

    async with asyncio.timeout(None) as limit:
        looking = loop.create_task(look(limit))
        try:
            yield patience
        finally:
            looking.cancel()


@contextmanager
def watched(work: float):
    """Fails a test that works for so many seconds, or makes no progress for ten minutes.

    Looks in from a signal every half minute, which costs nothing and wakes any waiting up.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    hope: list[Patience] = []

    def look(*_):
        # Most tests end before anybody has looked.
        hope[:] = hope or [Patience(work=work, asleep=sys.maxsize)]
        if end := hope[0].end():
            faulthandler.dump_traceback(file=sys.__stderr__, all_threads=True)
            raise AssertionError(f"the test hangs: {end}")

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, 30, 30)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
