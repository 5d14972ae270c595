"""Prints the answers of commands, for people or for programs, made safe for the terminal."""

import contextlib
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TextIO

import msgspec

from shanghai.words.sanitize import plain_line

_EXACT_BITS: Final = 53
"""A floating-point number is exact for whole numbers of this many bits."""


def say(line: str, stream: TextIO | None = None) -> None:
    """Prints a line with its indent, without what a terminal could take for a command."""
    stream = stream or sys.stdout
    print(plain_line(line, stream.encoding), file=stream)


def say_columns(line: str) -> None:
    """Prints a line as `say` does, but keeps the blanks between the columns of a table."""
    coded, parts = partial(plain_line, encoding=sys.stdout.encoding), re.split("( {2,})", line)
    print("".join(part if part.isspace() else coded(part.strip()) for part in parts))


def say_json(value: object, *, indent: int | None = None) -> None:
    """Prints a value as JSON, in the form of `json_text`."""
    print(json_text(value, indent=indent), end="", flush=True)


def json_text(value: object, *, indent: int | None = None) -> str:
    """A value as JSON in ASCII, on one line unless there is an indent. Whole numbers of more than
    53 bits become text, as many programs would read other digits."""
    import json

    return f"{json.dumps(_exact(msgspec.to_builtins(value)), indent=indent)}\n"


def _exact(value: object) -> object:
    """A value of JSON in which too large numbers are replaced by text."""
    if isinstance(value, dict):
        return {key: _exact(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_exact(inner) for inner in value]
    is_large = isinstance(value, int) and abs(value) >= 1 << _EXACT_BITS
    return str(value) if is_large else value


def answer(
    args: Namespace,
    value: object,
    lines: Iterable[str],
    *,
    indent: int | None = None,
    tell: Callable[[str], None] = say,
) -> int:
    """Prints the answer of a command, and returns 0, the exit code of success. With `--json` it is
    `value`. Else it is `lines`, each printed by `tell`."""
    if args.json:
        say_json(value, indent=indent)
    else:
        for line in lines:
            tell(line)
    return 0


def complain(command: str, problem: object) -> None:
    """Prints on standard error why a command fails, with a line for each fault. An error of writing
    is ignored: then the exit code alone says that the command has failed."""
    name = f"shanghai {command}".rstrip()
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            for line in str(problem).splitlines():
                say(f"{name}: {line}", sys.stderr)
