"""Breaks one protection after the other in a copy of the project: the test of each must then fail.

`python -m tests.faults.broken [ROW...]` prints a line for each row: red is good.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import NamedTuple

MOST_MEMORY = 8 << 30
"""The bytes that a test may take with a protection broken, as some keep memory small."""
ROOT = Path(__file__).parent.parent.parent
PARTS = ("shanghai", "variants", "tests", "pyproject.toml", "README.md")


class Break(NamedTuple):
    """A row of the table of faults, what is broken, and the test that must not let it pass."""

    row: str
    what: str
    test: str
    file: str
    old: str
    new: str
    env: dict[str, str] = {}  # noqa: RUF012


TABLE = tomllib.loads(Path(__file__).with_name("breaks.toml").read_text("utf-8"))
BREAKS = tuple(Break(**row) for row in TABLE["break"])


def broken_text(broken: Break, root: Path = ROOT) -> str:
    """The file with its protection broken; ValueError where it no longer looks as it did."""
    text = (root / broken.file).read_text()
    if text.count(broken.old) != 1:
        raise ValueError(f"{broken.row}: {broken.file} holds {broken.old!r} not exactly once")
    return text.replace(broken.old, broken.new)


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def is_red(broken: Break) -> bool:
    """Whether the test fails in a copy of the project where the protection is broken."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in PARTS:
            if (ROOT / part).is_dir():
                leave = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / part, copy / part, ignore=leave)
            else:
                shutil.copy(ROOT / part, copy / part)
        (copy / broken.file).write_text(broken_text(broken))
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-m", "", f"tests/{broken.test}"],
            cwd=copy,
            env=os.environ | {"PYTHONPATH": str(copy), **broken.env},
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=_limit_memory,
        )
        if done.returncode not in (0, 1):
            raise ValueError(f"{broken.row}: {done.stdout[-500:]}{done.stderr[-500:]}")
        return done.returncode == 1


def main(rows: list[str]) -> int:
    """Tries the rows asked for, or all; 0 where every test turned red."""
    green = 0
    for broken in BREAKS:
        if rows and not {*broken.row.split(", ")} & {*rows}:
            continue
        red = is_red(broken)
        green += not red
        print(
            f"{broken.row:8} {'red' if red else 'GREEN':5} {broken.what}  ({broken.test})",
            flush=True,
        )
    return 1 if green else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
