"""The command that installs missing libraries, to be copied. It depends on how Shanghai was
installed."""

import os
import re
import shlex
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from shanghai.words.commands import say

_PACKAGE: Final = "shanghai-rummy"


def install_command(extra: str) -> str:
    """The command that installs the libraries of an extra, such as `full`.

    pipx and uv keep the game in an environment of its own, and have commands that add to it. If the
    game is a program in one file, no library can be added: the text says so.
    """
    if getattr(sys, "frozen", False) or Path(sys.argv[0]).suffix == ".pyz":
        return say.NOT_IN_ONE_FILE
    libraries = " ".join(map(_quoted, _libraries(extra))) or _quoted(f".[{extra}]")
    environment = Path(sys.prefix)
    if environment.parent.name == "venvs" and environment.parent.parent.name == "pipx":
        return f"pipx inject {environment.name} {libraries}"
    if (environment / "uv-receipt.toml").is_file():
        added = " ".join(f"--with {_quoted(library)}" for library in _libraries(extra))
        return f"uv tool install {added} {_quoted(_source(environment))}"
    python = _quoted(_python())
    if find_spec("pip") is None:
        return f"uv pip install --python {python} {libraries}"
    return f"{python} -m pip install {libraries}"


def _libraries(extra: str) -> list[str]:
    """The libraries of an extra, as pip takes them; empty if the package is not installed."""
    # It loads much, and only a message about a missing library needs it.
    from importlib.metadata import PackageNotFoundError, requires

    try:
        listed = requires(_PACKAGE) or []
    except PackageNotFoundError:
        return []
    is_of_extra = re.compile(rf"extra\s*==\s*['\"]{re.escape(extra)}['\"]")
    parts = (line.partition(";") for line in listed)
    return [requirement.strip() for requirement, _, marker in parts if is_of_extra.search(marker)]


def _source(environment: Path) -> str:
    """What uv installed the game from: a folder, or the name of the package."""
    receipt = tomllib.loads((environment / "uv-receipt.toml").read_text("utf-8"))
    for requirement in receipt.get("tool", {}).get("requirements", []):
        if requirement.get("name") == _PACKAGE:
            return str(requirement.get("directory") or requirement.get("editable") or _PACKAGE)
    return _PACKAGE


def _python() -> str:
    """The path of the Python that runs: a relative path if it is below the current folder."""
    executable = sys.executable or "python3"
    try:
        return str(Path(executable).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return executable


def _quoted(text: str) -> str:
    """A word with the quotes that a shell needs, if it needs any."""
    if os.name != "nt":
        return shlex.quote(text)
    return text if re.fullmatch(r"[\w.:\\/-]+", text) else f'"{text}"'
