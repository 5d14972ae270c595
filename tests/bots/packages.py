"""Computer players as those of a package that is installed, and the processes that they leave."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from tests.bots import hostile_bots
from tests.patience import Patience

ROOT = Path(__file__).parents[2]
_MARK = "SHANGHAI_TEST_MARK"


def offer(folder: Path, monkeypatch, name: str = "foreign-players", **entries: str) -> None:
    """Makes players known to this process and its children: `NAME="module:Class"`.

    The tests' own modules can be named, and those in the folder.
    """
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = ["[shanghai.bots]", *(f"{entry} = {place}" for entry, place in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(ROOT)]))


class Family:
    """Knows the processes that were begun since, whoever their parents are by now."""

    def __init__(self, monkeypatch) -> None:
        self._mark = uuid4().hex
        monkeypatch.setenv(_MARK, self._mark)

    def alive(self) -> dict[int, str]:
        """The commands of those that run, by the number of each."""
        if sys.platform != "linux":
            return {}
        commands, mark = {}, f"{_MARK}={self._mark}".encode()
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if mark in (process / "environ").read_bytes().split(b"\0"):
                    command = (process / "cmdline").read_bytes().replace(b"\0", b" ")
                    commands[int(process.name)] = command.decode()
        return commands

    def require_gone(self) -> None:
        """Waits until none of them runs any more."""
        patience = Patience(work=10, asleep=60)
        while alive := self.alive():
            patience.require(f"the end of {alive}")
            time.sleep(0.02)

    def end(self) -> None:
        """Ends those that a test which failed has left."""
        for process in self.alive():
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)


@contextmanager
def offer_hostile(folder: Path, monkeypatch) -> Iterator[Family]:
    """Makes all players of `hostile_bots` known by their names in small letters."""
    kinds = {
        name.lower(): f"{hostile_bots.__name__}:{name}"
        for name, kind in vars(hostile_bots).items()
        if isinstance(kind, type) and kind.__module__ == hostile_bots.__name__
    }
    offer(folder, monkeypatch, **kinds)
    family = Family(monkeypatch)
    try:
        yield family
    finally:
        family.end()
