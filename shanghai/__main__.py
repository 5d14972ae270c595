"""The command line: the table without arguments, or one of the commands that need no table."""

import argparse
import contextlib
import gc
import importlib
import importlib.util
import os
import sys
import warnings
from collections.abc import Sequence
from typing import Final

from shanghai import __version__
from shanghai.commands.exits import INTERRUPTED, NOT_STORED

COMMANDS: Final = {
    "play": "start a game without the menus",
    "resume": "go on with a game that was left",
    "serve": "the same table in a browser on this machine",
    "games": "list the games that are kept",
    "check": "run scenario and record files against the rules",
    "solve": "the best lay-down of a hand",
    "simulate": "play games among computer players",
    "variants": "list, show and check the rule systems",
    "verify": "judge kept games: ok, torn, damaged or newer",
    "show": "print what the table, or one seat, may see of a kept game",
    "ledger": "the figures of all evenings",
    "record": "write a kept game as a record, or its scorecard",
}
"""The commands with their help; each has a module of its own."""
OPEN_THE_TABLE: Final = {"play", "resume"}


def known_commands() -> dict[str, str]:
    """The commands whose modules are there."""
    return {
        name: help_text
        for name, help_text in COMMANDS.items()
        if importlib.util.find_spec(f"shanghai.commands.{name}") is not None
    }


def make_parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """The parser for these arguments; only the command among them is loaded."""
    parser = argparse.ArgumentParser(
        prog="shanghai",
        description="Contract rummy for a family at one terminal. "
        "Without a command the table opens with its menu.",
    )
    parser.add_argument("-V", "--version", action="version", version=f"shanghai {__version__}")
    _add_common(parser, {"data_dir": None, "ascii": False, "no_animation": False})
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, help_text in known_commands().items():
        sub = commands.add_parser(name, help=help_text, description=help_text)
        _add_common(sub, {})
        if name in arguments:
            module = importlib.import_module(f"shanghai.commands.{name}")
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    return parser


def _add_common(parser: argparse.ArgumentParser, defaults: dict[str, object]) -> None:
    """The options that stand before or after a command; after one they have no default."""
    group = parser.add_argument_group("everywhere")
    for flags, more in (
        (("--data-dir",), {"metavar": "DIR", "help": "the folder for all that is written"}),
        (("--ascii",), {"action": "store_true", "help": "letters in place of suit signs"}),
        (("--no-animation",), {"action": "store_true", "help": "nothing moves"}),
    ):
        name = flags[0].strip("-").replace("-", "_")
        default = defaults.get(name, argparse.SUPPRESS)
        group.add_argument(*flags, default=default, **more)  # type: ignore[arg-type]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit code; no error shows as a traceback."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        warnings.simplefilter("ignore")
        return _flushed(_run(given))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _flushed(0)
    except Exception as error:
        from shanghai.storage.crash_report import CRASHED, crash_sentence
        from shanghai.storage.paths import NoFolder, data_dir

        if isinstance(error, NoFolder):
            print(f"shanghai: {error}", file=sys.stderr)
            return NOT_STORED
        print(crash_sentence(error, data_dir()), file=sys.stderr)
        return CRASHED


def _flushed(code: int) -> int:
    """The code, after the output is flushed or found to have no reader any more."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return code


def _run(given: Sequence[str]) -> int:
    if not {*given} & ({*COMMANDS} - OPEN_THE_TABLE):
        # What is loaded for the table stays: to look it over for garbage only takes time. The app
        # looks again once it is ready.
        gc.disable()
    args = make_parser(given).parse_args(given)
    if args.command is None:
        from shanghai.commands.play import open_table

        return open_table(args)
    code: int = args.run(args)
    return code


if __name__ == "__main__":
    sys.exit(main())
