"""The Pythons on this machine that are new enough, from PATH and from pyenv."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

OLDEST = (3, 11)
_ABOUT = "import sys; print(sys.implementation.name, *sys.version_info[:3])"
_PROGRAM = re.compile(r"python3(\.\d+)?(\.exe)?")


def places() -> Iterator[Path]:
    """The folders that may hold a Python."""
    yield from (Path(place) for place in os.environ.get("PATH", "").split(os.pathsep) if place)
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted((root / "versions").glob("*/bin"))


def version_of(program: Path) -> tuple[int, ...] | None:
    """The version of a Python, or None for another program and one that does not start."""
    try:
        # Not in this folder: pyenv starts another Python where a file names one.
        done = subprocess.run(
            [program, "-I", "-c", _ABOUT], capture_output=True, text=True, cwd="/", timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    name, *numbers = done.stdout.split() or [""]
    return tuple(map(int, numbers)) if name == "cpython" else None


@cache
def installed() -> dict[str, Path]:
    """Every Python here from the oldest on, by its version such as `3.12.1`."""
    return by_version(places())


def by_version(folders: Iterable[Path]) -> dict[str, Path]:
    """The Pythons of folders by version, the first of each; none of a virtual environment."""
    programs: dict[tuple[int, ...], Path] = {}
    for folder in folders:
        if "shims" in folder.parts or (folder.parent / "pyvenv.cfg").exists():
            continue
        for program in sorted(folder.glob("python3*")):
            if not _PROGRAM.fullmatch(program.name) or not os.access(program, os.X_OK):
                continue
            version = version_of(program)
            if version is not None and version >= OLDEST:
                programs.setdefault(version, program)
    return {".".join(map(str, version)): programs[version] for version in sorted(programs)}


def running() -> str:
    """The version of the Python that runs this."""
    return ".".join(map(str, sys.version_info[:3]))
