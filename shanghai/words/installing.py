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
_WORD: Final = re.compile(r"""(?:'[^']*'|"[^"]*"|[^\s'"])+""")
"""A word of a command for a shell, with its quotes."""


def is_one_file() -> bool:
    """Whether the game is a program in one file, to which no library can be added."""
    return bool(getattr(sys, "frozen", False)) or Path(sys.argv[0]).suffix == ".pyz"


def install_command(extra: str) -> str:
    """The command that installs the libraries of an extra, such as `full`.

    pipx and uv keep the game in an environment of its own, and have commands that add to it. If the
    game is a program in one file, no library can be added: the text says so.
    """
    if is_one_file():
        return say.NOT_IN_ONE_FILE
    libraries = " ".join(map(_quoted, _libraries(extra))) or _quoted(f".[{extra}]")
    environment = Path(sys.prefix)
    if environment.parent.name == "venvs" and environment.parent.parent.name == "pipx":
        return f"pipx inject {environment.name} {libraries}"
    if (environment / "uv-receipt.toml").is_file():
        added = " ".join(f"--with {_quoted(library)}" for library in _libraries(extra))
        return f"uv tool install {added} {_quoted_path(_source(environment))}"
    python = _python()
    if find_spec("pip") is None:
        return f"uv pip install --python {python} {libraries}"
    return f"{python} -m pip install {libraries}"


def shell_lines(command: str, width: int) -> list[str]:
    """A command in lines of at most `width` cells, broken between its words. Copied together they
    are one command for the shell. Only a single word may be longer."""
    if len(command) <= width:
        return [command]
    goes_on = " `" if os.name == "nt" else " \\"
    lines = [""]
    for word in _WORD.findall(command):
        if lines[-1] and len(f"{lines[-1]} {word}{goes_on}") > width:
            lines[-1] += goes_on
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".lstrip()
    return lines


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
    """The path of the Python that runs, for a shell: a relative path if it is below the current
    folder."""
    executable = sys.executable or "python3"
    try:
        below = Path(executable).relative_to(Path.cwd())
    except (ValueError, OSError):
        return _quoted_path(executable)
    # A shell looks for a bare name elsewhere.
    return _quoted(str(below) if len(below.parts) > 1 else os.path.join(os.curdir, below))


def _quoted_path(path: str) -> str:
    """A path for a shell. It begins with `~` if it is below the home folder, so that a command with
    it rather fits on a line."""
    home = os.path.expanduser("~")
    below = path.removeprefix(os.path.join(home, ""))
    if os.name == "nt" or below == path or not os.path.isabs(home):
        return _quoted(path)
    return f"~/{_quoted(below)}"


def _quoted(text: str) -> str:
    """A word with the quotes that a shell needs, if it needs any."""
    if os.name != "nt":
        return shlex.quote(text)
    return text if re.fullmatch(r"[\w.:\\/-]+", text) else f'"{text}"'
