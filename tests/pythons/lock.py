"""Writes `.github/requirements.txt`: what developers install, each version with its hashes."""

import subprocess
import sys

from tests.pythons.suite import ROOT

FILE = ROOT / ".github" / "requirements.txt"
COMMAND = "python -m tests.pythons --lock"


def write() -> None:
    """Writes the file again, with the newest versions that are allowed. Raises CalledProcessError.

    The versions are those for every system and every Python that the project names.
    """
    how = ["--universal", "--generate-hashes", "--upgrade", "--quiet", "--no-emit-index-url"]
    what = ["--extra", "test", "--extra", "dev", "pyproject.toml", "-o", str(FILE)]
    header = ["--custom-compile-command", COMMAND, "--no-annotate"]
    subprocess.run(
        [sys.executable, "-m", "uv", "pip", "compile", *how, *header, *what], check=True, cwd=ROOT
    )
