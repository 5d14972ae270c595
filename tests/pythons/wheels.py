"""Whether there are wheels for Pythons that nobody has run the tests on yet."""

import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator

from tests.pythons.suite import ROOT

UNTRIED = ("3.14", "3.15")
EXTRAS = ("web", "full")
"""The extras that a player may install."""


def wanted() -> list[str]:
    """All that a player may install, as the project asks for it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *(each for extra in EXTRAS for each in extras[extra])]


def missing(python: str) -> Iterator[str]:
    """The libraries that have no wheel for a Python on this kind of machine, dependencies too."""
    for each in wanted():
        with tempfile.TemporaryDirectory() as folder:
            how = ["--quiet", "--only-binary", ":all:", "--python-version", python, "-d", folder]
            command = [sys.executable, "-m", "pip", "download", *how, each]
            if subprocess.run(command, capture_output=True).returncode:
                yield each
