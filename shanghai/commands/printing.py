"""Lines for people and programs, made safe for the terminal they go to."""

import re
import sys
from typing import TextIO

import msgspec

from shanghai.words.sanitize import sanitize

_MOST_CELLS = 2000


def say(line: str, stream: TextIO | None = None) -> None:
    """Prints a line with its indent, without anything that a terminal could take for a command."""
    stream = stream or sys.stdout
    indent = line[: len(line) - len(line.lstrip(" "))]
    encoding = stream.encoding or "utf-8"
    text = indent + sanitize(line, _MOST_CELLS)
    print(text.encode(encoding, "replace").decode(encoding), file=stream)


def say_columns(line: str) -> None:
    """Prints a line of a table, the blanks between its columns kept; else as `say`."""
    encoding = sys.stdout.encoding or "utf-8"
    parts = re.split("( {2,})", line)
    text = "".join(part if part.isspace() else sanitize(part, _MOST_CELLS) for part in parts)
    print(text.encode(encoding, "replace").decode(encoding))


def say_json(value: object, *, indent: int | None = None) -> None:
    """Prints a value as JSON in letters of ASCII, on one line without an indent."""
    import json

    print(json.dumps(msgspec.to_builtins(value), indent=indent), flush=True)


def complain(command: str, problem: object) -> None:
    """Says on standard error why a command cannot do what it was asked for, a fault a line."""
    name = f"shanghai {command}".rstrip()
    for line in str(problem).splitlines():
        say(f"{name}: {line}", sys.stderr)
