"""Typical mistakes at the command line, each with the sentence that answers it.

python -m tests.commands.mistakes        writes mistakes.txt again; read the diff
"""

import contextlib
import io
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

from shanghai.__main__ import main
from shanghai.commands.parser import make_parser
from shanghai.words.commands import COMMANDS

TABLE = Path(__file__).with_suffix(".txt")
_COMMON = {"-h", "--help", "--data-dir", "--ascii", "--no-animation", "--language"}


def answer(words: list[str], folder: str) -> tuple[int, str, str]:
    """The exit code, what is printed, and the complaint without the lines of the usage."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(["--data-dir", folder, *words])
        except SystemExit as end:
            code = end.code
    said = [line for line in err.getvalue().splitlines() if not line.startswith(("usage", "  "))]
    return code, out.getvalue(), " / ".join(said).replace(folder, "DIR")


def rows() -> Iterator[tuple[str, str]]:
    """What is typed, and its exit code with the sentence."""
    for line in TABLE.read_text("utf-8").splitlines():
        typed, _, said = line.partition(" => ")
        if typed:
            yield typed, said


def slips(command: str) -> Iterator[list[str]]:
    """Slips of the fingers at each option of a command, and values of a wrong kind."""
    from argparse import _SubParsersAction

    parser = make_parser([command])
    (commands,) = [one for one in parser._actions if isinstance(one, _SubParsersAction)]
    for action in commands.choices[command]._actions:
        for option in action.option_strings:
            value = [] if action.nargs == 0 else ["1"]
            if option.startswith("--"):
                yield [command, f"{option[:-2]}{option[-1]}{option[-2]}x", *value]
                yield [command, option[1:], *value]
                yield [command, option[:4] + option[3:], *value]
            if value and option not in _COMMON:
                yield [command, option]
            if action.type is int:
                yield from ([command, option, wrong] for wrong in ("three", "1.5", ""))
            if action.choices:
                yield [command, option, "pdf"]
    yield from ([command, word] for word in ("--verbose", "--quiet", "--force", "--file=x", "-x"))
    yield from (
        [command, word]
        for word in ("--out=x", "--format=json", "--colour", "-j", "-p", "--dry-run", "-q")
    )
    yield [command[:-1] + "x" + command[-1]]
    yield [command[1] + command[0] + command[2:]]
    yield [command.upper()]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        text = ""
        for typed, _ in [*rows()]:
            code, _, said = answer(shlex.split(typed), folder)
            text += f"{typed} => {code} {said}\n"
    TABLE.write_text(text, "utf-8")
    for command in COMMANDS:
        print(command, len([*slips(command)]))
