"""How to install the libraries that an optional part of the program needs."""

import re
import shlex
from importlib.metadata import PackageNotFoundError, requires
from typing import Final

_PROGRAM: Final = "shanghai-rummy"


def install_command(extra: str) -> str:
    """The command that installs the libraries of an extra, by the names they have on PyPI."""
    try:
        listed = requires(_PROGRAM) or []
    except PackageNotFoundError:
        listed = []
    is_of_extra = re.compile(rf"extra\s*==\s*['\"]{re.escape(extra)}['\"]")
    wanted = [
        shlex.quote(requirement.strip())
        for requirement, _, marker in (line.partition(";") for line in listed)
        if is_of_extra.search(marker)
    ]
    return f"pip install {' '.join(wanted)}" if wanted else f"pip install '.[{extra}]'"
