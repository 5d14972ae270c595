"""Runs all quick tests in an environment of its own: for a Python, or with the oldest libraries."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENVIRONMENTS = ROOT / ".venv" / "pythons"
"""Beside what `.venv` itself holds, so that everything goes with it."""
QUICK = ("-n", "auto")
"""The options of pytest for all quick tests."""
EXTRAS = (
    "-m",
    "slow",
    "-k",
    "not thousands",
    "tests/bots/playouts",
    "tests/simulation/test_workers.py",
)
"""Its options for the tests of extras: play-outs in machine code, games on several machines."""


@dataclass(frozen=True)
class Outcome:
    """How a run of the tests ended."""

    name: str
    code: int
    summary: str
    """The last line of the run."""

    def __str__(self) -> str:
        return f"{self.name}: {self.summary}"


def python_of(environment: Path) -> Path:
    """The Python of an environment."""
    folder, name = ("Scripts", "python.exe") if sys.platform == "win32" else ("bin", "python")
    return environment / folder / name


def make_environment(name: str, program: Path, install: Sequence[str]) -> Path:
    """Makes an environment with what a command of pip or uv installs, and gives its Python.

    The words `{python}` of the command are replaced by that Python. Raises CalledProcessError.
    """
    environment = ENVIRONMENTS / name
    # Some systems take pip out of their Python: that of this environment installs.
    subprocess.run([program, "-m", "venv", "--clear", "--without-pip", environment], check=True)
    python = python_of(environment)
    command = [str(python) if word == "{python}" else word for word in install]
    subprocess.run([sys.executable, "-m", *command], check=True, cwd=ROOT)
    return python


def run_tests(name: str, python: Path, options: Sequence[str]) -> Outcome:
    """Runs tests, and prints what they print."""
    command = [python, "-m", "pytest", "-q", *options]
    last = "no output"
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            last = line.strip() or last
    return Outcome(name, process.returncode, last)


def on_python(version: str, program: Path) -> list[Outcome]:
    """The tests on a Python, with the newest libraries that are allowed."""
    install = ["pip", "--python", "{python}", "install", "--quiet", "-e", ".[test]"]
    return _tried(version, program, install, QUICK)


def with_lowest() -> list[Outcome]:
    """The tests with the lowest version of each library that pyproject.toml allows."""
    install = ["uv", "pip", "install", "--quiet", "--python", "{python}"]
    install += ["--resolution", "lowest-direct", "-e", ".[test,playouts,cluster]"]
    return _tried("lowest", Path(sys.executable), install, QUICK, EXTRAS)


def _tried(name: str, program: Path, install: Sequence[str], *runs: Sequence[str]) -> list[Outcome]:
    print(f"+ the tests on {name}: {program}", flush=True)
    try:
        python = make_environment(name, program, install)
    except subprocess.CalledProcessError as error:
        return [Outcome(name, error.returncode or 1, f"cannot be installed: {error}")]
    return [run_tests(name, python, options) for options in runs]
